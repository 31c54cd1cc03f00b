"""Minimax, alpha-beta, and the trees that they search."""
