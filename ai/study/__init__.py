"""Facts about one position or one game: ideas, wins by threats, reviews, moves side by side."""
