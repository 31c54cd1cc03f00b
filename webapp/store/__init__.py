"""The store of what several people share: friends' games and classes, for up to a day."""
