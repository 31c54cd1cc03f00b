"""The commands, as typed."""

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from importlib.abc import MetaPathFinder
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from ai import exact, plain_data
from ai.cli import commands
from ai.exact import retrograde, tablebase
from ai.explain import explain_move
from ai.odds.arena import Odds
from ai.opponents import OPPONENTS
from ai.opponents.policy import Decision, Opponent
from ai.rules.games import GAMES, TIC_TAC_TOE, Game
from ai.rules.notation import parse_game
from ai.rules.position import Mark, Position, position_after
from ai.rules.record import parse_record
from ai.study.moves_from_here import ORDERS, in_order, moves_from_here
from ai.study.study import study
from tests.conftest import forget_all

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs a command line, words apart by spaces, on some typed *input*."""

    def invoke(line: str, typed: str = "") -> Result:
        result = CliRunner().invoke(commands, line.split(), typed, prog_name="python -m ai")
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return invoke


def answer(result: Result) -> dict[str, object]:
    """The JSON that a command printed."""
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


# play

LEFT = "Error: You left before the game was over.\n"


@pytest.mark.parametrize(
    ("bad", "told"),
    [("z9", "no cell"), ("99", "no cell 99"), ("a1", "taken"), ("what", "no cell"), ("-1", "-1")],
)
def test_a_bad_move_is_asked_for_again(run: Run, bad: str, told: str) -> None:
    result = run("play tic-tac-toe --x human --o human", f"a1\n{bad}\nb2\n")
    assert told in result.stdout
    assert result.stdout.count("O to move") == 2


def test_another_game_is_offered(run: Run) -> None:
    one = "a1\nb1\na2\nb2\na3\n"
    result = run("play tic-tac-toe --x human --o human", f"{one}y\n{one}n\n")
    assert result.exit_code == 0
    assert result.stdout.count("X wins: column a.") == 2


def test_two_people_play_and_the_end_of_input_after_a_game_leaves_quietly(run: Run) -> None:
    result = run("play tic-tac-toe --x human --o human", "a1\nb1\n4\nb3\nC3\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "X wins: diagonal a1 b2 c3." in result.stdout


@pytest.mark.parametrize("typed", ["", "a1\n", "a1\nb1\na2\nb2\na3\ny\n"])
def test_the_end_of_input_in_mid_game_is_an_error(run: Run, typed: str) -> None:
    result = run("play tic-tac-toe --x human --o human", typed)
    assert (result.exit_code, result.stderr) == (1, LEFT)


def test_a_seed_repeats_the_game(run: Run) -> None:
    line = "play square --x easy --o hard --first o --seed 5"
    assert run(line).stdout == run(line).stdout
    assert run(line).stdout != run(line.replace("5", "6")).stdout


def test_a_seed_plays_the_same_game_here_as_on_the_page(run: Run, app: Flask) -> None:
    shown = run("play tic-tac-toe --x easy --o medium --seed 7").stdout
    browser = app.test_client()
    form = {"game": "tic-tac-toe", "x": "easy", "o": "medium", "first": "x", "seed": "7"}
    browser.post("/matches", data=form)
    browser.post("/step", data={"ply": "0", "until": "end"})
    with browser.session_transaction() as session:
        moves = session["moves"]
    plays = [line for line in shown.splitlines() if " plays " in line]
    names = [line.split()[-1].rstrip(".") for line in plays]
    assert "".join(names) == moves
    assert parse_game(TIC_TAC_TOE, moves)


def test_a_program_tells_why_after_each_move(run: Run) -> None:
    """The same game, with the reasons that the page gives."""
    line = "play tic-tac-toe --x unbeatable --o hard --seed 3"
    plain, told = run(line).stdout, run(f"{line} --why").stdout
    position, reasons = Position(TIC_TAC_TOE), []
    for text in (line for line in plain.splitlines() if " plays " in line):
        (cell,) = parse_game(TIC_TAC_TOE, text.split()[-1].rstrip("."))
        opponent = OPPONENTS["unbeatable" if position.to_move is Mark.X else "hard"]
        explanation = explain_move(study(position).moves[cell], opponent)
        reasons.append(" ".join(explanation.text.split()))
        position = position.play(cell)
    assert len(reasons) > 4
    words = " ".join(told.split())
    for reason in reasons:
        assert f"plays {reason}" not in words
        before, reason_found, words = words.partition(f". {reason} ")
        assert reason_found, reason
        assert " plays " in before
    assert set(plain.split()) <= set(told.split())


def test_a_person_is_not_asked_why(run: Run) -> None:
    typed = "a1\nb1\n4\nb3\nC3\n"
    line = "play tic-tac-toe --x human --o human"
    assert run(f"{line} --why", typed).stdout == run(line, typed).stdout


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_reasons_are_no_wider_than_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = [
        *run("play square --x unbeatable --o hard --seed 3 --why").stdout.splitlines(),
        *run("review square b1a1d2a2c4b2a3 --x hard").stdout.splitlines()[1:],
    ]
    said = [line for line in told if re.match(r"(?: {10})?[A-Za-z]", line)]
    longest = max(len(line) for line in said if " plays " not in line and " kept " not in line)
    assert columns - 20 < longest <= columns


# arena


def test_the_odds_of_two_random_players(run: Run) -> None:
    """The published odds of random play: 58.5, 12.7 and 28.8 percent."""
    found = answer(run("arena tic-tac-toe easy easy --json"))
    assert found | {"x_wins": "737/1260", "draws": "8/63", "o_wins": "121/420"} == found
    assert " ".join(found) == ("game x o first exact x_wins draws o_wins x_wins_p draws_p o_wins_p")
    assert found["exact"] is True
    assert found["x_wins_p"] == pytest.approx(737 / 1260)


def test_a_sample_says_what_it_takes_to_repeat_it(run: Run) -> None:
    line = "arena tic-tac-toe medium:depth=1 hard --first o --games 300 --seed 4 --json"
    found = answer(run(line))
    assert found == answer(run(line))
    assert found["exact"] is False
    assert found["first"] == "o"
    assert found["x"] == "medium:depth=1"
    assert (found["games"], found["seed"]) == (300, 4)
    assert sum(float(str(found[key])) for key in ("x_wins", "draws", "o_wins")) == pytest.approx(1)


def test_the_sample_stands_beside_the_exact_odds(run: Run) -> None:
    shown = run("arena tic-tac-toe easy chain --games 200").stdout
    assert shown.count("sampled") == 3
    assert "O wins" in shown


def test_the_exact_odds_stand_in_words(run: Run) -> None:
    shown = run("arena tic-tac-toe easy rules").stdout.splitlines()
    assert shown[0] == "Tic-tac-toe: X Easy, O Newell–Simon rules; X begins."
    words = [line.rsplit(None, 3) for line in shown[1:]]
    assert [label.strip() for label, *_ in words] == ["X wins", "draw", "O wins"]
    assert [fraction for *_, fraction in words] == ["0", "37/315", "278/315"]
    for _, number, _, fraction in words:
        assert float(number) == pytest.approx(float(Fraction(fraction)), abs=1e-9)


def test_the_cross_table_has_everybody_in_both_seats(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with odds of its own, here made up: those of tests/test_arena.py take long for all."""
    told: dict[tuple[str, str, str], Odds] = {}

    def made_up(game: Game, x: Opponent, o: Opponent, first: Mark, _progress: object) -> Odds:
        assert game is TIC_TAC_TOE
        wins = Fraction(1, 1_000 + len(told))
        return told.setdefault((x.key, o.key, first.lower()), Odds(wins, 1 - 3 * wins, 2 * wins))

    monkeypatch.setattr("ai.odds.strength.exact_odds", made_up)
    rows = json.loads(run("arena tic-tac-toe --all --json").stdout)
    assert len(rows) == len(told) == 8 * 8
    for row in rows:
        odds = told[row["x"], row["o"], row["first"]]
        exact = (odds.x_wins, odds.draws, odds.o_wins)
        assert [row[key] for key in ("x_wins", "draws", "o_wins")] == [*map(str, exact)]
    text = run("arena tic-tac-toe --all").stdout
    assert all(key in text for key in OPPONENTS)


