"""Puzzles: solved again, told apart, named and graded by the tests' own rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from ai.puzzles import days, finding, store
from ai.puzzles.answers import WINNERS, answers_text, parse_answers
from ai.puzzles.days import puzzle_of_day
from ai.puzzles.puzzle import QUESTIONS as ASKING
from ai.puzzles.puzzle import Goal, Puzzle, Theme
from ai.puzzles.solving import AttemptOver, StepVerdict, attempt, solution, tries
from ai.puzzles.store import load
from ai.rules.games import GAMES, NAMED, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.notation import NotationError
from ai.rules.position import IllegalMove
from tests import reference
from tests.reference import (
    Board,
    Worth,
    after,
    ahead,
    best_cells,
    completing,
    defence,
    difficulty,
    greatest,
    images,
    moves,
    plain,
    reachable,
    result,
    shortest,
    shortest_from,
    threatened_lines,
    value_and_distance,
    worths,
)
from tests.reference.players import by_the_weights

Solver = Callable[[Board], Worth]

STORED = {game: load(game) for game in GAMES.values()}
QUESTIONS = [it for found in STORED.values() for it in found if it.theme in ASKING]
PUZZLES = {
    game: tuple(it for it in found if it.theme not in ASKING) for game, found in STORED.items()
}
LATE = [puzzle for puzzle in PUZZLES[SQUARE] if len(puzzle.position.empty_cells) <= 7]
SMALL = [*PUZZLES[TIC_TAC_TOE], *LATE[::10]]


def expect_solved(puzzle: Puzzle, solver: Solver) -> None:
    """The goal, the plies, all right moves, the tempting ones and the theme are as found again."""
    board = plain(puzzle.position)
    value, plies = solver(board)
    found = worths(board, solver)
    right = [cell for cell in found if found[cell][0] == value]
    wrong = [cell for cell in found if cell not in right]
    assert (puzzle.goal, puzzle.plies) == ({1: Goal.WIN, 0: Goal.DRAW}[value], plies)
    assert list(puzzle.right) == right
    assert 2 * len(right) <= len(found)
    assert list(puzzle.tempting) == [c for c in wrong if threatens(board, c)]
    assert puzzle.theme is theme_again(board, right, wrong, found)


def threatens(board: Board, cell: int) -> bool:
    """Whether X's mark on *cell* leaves a winning set through it with one empty cell and no O."""
    return any(cell in line for line in threatened_lines(after(board, cell), "X"))


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


def test_tic_tac_toe_and_late_puzzles_of_square_are_solved_again() -> None:
    for puzzle in SMALL:
        expect_solved(puzzle, value_and_distance)


@pytest.mark.slow
def test_square_is_solved_again() -> None:
    for puzzle in PUZZLES[SQUARE]:
        expect_solved(puzzle, reference.value_and_distance)


OWN = [
    "3x3-a1b1c2",
    "3x3-a1c1b2-!a3b3c3",
    pytest.param("5x2-a1b1c1", marks=pytest.mark.slow),
    pytest.param("4x3-a1b1c1-!a1b2c3", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("text", OWN)
def test_puzzles_of_ones_own_game_are_solved_again(text: str) -> None:
    game = game_for(text)
    found = finding.sample(game)
    assert found
    assert found == finding.find(game) == [*load(game)]
    assert [puzzle.number for puzzle in found] == [*range(1, len(found) + 1)]
    assert found == sorted(found, key=lambda it: it.easiness)
    for puzzle in found:
        expect_solved(puzzle, value_and_distance)
        assert puzzle.difficulty == float(fails(plain(puzzle.position), BEGINNER))
        assert solution(puzzle)[-1].solved
    assert len({images(plain(puzzle.position)) for puzzle in found}) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*NAMED.values()][2:], ids=lambda game: game.key)
def test_puzzles_of_games_with_a_name_are_solved_again(game: Game) -> None:
    assert game.is_small or len(load(game)) > 10
    assert [*load(game)] == finding.find(game)
    for puzzle in load(game):
        expect_solved(puzzle, reference.value_and_distance)


