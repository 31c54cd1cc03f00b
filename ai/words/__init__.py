"""Facts in words: a module for each language, and what all languages share."""