# prove


def test_the_chain_of_rules_meets_489_games(run: Run) -> None:
    """The figures of opponents.md; the plies are for counting, not for quoting."""
    found = answer(run("prove tic-tac-toe chain --as o --json"))
    assert found["never_loses"] is True
    assert (found["games"], found["won"], found["drawn"], found["lost"]) == (489, 364, 125, 0)
    assert found["losing_line"] is None
    assert "never loses" in run("prove tic-tac-toe chain --as o").stdout


def test_easy_is_beaten_by_luck_alone(run: Run) -> None:
    found = answer(run("prove tic-tac-toe easy --as x --first o --json"))
    line = str(found["losing_line"])
    position = position_after(TIC_TAC_TOE, parse_game(TIC_TAC_TOE, line), Mark.O)
    assert position.outcome
    assert position.outcome.winner is Mark.O
    shown = run("prove tic-tac-toe easy --as x --first o").stdout
    assert line in shown
    assert "luck" in shown


def test_hard_is_surely_beaten_where_the_other_side_begins(run: Run) -> None:
    found = answer(run("prove tic-tac-toe hard --as o --json"))
    assert (found["never_loses"], found["certain_loss"]) == (False, 7)
    shown = run("prove tic-tac-toe hard --as o").stdout
    assert "Some opponent is certain to beat it within 7 plies." in shown
    assert answer(run("prove tic-tac-toe hard --as x --json"))["never_loses"] is True


