"""The puzzles: sets of them, one for each day, and the page on which one is solved."""
