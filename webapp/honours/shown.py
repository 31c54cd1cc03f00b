"""Pens, squares and stamps as templates draw them."""

from typing import NamedTuple

from ai.language import _


class StampShown(NamedTuple):
    """A stamp: its *key* names the drawing, *deed* is 1, 2 or 3 and says how great it is. One line
    tells how it was earned, or the exact progress. The *date* and the *url* of the game that
    earned it are empty until then.
    """

    key: str
    name: str
    deed: int
    told: str
    date: str = ""
    url: str = ""


class Square(NamedTuple):
    """One of the last ten trials of a rung: *kept* is None for an empty place. A *new* one came
    with the last game or puzzle.
    """

    kept: bool | None = None
    new: bool = False


class LevelRow(NamedTuple):
    """A *pen* by its key, with its *name*, a sentence, and ten *squares*, *heard* as words. After
    a game or a puzzle sentence and words are *said* as one, nothing twice.
    """

    pen: str
    name: str
    told: str
    squares: tuple[Square, ...]
    heard: str
    said: str = ""


class EndHonours(NamedTuple):
    """The honours of a game that ended: the greatest new *stamp*, the others new, the level's
    row. None of it after a game that earned nothing and had no trial.
    """

    stamp: StampShown | None = None
    also: tuple[StampShown, ...] = ()
    level: LevelRow | None = None

    @property
    def said(self) -> str:
        """The news for the live region of the result; empty without a new stamp."""
        return _("New stamp: %(name)s.", name=self.stamp.name) if self.stamp else ""

    @property
    def is_greatest(self) -> bool:
        """Whether the stamp is of the greatest deeds, whose result has no other sign."""
        return self.stamp is not None and self.stamp.deed == 3


NO_HONOURS = EndHonours()


class LevelPage(NamedTuple):
    """The pen held, told in a *headline* and a sentence; the *next* rung, to which the address of a
    *harder* puzzle leads, None above the last; a note; and the *ladder* of all rungs from the top,
    where *pen* is the key of the one held, empty before the first.
    """

    headline: str
    told: str
    next: LevelRow | None
    harder: str
    note: str
    ladder: tuple[LevelRow, ...]
    pen: str = ""


class HonoursPage(NamedTuple):
    """All stamps: those *earned*, the three *next*, the others *far*."""

    earned: tuple[StampShown, ...]
    next: tuple[StampShown, ...]
    far: tuple[StampShown, ...]
