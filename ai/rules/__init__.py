"""The rules as data: games, positions, their notation and symmetries, threats."""
