"""Any game or position from its address alone, move by move."""
