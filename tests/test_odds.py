"""Players that meet: exact odds, sampled games, proofs, and the stored tables of strength, with the
page that shows them.
"""

import json
import re
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from ai.cli import commands
from ai.odds import strength
from ai.odds.arena import Odds, Sample, exact_odds, sampled_odds
from ai.odds.proofs import prove
from ai.odds.random_play import odds_after_moves
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Decision, Opponent, UnsupportedGame
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.position import Mark, Position, parse
from tests.browser import browser_in
from tests.odds_laws import (
    BY_MARK,
    EASY,
    FIRST_CELL,
    FIRST_TWO_CELLS,
    expect_odds,
    expect_proof,
    one_by_one,
)
from tests.page import Element, read
from tests.reference.players import assert_loses
from webapp.game.score import Score, Tally
from webapp.game.session import Session

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SMALL = "3x2-a1b1c2"
LEVELS = ("easy", "medium", "hard", "unbeatable")


def keys(game: Game) -> list[str]:
    """The keys of the opponents that play *game*."""
    return [opponent.key for opponent in OPPONENTS.values() if opponent.plays(game)]


def shares(odds: Odds) -> list[float]:
    """How often X wins, nobody does, and O wins."""
    return [*map(float, astuple(odds))]


# Odds.


@pytest.mark.parametrize(("x", "o"), [*zip(LEVELS, LEVELS[::-1], strict=True), ("hard", "hard")])
def test_odds_on_a_small_board_are_those_of_a_recursion(x: str, o: str) -> None:
    first = Mark.O if x == "hard" else Mark.X
    expect_odds(game_for(SMALL), OPPONENTS[x], OPPONENTS[o], first)


def test_a_policy_is_told_whose_turn_it_is_and_x_begins_unless_told() -> None:
    """X fills the last row. If both chose as O does, who moves second would fill the first."""
    order = {Mark.X: (6, 7, 8), Mark.O: (3, 0, 4, 1, 8, 2)}

    def by_mark(position: Position) -> Decision[None]:
        empty = [cell for cell in order[position.to_move] if cell in position.empty_cells]
        return Decision((empty[0],), None)

    both = replace(EASY, policy=by_mark, symmetric=False)
    for first in Mark:
        assert astuple(exact_odds(TIC_TAC_TOE, both, both, first)) == (1, 0, 0)
    game, hard = game_for(SMALL), OPPONENTS["hard"]
    assert exact_odds(game, EASY, hard) == exact_odds(game, EASY, hard, Mark.X)
    assert exact_odds(game, EASY, hard) != exact_odds(game, EASY, hard, Mark.O)
    begun = sampled_odds(game, EASY, hard, 50, 1, Mark.X)
    assert sampled_odds(game, EASY, hard, 50, 1) == begun


def test_nobody_is_made_to_play_another_game() -> None:
    minimax = OPPONENTS["minimax"]
    for players in ((minimax, EASY), (EASY, minimax)):
        with pytest.raises(UnsupportedGame, match="Minimax"):
            exact_odds(SQUARE, *players)
        with pytest.raises(UnsupportedGame, match="Minimax"):
            sampled_odds(SQUARE, *players, games=1, seed=1)
    with pytest.raises(UnsupportedGame, match="Minimax"):
        prove(SQUARE, minimax, Mark.X)


def test_random_play_is_that_of_easy_against_itself() -> None:
    """Also as the tables of strength have it, on Square too."""
    for game in GAMES.values():
        after_first = odds_after_moves(Position(game)).values()
        mean = [
            sum(each) / len(after_first) for each in zip(*map(shares, after_first), strict=True)
        ]
        assert shares(strength.load(game).odds["easy", "easy"]) == pytest.approx(mean, abs=1e-11)
    assert not odds_after_moves(parse(TIC_TAC_TOE, "XXX OO. ..."))


