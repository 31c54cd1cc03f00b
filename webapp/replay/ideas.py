"""Why the position at the cursor is won, drawn or lost: the moves that decide, with their ideas."""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ai.exact.tablebase import move_values, probe
from ai.exact.value import Value
from ai.explain.position import why_so
from ai.explain.values import exact_in_words
from ai.explain.wins import how_it_wins
from ai.language import _
from ai.rules.notation import cell_name
from ai.study.analysis import JudgedMove
from ai.study.ideas import LosingMove, losing_move, losing_moves, winning_ideas, winning_variation
from webapp.board.parts import UncachedPart
from webapp.replay.replay import Replay, replay_url


class CellLink(NamedTuple):
    """A move, and the address of the variation that it begins."""

    cell: str
    address: str


@dataclass(frozen=True, slots=True)
class DecidingMoves:
    """Moves with the same value and idea: *how* says how they win, or what beats them."""

    cells: tuple[CellLink, ...]
    worth: str
    how: str


@dataclass(frozen=True, slots=True)
class Ideas(UncachedPart):
    """Why the position has its value, and the moves that win; if none does, those that lose."""

    rendered_by: ClassVar = ("replay/parts.html", "ideas")

    heading: str
    text: str
    caption: str
    moves: tuple[DecidingMoves, ...]


def heading(replay: Replay) -> str:
    """The question about the value of the position, which must not be over."""
    position = replay.position
    match probe(position).value:
        case Value.WIN:
            return _("How %(mark)s wins", mark=position.to_move)
        case Value.DRAW:
            return _("Why it is a draw")
        case Value.LOSS:
            return _("Why %(mark)s loses", mark=position.to_move)


def ideas(replay: Replay) -> Ideas:
    """The ideas of the position at the cursor, which must not be over."""
    position = replay.position
    if winning := winning_ideas(position):
        caption = _("Every move that wins")
        deciding = [
            (cell, how_it_wins(position, cell), winning_variation(position, cell))
            for cell in winning
        ]
    else:
        caption = _("What beats each move that loses")
        deciding = [
            (move.cell, _beaten(move), move.continuation) for move in losing_moves(position)
        ]
    values = move_values(position)
    deciding.sort(key=lambda move: values[move[0]].rank, reverse=True)
    alike: dict[tuple[str, str], list[CellLink]] = {}
    for cell, how, moves in deciding:
        link = CellLink(cell_name(replay.game, cell), variation_url(replay, moves))
        alike.setdefault((exact_in_words(values[cell]), how), []).append(link)
    return Ideas(
        heading(replay),
        why_so(position),
        caption,
        tuple(DecidingMoves(tuple(cells), *idea) for idea, cells in alike.items()),
    )


def _beaten(move: LosingMove) -> str:
    """How the answer to *move* beats it."""
    left = move.position.play(move.cell)
    return _(
        "Then %(answer)s. %(how)s",
        answer=cell_name(left.game, move.answer),
        how=how_it_wins(left, move.answer),
    )


def refutation_url(before: Replay, judged: JudgedMove) -> str | None:
    """The address of the variation that refutes *judged*, made from the cursor of *before*; None
    unless the move loses and another would not have.
    """
    if not judged.value_lost or judged.exact.distance is None:
        return None
    return variation_url(before, losing_move(judged.position, judged.cell).continuation)


def variation_url(before: Replay, moves: tuple[int, ...]) -> str:
    """The address of the variation by *moves* from the cursor of *before*, after the first move.
    The ideas are on: they draw the threats on the board.
    """
    varied = before.continued(moves)
    return replay_url(replace(varied, on=varied.on | {"ideas"}), "forward")
