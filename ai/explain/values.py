"""The values of positions and moves in words."""

from collections.abc import Container, Mapping

from ai.exact.tablebase import MoveWorth
from ai.exact.value import Exact, Value
from ai.language import _, number
from ai.rules.position import Mark

DIGITS = 9  # no two difficulties differ by less than 1e-9


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


def percent(share: float, digits: int = 0) -> str:
    """*share*, 0 to 1, to that many decimals: `38.24 %`, but `0 %` and `100 %` only if exact. The
    space before the sign does not break.
    """
    if not share:
        return _("%(number)s\N{NO-BREAK SPACE}%%", number=number(0))
    text, least = number(100 * share, digits), 10.0**-digits
    if text == number(100, digits) and share < 1:
        return _("more than %(number)s\N{NO-BREAK SPACE}%%", number=number(100 - least, digits))
    if text == number(0, digits):
        return _("less than %(number)s\N{NO-BREAK SPACE}%%", number=number(least, digits))
    return _("%(number)s\N{NO-BREAK SPACE}%%", number=text)


def percents(shares: Mapping[int, float], best: Container[int]) -> dict[int, str]:
    """The *shares* of cells in whole percents, or with enough decimals to tell the *best* cells
    from the others.
    """
    for digits in range(DIGITS):
        texts = {cell: percent(share, digits) for cell, share in shares.items()}
        of_best = {text for cell, text in texts.items() if cell in best}
        if of_best.isdisjoint(text for cell, text in texts.items() if cell not in best):
            break
    return texts


def outlook(exact: Exact, mark: Mark) -> str:
    """The meaning of *exact*, a value for *mark*: `X wins in 3`, `a draw`, `X loses in 4`."""
    if exact.value is Value.DRAW:
        return _("a draw")
    if exact.value is Value.WIN:
        return _("%(mark)s wins in %(plies)s", mark=mark, plies=exact.distance)
    return _("%(mark)s loses in %(plies)s", mark=mark, plies=exact.distance)
