"""Positions and moves in the terms of facts, by the tests' own rules and solver."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ai.pen.drawings import ideas_diagram
from ai.rules.position import Mark
from ai.study.study import Idea, Label, study
from tests.claims.boards import of_value
from tests.model import name
from tests.names_in_words import nouns
from tests.reference import (
    Board,
    Cells,
    after,
    chances,
    completed,
    completing,
    keeping,
    lacking,
    moves,
    other,
    perfect,
    position,
    result,
    shortest,
    shortest_from,
    threatened_lines,
    worth,
    worths,
)


@dataclass
class At:
    """A *board*, and perhaps the move to *cell* of the player with this *key*, and the *reply*."""

    board: Board
    cell: int = -1
    key: str = ""
    reply: int | None = None

    def __post_init__(self) -> None:
        board, self.me = self.board, Mark(self.board.mover)
        self.you = self.me.other
        self.left = board if self.cell < 0 else after(board, self.cell)
        self.passed = board._replace(mover=self.you)  # if the other side were to move
        self.again = self.left._replace(mover=self.me)  # if the same side were to move again
        self.standing = threatened(board, self.you)  # before the move
        self.needed = {cell for cell, _line in self.standing}  # where the other side would win
        self.moves, self.worths, self.had = moves(board), worths(board), worth(board)
        self.values = {cell: value for cell, (value, _plies) in self.worths.items()}
        self.got = self.had if self.cell < 0 else self.worths[self.cell]  # after the move
        self.value = self.got[0]
        self.plies = self.got[1] or 0  # until the end; 0 for a draw
        self.all_lose = {*self.values.values()} == {-1}
        self.kept = keeping(board)

    @property
    def best(self) -> list[int]:
        return perfect(self.board)

    @property
    def drawn(self) -> dict[int, float]:
        return chances(self.board)

    def of(self, value: int) -> tuple[int, ...]:
        return of_value(self.board, value)


def ordered(lines: Iterable[Cells]) -> tuple[frozenset[int], ...]:
    """*lines* as facts have them."""
    return tuple(sorted(map(frozenset, lines), key=sorted))


@cache
def threatened(board: Board, side: str) -> tuple[tuple[int, Cells], ...]:
    """The threatened lines of *side*, each with its empty cell, in the order of the lines."""
    found = [(cell, line) for cell, lines in lacking(board, side).items() for line in lines]
    return tuple(sorted(found, key=lambda threat: sorted(threat[1])))


def made(board: Board, cell: int) -> set[tuple[int, Cells]]:
    """The threats that marking *cell* makes."""
    return {(at, line) for at, line in threatened(after(board, cell), board.mover) if cell in line}


def blocked(board: Board, cell: int) -> set[Cells]:
    """The lines that the side to move blocks on *cell*."""
    return {*lacking(board, other(board.mover)).get(cell, ())}


@cache
def forking(board: Board, cell: int) -> bool:
    """Whether marking *cell* makes threats that no one answer stops."""
    left = after(board, cell)
    return len(completing(left, board.mover)) > 1 and not completing(left, left.mover)


def forks(board: Board) -> tuple[int, ...]:
    """The cells on which the side to move forks."""
    return tuple(cell for cell in moves(board) if forking(board, cell))


def forked(board: Board, cell: int) -> bool:
    """Whether *cell*, marked by the side to move, makes two threats which lack different cells,
    even if the other side would win before.
    """
    return len({at for at, _line in made(board, cell)}) > 1


def forks_after(board: Board, threats: int) -> set[int]:
    """The cells on which the side to move forks after so many threats with one answer each."""
    if completing(board, board.mover):
        return set()
    if not threats:
        return {*forks(board)}
    found = set[int]()
    for cell in moves(board):
        left = after(board, cell)
        answers = completing(left, board.mover)
        if len(answers) == 1 and not completing(left, left.mover):
            found |= forks_after(after(left, *answers), threats - 1)
    return found


def prepared(passed: Board, first: int | None, fork: int) -> bool:
    """Whether the side to move begins a shortest win by threats with *first*, if it is longer than
    the *fork* at its end.
    """
    plies = shortest(passed)
    begins = shortest_from(passed, fork if first is None else first) == plies > 1
    return (
        begins and fork in forks_after(passed, (plies - 3) // 2) and (first is None) == (plies == 3)
    )


def answered_in_turn(board: Board) -> Iterator[Board]:
    """The board, and those after the one answer to each threat, as long as any threat stands."""
    yield board
    while result(board) is None and (due := completing(board, other(board.mover))):
        board = after(board, *due)
        yield board


def idea_of(board: Board, cell: int) -> Idea:
    """The idea of a move, by the rules of plain boards."""
    left, mover = after(board, cell), board.mover
    if result(left) == mover:
        return Idea.LINE
    value, plies = worths(board)[cell]
    if value == 1 and plies == shortest_from(board, cell):
        return Idea.FORK if forked(board, cell) else Idea.THREATS
    if cell in completing(board, other(mover)):
        return Idea.BLOCK
    if completing(left, mover):
        return Idea.THREAT
    prepares = value < 1 and shortest(left._replace(mover=mover))
    return Idea.PREPARATION if prepares else Idea.QUIET


def winners(board: Board) -> list[int]:
    """The best moves that an explanation may name: if possible those that win by threats."""
    best = perfect(board)
    return [at for at in best if shortest_from(board, at) == worths(board)[at][1]] or best


def best_idea(board: Board) -> Idea:
    """The idea of the best move that an explanation names."""
    return idea_of(board, winners(board)[0])


def meanings(board: Board, cell: int) -> set[Label]:
    """Every label that is true of the move, each read for itself."""
    values = {c: value for c, (value, _) in worths(board).items()}
    kept, had, got = keeping(board), worth(board), worths(board)[cell]
    lost = len(values) > 1 and set(values.values()) == {-1}
    choice = cell in kept and len(kept) > 1 and not lost
    true = {
        Label.FORCED: len(values) == 1 and not completed(after(board, cell)),
        Label.LOST_ANYWAY: lost,
        Label.ONLY_MOVE: kept == [cell] and len(values) > 1,
        Label.BEST: cell in perfect(board) and (choice or (len(values) == 1 and had[0] == 1)),
        Label.GOOD: choice and not got[0] and cell not in perfect(board),
        Label.SLOWER_WIN: choice and got[0] == had[0] == 1 and (got[1] or 0) > (had[1] or 0),
        Label.MISSED_WIN: (had[0], got[0]) == (1, 0),
        Label.MISTAKE: (had[0], got[0]) == (0, -1),
        Label.BLUNDER: (had[0], got[0]) == (1, -1),
    }
    return {label for label, holds in true.items() if holds}


@cache
def can_win(board: Board, mark: str) -> bool:
    """Whether *mark* wins in any play from *board* on."""
    if (ended := result(board)) is not None:
        return ended == mark
    return any(can_win(after(board, cell), mark) for cell in moves(board))


def expect_ideas(board: Board) -> None:
    """The diagram notes the winning moves, else the answers to the losing ones, which variations
    begin with.
    """
    here = study(position(board))
    diagram = ideas_diagram(here)
    assert {*diagram.lines} == threatened_lines(board, other(board.mover))
    drawn = enumerate(cell for row in diagram.rows for cell in row)
    winning, losing = of_value(board, 1), of_value(board, -1)
    ideas = {cell: idea_of(board, cell) for cell in winning}  # of lines in words of the game
    notes = {at: nouns(board.game)[0] if it is Idea.LINE else it.value for at, it in ideas.items()}
    beaten = {cell: winners(after(board, cell))[0] for cell in losing if not winning}
    notes |= {cell: f"→ {name(board.game, answer)}" for cell, answer in beaten.items()}
    assert {cell: it.note for cell, it in drawn if it.note} == notes
    for cell, answer in beaten.items():
        assert here.moves[cell].variation[:2] == (cell, answer)
