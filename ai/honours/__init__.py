"""Trials, the level that they reach, and stamps: exact, from the moves of games and the tables."""
