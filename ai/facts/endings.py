"""How a game ended: the winning sets and why they were not stopped, or what a draw withstood."""

from collections.abc import Iterator

from ai.facts import fact as f
from ai.facts.effects import ordered
from ai.facts.fact import Fact, SideFact
from ai.rules import Mark, Record, WinningSet
from ai.study.review import Review, review


class AreComplete(Fact):
    """The *lines* are complete, and nobody moved before the one who completed them."""

    lines: f.Lines


class PassedUp(SideFact):
    """*lines* won, as *side* passed up a win on *cell*, its move of this *number*."""

    lines: f.Lines
    cell: f.Cell
    number: f.Number


class BlockedOne(SideFact):
    """*lines* won, as *side* could take only one of so many open *cells*."""

    lines: f.Lines
    cells: f.Number


class DidNotBlock(SideFact):
    """*lines* won, as the move of *side* on *cell* did not block them."""

    lines: f.Lines
    cell: f.Cell


class Had(SideFact):
    """*side* had a *value*, a win or a draw, and gave it away by its move of this *number*."""

    value: f.Result
    number: f.Number


class HadFromStart(SideFact):
    """*side* had the win from the start, and no move gave any value away."""


class FullBoard(Fact):
    """All cells are marked, and nothing is complete."""


class NobodySlipped(Fact):
    """No move could have given value away."""


class NobodySlippedNow(Fact):
    """No move of the retry gave value away."""


class Withstood(Fact):
    """A wrong cell could have lost so many *times*."""

    times: f.Number


class TookNone(SideFact):
    """*side* took no cell that could have lost."""


class NobodyTookOne(Fact):
    """Neither side took one."""


class DoesNotCount(Fact):
    """The game was a retry."""


def ending(record: Record, you: Mark | None = None, *, again: bool = False) -> tuple[Fact, ...]:
    """How the finished game of *record* ended; a draw as *you* withstood it, or both sides. If the
    game is a retry, played *again* from a slip on, this does not count.

    :raises ValueError: if the game goes on.
    :raises UnreachablePosition: if no game leads to its start.
    :raises TablebaseError: if its game has no tablebase.
    """
    outcome = record.outcome
    if not outcome:
        raise ValueError("The game goes on: it has no ending.")
    lines = ordered(outcome.winning_sets)
    facts = _won(record, lines, again=again) if lines else _drawn(record, you, again=again)
    return *facts, *([DoesNotCount()] if again else [])


def _won(record: Record, lines: tuple[WinningSet, ...], *, again: bool) -> Iterator[Fact]:
    """The winning *lines*, and why the loser's last move did not stop them. Then the value that the
    last slip gave away; a game played *again* has no room for it.
    """
    found = review(record)
    if len(found.moves) < 2:
        yield AreComplete(lines)
        return
    last = found.moves[-2]
    side, open_cells = last.mark, {cell for cell, _line in last.before.threats_against}
    if last.before.winner.completed:
        yield PassedUp(side, lines, last.cell, last.number)
        return
    if len(open_cells) > 1:
        yield BlockedOne(side, lines, len(open_cells))
    else:
        yield DidNotBlock(side, lines, last.cell)
    if not again:
        yield _given_away(found) or HadFromStart(side.other)


def _given_away(found: Review) -> Fact | None:
    """The win or draw that the last slip gave away."""
    slip = found.turn
    return Had(slip.mark, slip.best.value, slip.number) if slip else None


def _drawn(record: Record, you: Mark | None, *, again: bool) -> Iterator[Fact]:
    """The full board, and what the last slip gave away; without a slip, the number of decisions at
    which *you* could have lost, or either side.
    """
    yield FullBoard()
    if not record.moves:
        return
    found = review(record)
    if slip := _given_away(found):
        yield slip
    elif again:
        yield NobodySlippedNow()
    elif times := sum(it.before.is_decision and you in {None, it.mark} for it in found.moves):
        yield Withstood(times)
        yield TookNone(you) if you else NobodyTookOne()
    else:
        yield NobodySlipped()
