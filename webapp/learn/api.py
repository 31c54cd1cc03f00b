"""An example of each question of the JSON API, with its answer."""

import json
import re
from collections.abc import Iterator, Mapping

from ai.language import ENGLISH, spoken
from webapp.api.questions import QUESTIONS, Question
from webapp.board.parts import address
from webapp.replay.address import read_replay

# A list without lists or objects in it: `json.dumps` gives each item a line of its own.
NAMES = re.compile(r"\[([^][{}]+)\]")

# Replays by the name of the question, late in a game: the answers are short.
ASKED: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "values": ("tic-tac-toe", "b2a1a3c1b1b3a2", {"first": "o"}),
    "moves": ("tic-tac-toe", "a1b2c3b1b3", {}),
    "why": ("square", "b1a1d2a2c3", {"x": "unbeatable"}),
    "review": ("tic-tac-toe", "a1b1b2", {"x": "medium", "o": "easy"}),
}


def examples() -> Iterator[tuple[Question, str, str]]:
    """Each question, the address of an example, and its answer, laid out for reading. An address
    without a language asks for English.
    """
    language = None if spoken() == ENGLISH else spoken()
    for question in QUESTIONS:
        game, moves, query = ASKED[question.name]
        url = address(f"api.{question.name}", game=game, moves=moves, **query, language=language)
        answer = question.answer(read_replay(query, game, moves))
        text = json.dumps(answer, ensure_ascii=False, indent=2)
        laid_out = NAMES.sub(lambda found: f"[{' '.join(found[1].split())}]", text)
        yield question, url, laid_out
