"""The values of positions and moves in words."""

from collections.abc import Iterable, Mapping
from itertools import count

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Exact, Value, winners_moves
from ai.language import N_, _, number, rounded
from ai.rules.position import Mark

VALUES = {Value.WIN: N_("win"), Value.DRAW: N_("draw"), Value.LOSS: N_("loss")}


def value_in_words(value: Value) -> str:
    """The value: `win`, `draw`, `loss`."""
    return _(VALUES[value])


def exact_in_words(exact: Exact) -> str:
    """The value: `win in 3`, `draw`, `loss in 4`."""
    if exact.value is Value.DRAW:
        return _("draw")
    if exact.value is Value.WIN:
        return _("win in %(plies)s", plies=exact.distance)
    return _("loss in %(plies)s", plies=exact.distance)


def worth_in_words(worth: MoveWorth, digits: int = 0) -> str:
    """The value of a move; of a draw the difficulty too, to that many decimals."""
    figure = "" if worth.difficulty is None else in_percent(worth.difficulty, digits)
    return with_figure(worth.exact, figure)


def figures(worths: Mapping[int, MoveWorth]) -> dict[int, str]:
    """The difficulties of draws in percent, without the sign, as the board shows them. Empty while
    a move wins: then draws only draw.
    """
    if any(worth.exact.value is Value.WIN for worth in worths.values()):
        return {}
    drawn = {cell: it.difficulty for cell, it in worths.items() if it.difficulty is not None}
    shown = told_apart(drawn.values())
    return {cell: shown[difficulty] for cell, difficulty in drawn.items()}


def told_apart(shares: Iterable[float]) -> dict[float, str]:
    """The *shares* in percent, without the sign: whole ones, with as many decimals more as it takes
    for different shares to differ.
    """
    different = dict.fromkeys(shares, "")
    for share in different:
        others = different.keys() - {share}
        figures = ((in_percent(share, n), {in_percent(it, n) for it in others}) for n in count())
        different[share] = next(figure for figure, taken in figures if figure not in taken)
    return different


def in_a_ring(share: float) -> str:
    """*share* in whole percents, without the sign: `<1` and `>99` where others say 0 and 100."""
    figure = in_percent(share)
    return figure if figure.isdigit() else ">99" if share > 0.5 else "<1"


def with_figure(exact: Exact, figure: str) -> str:
    """The value; of a draw with a *figure*, its difficulty for the other side too."""
    if not figure:
        return exact_in_words(exact)
    return _("draw; a beginner on the other side loses %(number)s %%", number=figure)


def told_to_mover(exact: Exact, figure: str) -> str:
    """The value, told to the side to move: `wins in 2 of your moves`. A draw with a *figure* tells
    how many beginners on the other side it trips.
    """
    if exact.value is Value.LOSS:
        return _("loses")
    if exact.value is Value.DRAW:
        trips = _("draws · trips %(beginners)s", beginners=beginners(figure)) if figure else ""
        return trips or _("draws")
    moves = winners_moves(exact.distance or 0)
    return _("wins in %(moves)s of your moves", moves=moves) if moves > 1 else _("wins at once")


def beginners(figure: str) -> str:
    """The *figure* of a share in percent, of people: `84 of 100 beginners`, or of more if it has
    decimals.
    """
    whole, _point, decimals = figure.partition(_("1,234.5")[-2])
    some, among = int(whole + decimals), 100 * 10 ** len(decimals)
    return _("%(some)s of %(all)s beginners", some=number(some), all=number(among))


def percent(share: float, digits: int = 0) -> str:
    """*share*, 0 to 1, with that many decimals: `38 %`, or with as many more as it takes not to be
    0 or 100, which are exact. The space before the sign does not break.
    """
    return with_sign(in_percent(share, digits))


def with_sign(figure: str) -> str:
    """*figure* with the sign of percent."""
    return _("%(number)s\N{NO-BREAK SPACE}%%", number=figure)


def in_percent(share: float, digits: int = 0) -> str:
    """The figure of :func:`percent`, without the sign."""
    while 0 < share < 1 and rounded(100 * share, digits) in {0, 100}:
        digits += 1
    return number(100 * share, digits)


def outlook(exact: Exact, mark: Mark) -> str:
    """The meaning of *exact*, a value for *mark*: `X wins in 3`, `a draw`, `X loses in 4`."""
    if exact.value is Value.DRAW:
        return _("a draw")
    if exact.value is Value.WIN:
        return _("%(mark)s wins in %(plies)s", mark=mark, plies=exact.distance)
    return _("%(mark)s loses in %(plies)s", mark=mark, plies=exact.distance)
