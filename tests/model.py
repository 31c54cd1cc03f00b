"""A match and its score, as plainly as can be: what the pages are measured by.

The rules are those of :mod:`tests.reference`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests import reference
from tests.page import Shown
from tests.reference import WINNING, Board, Cells

SIZE = reference.SIZE


def winning_sets(game: str) -> list[set[int]]:
    """The sets of cells that win."""
    return [{*cells} for cells in WINNING[game]]


def name(game: str, cell: int) -> str:
    """The text for *cell*."""
    return "abcd"[cell % SIZE[game]] + "1234"[cell // SIZE[game]]


def cell(game: str, text: str) -> int:
    """The cell that *text* names."""
    return "abcd".index(text[0]) + SIZE[game] * "1234".index(text[1])


@dataclass
class Model:
    """A match and the results before it, kept as a pupil would with pencil and paper."""

    game: str = "tic-tac-toe"
    x: str = "human"
    o: str = "medium"
    first: str = "X"
    moves: list[int] = field(default_factory=list)
    results: list[tuple[str, str, str | None]] = field(default_factory=list)
    set_up: int = 0
    help: set[tuple[int, str]] = field(default_factory=set)

    @property
    def cells(self) -> range:
        return range(SIZE[self.game] ** 2)

    @property
    def to_move(self) -> str:
        second = "O" if self.first == "X" else "X"
        return second if len(self.moves) % 2 else self.first

    @property
    def player_to_move(self) -> str:
        return self.x if self.to_move == "X" else self.o

    @property
    def people(self) -> int:
        return [self.x, self.o].count("human")

    @property
    def marks(self) -> str:
        start = "XO".index(self.first)
        marks = ["."] * len(self.cells)
        for ply, cell in enumerate(self.moves):
            marks[cell] = "XO"[(start + ply) % 2]
        return "".join(marks)

    @property
    def completed(self) -> frozenset[Cells]:
        """The winning sets that one side holds."""
        return reference.completed(Board(self.game, self.marks, self.to_move))

    @property
    def winner(self) -> str | None:
        return next((self.marks[min(cells)] for cells in self.completed), None)

    @property
    def over(self) -> bool:
        return bool(self.completed) or len(self.moves) == len(self.cells)

    def allows(self, cell: int) -> bool:
        """Whether the rules allow the side to move to mark *cell*."""
        return cell in self.cells and cell not in self.moves and not self.over

    def play(self, cell: int) -> None:
        """Mark *cell*, and write down the result if that ends the game."""
        assert self.allows(cell)
        self.moves.append(cell)
        if self.over:
            self.results.append((self.x, self.o, self.winner))

    def player_at(self, ply: int) -> str:
        """Who moved, or is to move, when so many moves were made."""
        return self.x if (self.first == "X") == (ply % 2 == 0) else self.o

    @property
    def decisions(self) -> list[int]:
        """The plies at which a person moved."""
        return [ply for ply in range(len(self.moves)) if self.player_at(ply) == "human"]

    def undo(self) -> None:
        """Take back the last move of a person and all after it; the result, if there was one, too.

        The results may have been forgotten since.
        """
        if self.over and self.results:
            self.results.pop()
        ply = self.decisions[-1]
        del self.moves[ply:]
        self.set_up = min(self.set_up, ply)
        self.help = {(at, kind) for at, kind in self.help if at <= ply} | {(ply, "undo")}

    def play_replies(self, replies: Iterator[int]) -> None:
        """Play the computer's *replies*: it moves where it is its turn against a person."""
        while self.people and self.player_to_move != "human" and not self.over:
            self.play(next(replies))

    @property
    def score(self) -> tuple[int, int, int]:
        """How often X won, nobody did, O won, when these two met on whichever sides."""
        x_wins = ties = o_wins = 0
        for x, o, winner in self.results:
            if {x, o} == {self.x, self.o}:
                same_sides = (x, o) == (self.x, self.o)
                ties += winner is None
                x_wins += winner == ("X" if same_sides else "O")
                o_wins += winner == ("O" if same_sides else "X")
        return x_wins, ties, o_wins

    @property
    def status(self) -> str:
        """How the status begins."""
        if self.winner:
            return f"{self.winner} wins"
        if self.over:
            return "Tie"
        return f"Your turn: {self.to_move}" if self.people == 1 else f"{self.to_move} to move"

    @property
    def shown(self) -> Shown:
        """What a page shows of it."""
        marks, a_person_moves = self.marks, not self.over and self.player_to_move == "human"
        return Shown(
            game=self.game,
            marks=marks,
            state="won" if self.winner else "tied" if self.over else "active",
            playable=frozenset(cell for cell in self.cells if a_person_moves and self.allows(cell)),
            last=frozenset(self.moves[-1:]),
            winning=frozenset[int]().union(*self.completed),
            moves=tuple(f"{marks[cell]} {name(self.game, cell)}" for cell in self.moves),
            score=self.score,
        )


def replay(model: Model, moves: Sequence[int]) -> bool:
    """Play *moves* as far as the rules allow; whether they all were allowed."""
    for move in moves:
        if not model.allows(move):
            return False
        model.play(move)
    return True
