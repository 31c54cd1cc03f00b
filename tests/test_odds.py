"""Players that meet: exact odds, sampled games, proofs, and the stored tables of strength, with the
page that shows them.
"""

import json
import re
from dataclasses import astuple, replace
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.odds import strength
from ai.odds.arena import Sample, exact_odds, sampled_odds
from ai.odds.proofs import prove
from ai.odds.random_play import odds_after_moves
from ai.opponents import HUMAN, OPPONENTS
from ai.opponents.policy import Decision, Opponent, UnsupportedGame
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE, Game, game_for
from ai.rules.position import Mark, Position, parse
from tests.browser import browser_in
from tests.odds_laws import BY_MARK, EASY, LEVELS, LOSERS, expect_odds, expect_proof, shares
from tests.page import Element, read
from tests.reference.players import assert_loses
from tests.typed import run
from webapp.game.score import Score, Tally
from webapp.game.session import Session

BOTH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SMALL = "3x2-a1b1c2"


def keys(game: Game) -> list[str]:
    return [opponent.key for opponent in OPPONENTS.values() if opponent.plays(game)]


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


@pytest.mark.parametrize("player", [*map(OPPONENTS.get, LEVELS), BY_MARK, *LOSERS])
def test_a_proof_on_a_small_board_counts_what_brute_force_counts(player: Opponent) -> None:
    """Playing the first cell, or one of the first two, is beaten by force."""
    proofs = [expect_proof(SMALL, player, mark, Mark.X) for mark in Mark]
    assert proofs[1].certain_loss or player not in LOSERS


def test_random_play_meets_every_game() -> None:
    """The 255,168 games of the game itself, and no loss is certain."""
    proof = prove(TIC_TAC_TOE, EASY, Mark.X)
    assert (proof.games, proof.won, proof.drawn, proof.lost) == (255_168, 131_184, 46_080, 77_904)
    assert proof.certain_loss is None


def test_progress_rises_to_all() -> None:
    shares, game = list[float](), game_for(SMALL)
    prove(TIC_TAC_TOE, BY_MARK, Mark.X, Mark.X, shares.append)
    proved = len(shares)
    assert proved > 9
    exact_odds(game, BY_MARK, EASY, Mark.X, shares.append)
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


def test_easy_and_medium_are_beaten_on_square_with_luck_alone() -> None:
    """Easy may play as Unbeatable does. Neither side needs more marks than win: Easy's opponent
    four; Medium's five, for it stops a threat, and three corners are of one square.
    """
    for (key, marks), mark in product((("easy", 4), ("medium", 5)), Mark):
        weakness = strength.load(SQUARE).weaknesses[key, mark]
        assert weakness.shortest
        assert len(weakness.shortest) == 2 * marks - (mark is Mark.O)
        assert weakness.certain is None


def test_the_command_prints_and_stores_what_was_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test takes odds and proofs from the stored tables: to compute them takes long."""
    stored, here = {game: strength.load(game) for game in strength.games()}, strength.FOLDER
    odds_of = {game: stored[game].odds for game in stored}
    monkeypatch.setattr(strength, "exact_odds", lambda it, x, o, *_rest: odds_of[it][x.key, o.key])
    monkeypatch.setattr(strength, "weaknesses", lambda game, _progress: stored[game].weaknesses)
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    done = run("arena tic-tac-toe --all --store")
    printed, size = done.stdout, (tmp_path / "tic-tac-toe.json").stat().st_size
    assert f"Stored {size:,} bytes." in done.stderr
    assert [line.split()[0] for line in printed.splitlines()[-8:]] == keys(TIC_TAC_TOE)
    found = [[*map(float, it)] for it in re.findall(r"([\d.]+) / ([\d.]+) / ([\d.]+)", printed)]
    assert found == [
        pytest.approx([100 * share for share in shares(odds)], abs=0.0501)
        for odds in odds_of[TIC_TAC_TOE].values()
    ]
    told = json.loads(run("arena tic-tac-toe --all --json").stdout)
    assert [(row["x"], row["o"], row["x_wins"], row["draws"], row["o_wins"]) for row in told] == [
        (*players, *map(str, astuple(odds))) for players, odds in odds_of[TIC_TAC_TOE].items()
    ]
    strength.store(stored[SQUARE])
    for file in ("tic-tac-toe.json", "square.json"):
        assert (tmp_path / file).read_bytes() == (here / file).read_bytes()


# The page.


def figures(button: Element) -> list[str]:
    """The figures on a button, which its label says too."""
    inner = [it for it in button if it.tag in ("b", "span")]
    seen = [it.text for it in inner if len([*it]) == 1 and it.text != "–"]
    assert button["aria-label"].startswith(", ".join(seen))
    return seen


@BOTH
def test_the_cross_table_shows_what_is_stored_and_every_bar_starts_a_match(
    client: FlaskClient, game: Game
) -> None:
    """In percent, rounded by half a percent at most; only a share that is 0 or 1 is shown as 0 or
    100, even if others have to be rounded less.
    """
    main = read(client.get(f"/learn/strength?game={game.key}&of=hard").text).by_id("main")
    buttons = main.all("table")[0].all("tbody")[0].all("button")
    for (players, odds), button in zip(strength.load(game).odds.items(), buttons, strict=True):
        assert (button.fields["x"], button.fields["o"]) == players
        for figure, share in zip(figures(button), shares(odds), strict=True):
            assert abs(float(figure) - 100 * share) <= 0.5
            assert (float(figure) in {0, 100}) == (share in {0, 1})
        bars = [float(path["d"][5:].split("v")[0]) for path in button.all("path")]
        wins, draws, _losses = shares(odds)
        assert sorted(bars) == pytest.approx([100 * wins, 100 * (wins + draws), 100], abs=0.11)
    (form,) = main.all("form")
    assert client.post(buttons[1]["formaction"], data=form.fields).status_code == 303
    assert read(client.get("/").text).by_id("board")["data-game"] == game.key


def test_the_last_row_is_the_score_of_the_visitor(app: Flask) -> None:
    """From whichever side they played."""
    tallies = {("easy", HUMAN): (0, 0, 1), ("hard", HUMAN): (6, 1, 3)}
    score = Score({pair: Tally(*counts, 0, 0) for pair, counts in tallies.items()})
    page = read(browser_in(app, Session(score=score)).get("/learn/strength?of=hard").text)
    (row,) = page.all("tfoot")
    told = {it.fields["o"]: figures(it) for it in row.all("button") if it.all("b")}
    assert told == {"easy": ["1", "0", "0"], "hard": ["3", "1", "6"]}
    assert "3, 1, 6: your wins, draws and losses against Hard." in page.text


@pytest.mark.parametrize("query", ["game=chess", "of=nobody", "game=square&of=minimax", "game="])
def test_another_address_is_refused_in_words(client: FlaskClient, query: str) -> None:
    response = client.get(f"/learn/strength?{query}")
    assert response.status_code == 400
    assert "must be" in response.text