def test_the_second_solver_agrees_with_the_plain_one() -> None:
    going_on = [board for board in reachable("tic-tac-toe", "X") if result(board) is None]
    for board in [*going_on, *(plain(late.position) for late in LATE[::10])]:
        assert reference.value_and_distance(board) == value_and_distance(board)


def test_there_are_enough_of_every_kind() -> None:
    for game, least in ((TIC_TAC_TOE, 50), (SQUARE, 500)):
        found = PUZZLES[game]
        asked = [puzzle for puzzle in found if puzzle.plies != 1]
        assert len(asked) >= least
        without = {Theme.QUIET, Theme.SEVERAL} if game is TIC_TAC_TOE else set()
        assert {puzzle.theme for puzzle in found} == {*Theme} - without - {*ASKING}
        questions = Counter(it.theme for it in QUESTIONS if it.game is game)
        assert min(questions[theme] for theme in ASKING) >= 20
    assert {p.plies for p in PUZZLES[SQUARE]} == {None, 1, 3, 5, 7, 9, 11}
    assert {p.plies for p in PUZZLES[TIC_TAC_TOE]} == {None, 1, 3, 5}


@pytest.mark.parametrize("found", PUZZLES.values(), ids=GAMES)
def test_no_two_are_alike(found: Sequence[Puzzle]) -> None:
    boards = [plain(puzzle.position) for puzzle in found]
    assert {board.mover for board in boards} == {"X"}
    assert len({min(images(board)) for board in boards}) == len(boards)


# Difficulty.


def looking_ahead(board: Board) -> list[int]:
    """The cells of Medium: the best values two plies ahead."""
    return greatest(ahead(board, 2))


Player = Callable[[Board], list[int]]
BEGINNER: tuple[Player, ...] = (looking_ahead, moves)


@cache
def fails(board: Board, players: tuple[Player, ...]) -> Fraction:
    """How often X, to move, gives the value of *board* away if each of its moves is that of any of
    the *players*, one of its cells.
    """
    if result(board):
        return Fraction(0)
    shares = (
        Fraction(sum(fails_after(board, cell, players) for cell in cells), len(cells))
        for cells in (player(board) for player in players)
    )
    return sum(shares, Fraction(0)) / len(players)


def fails_after(board: Board, cell: int, players: tuple[Player, ...]) -> Fraction:
    """As :func:`fails`, after the move on *cell*."""
    left = after(board, cell)
    if value_and_distance(left)[0] != -value_and_distance(board)[0]:
        return Fraction(1)
    replies = best_cells(left) if result(left) is None else []
    shares = (fails(after(left, reply), players) for reply in replies)
    return sum(shares, Fraction(0)) / max(len(replies), 1)


PLAYERS: dict[str, Player] = {
    "easy": moves,
    "medium": looking_ahead,
    "hard": lambda board: by_the_weights(board)[1],
}


def test_difficulties_and_how_often_opponents_fail_are_found_again() -> None:
    for puzzle in SMALL:
        board = plain(puzzle.position)
        assert puzzle.difficulty == float(fails(board, BEGINNER))
        if puzzle.goal is Goal.DRAW:
            assert puzzle.difficulty == float(difficulty(board))
        for key, player in PLAYERS.items():
            assert puzzle.failing.get(key, 0) == float(fails(board, (player,)))


def test_numbers_are_places_in_the_file() -> None:
    for found in STORED.values():
        assert [puzzle.number for puzzle in found] == [*range(1, len(found) + 1)]


