"""The board, and other parts that several pages share."""
