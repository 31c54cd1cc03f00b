"""Laws of puzzles: how they were found, are judged and told, by the rules and solvers of tests."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import comb

from ai.puzzles import finding
from ai.puzzles.answers import answers_text
from ai.puzzles.puzzle import Goal, Puzzle, Theme
from ai.puzzles.solving import StepVerdict, attempt, solution
from ai.puzzles.store import load
from ai.rules.games import game_for
from ai.words.telling import ROOM
from tests.names_in_words import LINES, listed
from tests.puzzle_pages import CELL, board_of, possible
from tests.reference import (
    Board,
    Worth,
    after,
    ahead,
    best_cells,
    completed,
    completing,
    defence,
    greatest,
    images,
    keeping,
    moves,
    result,
    shortest,
    shortest_from,
    threatened_lines,
    to_mover,
    value_and_distance,
    winners_own,
    worths,
)
from tests.reference.players import by_the_weights, odds
from webapp.puzzles import questions, words
from webapp.puzzles.address import ANSWER, Attempt

Player = Callable[[Board], list[int]]


def value(board: Board) -> int:
    """The winner of *board*: 1 for X, 0 for nobody, -1 for O."""
    return to_mover(board, value_and_distance(board)[0])


# How often players fail.


PLAYERS: dict[str, Player] = {
    "easy": moves,
    "medium": lambda board: greatest(ahead(board, 2)),
    "hard": lambda board: by_the_weights(board)[1],
}
BEGINNER = (PLAYERS["medium"], PLAYERS["easy"])


def mean(shares: Iterable[Fraction]) -> Fraction:
    """The mean of *shares*, 0 of none."""
    found = [*shares] or [Fraction(0)]
    return sum(found, Fraction(0)) / len(found)


@cache
def fails(board: Board, players: tuple[Player, ...]) -> Fraction:
    """How often X, to move, gives the value of *board* away if each of its moves is that of any of
    the *players*, one of its cells, and each reply is Unbeatable's.
    """

    def after_move(cell: int) -> Fraction:
        left = after(board, cell)
        replies = best_cells(left) if result(left) is None else []
        kept = mean(fails(after(left, reply), players) for reply in replies)
        return kept if cell in keeping(board) else Fraction(1)

    chosen = [] if result(board) else [player(board) for player in players]
    return mean(mean(map(after_move, cells)) for cells in chosen)


def expect_failing(puzzle: Puzzle) -> None:
    """The difficulty, and how often opponents fail, are found again."""
    board = board_of(puzzle)
    assert puzzle.difficulty == float(fails(board, BEGINNER))
    for key, player in PLAYERS.items():
        assert puzzle.failing.get(key, 0) == float(fails(board, (player,)))


# Puzzles that are played.


def expect_right(puzzle: Puzzle) -> dict[int, Worth]:
    """The goal, the plies and all right cells are found again; the worth of each cell."""
    board = board_of(puzzle)
    value, plies = value_and_distance(board)
    found = worths(board, value_and_distance)
    assert (puzzle.goal, puzzle.plies) == ({1: Goal.WIN, 0: Goal.DRAW}[value], plies)
    assert [*puzzle.right] == [cell for cell in found if found[cell][0] == value]
    assert 2 * len(puzzle.right) <= len(found)
    return found


def expect_solved(puzzle: Puzzle) -> None:
    """All right moves, the tempting ones, which threaten, and the theme are as found again."""
    board, found = board_of(puzzle), expect_right(puzzle)
    wrong = [cell for cell in found if cell not in puzzle.right]
    threats = {cell: threatened_lines(after(board, cell), "X") for cell in wrong}
    assert [*puzzle.tempting] == [c for c in wrong if any(c in line for line in threats[c])]
    assert puzzle.theme is theme_again(board, [*puzzle.right], wrong, found)


def theme_again(board: Board, right: list[int], wrong: list[int], found: dict[int, Worth]) -> Theme:
    """The theme of *board*, by the definitions of :mod:`tests.reference`."""
    to_complete, to_stop = completing(board, "X"), completing(board, "O")
    reflex = {*to_complete} or {*to_stop}
    if reflex and reflex <= {*right}:
        return Theme.COMPLETE if to_complete else Theme.BLOCK
    if found[right[0]][0] == 1:
        made = [len(completing(after(board, cell), "X")) for cell in right]
        by_threats = [shortest_from(board, cell) == found[cell][1] for cell in right]
        if min(made) > 1 and all(by_threats):
            return Theme.FORK
        if min(made) > 0:
            return Theme.THREATS
        return Theme.SEVERAL if max(made) > 0 else Theme.QUIET
    # The other side forks and completes the line: three plies more.
    forked = all(found[c] == (-1, 4) and shortest(after(board, c)) == 3 for c in wrong)
    return Theme.STOP_FORK if forked and not to_stop else Theme.HOLD


def expect_found_again(text: str) -> None:
    """All puzzles of a game that is not of the house are found, in order, each once, and solved
    again.
    """
    game = game_for(text)
    found = finding.find(game)
    assert found
    assert found == [*load(game)]
    assert [puzzle.number for puzzle in found] == [*range(1, len(found) + 1)]
    assert found == sorted(found, key=lambda it: it.easiness)
    for puzzle in found:
        expect_solved(puzzle)
        assert puzzle.difficulty == float(fails(board_of(puzzle), BEGINNER))
        assert solution(puzzle)[-1].solved
    assert len({images(board_of(puzzle)) for puzzle in found}) == len(found)


def expect_judged(puzzle: Puzzle, made: tuple[int, ...] = (), at: Board | None = None) -> None:
    """Every attempt at *puzzle*, from the cells *made* up to the board *at*, is judged, and
    answered, by the rules and values.
    """
    board = at or board_of(puzzle)
    value, _ = before = value_and_distance(board)
    found = worths(board, value_and_distance)
    right = {worth for worth in found.values() if worth[0] == value}
    for cell in found:
        step, left = attempt(puzzle, (*made, cell))[-1], after(board, cell)
        if found[cell] not in right:
            assert (step.verdict, step.solved) == (StepVerdict.WRONG, False)
            continue
        fastest = value == 1 and found[cell] == before and len(right) > 1
        assert step.verdict is (StepVerdict.FASTEST if fastest else StepVerdict.RIGHT)
        assert (step.reply is None) == bool(result(left))
        if step.reply:
            assert step.reply.cell == defence(left)
            left = after(left, step.reply.cell)
        held = value == 0 and left.mover == "X" and not fails(left, (moves,))
        assert step.solved == bool(result(left) or held)
        assert not step.solved or value == 0 or result(left) == "X"
        if not step.solved:
            expect_judged(puzzle, (*made, cell), left)


def expect_told(puzzle: Puzzle) -> None:
    """The task counts own moves, the first hint is true, and every sentence has room."""
    board, steps = board_of(puzzle), solution(puzzle)
    value, plies = value_and_distance(board)
    own, told = winners_own(plies or 0), words.task(puzzle)
    wins = "Win with this move" if own == 1 else f"Win in {own} moves"
    assert told == (wins if value else "Hold the draw")
    assert not value or words.task_in_game(puzzle).endswith(told.replace("Win", "win"))
    many, hint = words.how_many(puzzle.study), words.look_for(puzzle.study)
    counted = [len(puzzle.right), len(moves(board))]
    assert [*map(int, re.findall(r"\d+", many.replace("One", "1")))] == counted
    assert ("win" in many) == (value == 1)
    sentences = [many, hint, words.how_it_went(steps, puzzle.goal)]
    for step in steps:
        sentences += [words.praise(step, puzzle.goal), words.how_it_goes(step.move)]
        sentences += [words.after_right(step, puzzle.goal)] if step.reply else []
    assert max(map(len, sentences)) <= ROOM, puzzle
    expect_told_how_it_went(puzzle)
    found = worths(board, value_and_distance)
    best = [cell for cell in puzzle.right if found[cell] == (value, plies) or not value]
    lefts, to_block = [after(board, cell) for cell in best], completing(board, "O")
    threats = [len(completing(left, "X")) for left in lefts]
    claims = {
        "completes a": any(map(completed, lefts)),
        "two threats": max(threats) > 1,
        "leads to the next": shortest(board) == plies,
        "the block wins": bool({*to_block} & {*best}),
        "Begin with a threat": max(threats) > 0,
        "quiet move": min(threats) == 0,
        "only a block": {*puzzle.right} <= {*to_block},
        "my fork": not to_block,
        "let me win": value == 0 and not to_block,
    }
    (claim,) = [claim for claim in claims if claim in hint]
    assert claims[claim], (puzzle, hint)
    assert ("line" if board.game == "square" else "square") not in hint


def expect_told_how_it_went(puzzle: Puzzle) -> None:
    """The cell is named that completed a line, or the fork before it; else all that held."""
    steps, board, lefts = solution(puzzle), board_of(puzzle), list[Board]()
    for step in steps:
        board = after(board, step.move.cell)
        lefts.append(board)
        board = after(board, step.reply.cell) if step.reply else board
    names, said = puzzle.game.cell_names, words.how_it_went(steps, puzzle.goal)
    made, told = [names[it.move.cell] for it in steps], CELL.findall(said)
    if puzzle.plies is None:
        assert told == made
        assert said.endswith("is full." if result(board) else "no cell can lose it now.")
    elif len(made) == 1:
        lines = listed(said.removeprefix(f"{made[0]} completes ").removesuffix("."))
        assert {LINES[board.game][it] for it in lines} == completed(board)
    else:
        assert said.endswith(": I could take only one.")
        assert told[0] == made[-2]
        assert {*told[1:]} == {names[it] for it in completing(lefts[-2], "X")} > {made[-1]}


# Questions.


def course(puzzle: Puzzle) -> list[int]:
    """The winner before and after each move of the game so far."""
    start = Board(puzzle.game.key, "." * len(puzzle.game.cells), "XO"[len(puzzle.moves) % 2])
    boards = [*accumulate(puzzle.moves, after, initial=start)]
    assert boards[-1] == board_of(puzzle)
    return [*map(value, boards)]


def expect_answered(puzzle: Puzzle) -> None:
    """All right answers, and how often a guess is wrong, are found again."""
    board = board_of(puzzle)
    match puzzle.theme:
        case Theme.ALL:
            found = expect_right(puzzle)
            assert len(puzzle.right) > 1
            assert not {*completing(board, "X"), *completing(board, "O")}
            wrong = 1 - Fraction(1, comb(len(found), len(puzzle.right)))
        case Theme.WHO:
            won = {"x": 1, "d": 0, "o": -1}[answers_text(puzzle.game, puzzle.theme, puzzle.right)]
            assert (puzzle.goal, value(board)) == (None, won)
            wrong = 1 - odds(board, moves, moves)[1 - won]
            assert wrong >= Fraction(1, 3)
        case _:
            values = course(puzzle)
            changes = [n for n, it in enumerate(values[1:]) if it != values[n]]
            assert puzzle.right == (puzzle.moves[changes[-1]],)
            wrong = 1 - Fraction(1, len(puzzle.moves))
    assert puzzle.difficulty == float(wrong)
    assert not puzzle.failing


def expect_question_told(puzzle: Puzzle) -> None:
    """A question tells the truth on itself, each wrong answer and the right one, and its sentences
    have room. It needs a request.
    """
    start, solved = Attempt(puzzle), Attempt(puzzle, cells=puzzle.right)
    first, told = questions.said(start), questions.said(start.ask(ANSWER))
    wrong = [answer for answer in possible(start) if answer not in puzzle.right]
    refused = {answer: questions.said(start.play(answer)) for answer in wrong}
    assert all(said.bad for said in refused.values())
    assert max(len(it.text) for it in (first, told, *refused.values())) <= ROOM
    assert solved.solved
    assert questions.said(solved) == told
    if puzzle.theme is Theme.MISTAKE:
        winner = "X" if value(board_of(puzzle)) > 0 else "O"
        assert f"{winner} wins" in first.text
    expect_true = {Theme.ALL: of_all, Theme.WHO: of_winner, Theme.MISTAKE: of_mistake}
    texts = {answer: said.text for answer, said in refused.items()}
    expect_true[puzzle.theme](puzzle, f"{told.heading}. {told.text}", texts)


def of_all(puzzle: Puzzle, told: str, refused: dict[int, str]) -> None:
    """All right cells are told, and why no other is."""
    board, names = board_of(puzzle), puzzle.game.cell_names
    assert {*CELL.findall(told)} == {names[it] for it in puzzle.right}
    assert ("Every other cell loses" in told) == (value(board) == 0)
    assert ("gives the win away" in told) == (value(board) == 1)
    for cell, said in refused.items():
        assert value(after(board, cell)) < value(board)
        assert names[cell] in said


def of_mistake(puzzle: Puzzle, told: str, refused: dict[int, str]) -> None:
    """Other moves gave nothing away, or were mistakes before the last one."""
    names, found = puzzle.game.cell_names, course(puzzle)
    changes = [before != now for before, now in pairwise(found)]
    assert f"{names[puzzle.right[0]]} was the last mistake" in told
    for cell, said in refused.items():
        number, name = puzzle.moves.index(cell), names[cell]
        assert (f"{name} was a mistake, but not the last one." in said) == changes[number]
        assert (f"{name} gave nothing away." in said) != changes[number]
        assert any(changes[number + 1 :]) or not changes[number]


TOLD = {1: "X wins", 0: "A draw", -1: "O wins"}
WRONG = {1: "O has an answer", 0: "One side can force", -1: "X has a move"}


def of_winner(puzzle: Puzzle, told: str, refused: dict[int, str]) -> None:
    """O wins after a move that loses; a fork told at once wins, and threatens these cells."""
    board, names = board_of(puzzle), puzzle.game.cell_names
    assert TOLD[value(board)] in told
    for answer, said in refused.items():
        claimed = (1, 0, -1)[answer]
        assert claimed != value(board)
        assert WRONG[claimed] in said
    told = told.partition(". ")[2]
    if found := re.match(r"After (\w\d): ", told):
        board = after(board, names.index(found[1]))
        assert value(board) < 0
    if fork := re.fullmatch(r"(?:After .*: )?(\w\d) threatens (.*) at once\.", told):
        left = after(board, names.index(fork[1]))
        assert value(left) == value(board_of(puzzle))
        assert {*CELL.findall(fork[2])} == {names[it] for it in completing(left, board.mover)}
