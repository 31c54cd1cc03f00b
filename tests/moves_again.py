"""The rows of moves from here, by the tests' own turns, and wins by threats played out."""

from collections import Counter
from fractions import Fraction

from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.study.moves_from_here import moves_from_here
from ai.study.study import Study, study
from ai.study.theory import WinCounts
from ai.study.wins_by_threats import Win, win_length
from tests.claims.positions import idea_of
from tests.reference import (
    Board,
    after,
    completed,
    completing,
    images,
    moved,
    moves,
    other,
    position,
    reachable,
    result,
    shortest,
    shortest_from,
    turns,
    worth,
)


def expect_rows(board: Board) -> None:
    """A row holds all twins, and what it says is true of each. Twins are where the turns that leave
    the board as it is take a cell.
    """
    here = study(position(board))
    odds, rows = odds_after_moves(here.position), moves_from_here(here)
    own = [to for to in turns(board.game) if moved(board, to) == board]
    assert sorted(cell for row in rows for cell in row.cells) == moves(board)
    for row in rows:
        assert [*row.cells] == sorted({to[row.cell] for to in own})
        for move in map(here.moves.__getitem__, row.cells):
            assert move.idea is idea_of(board, move.cell)
            assert (move.worth, move.idea) == (row.move.worth, row.move.idea)
            assert len(move.after.losing) == len(row.move.after.losing)
            assert len(move.after.moves) == len(row.move.after.moves)
            assert odds[move.cell] == row.odds


def expect_choosers(board: Board) -> None:
    """Every program that plays the game chooses moves as it decides."""
    here = position(board)
    rows = moves_from_here(study(here))
    for opponent in OPPONENTS.values():
        lots = opponent.decide(here).probabilities if opponent.plays(here.game) else {}
        shares = [sum(lots.get(cell, Fraction(0)) for cell in row.cells) for row in rows]
        assert [row.choosers.get(opponent, 0) for row in rows] == shares
        assert sum(shares) == opponent.plays(here.game)
    assert all(chance for row in rows for chance in row.choosers.values())


def shortest_win(found: Study) -> Win:
    """A shortest win by threats of the side to move; empty if there is none."""
    begun = found.wins_by_threats
    return found.win_from(min(begun, key=lambda cell: begun[cell])) if begun else ()


def expect_playable(board: Board, win: Win) -> None:
    """Every step says what is threatened and completed, and the answer is the only one."""
    winner = board.mover
    for step in win[:-1]:
        board = after(board, step.cell)
        assert dict(Counter(cell for cell, _ in step.threats)) == completing(board, winner)
        assert all(cell in threat for cell, threat in step.threats)
        assert not step.completes
        (answer,) = step.answers
        assert not step.decides
        board = after(board, answer)
    board = after(board, win[-1].cell)
    if win[-1].completes:
        assert frozenset(win[-1].completes) == completed(board)
        assert not win[-1].threats
    else:
        assert win[-1].decides
        assert dict(Counter(cell for cell, _ in win[-1].threats)) == completing(board, winner)
        assert not completing(board, other(winner))


def expect_wins(board: Board) -> None:
    """A win by threats is found just where there is one, and can be played."""
    here = study(position(board))
    win = shortest_win(here)
    assert win_length(win) == shortest(board), board
    if win:
        expect_playable(board, win)
    for cell in moves(board):
        begun = here.win_from(cell)
        assert win_length(begun) == shortest_from(board, cell), (board, cell)
        if begun:
            assert begun[0].cell == cell
            expect_playable(board, begun)


def expect_prepared_win(board: Board) -> None:
    """The win prepared is the one that a side which passed would let happen."""
    passed = board._replace(mover=other(board.mover))
    win = study(position(board)).prepared
    assert win_length(win) == shortest(passed), board
    if win:
        expect_playable(passed, win)


def counted_wins(game: str) -> list[WinCounts]:
    """How the won positions of a game are won, counted one by one, symmetric ones once."""
    boards = [*reachable(game, "X"), *reachable(game, "O")]
    active = (board for board in boards if result(board) is None and board.mover == "X")
    classes = {min(images(board)) for board in active}
    worth_of = {board: worth(board) for board in classes}
    counted = []
    for distance in sorted({n for value, n in worth_of.values() if value == 1 and n}):
        boards = [board for board in classes if worth_of[board] == (1, distance)]
        slow = [board for board in boards if shortest(board) != distance]
        fastest = {
            board: [
                left
                for cell in moves(board)
                if worth(left := after(board, cell)) == (-1, distance - 1)
            ]
            for board in slow
        }
        quiet = [b for b in slow if not any(completing(left, "X") for left in fastest[b])]
        passed = [all(shortest(left._replace(mover="X")) for left in fastest[b]) for b in quiet]
        replies = [
            max(
                ([shortest(after(left, cell)) > 0 for cell in moves(left)] for left in fastest[b]),
                key=sum,
            )
            for b in quiet
        ]
        counted.append(
            WinCounts(
                distance,
                len(boards),
                len(boards) - len(slow),
                len(quiet),
                sum(passed),
                sum(map(all, replies)),
                sum(map(len, replies)),
                sum(map(sum, replies)),
            )
        )
    return counted
