"""Games of one's own: solved by a process of its own, and kept on a shelf."""
