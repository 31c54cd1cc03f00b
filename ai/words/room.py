"""Sentences for the room beside the board, which holds 90 characters."""

from collections.abc import Iterable

ROOM = 90


def in_room(before: str, texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The first *texts*, as many as there is room for after *before*; and the others."""
    shown, rest, used = list[str](), list[str](), len(before)
    for text in texts:
        used += len(text) + bool(used)  # a space between any two
        (shown if used <= ROOM else rest).append(text)
    return shown, rest


def fitting(*texts: str) -> str:
    """The first of *texts* for which there is room; else the last one."""
    return next((text for text in texts if len(text) <= ROOM), texts[-1])
