"""A sample of a level and honours, to be drawn until those of the browser are known."""

from webapp.honours.shown import HonoursPage, LevelPage, LevelRow, Square, StampShown

_KEPT: dict[str, bool | None] = {"1": True, "0": False, "-": None}
_PENS = (
    ("indian-ink", "Indian ink", "trips 16 of 17 beginners", "----------", "none yet"),
    ("fountain-pen", "Fountain pen", "trips 8 of 9 beginners", "01--------", "1 of 2"),
    ("ballpoint", "Ballpoint", "trips 4 of 5 beginners", "101101----", "4 of 6"),
    ("pencil", "Pencil", "trips 2 of 3 beginners", "1101111101", "8 of 10"),
    ("crayon", "Crayon", "trips 1 of 2 beginners", "1111101111", "9 of 10"),
    ("chalk", "Chalk", "trips fewer than 1 of 2 beginners", "1111111111", "10 of 10"),
)
LADDER = tuple(
    LevelRow(pen, name, told, tuple([Square(_KEPT[it]) for it in trials]), heard)
    for pen, name, told, trials, heard in _PENS
)
_GAME = "/replay/square/"
STAMPS = (
    StampShown("first-win", "First win", 1, "any program", "3 Oct", _GAME),
    StampShown("second-seat", "Second seat", 1, "won, and not begun", "9 Oct", _GAME),
    StampShown("clean-page", "Clean page", 2, "four choices, no slip", "28 Nov", _GAME),
    StampShown("fork", "Fork", 1, "two threats at once", "11 Oct", _GAME),
    StampShown("hard-beaten", "Hard, beaten", 3, "at Square", "28 Nov", _GAME),
    StampShown("short-way", "The short way", 3, "Hard in six moves", "28 Nov", _GAME),
    StampShown("week", "A week of days", 2, "6 of 7 days"),
    StampShown("both-seats", "Both seats", 2, "Medium: 3 of 4"),
    StampShown("needle", "Needle", 2, "only cell of 11; yours: 10"),
    StampShown("quiet-win", "Quiet win in 5", 3, "no threat, and won"),
    StampShown("unbeatable-held", "Unbeatable, held", 3, "at Square, from seat 2"),
    StampShown("own-rules", "Own rules", 2, "Hard, at a game you drew"),
)


def level_page() -> LevelPage:
    """A browser that holds the pencil."""
    return LevelPage(
        "You write in pencil",
        "You kept 8 of your last 10 moves that trip 2 of 3 beginners, at tic-tac-toe and Square"
        " together.",
        LADDER[2]._replace(name="Next: Ballpoint", told="4 of 6 kept. It needs 7 of 10."),
        "/puzzles/harder",
        "Ink stays: a pen you hold is yours. Only the squares move.",
        LADDER,
        "pencil",
    )


def honours_page() -> HonoursPage:
    """A browser that earned six stamps."""
    return HonoursPage(STAMPS[:6], STAMPS[6:9], STAMPS[9:])
