"""Retries: their task, hints and refusals have room."""

from dataclasses import replace

from ai.rules.record import Record
from ai.study.study import study
from tests.model import name
from tests.reference import Board, position
from webapp.board.players import Players
from webapp.game.match import Match, Retry
from webapp.game.match_page import match_page
from webapp.game.session import Session


def expect_retry_in_room(board: Board) -> None:
    """A retry of *board* has room for its task, after each wrong try, and with the answer."""
    here, game = position(board), board.game
    begun = Match(Record(here), Players(), 0, retry=Retry(here.ply))
    wrong = [move.cell for move in study(here).moves.values() if move.value_lost]
    for n in range(len(wrong) + 1 if begun.is_puzzle else 0):
        tried = replace(begun, retry=Retry(here.ply, tuple(wrong[:n])))
        for match in (tried, tried.ask_hint(), tried.ask_hint().ask_hint()):
            advice = match_page(Session(match, values=True)).advice
            said = " ".join(filter(None, (advice.hint, *advice.sentences)))
            assert len(said) <= 90
            first = f"Not {name(game, wrong[n - 1])}. " if n else "Find a move that keeps the "
            assert said.startswith("Hint: " if match.hinted else first)