# values


def test_values_in_words(run: Run) -> None:
    assert "O to move: loss in 4" in run("values tic-tac-toe a1b1a2").stdout
    corner = "draw; a beginner on the other side loses 96.3 %, best\n"
    assert run("values tic-tac-toe").stdout.count(corner) == 4


def test_values_tell_what_each_move_does(run: Run) -> None:
    """Known by the rules: X forks on c1; on another cell O completes the diagonal."""
    words = " ".join(run("values tic-tac-toe a1b2c3a3").stdout.split())
    assert "c1 win in 3, best It blocks diagonal c1 b2 a3. It forks" in words
    assert "loss in 2 It leaves diagonal c1 b2 a3 open on c1." in words
    words = " ".join(run("values tic-tac-toe b2a1a3").stdout.split())
    assert re.search(
        r"c1 draw; a beginner on the other side loses \S+ %, best"
        r" It blocks diagonal c1 b2 a3\. X must block row 1",
        words,
    )


@pytest.mark.parametrize("line", ["square b1a1d2a2", "tic-tac-toe O........ --first o"])
@pytest.mark.parametrize("command", ["values", "moves", "review"])
def test_the_json_is_what_the_engine_answers(run: Run, command: str, line: str) -> None:
    key, text = line.split()[:2]
    record = parse_record(GAMES[key], text)
    found: dict[str, object] = {
        "values": plain_data.values(record.position),
        "moves": plain_data.moves(record.position),
        "review": plain_data.review(record),
    }
    assert answer(run(f"{command} {line} --json")) == found[command]
    assert (
        run(f"{command} {line} --json").stdout
        == run(f"{command} {line.removesuffix(' --first o')} --json").stdout
    ), "the diagram tells who moved first"


# moves


def test_moves_stand_once_with_their_twins_and_odds(run: Run) -> None:
    """Known are the odds of random play, 737/1260 for X, and how many games there are."""
    shown = run("moves tic-tac-toe").stdout
    assert "a1 (or c1, a3, c3)  draw; a beginner on the other side loses 96.3 %, best" in shown
    assert shown.count("At random") == 3
    rows = answer(run("moves tic-tac-toe --json"))["moves"]
    assert isinstance(rows, list)
    odds = {row["name"]: Fraction(row["odds"]["x_wins"]) for row in rows}
    assert (4 * odds["a1"] + 4 * odds["b1"] + odds["b2"]) / 9 == Fraction(737, 1260)
    assert sum((1 + len(row["twins"])) * row["games"] for row in rows) == 255_168
    assert "Games that can follow" not in run("moves square b2").stdout
    assert "X wins: column a." in run("moves tic-tac-toe a1b1a2b2a3").stdout


