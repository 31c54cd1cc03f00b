"""Exact values of all positions, solved once and stored in tables."""
