"""The pages that teach: what they claim of games and opponents is counted and solved again."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from urllib.parse import urlsplit

import pytest
from flask import Flask

from ai.exact.tablebase import DRAW, load
from ai.exact.value import Value
from ai.odds.proofs import prove
from ai.odds.strength import load as load_strength
from ai.opponents import CLASSICS, OPPONENTS, opponent_for
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark
from ai.search.minimax import alpha_beta
from ai.study.study import Label, study
from tests import reference
from tests.claims.positions import meanings
from tests.learn_pages import section
from tests.model import name
from tests.page import Element, read
from tests.reference import (
    after,
    completing,
    empty_board,
    images,
    in_words,
    keeping,
    moves,
    plain,
    tree,
    value_and_distance,
    winners_own,
    worths,
)
from tests.reference.players import PERFECT
from tests.replays import links, replay_at
from tests.samples import ACTIVE
from webapp.replay.replay import Replay


def page_fixture(view: str) -> Callable[..., Element]:
    """A fixture that is the page below /learn of that name, the same for everybody."""

    @pytest.fixture(scope="module")
    def page(app: Flask) -> Element:
        return read(app.test_client().get(f"/learn/{view}").text)

    return page


games, openings, opponents, terms = map(page_fixture, ("games", "openings", "opponents", "terms"))


def replays(element: Element) -> list[Replay]:
    """Its links to replays. Parsing them checks that the moves are legal."""
    found = [link for link in links(element) if urlsplit(link).path.startswith("/replay/")]
    return [*map(replay_at, found)]


def entry(terms: Element, key: str) -> list[Element]:
    """The elements after the heading of a term: its definition, and the example."""
    heading = terms.by_id(key)
    here = next(s for s in terms.all("section") if heading in s)
    following = [child for child in here.children if isinstance(child, Element)]
    return following[following.index(heading) + 1 :]


def example(terms: Element, key: str) -> tuple[str, Replay]:
    """The text of a term's example, and its replay."""
    _definition, shown, *_others = entry(terms, key)
    (replay,) = replays(shown)
    return shown.text, replay


# The games.


def test_a_win_that_can_be_forced_takes_no_longer_than_is_said(games: Element) -> None:
    """By the side to move; a slower win may begin with the longest loss of the other side."""
    worth = Counter(value_and_distance(board) for board in ACTIVE)
    codes = {code for code in load(SQUARE).codes if code < DRAW}  # the distance and 1
    wins, losses = (max(code - 1 for code in codes if code % 2 == odd) for odd in (0, 1))
    for plies in (max(plies or 0 for value, plies in worth if value > 0), wins):
        assert f"needs at most {winners_own(plies)} moves of its own" in games.text
    shown = {
        exact.distance or 0
        for replay in replays(games)
        for exact in study(replay.position).values.values()
        if exact.value is Value.WIN
    }
    assert max(shown) == losses + 1
    assert f"may show “{in_words((1, losses + 1))}”" in games.text


# The openings.


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_three_and_their_replies_have_the_values_that_are_told(
    openings: Element, game: str
) -> None:
    """Each is named by where it stands: a corner has two neighbours, an edge three and a cell in
    the middle four.
    """
    here, size, start = section(openings, game), reference.SIZE[game], empty_board(game, "X")
    words = ("corner", "edge", "centre" if size == 3 else "middle")
    first, *_replies = (it for it in here.all("table") if it.all("a"))
    boards = [plain(replay.position) for replay in replays(first)]
    assert {*map(images, boards)} == {images(after(start, cell)) for cell in moves(start)}
    assert len(boards) == 3
    said = [p.text for p in here.all("p") if re.search("keeps? the draw", p.text)]
    for board, heading, told in zip(boards, here.all("h3"), said, strict=True):
        sides = sum(0 < at < size - 1 for at in divmod(board.marks.index("X"), size))
        assert words[sides] in heading.text.lower()
        draws = [name(game, cell) for cell, (value, _plies) in worths(board).items() if not value]
        kept, _, lost = told.partition(";")
        if len(draws) == len(moves(board)):
            assert told == "Every reply keeps the draw."
        else:
            assert re.findall("[a-d][1-4]", kept) == draws
            assert f"other {len(moves(board)) - len(draws)} replies loses" in lost


# The opponents.


