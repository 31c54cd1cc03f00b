"""Small drawings of what a computer player used: numbers, candidates and lines on a board."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ai.games import Game, WinningSet
from ai.notation import cell_name
from ai.opponents.chain import Handled, Handler
from ai.opponents.hard import WeightRule, Weights
from ai.opponents.rules import RuleApplied
from ai.opponents.search import LookedAhead, SearchedToEnd
from ai.opponents.unbeatable import Perfect
from ai.policy import Decision
from ai.position import Mark, Position
from ai.value import Value
from webapp.board import outline

NO_NOTES: Mapping[int, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A cell with its mark or what is noted on it; *chosen* is one among those that stand out."""

    name: str
    mark: Mark | None
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A board with a *caption*; *outlines* are polygons in units of a cell."""

    caption: str
    game: Game
    rows: tuple[tuple[FigureCell, ...], ...]
    outlines: tuple[str, ...]


def figure(
    position: Position,
    caption: str,
    *,
    notes: Mapping[int, object] = NO_NOTES,
    chosen: Collection[int] = (),
    lines: Iterable[WinningSet] = (),
) -> Figure:
    """The drawing of *position* with these notes on its empty cells, and these lines."""
    game = position.game
    cells = [
        FigureCell(
            cell_name(game, cell),
            position.mark_at(cell),
            "" if position.mark_at(cell) else str(notes.get(cell, "")),
            cell in chosen,
        )
        for cell in game.cells
    ]
    rows = tuple(tuple(cells[start : start + game.size]) for start in game.cells[:: game.size])
    return Figure(caption, game, rows, tuple(sorted({outline(game, line) for line in lines})))


def figures(position: Position, decision: Decision[object], cell: int) -> tuple[Figure, ...]:
    """What a player used who decided so in *position* and played *cell*, one of the decision's."""
    own, cells = position.to_move, decision.cells
    match decision.reason:
        case LookedAhead(search):
            exhausted = search.depth == len(position.empty_cells)
            words = {1: "win", 0: "draw" if exhausted else "open", -1: "loss"}
            notes = {c: words[value] for c, value in search.values.items()}
            return (figure(position, f"As far as {own} looked", notes=notes, chosen=cells),)
        case SearchedToEnd(search):
            words = {1: "win", 0: "draw", -1: "loss"}
            notes = {c: words[value] for c, value in search.values.items()}
            order = {c: number for number, c in enumerate(search.principal_variation, 1)}
            return (
                figure(position, f"What each move is worth to {own}", notes=notes, chosen=cells),
                figure(position, "The game that it expects", notes=order, chosen=cells),
            )
        case Weights(rule=WeightRule.COMPLETE | WeightRule.BLOCK, threats=threats):
            does = "completes" if decision.reason.rule is WeightRule.COMPLETE else "blocks"
            lines = [line for line in threats if cell in line]
            return (figure(position, f"What {own} {does}", chosen=cells, lines=lines),)
        case Weights() as weights:
            return _weighed(position, weights, cells)
        case Perfect() as perfect:
            return _solved(position, perfect, cells)
        case RuleApplied() as applied:
            with_lines = ", and what this one does" if applied.lines[cell] else ""
            drawn = figure(
                position,
                f"Rule {applied.rule.value}: the cells that satisfy it{with_lines}",
                chosen=cells,
                lines=applied.lines[cell],
            )
            if not applied.forks:
                return (drawn,)
            forked = {line for lines in applied.forks.values() for line in lines}
            caption = f"Where {own.other} could make two threats"
            theirs = figure(position, caption, chosen=applied.forks, lines=forked)
            return theirs, drawn
        case Handled(impacts=impacts) if impacts:
            caption = "How many lines through each cell one side can still fill"
            return (figure(position, caption, notes=impacts, chosen=cells),)
        case Handled(handler=handler, line=line) if line:
            caption = {
                Handler.WIN: f"What {own} completes",
                Handler.BLOCK: f"What {own} blocks",
                Handler.STOP_FORK: f"The row taken from {own.other}'s fork",
            }[handler]
            return (figure(position, caption, chosen=cells, lines=[line]),)
    return (figure(position, "Any of these cells", chosen=cells),)


def _weighed(position: Position, weights: Weights, cells: Collection[int]) -> tuple[Figure, ...]:
    """Both sides' weights: where the side that weighs more weighs most, and what then decided."""
    own = position.to_move
    maps = {own: weights.mover, own.other: weights.opponent}
    leader = own.other if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE else own
    most = max(maps[leader])
    leading = [c for c in position.empty_cells if maps[leader][c] == most]
    return tuple(
        figure(
            position,
            f"What each cell is worth to {mark}",
            notes=dict(enumerate(maps[mark])),
            chosen=leading if mark is leader else cells,
        )
        for mark in (leader, leader.other)
    )


def _solved(position: Position, perfect: Perfect, cells: Collection[int]) -> tuple[Figure, ...]:
    """The exact values, and, where several moves draw, how many replies to each lose."""
    own = position.to_move
    exact = figure(
        position, f"What each move is worth to {own}", notes=perfect.values, chosen=cells
    )
    draws = [c for c, move in perfect.values.items() if move.value is Value.DRAW]
    if len(draws) < 2 or any(move.value is Value.WIN for move in perfect.values.values()):
        return (exact,)
    losing = {c: len(perfect.losing_replies[c]) for c in draws}
    if not any(losing.values()):
        return (exact,)
    caption = f"How many of {own.other}'s replies to it lose"
    return exact, figure(position, caption, notes=losing, chosen=cells)
