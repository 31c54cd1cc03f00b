"""The settings of a browser: its theme, and whether single keys work."""
