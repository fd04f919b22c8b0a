"""Bots for all games: search, levels, hints, reviews, and bots that users write."""
