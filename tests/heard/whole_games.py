"""A screen reader says one sentence a turn: nothing twice, nothing missing.

It takes minutes, and Orca with its desk: pytest tests/heard/whole_games.py
"""

import pytest

from ai.language import languages
from tests.heard.games import games_in
from tests.heard.laws import complaints
from tests.heard.listener import BROWSERS
from tests.heard.orca import transcripts


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("browser", BROWSERS)
def test_each_turn_is_heard_once_and_whole(browser: str, language: str) -> None:
    wrong = [
        f"{game}, {turn.done}: {complaint}"
        for game, turns in transcripts(browser, games_in(language), language)
        for turn in turns
        for complaint in complaints(turn)
    ]
    assert not wrong, "\n".join(wrong)
