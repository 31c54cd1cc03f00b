"""The match in words: each turn, as a screen reader says it, and the whole position on request."""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.notation import cell_name, cell_names
from ai.position import Mark, Position
from ai.record import Record
from ai.threats import threats
from webapp.board import has_lens
from webapp.explain.phrases import cells_listed, lines_listed, listed
from webapp.match.match import Help, Match


def turn_in_words(match: Match) -> str:
    """What led to this turn, in the order in which it happened: which game began; the moves from a
    person's last decision on; what wins, or threatens to.
    """
    return " ".join(_turn(match))


def _turn(match: Match) -> Iterator[str]:
    record, position = match.record, match.position
    if (record.ply, Help.UNDO) in match.help and not match.is_over:
        yield f"Back at move {record.ply + 1}."
    elif match.is_puzzle:
        yield f"Retry move {record.ply + 1}."
    else:
        # Where no person decides every move is told by itself.
        decisions = (
            ply
            for ply in reversed(record.plies[:-1])
            if not (match.players.people and match.opponent_at(ply))
        )
        decision = next(decisions, None)
        if decision is None:
            yield _beginning(match)
            decision = record.start.ply
        yield from _moves(record, range(decision, record.ply))
    if not position.outcome:
        yield from _threat(position, position.to_move.other)


def _beginning(match: Match) -> str:
    """Which game it is, between whom, and who begins."""
    players, record = match.players, match.record
    if person := players.lone:
        what, who = f"{record.game.name} against {players.name(person.other)}", f"you are {person}"
        you_begin = record.first is person
    else:
        what, you_begin = f"{record.game.name} for two", False
        who = "two people"
        if not players.people:
            what = record.game.name
            who = listed(f"{players.name(mark)} is {mark}" for mark in Mark)
    if match.is_set_up:
        return f"{what}, from a position that was set up: {who}."
    begins = " and begin" if you_begin else f"; {record.first} begins"
    return f"{what}: {who}{begins}."


def _moves(record: Record, plies: range) -> Iterator[str]:
    """The moves at *plies*, which are the last. One that wins is told with the cells of each line
    that it completed, and so is a win that was set up.
    """
    game, outcome = record.game, record.position.outcome
    told = [f"{record.mover_at(ply)} {cell_name(game, record.move_at(ply))}" for ply in plies]
    if outcome and outcome.winner:
        winning_sets = sorted(sorted(cells) for cells in outcome.winning_sets)
        lines = ", and with ".join(cells_listed(game, cells) for cells in winning_sets)
        told[-1:] = [f"{told[-1] if told else outcome.winner} wins with {lines}"]
    for move in told:
        yield f"{move}."


def _threat(position: Position, mark: Mark) -> Iterator[str]:
    """Where *mark* threatens to win, if it does."""
    if cells := {cell for cell, _ in _threats(position, mark)}:
        yield f"{mark} threatens {cells_listed(position.game, cells)}."


def _threats(position: Position, mark: Mark) -> tuple[tuple[int, frozenset[int]], ...]:
    x, o = position.x, position.o
    return threats(position.game, *((x, o) if mark is Mark.X else (o, x)))


@dataclass(frozen=True, slots=True)
class LiveLines:
    """How many of the lines through the empty *cell* each side may still complete."""

    cell: str
    x: int
    o: int


@dataclass(frozen=True, slots=True)
class PositionInWords:
    """A position as text: its rows, its threats, and what each empty cell is good for."""

    position: Position

    @property
    def rows(self) -> list[str]:
        """What stands in each row."""
        position, size = self.position, self.position.game.size
        stands = [
            f"{name} {position.mark_at(cell) or 'empty'}"
            for cell, name in enumerate(cell_names(position.game))
        ]
        return [
            f"Row {row + 1}: {', '.join(stands[size * row : size * (row + 1)])}."
            for row in range(size)
        ]

    @property
    def threats(self) -> list[str]:
        """Where each side threatens to win, and with which lines."""
        position, game = self.position, self.position.game
        if position.outcome:
            return []
        found = []
        for mark in Mark:
            on: dict[int, list[frozenset[int]]] = {}
            for cell, line in _threats(position, mark):
                on.setdefault(cell, []).append(line)
            found += [
                f"{mark} threatens {cell_name(game, cell)}: {lines_listed(game, on[cell])}."
                for cell in sorted(on)
            ]
        return found

    @property
    def live(self) -> list[LiveLines]:
        """The live lines through every empty cell, where the game has too many to keep in mind."""
        position, game = self.position, self.position.game
        if position.outcome or not has_lens(game):
            return []
        masks = game.ordered_masks
        return [
            LiveLines(
                cell_name(game, cell),
                x=sum(not position.o & masks[line] for line in game.sets_through[cell]),
                o=sum(not position.x & masks[line] for line in game.sets_through[cell]),
            )
            for cell in position.empty_cells
        ]
