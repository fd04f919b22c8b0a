"""The table: races ridden in a browser, alone, around one screen or across the net."""
