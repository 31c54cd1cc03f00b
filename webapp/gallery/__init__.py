"""Games of one's own: the gallery, the maker, and the page of each game."""
