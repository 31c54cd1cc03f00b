"""The commands, as typed."""

import json
import re
import runpy
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest
from click.testing import Result
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from ai import exact
from ai.cli import commands
from ai.exact import atlas, retrograde, tablebase
from ai.explain import explain_move
from ai.opponents import OPPONENTS
from ai.rules.games import TIC_TAC_TOE
from ai.rules.notation import parse_game
from ai.rules.position import Mark, Position
from ai.study.study import study
from tests.browser import kept
from tests.catalogues import COMMANDS, Messages, translations, write
from tests.conftest import forget_all
from tests.typed import run

CELLS = TIC_TAC_TOE.cell_names


def answer(line: str, typed: str = "") -> dict[str, Any]:
    result = run(f"{line} --json", typed)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def words(result: Result) -> str:
    return " ".join(result.stdout.split())


# play

LEFT = "Error: You left before the game was over.\n"
PEOPLE = "play tic-tac-toe --x human --o human"
ONE_GAME = "a1\nb1\na2\nb2\na3\n"


def test_a_bad_move_is_asked_for_again() -> None:
    bad = {"z9": "no cell", "99": "no cell 99", "a1": "taken", "what": "no cell", "-1": "-1"}
    result = run(PEOPLE, "\n".join(["a1", *bad, "b2"]) + "\n")
    _x, *asked = result.stdout.split("O to move")
    assert len(asked) == 6
    for told, after in zip(bad.values(), asked, strict=False):
        assert told in after


def test_people_play_until_they_leave_which_is_an_error_in_mid_game_alone() -> None:
    for wins, end in product((1, 2), ("", "n\n", "y\n", "y\na1\n")):
        result = run(PEOPLE, "y\n".join([ONE_GAME] * wins) + end)
        assert result.stdout.count("X wins: column a.") == wins
        left = end.startswith("y")
        assert (result.exit_code, result.stderr) == ((1, LEFT) if left else (0, "")), end


def played(shown: str) -> list[str]:
    return re.findall(r" plays (\w\d)\.?$", shown, re.MULTILINE)


def test_a_seed_repeats_the_game_here_and_on_the_page(app: Flask) -> None:
    line = "play tic-tac-toe --x easy --o medium --first x --seed 7"
    shown = run(line).stdout
    assert run(line).stdout == shown != run(line.replace("7", "8")).stdout
    browser = app.test_client()
    form = {"game": "tic-tac-toe", "x": "easy", "o": "medium", "first": "x", "seed": "7"}
    browser.post("/matches", data=form)
    browser.post("/step", data={"ply": "0", "until": "end"})
    moves = kept(browser).match.record.text
    assert "".join(played(shown)) == moves
    assert parse_game(TIC_TAC_TOE, moves)


def test_a_game_as_json_is_its_review_with_the_seed() -> None:
    for typed, players in {"": "--x hard --o easy", "b2\nquit\n": "--x human --o easy"}.items():
        found = answer(f"play tic-tac-toe {players} --seed 4", typed)
        assert found.pop("seed") == 4
        reviewed = f"review tic-tac-toe {found['record']} --first {found['first']} {players}"
        assert found == answer(reviewed)
        assert (found["outcome"] is None) == ("quit" in typed)


@given(
    st.lists(st.sampled_from(["why", "undo", "WHY", " undo", "z9", *CELLS]), max_size=20),
    st.sampled_from(["--x human --o human", "--x human --o easy", "--x rules --o human"]),
)
def test_what_is_typed_in_place_of_a_cell_takes_back_tells_or_leaves(
    typed: list[str], players: str
) -> None:
    """Moves taken back leave no trace: the same moves alone lead to the same board."""
    line = f"play tic-tac-toe {players} --seed 5"
    seats = dict(zip("XO", players.split()[1::2], strict=True))

    def found(*typed: str) -> dict[str, Any]:
        return answer(line, "\n".join([*typed, "quit"]) + "\n")

    there = found(*typed)
    moves = re.findall(r"[a-c][1-3]", str(there["record"]))
    own = [name for ply, name in enumerate(moves) if seats["XO"[ply % 2]] == "human"]
    assert found(*own) == there
    if own and not there["outcome"]:
        assert found(*own, "undo") == found(*own[:-1])
    else:
        assert there["outcome"] or "take back" in run(line, "undo\nquit\n").stdout


