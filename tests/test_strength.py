"""The stored cross tables, and their page.

On 3×3 a recursion on plain boards finds all of it again, in fractions.
"""

import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from ai.cli import commands
from ai.odds import strength
from ai.odds.arena import Odds, exact_odds, sampled_odds
from ai.odds.proofs import prove
from ai.odds.random_play import odds_after_moves
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game
from ai.rules.position import Mark, Position
from tests.browser import browser_in
from tests.odds_again import choices, recursion, three
from tests.page import Element, read
from tests.proofs_again import assert_loses
from webapp.game.score import Score, Tally
from webapp.game.session import Session

# Each policy decides once in a position.
decisions = {opponent.key: cache(choices(opponent)) for opponent in OPPONENTS.values()}


def keys(game: Game) -> list[str]:
    """The keys of the opponents that play *game*."""
    return [opponent.key for opponent in OPPONENTS.values() if opponent.plays(game)]


def shares(odds: Odds) -> list[float]:
    """How often X wins, nobody does, and O wins."""
    return [float(share) for share in (odds.x_wins, odds.draws, odds.o_wins)]


# What is stored.


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everybody_meets_everybody_in_both_seats(game: Game) -> None:
    table = strength.load(game)
    assert list(table.odds) == [*product(keys(game), repeat=2)]
    assert list(table.weaknesses) == [*product(keys(game), Mark)]
    for odds in table.odds.values():
        assert sum(shares(odds)) == pytest.approx(1, abs=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("x", keys(TIC_TAC_TOE))
def test_the_odds_on_3x3_are_those_of_a_recursion(x: str) -> None:
    for o in keys(TIC_TAC_TOE):
        odds = strength.load(TIC_TAC_TOE).odds[x, o]
        assert three(odds) == recursion("tic-tac-toe", decisions[x], decisions[o]), o


def test_random_play_on_square_is_counted_without_playing() -> None:
    after_first = odds_after_moves(Position(SQUARE)).values()
    mean = [sum(each) / len(after_first) for each in zip(*map(shares, after_first), strict=True)]
    assert shares(strength.load(SQUARE).odds["easy", "easy"]) == pytest.approx(mean, abs=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize(("x", "o"), [*product(keys(SQUARE), repeat=2)])
def test_the_odds_on_square_are_computed_again_or_sampled(x: str, o: str) -> None:
    """Easy and Medium meet in too many positions: of their games 300 are sampled. The shares lie
    within three times the 95% interval, six standard errors.
    """
    stored, players = shares(strength.load(SQUARE).odds[x, o]), (OPPONENTS[x], OPPONENTS[o])
    if not {x, o} <= {"easy", "medium"}:
        assert stored == pytest.approx(shares(exact_odds(SQUARE, *players)), abs=1e-11)
        return
    sample = sampled_odds(SQUARE, *players, 300, seed=5)
    for share, count in zip(stored, (sample.x_wins, sample.draws, sample.o_wins), strict=True):
        low, high = sample.interval(count)
        assert abs(share - count / 300) < 3 * (high - low) / 2


# How they can be beaten.


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_line_is_a_game_that_the_opponent_loses(game: Game) -> None:
    for (key, mark), weakness in strength.load(game).weaknesses.items():
        for line in filter(None, (weakness.shortest, weakness.certain)):
            assert_loses(game.key, line, OPPONENTS[key], mark, "X")
        if weakness.certain:
            assert weakness.shortest
            assert len(weakness.shortest) <= len(weakness.certain)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "key", "mark"),
    [
        *product([TIC_TAC_TOE], OPPONENTS, Mark),
        *product([SQUARE], ["hard", "unbeatable"], Mark),
    ],
    ids=str,
)
def test_the_lines_are_proved_again(game: Game, key: str, mark: Mark) -> None:
    """tests/test_proofs.py checks proofs by brute force."""
    proof = prove(game, OPPONENTS[key], mark)
    found = strength.Weakness(proof.shortest_loss, proof.certain_line)
    assert strength.load(game).weaknesses[key, mark] == found


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


# The command.


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
        (*players, *map(str, three(odds))) for players, odds in stored[TIC_TAC_TOE].odds.items()
    ]
    strength.store(stored[SQUARE])
    for game in stored:
        file = f"{game.key}.json"
        assert (tmp_path / file).read_bytes() == (here / file).read_bytes()
    assert (here / "square.json").stat().st_size < 4_000


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


@pytest.fixture(params=["/learn/strength", "/learn/strength?game=square&of=hard"])
def page(request: pytest.FixtureRequest, client: FlaskClient) -> StrengthPage:
    """The page at each address."""
    return StrengthPage(client, request.param)


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


def test_the_cross_table_shows_what_is_stored(client: FlaskClient, page: StrengthPage) -> None:
    """The names lead to their figures."""
    assert "rounded by half a percent at most: three may not add up to 100." in page.main.text
    names = [OPPONENTS[key].name for key in keys(page.game)]
    assert [head.text for head in page.cross.all("thead")[0].all("th")][1:] == names
    for x, row in page.rows(page.cross).items():
        for o, button in zip(keys(page.game), row.all("button"), strict=True):
            assert_says(button, shares(strength.load(page.game).odds[x, o]), 0.005)
            first, second = OPPONENTS[x].name, OPPONENTS[o].name
            assert in_words(button)[0].endswith(f"when {first} begins against {second}.")
        (link,) = row.all("a")
        led = StrengthPage(client, link["href"])
        assert led.game is page.game
        heading = led.page.by_id(urlsplit(link["href"]).fragment)
        assert heading.text == f"{OPPONENTS[x].name} in figures"


def test_every_bar_starts_a_match_of_these_two(app: Flask, page: StrengthPage) -> None:
    started = set()
    for button in (*page.cross.all("button"), *page.one.all("button")):
        assert urlsplit(button["formaction"]).path == page.form["action"] == "/matches"
    for button in page.cross.all("button"):
        client = app.test_client()
        response = client.post(button["formaction"], data=page.form.fields)
        assert response.status_code == 303
        started.add((button.fields["x"], button.fields["o"]))
        assert read(client.get("/").text).by_id("board")["data-game"] == page.game.key
    assert started == {*product([HUMAN, *keys(page.game)], keys(page.game))}


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
