"""Every picture of a page that may be shared."""

import pytest
from flask.testing import FlaskClient

from ai.opponents import HUMAN, OPPONENTS
from ai.rules.games import TIC_TAC_TOE
from ai.rules.record import parse_record
from tests.pictures import PATHS, expect_picture_at, expect_text_in_place, read_picture
from webapp.board.players import Players
from webapp.board.preview import png
from webapp.replay.cover import cover
from webapp.replay.replay import Replay


@pytest.mark.parametrize("path", PATHS)
def test_the_words_of_every_kind_have_room(client: FlaskClient, path: str) -> None:
    expect_picture_at(client, path)


@pytest.mark.parametrize("x", [HUMAN, *OPPONENTS])
def test_the_names_of_any_two_players_have_room(x: str) -> None:
    record = parse_record(TIC_TAC_TOE, "a1b1a2b2a3")
    for o in (HUMAN, *OPPONENTS):
        found = cover(Replay.of(record, Players(x, o)))
        assert found.headline.count(" beat ") == 1
        expect_text_in_place(read_picture(png(found)))
