"""The languages of facts, and facts told in them from one person to another."""

from ai.language import ENGLISH as ENGLISH_CODE
from ai.language import spoken
from ai.rules import Game, Mark, remembering
from ai.words import english
from ai.words.persons import FIRST, SECOND, Persons, forms
from ai.words.telling import Phrasebook, Telling

LANGUAGES = {ENGLISH_CODE: english.ENGLISH}


def language() -> Phrasebook:
    """The language of the site; English if it has no table of facts."""
    return LANGUAGES.get(spoken(), english.ENGLISH)


def telling(game: Game, mover: Mark, persons: Persons | None = None) -> Telling:
    """How *game* is told if the *mover* is the mover of *persons*; without them by marks."""
    return _telling(game, language(), mover, persons or Persons.marks(mover))


@remembering(64)
def _telling(game: Game, told_in: Phrasebook, mover: Mark, persons: Persons) -> Telling:
    marks, words = {persons.mover: mover, persons.other: mover.other}, forms(persons)
    names = {mover: words["i"], mover.other: words["you"]}
    return Telling(game, told_in, marks.get(FIRST), marks.get(SECOND), names)
