"""A plain model of a match and its score, to compare pages with.

The rules are those of :mod:`tests.reference`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests import reference
from tests.page import BoardShown, Shown
from tests.reference import Board, Cells, extent, size_of


def name(game: str, cell: int) -> str:
    return f"{'abcdefgh'[cell % extent(game)[0]]}{cell // extent(game)[0] + 1}"


def cell(game: str, text: str) -> int:
    return "abcdefgh".index(text[0]) + extent(game)[0] * (int(text[1]) - 1)


@dataclass
class Model:
    """A match and the results before it.

    The first *set_up* of the *moves* are marks that stood on the board at the start, in any order;
    nobody made them. *retry* is the ply from which a game is retried; its result does not count.
    The score may be *forgotten* after the game.
    """

    game: str = "tic-tac-toe"
    x: str = "human"
    o: str = "medium"
    first: str = "X"
    moves: list[int] = field(default_factory=list)
    results: list[tuple[str, str, str | None]] = field(default_factory=list)
    set_up: int = 0
    help: set[tuple[int, str]] = field(default_factory=set)
    retry: int | None = None
    forgotten: bool = False

    @property
    def cells(self) -> range:
        return range(size_of(self.game))

    @property
    def made(self) -> list[int]:
        return self.moves[self.set_up :]

    @property
    def counts(self) -> bool:
        return not self.set_up and self.retry is None

    @property
    def to_move(self) -> str:
        return self.mover_at(len(self.moves))

    def mover_at(self, ply: int) -> str:
        """The mark whose turn it is with *ply* marks on the board."""
        second = "O" if self.first == "X" else "X"
        return second if ply % 2 else self.first

    @property
    def player_to_move(self) -> str:
        return self.player_at(len(self.moves))

    @property
    def people(self) -> int:
        return [self.x, self.o].count("human")

    @property
    def marks(self) -> str:
        marks = ["."] * len(self.cells)
        for ply, cell in enumerate(self.moves):
            marks[cell] = self.mover_at(ply)
        return "".join(marks)

    @property
    def board(self) -> Board:
        return Board(self.game, self.marks, self.to_move)

    @property
    def completed(self) -> frozenset[Cells]:
        return reference.completed(self.board)

    @property
    def winner(self) -> str | None:
        return next((self.marks[min(cells)] for cells in self.completed), None)

    @property
    def over(self) -> bool:
        return bool(self.completed) or len(self.moves) == len(self.cells)

    def allows(self, cell: int) -> bool:
        return cell in self.cells and cell not in self.moves and not self.over

    def play(self, cell: int) -> None:
        assert self.allows(cell)
        self.moves.append(cell)
        if self.counts and self.over:
            self.results.append((self.x, self.o, self.winner))

    def player_at(self, ply: int) -> str:
        """The player to move with *ply* marks on the board: an opponent's key or `human`."""
        return self.x if self.mover_at(ply) == "X" else self.o

    @property
    def decisions(self) -> list[int]:
        plies = range(self.set_up, len(self.moves))
        return [ply for ply in plies if self.player_at(ply) == "human"]

    def undo(self) -> None:
        """Take back the last move of a person and all after it, and the result unless forgotten."""
        if self.counts and self.over and not self.forgotten:
            self.results.remove((self.x, self.o, self.winner))
        self.forgotten = False
        ply = self.decisions[-1]
        self.go_back(ply)
        self.help.add((ply, "undo"))

    def go_back(self, ply: int) -> None:
        del self.moves[ply:]
        self.help = {(at, kind) for at, kind in self.help if at <= ply}

    def play_replies(self, replies: Iterator[int]) -> None:
        """Play the computer's *replies*: it moves where it is its turn against a person."""
        while self.people and self.player_to_move != "human" and not self.over:
            self.play(next(replies))

    @property
    def score(self) -> tuple[int, int, int]:
        """The counts of X wins, draws and O wins between these two players, on either side."""
        x_wins = draws = o_wins = 0
        for x, o, winner in self.results:
            if {x, o} == {self.x, self.o}:
                same_sides = (x, o) == (self.x, self.o)
                draws += winner is None
                x_wins += winner == ("X" if same_sides else "O")
                o_wins += winner == ("O" if same_sides else "X")
        return x_wins, draws, o_wins

    @property
    def status(self) -> str:
        if self.winner:
            return f"{self.winner} wins"
        if self.over:
            return "Tie"
        own = self.people == 1 and self.player_to_move == "human"
        return f"Your turn: {self.to_move}" if own else f"{self.to_move} to move"

    @property
    def board_shown(self) -> BoardShown:
        a_person_moves = not self.over and self.player_to_move == "human"
        return BoardShown(
            game=self.game,
            marks=self.marks,
            state="won" if self.winner else "tied" if self.over else "active",
            playable=frozenset(cell for cell in self.cells if a_person_moves and self.allows(cell)),
            last=frozenset(self.made[-1:]),
            winning=frozenset[int]().union(*self.completed),
        )

    @property
    def shown(self) -> Shown:
        moves = tuple(f"{self.marks[cell]} {name(self.game, cell)}" for cell in self.made)
        return Shown(**vars(self.board_shown), set_up=self.set_up, moves=moves, score=self.score)


def replay(model: Model, moves: Sequence[int]) -> bool:
    """Play *moves* up to the first illegal one; return whether all were legal."""
    for move in moves:
        if not model.allows(move):
            return False
        model.play(move)
    return True