def test_moves_are_sorted_as_one_likes(run: Run) -> None:
    for order in ORDERS:
        found = answer(run(f"moves tic-tac-toe b1 --sort {order} --json"))["moves"]
        assert isinstance(found, list)
        rows = moves_from_here(study(parse_record(TIC_TAC_TOE, "b1").position))
        wanted = [row.cell for row in in_order(rows, order, Mark.O)]
        assert [row["cell"] for row in found] == wanted


# review


def test_a_review_tells_every_move(run: Run) -> None:
    """O's block makes no difference: X forks all the same, and wins where O leaves it."""
    shown = run("review tic-tac-toe a1b2c3a3c2c1 --o hard").stdout
    assert re.search(r"^ *[a-c][1-3] ", shown, re.MULTILINE), "a sentence begins with a cell"
    assert not re.search(r"\b[A-C][1-3]\b", shown)
    heads = [line for line in shown.splitlines() if re.match(" +[1-9]  [XO] [abc]", line)]
    assert [line.split()[2] for line in heads] == ["a1", "b2", "c3", "a3", "c2", "c1"]
    assert [line.endswith("turning point") for line in heads] == [False] * 4 + [True, False]
    words = " ".join(shown.split())
    assert "X Human, O Hard; X begins." in words
    assert "Why c1? O completed diagonal c1 b2 a3." in words
    assert "It leaves diagonal c1 b2 a3 open on c1. Better: c1 wins in 3." in words
    assert "Diagonal c1 b2 a3: X's c2 didn't block. X had a win at move 5." in words
    assert "X kept what it had in 0 of 1 decision: 0 %." in words


def test_a_review_of_nothing(run: Run) -> None:
    shown = run("review square --first o").stdout
    assert "O to move." in shown
    assert shown.count("had nothing to decide.") == 2


# wins


def test_how_won_positions_are_won_is_printed_and_told_in_json(run: Run) -> None:
    (*_, last) = run("wins tic-tac-toe").stdout.splitlines()
    assert last.split() == ["5", "18", "17", "1", "1", "1", "100.0", "%"]
    rows = answer(run("wins tic-tac-toe --json"))["wins"]
    assert isinstance(rows, list)
    assert [(row["distance"], row["quiet"]) for row in rows] == [(1, 0), (3, 0), (5, 1)]


# solve


def test_solving_counts_and_stores(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    found = answer(run("solve tic-tac-toe --store --json"))
    assert found | {"positions": 5478, "classes": 765, "value": "draw"} == found
    assert " ".join(found) == (
        "game positions classes value longest_win longest_win_to_move seconds"
    )
    assert (tmp_path / "tic-tac-toe").exists()


@pytest.mark.parametrize(
    ("longest", "to_move", "told"),
    [
        (5, 5, "at most 5 plies for the side to move."),
        (12, 11, "at most 11 plies for the side to move, 12 counted from the loser's move."),
    ],
)
def test_the_longest_win_is_told_from_both_sides(
    run: Run, monkeypatch: pytest.MonkeyPatch, longest: int, to_move: int, told: str
) -> None:
    found = retrograde.census(TIC_TAC_TOE, retrograde.solve(TIC_TAC_TOE))
    assert (found["longest_win"], found["longest_win_to_move"]) == (5, 5)
    found |= {"longest_win": longest, "longest_win_to_move": to_move}
    monkeypatch.setattr(retrograde, "census", lambda *_args: found)
    shown = run("solve tic-tac-toe").stdout
    assert "5,478 positions in 765 classes" in shown
    assert told in shown


def test_solving_says_that_it_needs_numpy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numpy", "ai.exact.retrograde"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(exact, "retrograde")
    monkeypatch.setattr(sys, "meta_path", [NoNumpy(), *sys.meta_path])
    result = run("solve tic-tac-toe")
    assert result.exit_code == 1
    assert result.stderr == "Error: Solving needs numpy: pip install numpy\n"


class NoNumpy(MetaPathFinder):
    """Imports as where numpy is not installed."""

    def find_spec(self, name: str, *_args: object) -> None:
        if name == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name=name)


