"""Play by keys under a screen reader, and read its speech."""