def test_a_program_tells_why_when_asked_or_after_each_move() -> None:
    """*why* changes no move; it adds the reasons that the page gives."""
    asked = "play tic-tac-toe --o hard --seed 3"
    assert "No program has moved yet." in words(run(asked, "why\nquit\n"))
    line = "play tic-tac-toe --x unbeatable --o hard --seed 3"
    names, told, here = played(run(line).stdout), words(run(f"{line} --why")), Position(TIC_TAC_TOE)
    assert len(names) > 4
    for name, cell in zip(names, parse_game(TIC_TAC_TOE, "".join(names)), strict=True):
        opponent = OPPONENTS["unbeatable" if here.to_move is Mark.X else "hard"]
        reason = " ".join(explain_move(study(here).moves[cell], opponent).text.split())
        assert f" plays {name}. {reason} " in told
        here = here.play(cell)


# Languages.

IN_GERMAN: Messages = {
    "%(mark)s (%(name)s) plays %(cell)s.": "%(mark)s (%(name)s) zieht %(cell)s.",
    "That cell is taken.": "Das Feld ist besetzt.",
}
SPOKEN = {  # the environment, and the language that follows
    "": "en",
    "LANG=de_AT.UTF-8": "de",
    "LANG=C.UTF-8": "en",
    "LANG=it_IT": "en",
    "LC_MESSAGES=pt_BR.UTF-8@x LANG=de_DE": "pt-BR",
    "LC_ALL=C LC_MESSAGES=de_DE LANG=de_DE": "en",
    "LANGUAGE=it:de:en LC_ALL=en_GB.UTF-8": "de",
    "LANGUAGE=pt_BR LANG=de_DE": "pt-BR",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    """German and Portuguese beside English, of a few messages."""
    for tag in ("de", "pt-BR"):
        write(tmp_path, tag, IN_GERMAN)
    with translations(tmp_path):
        yield


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(("told", "tag"), SPOKEN.items())
def test_the_environment_tells_the_language_as_for_other_programs(
    told: str, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option counts more. JSON is English unless it asks."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for variable in told.split():
        monkeypatch.setenv(*variable.split("="))
    line = "play tic-tac-toe --x easy --o easy --seed 1"
    for option, spoken in {"": tag, " --language de": "de", " --language en": "en"}.items():
        verb = "plays" if spoken == "en" else "zieht"
        assert len(re.findall(rf"[XO] \(Easy\) {verb} [a-c][1-3]\.", run(line + option).stdout)) > 4
    asked = "review tic-tac-toe a1b2c3 --json"
    assert run(asked).stdout == run(f"{asked} --language en").stdout
    refused = run("play tic-tac-toe --language xx")
    assert (refused.exit_code, "none of en, de, pt-BR" in refused.stderr) == (2, True)


@pytest.mark.usefixtures("german")
def test_a_person_types_commands_in_their_language_or_in_english() -> None:
    """What was spoken in one command is not spoken in the next."""
    line = f"{PEOPLE} --json"
    for tag, words in COMMANDS.items():
        for undo, why in product((words["undo"], "undo"), (words["why"], "why")):
            result = run(f"{line} --language {tag}", f"a1\n{undo}\n{why.upper()}\nb2\nb2\nquit\n")
            found = json.loads(result.stdout)
            assert found["record"] == "b2"
            assert "No program has moved yet." in result.stderr
            assert "Das Feld ist besetzt." in result.stderr
    assert "to move" in run(PEOPLE, "quit\n").stdout


def test_reasons_are_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (40, 120):
        monkeypatch.setenv("COLUMNS", f"{columns}")
        told = run("review square b1a1d2a2c4b2a3 --x hard").stdout.splitlines()[1:]
        said = [it for it in told if re.match(r"(?: {10})?[A-Za-z]", it) and " kept " not in it]
        assert columns - 20 < max(map(len, said)) <= columns


# What is printed.

# Known by the rules or from publications: random play is 58.5, 12.7 and 28.8 percent; the chain of
# rules meets 489 games, as opponents.md says.
FIGURES: Mapping[str, Mapping[str, object]] = {
    "arena tic-tac-toe easy easy": {"x_wins": "737/1260", "draws": "8/63", "o_wins": "121/420"},
    "prove tic-tac-toe chain --as o": {"games": 489, "won": 364, "drawn": 125, "lost": 0}
    | {"never_loses": True, "losing_line": None},
    "prove tic-tac-toe hard --as o": {"never_loses": False, "certain_loss": 7},
    "search tic-tac-toe XX.-OO.-... --by minimax": {"minimax": 157, "alpha_beta": 47, "visits": 157}
    | {"positions": 69, "classes": 66, "to_move": "x", "cutoffs": 0, "principal_variation": ["c1"]},
    "search tic-tac-toe ..X-XXO-OXO": {"cells": {"a1": "loss", "b1": "draw"}, "to_move": "o"}
    | {"minimax": 5, "visits": 5, "best_order": 5, "worst_order": 5, "depth": 2},
    "solve tic-tac-toe": {"positions": 5478, "classes": 765, "value": "draw", "plies": 0}
    | {"longest_win": 5, "longest_win_to_move": 5},
}

# Known by the rules: X forks on c1; on another cell O completes the diagonal. O's block makes no
# difference: X forks all the same, and wins where O leaves it.
RETURNED = "b3 = -1, cut off c3: X has 0 by visit 5"
TOLD: Mapping[str, Sequence[str]] = {
    "arena tic-tac-toe easy rules": [
        "Tic-tac-toe: X Easy, O Newell–Simon rules; X begins. X wins 0.000000000 = 0 draw 0.1",
    ],
    "prove tic-tac-toe chain --as o": ["never loses"],
    "prove tic-tac-toe hard --as o": ["Some opponent is certain to beat it within 7 plies."],
    "values tic-tac-toe XO.-.X.-O..c3": ["The game is over: X has won."],
    "values tic-tac-toe a1b2c3a3": [
        "c1 wins in 2 moves, best c1 blocks diagonal c1 b2 a3. c1 forks",
        "loses at once It leaves diagonal c1 b2 a3 open on c1.",
    ],
    "values tic-tac-toe b2a1a3": [
        "c1 draws: then ",
        " beginners slip, best c1 blocks diagonal c1 b2 a3. X must block row 1",
    ],
    "moves tic-tac-toe": [
        "a1 (or c1, a3, c3) draws: then 963 of 1,000 beginners slip, best",
        "At random",
        "Games that can follow",
    ],
    "moves tic-tac-toe a1b1a2b2a3": ["X wins: column a."],
    "review tic-tac-toe a1b2c3a3c2c1 --o hard": [
        "X Human, O Hard; X begins.",
        "Why c1? c1 completes diagonal c1 b2 a3.",
        "It leaves diagonal c1 b2 a3 open on c1. Better: c1 wins in 2 moves.",
        "Diagonal c1 b2 a3: X's c2 didn't block. X had a win at move 5.",
        "X kept what it had in 0 of 1 decision: 0 %.",
    ],
    "review square --first o": ["O to move.", "X had nothing to decide.", "O had nothing to"],
    "wins tic-tac-toe": [" 5 18 17 1 1 1 100.0 %"],
    # tests/test_search.py checks these counts on plain boards.
    "search tic-tac-toe XX.-OO.-...": [
        "principal variation c1 minimax visits 157 alpha-beta 47 in the best order 25 ",
        "different positions 69 up to symmetry 66",
    ],
    "solve 2x2-a1b2": ["classes of symmetric ones"],
    # Values are to X, whoever moves: only b1 stops column b, and the board is full after it.
    "search tic-tac-toe ..X-XXO-OXO": ["values a1 +1, b1 0"],
    # By hand: the search has a draw for X by a3, then after b3 O completes a3 b2 c1.
    "search tic-tac-toe XX.-OO.-... --show": [
        f" 10 b3 O to move in [0, +1], X by visit 5 11 a3 O wins, -1 {RETURNED} ",
        " c3 ≥ 0 ",
    ],
    # The path, with all moves of each position.
    "search tic-tac-toe XX.-OO.-... --at 11": [
        "Visit 11 of 47 ",
        " c1 c2 a3 b3 c3 ",
        f" OX. .XO a3 c3 = -1 cut off {RETURNED}",
        "best so far: c1, +1",
    ],
    "search tic-tac-toe --by medium --show": ["depth reached"],
    "search tic-tac-toe --by medium --at 3": [" b1 depth reached, 0"],
}


def test_figures_are_the_known_ones() -> None:
    for line, figures in FIGURES.items():
        found = answer(line)
        assert {name: found[name] for name in figures} == figures, line


def test_words_say_what_the_rules_say() -> None:
    for line, told in TOLD.items():
        shown = words(run(line))
        assert [it for it in told if it not in shown] == [], line


def test_lists_have_each_move_once() -> None:
    assert run("values tic-tac-toe").stdout.count("beginners slip, best\n") == 4
    assert run("moves tic-tac-toe").stdout.count("At random") == 3
    assert "Games that can follow" not in run("moves square b2").stdout
    reviewed = run("review tic-tac-toe a1b2c3a3c2c1 --o hard").stdout
    assert reviewed.count("turning point\n") == 1


def test_a_position_may_be_drawn_and_tells_who_moved_first() -> None:
    assert answer("values tic-tac-toe XO.-.X.-O..") == answer("values tic-tac-toe a1b1b2a3")
    drawn = "review tic-tac-toe O........"
    assert answer(drawn) == answer(f"{drawn} --first o")


def test_the_line_on_which_luck_beats_a_program_is_lost() -> None:
    line = "prove tic-tac-toe easy --as x --first o"
    lost, told = str(answer(line)["losing_line"]), run(line).stdout
    assert "luck" in told
    assert lost in told
    assert "O has won" in run(f"values tic-tac-toe {lost} --first o").stdout


def test_a_sample_says_what_it_takes_to_repeat_it() -> None:
    line = "arena tic-tac-toe medium:depth=1 hard --first o --games 100 --seed 4"
    found = answer(line)
    assert found == answer(line)
    told = {"exact": False, "first": "o", "x": "medium:depth=1", "games": 100, "seed": 4}
    assert told.items() <= found.items()
    assert sum(float(str(found[key])) for key in ("x_wins", "draws", "o_wins")) == pytest.approx(1)


# Solving, and games of one's own.


def test_solving_stores_and_tells_the_longest_win_from_both_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    found = answer("solve tic-tac-toe --store")
    assert (tmp_path / "tic-tac-toe").exists()
    shown = words(run("solve tic-tac-toe"))
    assert "5,478 positions in 765 classes" in shown
    assert "at most 5 plies for the side to move." in shown
    wins = {"longest_win": 12, "longest_win_to_move": 11}
    monkeypatch.setattr(retrograde, "census", lambda _table: found | wins)
    told = "at most 11 plies for the side to move, 12 counted from the loser's move."
    assert told in words(run("solve tic-tac-toe"))


def test_a_game_of_ones_own_is_solved_by_its_definition_and_played() -> None:
    """Harary's Z wins on 3×3 in five moves; other spellings and names lead to one game."""
    shown = words(run("solve 3x3-b2a1b1c2"))
    assert shown.startswith("Tippy: ")
    assert "Best play ends in a win in 5 moves." in shown
    assert answer("solve 3x3-a3b2c1-b1a1c1")["game"] == "tic-tac-toe"
    game = "4x2-a1b1b2c2-!a2d2"
    found = answer(f"play {game} --x unbeatable --o hard --seed 3")
    review = answer(f"review {game} {found['record']} --x unbeatable --o hard")
    assert review["accuracy"]["x"]["percent"] == 100
    assert "has no name" in run(f"puzzles find {game} --store").stderr


def test_the_atlas_is_printed_told_as_data_and_stored_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each game, under its heads: here of the only three that are solved again."""
    _heads, *lines = run("atlas").stdout.splitlines()
    assert answer("atlas") == (whole := atlas.load())
    assert len(lines) == len(whole["games"])
    assert " ".join(lines[0].split()) == "Domino 3x2 7 wins in 2 moves 2 179 51 3x2-a1b1"
    monkeypatch.setattr(atlas, "FILE", tmp_path / "atlas.json")
    monkeypatch.setattr(atlas, "SIDES", ((3, 2),))
    monkeypatch.setattr(atlas, "SHAPES", dict([*atlas.SHAPES.items()][:3]))
    stored = answer("atlas --store")["games"]
    atlas.load.cache_clear()
    assert stored == [it for it in whole["games"] if it in stored]
    assert [it["shape"] for it in stored] == ["domino", "tic", "el"]


def test_solving_says_that_it_needs_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "ai.exact.retrograde")
    monkeypatch.delattr(exact, "retrograde")
    result = run("solve tic-tac-toe")
    assert result.exit_code == 1
    assert result.stderr == "Error: Solving needs numpy: pip install numpy\n"


EXAMPLES = {
    line.split()[0]: line
    for line in (
        "play tic-tac-toe --x unbeatable --o rules --seed 1",
        *("values tic-tac-toe b2", "moves tic-tac-toe b2a1", "review tic-tac-toe b2a1 --o rules"),
        *("arena tic-tac-toe unbeatable rules", "prove tic-tac-toe chain --as o"),
        *("wins tic-tac-toe", "solve tic-tac-toe", "atlas", "search tic-tac-toe a1b2c3"),
        "puzzles list tic-tac-toe",
    )
}
NAME_PLAYERS = {"play", "review", "arena", "prove"}


def test_every_command_has_help_and_is_the_applications_too(app: Flask) -> None:
    assert EXAMPLES.keys() == commands.commands.keys()
    seconds = re.compile(r"[\d.]+\s+s(econds)?\b")
    for command, line in EXAMPLES.items():
        helped = run(f"{command} --help")
        assert helped.exit_code == 0
        assert ("GAME" in helped.stdout) == (command != "atlas"), command
        assert (f"Players: {', '.join(OPPONENTS)}" in words(helped)) == (command in NAME_PLAYERS)
        there, here = app.test_cli_runner().invoke(args=line.split()), run(line)
        assert here.exit_code == there.exit_code == 0
        assert seconds.sub("", there.stdout) == seconds.sub("", here.stdout) != "", line
        assert command == "atlas" or "chess" in run(line.replace("tic-tac-toe", "chess")).stderr


# Refusals, and errors from outside the program.


REFUSED = {
    "solve 5x5-a1b1": "25 cells; 16 are the most",
    "solve 2x2-a1b1 --store": "Only games with a name",
    "play chess": "no game “chess”",
    "play square --x rules": "does not play Square",
    "play square --first z": "neither x nor o",
    "play square --seed -1": "-1",
    "arena square easy": "two players",
    "arena square --all easy": "--all",
    "arena square easy hard --store": "--all",
    "arena 2x2-a1b2 --all --store": "only of tic-tac-toe and square",
    "arena tic-tac-toe easy hard --games 0": "0",
    "prove tic-tac-toe hard": "--as",
    "arena tic-tac-toe easy easy --seed 3": "--games",
    "arena tic-tac-toe --all --first x": "--first",
    "values tic-tac-toe a1a1": "Move 2, a1, cannot be played",
    "moves tic-tac-toe --sort luck": "luck",
    "moves square --sort games": "up to 9 cells",
    "search square": "nine cells or fewer",
    "search tic-tac-toe XXX-OO.-...": "the game is over",
    "search tic-tac-toe --by hard": "'hard' is not one of",
    "search tic-tac-toe --by minimax --show": "more than 5,000 visits",
    "search 2x2-a1b1 --at 99": "only 1 to",
    "search tic-tac-toe XX.-OO.-... --json --show": "without visits",
    "puzzles solve square 0": "no puzzle 0",
    "puzzles solve tic-tac-toe 1 --moves d4": "no cell “d4”",
}


def test_what_cannot_be_is_told() -> None:
    for line, told in REFUSED.items():
        result = run(line)
        assert (result.exit_code, result.stdout) == (2, ""), line
        assert told in result.stderr, line
        assert "Traceback" not in result.stderr


def test_an_interrupt_while_the_computer_thinks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = replace(OPPONENTS["easy"], policy=Mock(side_effect=KeyboardInterrupt))
    monkeypatch.setitem(OPPONENTS, "easy", slow)
    result = run("play tic-tac-toe --x easy")
    assert (result.exit_code, result.stderr) == (1, LEFT)


def test_a_game_without_a_tablebase_is_an_error_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tablebase, "FOLDER", tmp_path)
    forget_all()
    for command in ("play", "values", "review", "arena", "wins"):
        result = run(EXAMPLES[command].replace("tic-tac-toe", "square").replace("rules", "easy"))
        assert result.exit_code == 1
        assert "Square has no tablebase" in result.stderr, command


def test_what_cannot_be_written_is_an_error_in_words_unless_the_reader_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for error, told in (
        (OSError(28, "No space left"), "Error: [Errno 28] No space left\n"),
        (BrokenPipeError(32, "Broken pipe"), ""),
    ):
        monkeypatch.setattr("ai.commands.command.diagram", Mock(side_effect=error))
        result = run("values el")
        assert (result.exit_code, result.output) == (1, told)


def test_closed_input_is_input_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(click.ClickException, match="You left before"):
        commands.main(["play", "el"], standalone_mode=False)


def test_a_command_prints_to_any_stream() -> None:
    with redirect_stdout(StringIO()) as printed:
        commands.main(["values", "tic-tac-toe"], standalone_mode=False)
    assert "X to move: a draw" in printed.getvalue()
    with redirect_stdout(StringIO()) as printed, redirect_stderr(None):  # closed: no bar elsewhere
        commands.main(["solve", "el", "--json"], standalone_mode=False)
    assert json.loads(printed.getvalue())["value"] == "win"


def test_python_runs_them_as_a_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ai", "values", "chess"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("ai", run_name="__main__")
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("Usage: python -m ai values ")
