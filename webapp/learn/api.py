"""The page about the JSON API, with an example of each question and its answer."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ai.language import N_
from webapp.api.questions import QUESTIONS, Question
from webapp.board.parts import UncachedPart
from webapp.replay.address import read_replay

# A list without lists or objects in it: `json.dumps` gives each item a line of its own.
NAMES = re.compile(r"\[([^][{}]+)\]")


@dataclass(frozen=True, slots=True)
class QuestionExample:
    """A *question* about a replay, and the parts of its address."""

    question: Question
    game: str
    moves: str
    query: Mapping[str, str]

    @property
    def answer(self) -> str:
        """The answer, laid out for reading."""
        answer = self.question.answer(read_replay(self.game, self.moves, self.query))
        text = json.dumps(answer, ensure_ascii=False, indent=2)
        return NAMES.sub(lambda found: f"[{' '.join(found[1].split())}]", text)


# Replays by the name of the question, late in a game: the answers are short.
ASKED: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "values": ("tic-tac-toe", "b2a1a3c1b1b3a2", {"first": "o"}),
    "moves": ("tic-tac-toe", "a1b2c3b1b3", {}),
    "why": ("square", "b1a1d2a2c3", {"x": "unbeatable"}),
    "review": ("tic-tac-toe", "a1b1b2", {"x": "medium", "o": "easy"}),
}


@dataclass(frozen=True, slots=True)
class ApiPage(UncachedPart, rendered_by=("learn/api.html", "api_page")):
    """The page of the API. *host* is the origin of the request, such as `https://example.org`."""

    title: ClassVar = N_("For programs: values, reasons and reviews as JSON")
    description: ClassVar = N_(
        "Every position and game of tic-tac-toe and Square as JSON for your own programs: exact"
        " values, reasons, reviews."
    )

    examples: ClassVar = tuple(QuestionExample(it, *ASKED[it.name]) for it in QUESTIONS)

    host: str
