"""Bots for all games: search, levels, bots of one's own, ladders, reviews."""
