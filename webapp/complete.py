"""Whether all that pages need to know of games, opponents and lessons is there."""

import re
from itertools import product
from pathlib import Path
from typing import get_args, get_type_hints

from ai.facts.fact import every_fact
from ai.facts.reasons import REASONS
from ai.facts.shown import ShownFact
from ai.messages import Refusal
from ai.odds import strength
from ai.opponents import OPPONENTS
from ai.words.phrasebook import language
from webapp.learn.lessons import LESSONS
from webapp.puzzles.sets import NUMBERS, LessonSet

FACES = Path(__file__).parent.parent / "static" / "faces.svg"


class Incomplete(LookupError):
    """Something is missing, which the message names."""


def require_complete() -> None:
    """Check that every opponent has its facts, strength and face, every fact that is told its
    sentences, and every lesson its puzzles. A game without a table can be played: the log names it.

    :raises Incomplete: if something is missing.
    :raises UnknownStrength: if the strength of an opponent is.
    """
    for opponent in OPPONENTS.values():
        (returned,) = get_args(get_type_hints(opponent.policy)["return"])
        for reason in {*(get_args(returned) or [returned])} - REASONS.keys():
            raise Incomplete(f"{opponent.name} has no facts for {reason.__name__} in REASONS.")
    for fact in {*every_fact()} - {*every_fact(ShownFact)} - language().sentences.keys():
        raise Incomplete(f"{fact.__name__} has no sentences in english.toml.")
    for game in strength.games():
        strength.load(game)
    drawn = re.findall('id="(.+?)"', FACES.read_text("utf-8"))
    for opponent, mood in product(OPPONENTS.values(), ("neutral", "won", "beaten")):
        if (face := f"{opponent.key}-{mood}") not in drawn:
            raise Incomplete(f"{opponent.name} has no face “{face}” in {FACES.name}.")
    for lesson in LESSONS.keys() ^ NUMBERS.keys():
        raise Incomplete(f"The lesson {lesson} needs an entry in LESSONS and in NUMBERS.")
    for lesson in NUMBERS:
        try:
            assert LessonSet(lesson).puzzles
        except Refusal as error:
            raise Incomplete(f"The lesson {lesson}: {error}") from error
