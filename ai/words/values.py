"""The values of positions and moves in words."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count, repeat

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Exact, Value
from ai.language import N_, _, by_language, decimal_point, ngettext, number, rounded
from ai.rules import Mark
from ai.words.phrasebook import Phrasebook, language

VALUES = {Value.WIN: N_("wins"), Value.DRAW: N_("draws"), Value.LOSS: N_("loses")}


def value_in_words(value: Value) -> str:
    """The value of a move: `wins`, `draws`, `loses`."""
    return _(VALUES[value])


def exact_in_words(exact: Exact, figure: str = "") -> str:
    """The value of a move: `wins at once`, `draws`, `loses in 3 moves`, which are the winner's own;
    of a draw with a *figure*, its difficulty for the other side too.
    """
    if exact.value is Value.DRAW:
        told = _("draws: then %(beginners)s", beginners=beginners(figure)) if figure else ""
        return told or value_in_words(exact.value)
    if exact.value is Value.WIN:
        return ngettext("wins at once", "wins in %(num)s moves", exact.moves)
    return ngettext("loses at once", "loses in %(num)s moves", exact.moves)


def worth_in_words(worth: MoveWorth, digits: int = 0) -> str:
    """The value of a move; of a draw the difficulty too, to that many decimals."""
    figure = "" if worth.difficulty is None else in_percent(worth.difficulty, digits)
    return exact_in_words(worth.exact, figure)


def figures(worths: Mapping[int, MoveWorth]) -> dict[int, str]:
    """The difficulties of draws in percent, without the sign, as the board shows them. Empty while
    a move wins: then draws only draw.
    """
    if not worths or any(worth.exact.value is Value.WIN for worth in worths.values()):
        return {}
    drawn = {cell: it.difficulty for cell, it in worths.items() if it.difficulty is not None}
    shown = told_apart(drawn.values())
    return {cell: shown[difficulty] for cell, difficulty in drawn.items()}


def told_apart(shares: Iterable[float]) -> dict[float, str]:
    """The *shares* in percent, without the sign: whole ones, with as many decimals more as it takes
    for different shares to differ.
    """
    different, digits = dict.fromkeys(shares, ""), count()
    while "" in different.values():
        figures = list(map(in_percent, different, repeat(next(digits))))
        for share, figure in zip(different, figures, strict=True):
            if not different[share] and figures.count(figure) == 1:
                different[share] = figure
    return different


def in_a_ring(share: float) -> str:
    """*share* in whole percents, without the sign: `<1` and `>99` where others say 0 and 100."""
    figure = in_percent(share)
    return figure if figure.isdigit() else ">99" if share > 0.5 else "<1"


def beginners(figure: str, form: str = "beginners slip", told_in: Phrasebook | None = None) -> str:
    """The *figure* of a share in percent, of people, in a *form* of shares: `84 of 100 beginners
    slip`, or of more if it has decimals; by default in the present language.
    """
    whole, _point, decimals = figure.partition(decimal_point())
    some, among = int(f"{whole}{decimals}"), 100 * 10 ** len(decimals)
    told = told_in or language()
    text: str = told.form("shares", form)[told.plural(some)]
    return text.format(some=number(some), all=number(among))


def percent(share: float, digits: int = 0) -> str:
    """*share*, 0 to 1, with that many decimals: `38 %`, or with as many more as it takes not to be
    0 or 100, which are exact. The space before the sign does not break.
    """
    return with_sign(in_percent(share, digits))


def with_sign(figure: str) -> str:
    """*figure* with the sign of percent."""
    return _("%(number)s\N{NO-BREAK SPACE}%%", number=figure)


@by_language(lru_cache(maxsize=1024))
def in_percent(share: float, digits: int = 0) -> str:
    """The figure of :func:`percent`, without the sign."""
    while 0 < share < 1 and rounded(100 * share, digits) in {0, 100}:
        digits += 1
    return number(100 * share, digits)


def outlook(exact: Exact, mark: Mark) -> str:
    """The meaning of *exact*, a value for *mark*: `X wins at once`, `a draw`, or of a loss
    `O wins in 2 moves`.
    """
    if exact.value is Value.DRAW:
        return _("a draw")
    winner = mark if exact.value is Value.WIN else mark.other
    return ngettext(
        "%(mark)s wins at once", "%(mark)s wins in %(num)s moves", exact.moves, mark=winner
    )
