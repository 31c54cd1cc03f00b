"""Pages by address: read to a state, and from it the page, its frame for others, and its cache."""
