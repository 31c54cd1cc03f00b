"""The settings of a browser: theme, sound, motion, and whether single keys work."""
