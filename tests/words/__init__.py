"""The words of the game: what the sources say, and whether the catalogue says it in every language."""
