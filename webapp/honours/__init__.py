"""Level and stamps: kept in a cookie of their own, told after a game or puzzle and in Mine."""
