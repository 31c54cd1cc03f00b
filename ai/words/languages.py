"""Facts and names told in the present language, from one person to another."""

from ai.language import sentence_case, translated
from ai.rules import Game, Mark, remembering
from ai.words.persons import FIRST, SECOND, Persons
from ai.words.phrasebook import Phrasebook, language, parts
from ai.words.telling import Telling


def telling(game: Game, mover: Mark, persons: Persons | None = None) -> Telling:
    """How *game* is told if the *mover* is the mover of *persons*; without them by marks."""
    return _telling(game, language(), mover, persons or Persons.marks(mover))


@remembering(64)
def _telling(game: Game, told_in: Phrasebook, mover: Mark, persons: Persons) -> Telling:
    marks = {persons.mover: mover, persons.other: mover.other}
    names = {mark: name for name, mark in marks.items()}
    return Telling(game, told_in, marks.get(FIRST), marks.get(SECOND), names)


def named(message: str, **names: str) -> str:
    """The translation of *message*, whose placeholders stand for *names* of players and for nouns:
    `{winner} beat {loser}`. A form may follow a colon.

    :raises UnknownForm: if the language does not have it.
    """
    told = language()
    return sentence_case(
        "".join(
            text + (told.noun(names[name], form or "one") if name else "")
            for text, name, form in parts(translated(message))
        )
    )