def claims() -> Iterator[tuple[str, str]]:
    """A card by its key, and a claim on it with every figure computed again."""
    weak = [load_strength(game).weaknesses for game in (TIC_TAC_TOE, SQUARE)]
    for key, says in (("easy", "Anyone can beat it"), ("medium", "Two threats at once beat it")):
        assert not any(it[key, Mark.O].certain for it in weak)
        three, four = (winners_own(len(it[key, Mark.O].shortest or ())) for it in weak)
        yield key, f"{says}: with luck in {three} moves, at Square in {four}."
    within = [len(it["hard", Mark.O].certain or ()) for it in weak]
    three, four = map(winners_own, within)
    yield "hard", f"beat it for sure: in {three} moves, at Square in {four} at most."
    assert not any(it["hard", Mark.X].shortest for it in weak)
    yield "hard", "If it begins itself, nobody beats it at tic-tac-toe or Square"
    odds = load_strength(TIC_TAC_TOE).odds
    first, second = odds["medium", "easy"], odds["easy", "medium"]
    shares = (first.x_wins, first.o_wins, second.o_wins, second.x_wins)
    figures = [f"{100 * float(share):.1f} %" for share in shares]
    yield "medium", "it wins {} of its games and loses {} if it begins;".format(*figures)
    yield "medium", "moving second it wins {2} and loses {3}.".format(*figures)
    yield "medium", "Let it look six moves ahead, and there it never loses."
    six_deep = opponent_for(TIC_TAC_TOE, "medium:depth=6")
    assert all(prove(TIC_TAC_TOE, six_deep, mark).never_loses for mark in Mark)
    rules = odds["easy", "rules"]
    assert (rules.x_wins, rules.o_wins) == (0, Fraction(278, 315))
    yield "rules", f"278 of 315 games, {100 * 278 / 315:.2f} %, and draws the rest."
    yield "rules", "The list is from 1972."
    yield "rules", "“Human Problem Solving”, 1972."
    met = prove(TIC_TAC_TOE, OPPONENTS["chain"], Mark.O)
    assert met.never_loses
    yield "chain", f"Moving second it can meet {met.games} different games:"
    yield "chain", f"it wins {met.won} and draws {met.drawn}."
    for board in ACTIVE:
        assert len(OPPONENTS["chain"].decide(reference.position(board)).cells) == 1
    yield "chain", "it never varies: there are no dice"
    nodes, positions = tree(empty_board("tic-tac-toe", "X"))
    yield "minimax", f"{nodes:,} visits to {positions:,} different positions"
    board = after(empty_board("tic-tac-toe", "X"), 0)
    yield "minimax", f"After X on a1 it visits {tree(board)[0]:,} nodes"
    passed = [
        here
        for here in ACTIVE
        if (wins := completing(here, here.mover)) and min(keeping(here)) not in wins
    ]
    yield "minimax", f"in {len(passed)} of the {len(ACTIVE):,} positions that play can reach it"
    assert all(
        OPPONENTS["minimax"].decide(reference.position(here)).cells == (min(keeping(here)),)
        for here in passed[::40]
    )
    cut = alpha_beta(reference.position(board)).nodes
    yield "alpha-beta", f"After X on a1 it visits {cut:,} nodes"
    yield "unbeatable", "That is proved for Tic-tac-toe and Square."


def test_every_claim_on_strength_is_computed_again(opponents: Element) -> None:
    """No other figure stands in the text on how it is beaten, and how strong it is."""
    claimed = dict.fromkeys(OPPONENTS, "")
    for key, claim in claims():
        assert claim in spaced(opponents.by_id(key)), key
        claimed[key] += f"{claim} "
    for key, told in claimed.items():
        card = opponents.by_id(key)
        _voice, beaten = card.all("p")[:2]
        said = beaten.text + spaced(card).partition("How strong?")[2]
        assert {*re.findall(r"\d[\d,.]*", said)} <= {*re.findall(r"\d[\d,.]*", told)}, key


def spaced(element: Element) -> str:
    """The text of *element* with plain spaces."""
    return " ".join(element.text.split())


def test_who_is_said_never_to_lose_is_proved_not_to(opponents: Element) -> None:
    """On 3x3, and Unbeatable on both."""
    for says in ("It never loses", "Nobody can beat it"):
        assert {key for key in OPPONENTS if says in opponents.by_id(key).text} == set(PERFECT)
    assert {opponent.key for opponent in CLASSICS} < set(PERFECT)
    assert "Tic-tac-toe only. None of them ever loses." in opponents.text


# The terms.


@pytest.mark.parametrize("label", Label)
def test_every_label_is_defined_and_shown_on_a_move_that_has_it(
    terms: Element, label: Label
) -> None:
    words, replay = example(terms, label.replace(" ", "-"))
    start, (cell,) = replay.record.start, replay.record.moves
    board = plain(start)
    assert meanings(board, cell) == {label}
    at = name(board.game, cell)
    assert words.startswith(f"{start.to_move} plays {at}. {label.capitalize()}. ")
