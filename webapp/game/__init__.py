"""The match: one game in the browser with its players, and the page on which it is played."""
