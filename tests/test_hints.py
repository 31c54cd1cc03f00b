"""The hint on a page: one drawing at a time, and advice that has room.
:mod:`tests.claims.looks` holds that each hint is true.
"""

from dataclasses import replace

from ai.facts.looks import look
from ai.rules.record import Record
from tests.claims.boards import FEW
from tests.reference import position
from webapp.board.players import Players
from webapp.board.pointer import Pointer, hint_pointer, region_pointer, wrong_try_pointer
from webapp.game.match import Match, Retry
from webapp.game.match_page import match_page
from webapp.game.session import Session


def pointer_on(match: Match) -> Pointer:
    """The drawing on the page of *match*."""
    return match_page(Session(match)).stage.pointer


def test_a_page_draws_one_hint_at_a_time() -> None:
    """The loop, then the ring and its sets; and the last wrong try, while no hint is asked for."""
    for here in map(position, FEW[::8]):
        begun = Match(Record(here), Players(), 0, retry=Retry(here.ply))
        wrong = [move.cell for move in begun.study.moves.values() if move.value_lost]
        if begun.is_puzzle:
            tried = replace(begun, retry=Retry(here.ply, tuple(wrong)))
            assert pointer_on(tried) == wrong_try_pointer(begun.study.moves[wrong[-1]])
            assert pointer_on(tried.ask_hint()) == pointer_on(begun.ask_hint())
        assert pointer_on(begun) == Pointer()
        best = begun.study.best
        assert pointer_on(begun.ask_hint()) == region_pointer(look(best), best.game)
        assert pointer_on(begun.ask_hint().ask_hint()) == hint_pointer(best)


def test_advice_has_room() -> None:
    for board in FEW[::3]:
        begun = Match(Record(position(board)), Players(), 0)
        for match in (begun, begun.ask_hint(), begun.ask_hint().ask_hint()):
            for values in (False, True):
                advice = match_page(Session(match, values=values)).advice
                assert len(" ".join(filter(None, (advice.hint, *advice.sentences)))) <= 90