def test_a_sample_agrees_with_the_exact_odds() -> None:
    """Within the range in which 99.99% of samples fall, and the same seed gives the same games."""
    games, players = 300, (EASY, OPPONENTS["hard"])
    sample = sampled_odds(TIC_TAC_TOE, *players, games, 7, Mark.X)
    assert sample.games == games == sample.x_wins + sample.draws + sample.o_wins
    reach = NormalDist().inv_cdf(1 - 0.0001 / 2)
    exact = strength.load(TIC_TAC_TOE).odds["easy", "hard"]
    for count, p in zip((sample.x_wins, sample.draws, sample.o_wins), shares(exact), strict=True):
        assert abs(count - games * p) <= reach * sqrt(games * p * (1 - p)) + 1e-6
    again = [sampled_odds(game_for(SMALL), EASY, EASY, 60, seed) for seed in (1, 1, 2, 3, 4)]
    assert again[0] == again[1]
    assert len({*again}) > 1


def test_the_ends_of_the_interval_are_where_the_count_is_just_doubtful() -> None:
    """There the share is 1.96 standard deviations, of the probability at the end, away."""
    z = NormalDist().inv_cdf(0.975)
    for games in (1, 10, 1_000):
        for count in range(0, games + 1, max(1, games // 10)):
            low, high = Sample(games, count, 0, games - count).interval(count)
            assert -1e-12 <= low < high <= 1 + 1e-12
            for end in (low, high):
                reach = z * sqrt(max(0, end * (1 - end)) / games)
                assert abs(count / games - end) == pytest.approx(reach, abs=1e-7)


# Proofs.


@pytest.mark.parametrize(("level", "mark"), [*product(LEVELS, Mark)])
def test_a_proof_on_a_small_board_counts_what_brute_force_counts(level: str, mark: Mark) -> None:
    expect_proof(SMALL, OPPONENTS[level], mark, Mark.X)


def test_a_certain_loss_is_found() -> None:
    """Playing the first cell, or one of the first two, is beaten by force."""
    assert expect_proof("tic-tac-toe", FIRST_CELL, Mark.O, Mark.X).certain_loss is not None
    expect_proof("tic-tac-toe", BY_MARK, Mark.X, Mark.O)
    assert expect_proof(SMALL, FIRST_TWO_CELLS, Mark.O, Mark.X).certain_loss


def test_random_play_meets_every_game_and_no_loss_is_certain() -> None:
    """The 255,168 games of the game itself."""
    proof = prove(TIC_TAC_TOE, EASY, Mark.X)
    assert (proof.games, proof.won, proof.drawn, proof.lost) == (255_168, 131_184, 46_080, 77_904)
    assert not proof.never_loses
    assert proof.certain_loss is None


def test_progress_rises_to_all() -> None:
    shares, game = list[float](), game_for(SMALL)
    prove(TIC_TAC_TOE, FIRST_CELL, Mark.X, Mark.X, shares.append)
    assert len(shares) > 9
    proved = len(shares)
    exact_odds(game, one_by_one(EASY), EASY, Mark.X, shares.append)
    assert len(shares) > proved + 6
    for told in (shares[:proved], shares[proved:]):
        assert told == sorted(told)
        assert (told[0], told[-1]) == (0, 1)
    shares.clear()
    sampled_odds(game, EASY, EASY, 200, 1, Mark.X, shares.append)
    assert shares == [0, 64 / 200, 128 / 200, 192 / 200, 1]


# Stored tables of strength.


@BOTH
def test_everybody_meets_everybody_in_both_seats_and_every_line_is_a_game_that_it_loses(
    game: Game,
) -> None:
    table = strength.load(game)
    assert list(table.odds) == [*product(keys(game), repeat=2)]
    assert list(table.weaknesses) == [*product(keys(game), Mark)]
    for odds in table.odds.values():
        assert sum(shares(odds)) == pytest.approx(1, abs=1e-11)
    for (key, mark), weakness in table.weaknesses.items():
        for line in filter(None, (weakness.shortest, weakness.certain)):
            assert_loses(game.key, line, OPPONENTS[key], mark, "X")
        if weakness.certain:
            assert weakness.shortest
            assert len(weakness.shortest) <= len(weakness.certain)


@pytest.mark.parametrize("mark", Mark)
def test_easy_and_medium_are_beaten_on_square_with_luck_alone(mark: Mark) -> None:
    """Easy may play as Unbeatable does. Neither side needs more marks than win: Easy's opponent
    four; Medium's five, for it stops a threat, and three corners are of one square.
    """
    for key, marks in (("easy", 4), ("medium", 5)):
        weakness = strength.load(SQUARE).weaknesses[key, mark]
        assert weakness.shortest
        assert len(weakness.shortest) == 2 * marks - (mark is Mark.O)
        assert weakness.certain is None


def test_the_command_stores_what_it_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test takes odds and proofs from the stored tables: to compute them takes long."""
    stored, here = {game: strength.load(game) for game in strength.games()}, strength.FOLDER

    def stored_odds(game: Game, x: Opponent, o: Opponent, first: Mark, _part: object) -> Odds:
        assert first is Mark.X
        return stored[game].odds[x.key, o.key]

    monkeypatch.setattr(strength, "exact_odds", stored_odds)
    monkeypatch.setattr(strength, "weaknesses", lambda game, _progress: stored[game].weaknesses)
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    printed = CliRunner().invoke(commands, ["arena", "tic-tac-toe", "--all", "--store"])
    assert printed.exit_code == 0
    rows = [line.split()[0] for line in printed.stdout.splitlines()[-8:]]
    assert rows == keys(TIC_TAC_TOE)
    figures = re.findall(r"([\d.]+) / ([\d.]+) / ([\d.]+)", printed.stdout)
    assert [[*map(float, row)] for row in figures] == [
        pytest.approx([100 * share for share in shares(odds)], abs=0.0501)
        for odds in stored[TIC_TAC_TOE].odds.values()
    ]
    told = json.loads(
        CliRunner().invoke(commands, ["arena", "tic-tac-toe", "--all", "--json"]).stdout
    )
    assert [(row["x"], row["o"], row["x_wins"], row["draws"], row["o_wins"]) for row in told] == [
        (*players, *map(str, astuple(odds))) for players, odds in stored[TIC_TAC_TOE].odds.items()
    ]
    strength.store(stored[SQUARE])
    for game in stored:
        file = f"{game.key}.json"
        assert (tmp_path / file).read_bytes() == (here / file).read_bytes()
    assert (here / "square.json").stat().st_size < 4_000
    assert isinstance(stored[TIC_TAC_TOE].odds["easy", "easy"].draws, Fraction)


# The page.


class StrengthPage:
    """The page at an *address*: the game, and the tables: of all, of one, and how to beat each."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.page = read(client.get(address).text)
        self.main = self.page.by_id("main")
        (self.form,) = self.main.all("form")
        self.game = GAMES[self.form.fields["game"]]
        self.cross, self.one, self.beaten = self.main.all("table")

    def rows(self, table: Element) -> dict[str, Element]:
        """The rows of a *table* by the keys of their opponents."""
        rows = dict(zip(keys(self.game), table.all("tbody")[0].all("tr"), strict=True))
        for key, row in rows.items():
            assert row.all("th")[0].text == OPPONENTS[key].name
        return rows


def in_words(button: Element) -> tuple[str, list[float]]:
    """The label of a button after its figures, and these, as shares."""
    first, _, said = button["aria-label"].partition(": ")
    return said, [float(figure) / 100 for figure in first.split(", ")]


def figures(button: Element) -> list[str]:
    """The figures to be seen."""
    return [figure.text for figure in button.all("b")]


def assert_says(button: Element, expected: list[float], precision: float) -> None:
    """The figures, the label and the bar are those expected: shares of wins, draws and losses,
    rounded by *precision* at most. Only a share that is 0 or 1 is shown as 0 or 100, even if others
    have to be rounded less.
    """
    _, said = in_words(button)
    assert said == [float(figure) / 100 for figure in figures(button)]
    for share, exact in zip(said, expected, strict=True):
        assert abs(share - exact) <= precision + 1e-9
        assert min(share, 1 - share) >= min(exact, 1 - exact) / 2
        assert (share in {0, 1}) == (exact in {0, 1})
    assert abs(sum(said) - 1) < 2.01 * precision
    bars = {path["class"]: float(path["d"][5:].split("v")[0]) for path in button.all("path")}
    assert bars == {
        "losses": 100,
        "draws": pytest.approx(100 * (expected[0] + expected[1]), abs=0.11),
        "wins": pytest.approx(100 * expected[0], abs=0.051),
    }


@pytest.mark.parametrize("address", ["/learn/strength", "/learn/strength?game=square&of=hard"])
def test_the_cross_table_shows_what_is_stored_and_every_bar_starts_a_match(
    client: FlaskClient, address: str
) -> None:
    """A name leads to its figures."""
    page = StrengthPage(client, address)
    assert "rounded by half a percent at most: three may not add up to 100." in page.main.text
    names = [OPPONENTS[key].name for key in keys(page.game)]
    assert [head.text for head in page.cross.all("thead")[0].all("th")][1:] == names
    for x, row in page.rows(page.cross).items():
        for o, button in zip(keys(page.game), row.all("button"), strict=True):
            assert_says(button, shares(strength.load(page.game).odds[x, o]), 0.005)
            first, second = OPPONENTS[x].name, OPPONENTS[o].name
            assert in_words(button)[0].endswith(f"when {first} begins against {second}.")
    x, link = [*page.rows(page.cross)][-1], page.cross.all("a")[-1]
    led = StrengthPage(client, link["href"])
    assert led.game is page.game
    heading = led.page.by_id(urlsplit(link["href"]).fragment)
    assert heading.text == f"{OPPONENTS[x].name} in figures"
    buttons = page.cross.all("button")
    for button in (*buttons, *page.one.all("button")):
        assert urlsplit(button["formaction"]).path == page.form["action"] == "/matches"
    pairs = {(button.fields["x"], button.fields["o"]) for button in buttons}
    assert pairs == {*product([HUMAN, *keys(page.game)], keys(page.game))}
    assert client.post(buttons[1]["formaction"], data=page.form.fields).status_code == 303
    assert read(client.get("/").text).by_id("board")["data-game"] == page.game.key


def test_the_last_row_is_the_score_of_the_visitor(app: Flask) -> None:
    tally = Tally(x_wins=3, draws=1, o_wins=6)
    session = Session(score=Score().plus(HUMAN, "easy", Mark.X))
    session = Session(score=Score({**session.score.tallies, ("hard", HUMAN): tally.swapped}))
    page = StrengthPage(browser_in(app, session), "/learn/strength?of=hard")
    (row,) = page.cross.all("tfoot")
    assert row.all("th")[0].text == "You"
    buttons = dict(zip(keys(TIC_TAC_TOE), row.all("button"), strict=True))
    told = {key: figures(button) for key, button in buttons.items() if figures(button)}
    assert told == {"easy": ["1", "0", "0"], "hard": ["3", "1", "6"]}
    label = "3, 1, 6: your wins, draws and losses against Hard."
    assert buttons["hard"]["aria-label"] == label
    assert label in page.main.text
    wins = [path["d"] for path in buttons["hard"].all("path") if path["class"] == "wins"]
    assert wins == ["M0 0h30.0v6H0z"]
    assert buttons["medium"]["aria-label"] == "You against Medium: no game yet."
    assert [path["class"] for path in buttons["medium"].all("path")] == ["losses"]
    for key, button in buttons.items():
        assert button.fields == {"x": HUMAN, "o": key}


@pytest.mark.parametrize(
    "query", ["game=chess", "of=nobody", "game=square&of=minimax", "of=human", "game="]
)
def test_another_address_is_refused_in_words(client: FlaskClient, query: str) -> None:
    response = client.get(f"/learn/strength?{query}")
    assert response.status_code == 400
    assert "must be" in response.text
