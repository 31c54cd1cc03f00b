"""The values of positions and moves in words."""

from collections.abc import Container, Mapping
from decimal import Decimal

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Exact, Value
from ai.language import N_, _, number, rounded
from ai.rules.position import Mark

DIGITS = 9  # no two difficulties differ by less than 1e-9


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
    """The same of a move; of a draw the difficulty too: `draw; a beginner loses 74 %`, to that many
    decimals.
    """
    if worth.difficulty is None:
        return exact_in_words(worth.exact)
    return _("draw; a beginner loses %(share)s", share=percent(worth.difficulty, digits))


def figures(worths: Mapping[int, MoveWorth]) -> dict[int, str]:
    """The difficulties of draws in percent, without the sign, as the board shows them; the best
    ones can be told from the others. Empty while a move wins: then draws only draw.
    """
    draws = {cell: it.difficulty for cell, it in worths.items() if it.difficulty is not None}
    if not draws or any(worth.exact.value is Value.WIN for worth in worths.values()):
        return {}
    return _in_percent(draws, [cell for cell in draws if worths[cell].best])


def with_figure(exact: Exact, figure: str) -> str:
    """The value; of a draw with a *figure*, its difficulty too: `draw; a beginner loses 74 %`."""
    if not figure:
        return exact_in_words(exact)
    return _("draw; a beginner loses %(share)s", share=_("%(number)s %%", number=figure))


def percent(share: float, digits: int = 0) -> str:
    """*share*, 0 to 1, with at least that many decimals: `38.24 %`; 0 and 100 only if exact. The
    space before the sign does not break.
    """
    return _with_sign(_in_percent({0: share}, (), digits)[0])


def percents(shares: Mapping[int, float], best: Container[int]) -> dict[int, str]:
    """The *shares* of cells in percent; the *best* cells can be told from the others."""
    return {cell: _with_sign(figure) for cell, figure in _in_percent(shares, best).items()}


def _with_sign(figure: str) -> str:
    return _("%(number)s\N{NO-BREAK SPACE}%%", number=figure)


def _in_percent(
    shares: Mapping[int, float], best: Container[int], digits: int = 0
) -> dict[int, str]:
    """The *shares* of cells, 0 to 1, as numbers to 100: the *best* ones with as few decimals, but
    *digits* at least, as let each of the others be less; these with as few as show that.
    """
    percents = {cell: 100 * share for cell, share in shares.items()}
    for most in range(digits, DIGITS):
        limit = min(
            (rounded(percents[cell], most) for cell in shares if cell in best), default=None
        )
        decimals = {
            cell: _decimals(it, most, most) if cell in best else _decimals(it, digits, most, limit)
            for cell, it in percents.items()
        }
        if None not in decimals.values():
            break
    return {cell: number(it, decimals[cell] or 0) for cell, it in percents.items()}


def _decimals(percent: float, least: int, most: int, limit: Decimal | None = None) -> int | None:
    """The fewest decimals, *least* to *most*, at which *percent* is not taken for 0 or 100 and is
    below the *limit*; None if there are none.
    """
    if not percent:
        return 0
    for digits in range(least, most + 1):
        shown = rounded(percent, digits)
        if (shown not in (0, 100) or shown == percent) and (limit is None or shown < limit):
            return digits
    return None


def outlook(exact: Exact, mark: Mark) -> str:
    """The meaning of *exact*, a value for *mark*: `X wins in 3`, `a draw`, `X loses in 4`."""
    if exact.value is Value.DRAW:
        return _("a draw")
    if exact.value is Value.WIN:
        return _("%(mark)s wins in %(plies)s", mark=mark, plies=exact.distance)
    return _("%(mark)s loses in %(plies)s", mark=mark, plies=exact.distance)
