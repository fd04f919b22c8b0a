"""The table: races played in a browser, alone, around one screen or online."""
