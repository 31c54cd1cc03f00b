"""The search of a program, visit by visit."""