# refusals


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play chess", "no game “chess”"),
        ("play square --x rules", "does not play Square"),
        ("play square --x nobody", "No opponent “nobody”"),
        ("play square --first z", "neither x nor o"),
        ("play square --seed -1", "-1"),
        ("arena square easy", "two players"),
        ("arena square easy chain", "does not play Square"),
        ("arena square --all easy", "--all"),
        ("arena square easy hard --store", "--all"),
        ("arena tic-tac-toe easy hard --games 0", "0"),
        ("prove tic-tac-toe hard", "--as"),
        ("prove square minimax --as x", "does not play Square"),
        ("arena tic-tac-toe easy easy --seed 3", "--games"),
        ("arena tic-tac-toe --all --first x", "--first"),
        ("values tic-tac-toe a1a1", "Move 2, a1, cannot be played"),
        ("moves tic-tac-toe --sort luck", "luck"),
        ("moves square --sort games", "3×3"),
        ("review tic-tac-toe b2 --o nobody", "No opponent “nobody”"),
    ],
)
def test_what_cannot_be_is_told(run: Run, line: str, told: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", list(commands.commands))
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(f"{command} --help")
    assert result.exit_code == 0
    assert "GAME" in result.stdout


# Errors from outside the program.


def test_an_interrupt_while_the_computer_thinks_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_position: Position) -> Decision[None]:
        raise KeyboardInterrupt

    slow = Opponent("slow", "Slow", interrupted)
    monkeypatch.setitem(OPPONENTS, "slow", slow)
    result = run("play tic-tac-toe --x slow")
    assert (result.exit_code, result.stderr) == (1, LEFT)


@pytest.mark.parametrize(
    "command",
    [
        "values square",
        "moves square",
        "review square b2a1",
        "wins square",
        "play square --x unbeatable --o easy",
        "arena square unbeatable easy",
    ],
)
def test_a_game_without_a_tablebase_is_an_error_in_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    forget_all()
    result = run(command)
    assert result.exit_code == 1
    assert "Square has no tablebase" in result.stderr


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(28, "No space left on device"), "Error: [Errno 28] No space left on device\n"),
        (BrokenPipeError(32, "Broken pipe"), ""),
    ],
)
def test_what_cannot_be_written_is_an_error_in_words_unless_the_reader_has_left(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: OSError, told: str
) -> None:
    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr("ai.commands.values.diagram", fail)
    result = run("values tic-tac-toe")
    assert (result.exit_code, result.output) == (1, told)


def test_a_command_prints_to_any_stream() -> None:
    with redirect_stdout(StringIO()) as printed:
        commands.main(["values", "tic-tac-toe"], standalone_mode=False)
    assert "X to move: draw" in printed.getvalue()


@pytest.mark.parametrize("command", ["play", "review", "arena", "prove"])
def test_the_help_names_every_player(run: Run, command: str) -> None:
    words = " ".join(run(f"{command} --help").stdout.split())
    assert f"Players: {', '.join(OPPONENTS)}" in words


# How to start the commands.


def test_python_runs_them_as_a_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ai", "values", "chess"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("ai", run_name="__main__")
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("Usage: python -m ai values ")


@pytest.mark.parametrize("line", ["values tic-tac-toe b2", "arena tic-tac-toe easy rules --json"])
def test_the_application_has_the_same_commands(run: Run, app: Flask, line: str) -> None:
    assert app.test_cli_runner().invoke(args=line.split()).stdout == run(line).stdout
    names = "play values moves review arena prove wins solve search puzzles"
    assert [*commands.commands] == names.split()
    assert set(commands.commands) <= set(app.cli.commands)


@pytest.mark.long
@pytest.mark.parametrize(
    ("imported", "needless"),
    [("ai.cli, ai.exact.retrograde", "flask"), ("ai.cli, webapp", "numpy")],
)
def test_the_engine_needs_no_flask_and_only_solving_needs_numpy(
    imported: str, needless: str
) -> None:
    code = f"import {imported}, sys; sys.exit('{needless}' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], check=False)  # noqa: S603
    assert ran.returncode == 0


def test_values_takes_the_diagram_of_a_position(run: Run) -> None:
    drawn = run("values tic-tac-toe XO.-.X.-O.. --json").stdout
    played = run("values tic-tac-toe a1b1b2a3 --json").stdout
    assert drawn == played
    assert run("values tic-tac-toe XO.-.X.-O..c3").stdout.endswith("The game is over: X has won.\n")
