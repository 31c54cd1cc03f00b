"""The page on the opponents: each figure that stands in its sentences is found again."""

from collections.abc import Iterator

import pytest
from flask import Flask

from ai.odds.proofs import prove
from ai.odds.strength import load
from ai.opponents import CLASSICS, OPPONENTS, opponent_for
from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.position import Mark
from tests.page import Element, read
from tests.reference import after, completing, empty_board, keeping, position, tree, winners_own
from tests.reference.players import PERFECT
from tests.reference.searches import searched
from tests.samples import ACTIVE


@pytest.fixture(scope="module")
def cards(app: Flask) -> dict[str, Element]:
    page = read(app.test_client().get("/learn/opponents").text)
    return {key: page.by_id(key) for key in OPPONENTS}


def claims() -> Iterator[tuple[str, str]]:
    """The key of a card, and a claim on it whose figures stand in no table, or sum up several."""
    for key in ("easy", "medium", "hard"):
        weak = [load(game).weaknesses[key, Mark.O] for game in GAMES.values()]
        three, four = (winners_own(len(it.certain or it.shortest or ())) for it in weak)
        yield key, f" in {three} moves, at Square in {four}"
        assert [bool(it.certain) for it in weak] == [key == "hard"] * 2
    assert not any(load(game).weaknesses["hard", Mark.X].shortest for game in GAMES.values())
    yield "hard", "If it begins itself, nobody beats it at tic-tac-toe or Square"
    six_deep = opponent_for(TIC_TAC_TOE, "medium:depth=6")
    assert all(prove(TIC_TAC_TOE, six_deep, mark).never_loses for mark in Mark)
    yield "medium", "Let it look six moves ahead, and there it never loses."
    met = prove(TIC_TAC_TOE, OPPONENTS["chain"], Mark.O)
    assert all(len(OPPONENTS["chain"].decide(position(board)).cells) == 1 for board in ACTIVE)
    yield "chain", "it never varies: there are no dice"
    yield "chain", f"it can meet {met.games} different games: it wins {met.won}"
    yield "chain", f" and draws {met.drawn}."
    nodes, positions = tree(empty_board("tic-tac-toe", "X"))
    yield "minimax", f"would take {nodes:,} visits to {positions:,} different positions"
    for key in ("minimax", "alpha-beta"):
        nodes, _cut = searched(after(empty_board("tic-tac-toe", "X"), 0), key)
        yield key, f"After X on a1 it visits {nodes:,} nodes"
    passed = [
        board
        for board in ACTIVE
        if (wins := completing(board, board.mover)) and min(keeping(board)) not in wins
    ]
    yield "minimax", f"in {len(passed)} of the {len(ACTIVE):,} positions that play can reach it"
    for board in passed[::40]:
        assert OPPONENTS["minimax"].decide(position(board)).cells == (min(keeping(board)),)


def test_every_claim_on_strength_is_found_again(cards: dict[str, Element]) -> None:
    for key, claim in claims():
        assert claim in " ".join(cards[key].text.split()), key


def test_who_is_said_never_to_lose_is_proved_not_to(cards: dict[str, Element]) -> None:
    """On 3x3, and Unbeatable on both."""
    for says in ("It never loses", "Nobody can beat it"):
        assert {key for key, card in cards.items() if says in card.text} == {*PERFECT}
    assert {opponent.key for opponent in CLASSICS} < {*PERFECT}
