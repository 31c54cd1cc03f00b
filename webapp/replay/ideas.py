"""Why the position at the cursor is won, drawn or lost: the moves that decide, with their ideas."""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ai.analysis import JudgedMove
from ai.explain.position import why_so
from ai.explain.values import exact_in_words
from ai.explain.wins import how_it_wins
from ai.ideas import LosingMove, losing_move, losing_moves, winning_ideas, winning_variation
from ai.language import _
from ai.notation import cell_name
from ai.tablebase import move_values, probe
from ai.value import Value
from webapp.parts import UncachedPart
from webapp.replay.replay import Replay, replay_url


class CellLink(NamedTuple):
    """A move, and the address of the moves to the end, at the position after it."""

    cell: str
    address: str


@dataclass(frozen=True, slots=True)
class DecidingMoves:
    """Moves that win or lose alike: what they are worth, and *how* they do."""

    cells: tuple[CellLink, ...]
    worth: str
    how: str


@dataclass(frozen=True, slots=True)
class Ideas(UncachedPart):
    """Why the position is worth what it is, and the moves that win or, where none does, lose."""

    rendered_by: ClassVar = ("replay/parts.html", "ideas")

    heading: str
    text: str
    caption: str
    moves: tuple[DecidingMoves, ...]


def heading(replay: Replay) -> str:
    """What there is to ask of the position, which is not over."""
    position = replay.position
    match probe(position).value:
        case Value.WIN:
            return _("How %(mark)s wins", mark=position.to_move)
        case Value.DRAW:
            return _("Why it is a draw")
        case Value.LOSS:
            return _("Why %(mark)s loses", mark=position.to_move)


def ideas(replay: Replay) -> Ideas:
    """The ideas of the position at the cursor, which is not over."""
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
    """The address of the game in which the other side wins as it is told, and as fast as it can,
    after a move that loses where another would not have; None for any other move. The move is made
    there from where *before* stands.
    """
    if not judged.value_lost or judged.exact.distance is None:
        return None
    return variation_url(before, losing_move(judged.position, judged.cell).continuation)


def variation_url(before: Replay, moves: tuple[int, ...]) -> str:
    """The address of the variation of *moves* from where *before* stands, after the first of them:
    with the ideas, which draw its threats on the board.
    """
    varied = before.continued(moves)
    return replay_url(replace(varied, on=varied.on | {"ideas"}), "forward")
