"""The settings of a browser: theme, sound, motion, single keys, and reasons for the ear."""
