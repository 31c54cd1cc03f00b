"""Puzzles: positions with something to find, from the solved games."""