def test_each_grade_doubles_the_odds_that_one_of_three_novices_fails() -> None:
    """A grade has no upper bound: the hardest differ as the easiest do. Perfect players never fail,
    nor does Medium in grade 1.
    """
    for found in PUZZLES.values():
        assert not any("medium" in puzzle.failing for puzzle in found if puzzle.grade == 1)
        for puzzle in found:
            shares = puzzle.difficulty, *(puzzle.failing.get(it, 0) for it in ("easy", "medium"))
            odds, least = sum(shares) / (3 - sum(shares)), 2.0 ** (puzzle.grade - 2)
            assert odds < 2 * least * (1 + 1e-8)
            assert puzzle.grade == 1 or odds >= least * (1 - 1e-8)
        for puzzle in found:
            assert not {"unbeatable", "minimax", "alpha-beta"} & puzzle.failing.keys()
    most = max(Counter(puzzle.grade for puzzle in PUZZLES[SQUARE]).values())
    assert most < len(PUZZLES[SQUARE]) / 5


def test_sets_stand_by_grade_then_by_length() -> None:
    for found in PUZZLES.values():
        ordered = sorted(found, key=lambda it: it.easiness)
        lengths = [(it.grade, it.plies or len(it.position.empty_cells)) for it in ordered]
        assert lengths == sorted(lengths)


def digest(lines: Iterable[str]) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def test_a_number_keeps_its_position_and_a_day_its_puzzle() -> None:
    """By digests of what an earlier release had, when five grades chose the puzzles of days."""
    first = {game.key: PUZZLES[game][: days.IN_TURN[game.key]] for game in PUZZLES}
    rows = {key: digest(it.rows for it in found) for key, found in first.items()}
    assert rows == {"tic-tac-toe": "d43bda2a48045551", "square": "102bab04b891ac09"}
    two_years = (days.FIRST_DAY + timedelta(passed) for passed in range(730))
    told = (f"{it.game.key} {it.number}" for it in map(puzzle_of_day, two_years))
    assert digest(told) == "13feb3cb24454a01"


# Questions.


def later(puzzle: Puzzle) -> bool:
    """Whether the plain solver is quick enough for *puzzle*."""
    return puzzle.game is TIC_TAC_TOE or len(puzzle.position.empty_cells) <= 7


def expect_answers(puzzle: Puzzle, solver: Solver) -> None:
    """All right answers, and how often a guess is wrong, are found again."""
    board = plain(puzzle.position)
    match puzzle.theme:
        case Theme.ALL:
            value, plies = solver(board)
            found = worths(board, solver)
            right = [cell for cell in found if found[cell][0] == value]
            assert (puzzle.goal, puzzle.plies) == ({1: Goal.WIN, 0: Goal.DRAW}[value], plies)
            assert list(puzzle.right) == right
            assert 4 <= 2 * len(right) <= len(found)
            assert not completing(board, "X")
            assert not completing(board, "O")
            guesses = [*combinations(found, len(right))]
            wrong = Fraction(sum(guess != tuple(right) for guess in guesses), len(guesses))
        case Theme.WHO:
            won = {"x": 1, "d": 0, "o": -1}[answers_text(puzzle.game, puzzle.theme, puzzle.right)]
            assert (puzzle.goal, solver(board)[0]) == (None, won)
            wrong = 1 - at_random(board, {1: "X", 0: "tie", -1: "O"}[won])
            assert wrong >= Fraction(1, 3)
        case _:
            first = "O" if len(puzzle.moves) % 2 else "X"
            values, left = [], Board(puzzle.game.key, "." * len(board.marks), first)
            for cell in puzzle.moves:
                values.append(solver(left)[0] if left.mover == "X" else -solver(left)[0])
                left = after(left, cell)
            values.append(solver(left)[0])
            assert left == board
            changes = [n for n, it in enumerate(values[1:]) if it != values[n]]
            assert puzzle.right == (puzzle.moves[changes[-1]],)
            wrong = 1 - Fraction(1, len(puzzle.moves))
    assert puzzle.difficulty == float(wrong)
    assert not puzzle.failing


@cache
def at_random(board: Board, end: str) -> Fraction:
    """How often random moves of both sides lead to this *end*."""
    if over := result(board):
        return Fraction(over == end)
    cells = moves(board)
    return sum((at_random(after(board, cell), end) for cell in cells), Fraction(0)) / len(cells)


