"""A game with a friend who sits elsewhere, and the store of such games."""
