"""Mine: the own games that a browser keeps, what they missed, and puzzles made of that."""