def test_questions_are_answered_again() -> None:
    for puzzle in filter(later, QUESTIONS):
        if puzzle.game is TIC_TAC_TOE or puzzle.theme is not Theme.MISTAKE:
            expect_answers(puzzle, value_and_distance)


@pytest.mark.slow
def test_questions_about_square_are_answered_again() -> None:
    for puzzle in QUESTIONS:
        expect_answers(puzzle, reference.value_and_distance)


def test_no_question_is_asked_twice() -> None:
    asked = Counter((it.theme, min(images(plain(it.position)))) for it in QUESTIONS)
    assert max(asked.values()) == 1


def answers(puzzle: Puzzle) -> Iterable[int]:
    """Every answer that could be given, right or wrong."""
    if puzzle.theme is Theme.WHO:
        return range(3)
    return puzzle.moves or puzzle.position.empty_cells


@pytest.mark.parametrize("puzzle", QUESTIONS[::5], ids=lambda it: f"{it.game.key} {it.number}")
def test_answers_in_any_order_are_judged(puzzle: Puzzle) -> None:
    """A question is solved when all its answers are given; a wrong one is taken back."""
    given = [*answers(puzzle)]
    Random(puzzle.number).shuffle(given)  # noqa: S311
    last = max(map(given.index, puzzle.right))
    steps = tries(puzzle, given[: last + 1])
    assert [step.is_right for step in steps] == [it in puzzle.right for it in given[: last + 1]]
    assert [step.solved for step in steps] == [False] * last + [True]
    assert {step.position for step in steps} == {puzzle.position}
    with pytest.raises(AttemptOver):
        tries(puzzle, [*given[: last + 1], given[0]])
    assert [step.solved for step in solution(puzzle)][-1]
    text = answers_text(puzzle.game, puzzle.theme, given)
    assert list(parse_answers(puzzle.game, puzzle.theme, text)) == given


def test_no_other_answer_is_taken() -> None:
    for puzzle in QUESTIONS:
        others = {*range(-1, 17)} - {*answers(puzzle)}
        for answer in others:
            with pytest.raises(IllegalMove):
                tries(puzzle, [answer])
        if puzzle.theme is Theme.ALL:
            with pytest.raises(IllegalMove, match="found already"):
                tries(puzzle, puzzle.right[:1] * 2)
    with pytest.raises(NotationError):
        parse_answers(SQUARE, Theme.WHO, "b1")
    assert list(WINNERS) == ["x", "d", "o"]


# Solving.


