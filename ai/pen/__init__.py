"""Facts drawn on the board: cells, lines, numbers and captions."""
