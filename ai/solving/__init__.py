"""Larger games of one's own: the queue of those to solve, the process that solves them, and the
shelf of their tables.
"""