def attempts(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """The cells of all attempts at *puzzle*, and of what comes before their ends."""
    going_on: list[tuple[int, ...]] = [()]
    while going_on:
        cells = going_on.pop()
        yield cells
        steps = attempt(puzzle, cells)
        if not steps or not steps[-1].ends:
            here = steps[-1].position if steps else puzzle.position
            going_on += [(*cells, cell) for cell in here.empty_cells]


def test_every_attempt_at_tic_tac_toe_is_judged() -> None:
    for puzzle in PUZZLES[TIC_TAC_TOE]:
        for cells in attempts(puzzle):
            board = plain(puzzle.position)
            for step in attempt(puzzle, cells):
                value, _ = before = value_and_distance(board)
                found = worths(board, value_and_distance)
                board, kept = after(board, step.move.cell), found[step.move.cell]
                right = [worth for worth in found.values() if worth[0] == value]
                fastest = value == 1 and kept == before and len(set(right)) > 1
                assert (step.verdict is StepVerdict.WRONG) == (kept[0] != value)
                assert (step.verdict is StepVerdict.FASTEST) == fastest
                if step.reply:
                    assert step.reply.cell == defence(board)
                    board = after(board, step.reply.cell)
                else:
                    assert step.verdict is StepVerdict.WRONG or result(board)
                safe = result(board) or (
                    value == 0 and board.mover == "X" and not fails(board, (moves,))
                )
                assert step.solved == (step.verdict is not StepVerdict.WRONG and bool(safe))
                if step.solved and value == 1:
                    assert result(board) == "X"


def test_the_solution_takes_as_many_plies_as_stated() -> None:
    for puzzle in (puzzle for found in PUZZLES.values() for puzzle in found[::7]):
        steps = solution(puzzle)
        assert [step.solved for step in steps] == [False] * (len(steps) - 1) + [True]
        assert steps == attempt(puzzle, [step.move.cell for step in steps])
        if puzzle.plies:
            assert sum(1 + bool(step.reply) for step in steps) == puzzle.plies


def test_no_move_follows_the_end_or_stands_on_a_mark() -> None:
    puzzle = PUZZLES[TIC_TAC_TOE][0]
    wrong = next(cell for cell in puzzle.position.empty_cells if cell not in puzzle.right)
    taken = next(cell for cell in puzzle.game.cells if puzzle.position.mark_at(cell))
    for ended in (wrong, *puzzle.right):
        free = next(cell for cell in puzzle.position.empty_cells if cell != ended)
        with pytest.raises(AttemptOver):
            attempt(puzzle, [ended, free])
    for cell in (taken, 9, -1):
        with pytest.raises(IllegalMove):
            attempt(puzzle, [cell])


# Storing and finding.


def test_finding_makes_the_stored_file_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of tic-tac-toe; Square takes a minute, by `python -m ai puzzles find square --store`."""
    stored = (store.FOLDER / "tic-tac-toe.txt").read_bytes()
    assert load(TIC_TAC_TOE), "kept, whatever becomes of its file"
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    shares: list[float] = []
    found = finding.find(TIC_TAC_TOE, shares.append)
    assert store.store(TIC_TAC_TOE, found).read_bytes() == stored
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert max(after - before for before, after in pairwise(shares)) <= 0.25


# Days.


STEP_OF = {"Mon": 2, "Tue": 2, "Wed": 3, "Thu": 3, "Fri": 4, "Sat": 5, "Sun": 5}


def step(puzzle: Puzzle) -> int:
    """The difficulty in five steps, by which days choose."""
    return 1 + sum(puzzle.difficulty > most for most in (0.5, 0.8, 0.9, 0.96))


@pytest.mark.parametrize("start", [date(2026, 1, 1), date(2026, 11, 22), date(2031, 2, 27)])
def test_three_years_of_days_go_from_easy_to_hard_and_do_not_repeat_soon(start: date) -> None:
    """No puzzle is a win at once, and none comes again before all of its step have come."""
    in_turn = [
        puzzle for game, found in PUZZLES.items() for puzzle in found[: days.IN_TURN[game.key]]
    ]
    later = [puzzle for puzzle in in_turn if not completing(plain(puzzle.position), "X")]
    since: dict[int, list[tuple[str, int]]] = {grade: [] for grade in STEP_OF.values()}
    for passed in range(3 * 365):
        day = start + timedelta(passed)
        puzzle = puzzle_of_day(day)
        assert puzzle in later
        assert step(puzzle) == STEP_OF[f"{day:%a}"]
        since[step(puzzle)].append((puzzle.game.key, puzzle.number))
    for grade, came in since.items():
        count = sum(step(puzzle) == grade for puzzle in later)
        for first in range(len(came)):
            round_of = came[first : first + count]
            assert len({*round_of}) == len(round_of), grade
    assert {game for came in since.values() for game, _number in came} == {*GAMES}


def test_puzzles_stored_later_leave_the_days_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [date(2026, 11, 22) + timedelta(passed) for passed in range(0, 3000, 7)]
    before = [puzzle_of_day(day) for day in some]
    days._turns.cache_clear()
    later = (PUZZLES[SQUARE][0],) * 100
    monkeypatch.setattr(days, "load", lambda game: load(game) + later)
    assert [puzzle_of_day(day) for day in some] == before


def test_every_puzzle_that_takes_turns_is_stored() -> None:
    for key, count in days.IN_TURN.items():
        assert count <= len(load(GAMES[key]))
