"""How each computer player is introduced: its strength in a game, and how it thinks, in brief."""

from typing import NamedTuple


class Portrait(NamedTuple):
    """The *strength* of a level, 1 to 4, 0 for a classic program; and how it thinks *in_brief*."""

    strength: int
    in_brief: str


PORTRAITS = {
    "easy": Portrait(1, "throws dice"),
    "medium": Portrait(2, "sees one reply"),
    "hard": Portrait(3, "weighs every cell"),
    "unbeatable": Portrait(4, "knows every game"),
    "rules": Portrait(0, "goes down a list of rules"),
    "chain": Portrait(0, "asks one handler after another"),
    "minimax": Portrait(0, "searches every line"),
    "alpha-beta": Portrait(0, "searches what can matter"),
}
