"""The laws of the sentences on facts in each language beside English: they name the same fields,
stay apart, and fit into their room.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from ai import language
from ai.opponents import OPPONENTS
from ai.rules import Mark
from ai.rules.games import game_for
from ai.words.phrasebook import By, Phrasebook, alternatives, phrasebook
from ai.words.telling import ROOM, Telling
from tests.claims.sentences import ENGLISH, facts_on
from tests.claims.voices import told_apart
from tests.reference import Board
from tests.translate import fields

TAGS = language.languages()[1:]
WRONG = re.compile(r"  | [.,]|[{}]|%\(")


@contextmanager
def spoken(tag: str) -> Iterator[Phrasebook]:
    """Speak the language of this *tag* meanwhile."""
    token = language.speak(tag)
    yield phrasebook(language.language_for(tag))
    language.speaking.reset(token)


def texts(said: object) -> Iterator[str]:
    """Each text of the sentences *said*, of each person's."""
    for option in alternatives(said):
        yield from option if isinstance(option, By) else [option]


def tables(book: Phrasebook) -> dict[tuple[str, str], list[str]]:
    """The texts of *book*, by table and fact."""
    found = {"": book.sentences, "past": book.past, "drawn": book.drawn, **book.voices}
    return {
        (name, fact.__name__): [*texts(said)]
        for name, table in found.items()
        for fact, said in table.items()
    }


def expect_the_same_fields(tag: str) -> None:
    """Each sentence names the fields of the English one."""
    english = tables(ENGLISH)
    for table, told in tables(phrasebook(language.language_for(tag))).items():
        for text, model in zip(told, english[table], strict=True):
            assert fields(text) == fields(model), (table, text, model)


def expect_apart(tag: str) -> None:
    """No two facts have a sentence in common, nor has a player one twice. Captions have."""
    told = tables(phrasebook(language.language_for(tag)))
    english = tables(ENGLISH)
    used = Counter[tuple[str, str]]()
    for (table, fact), own in told.items():
        models = dict(zip(english[table, fact], own, strict=True))  # one sentence of several lists
        assert len({*models.values()}) == len(models), (table, fact)
        used.update({(table, re.sub(r"{(?!side|other)\w+", "{", it)) for it in own})
    twice = [it for it, times in used.items() if times > 1 and it[0] in {"", "past"}]
    assert not twice


def expect_told(tag: str, board: Board) -> None:
    """Each fact on *board* is told to each person in the room that English has for it, and each
    player has as many short reasons for a move as it needs to keep them apart.
    """
    with spoken(tag) as book:
        for fact in {*facts_on(board)}:
            side = getattr(fact, "side", Mark.X)
            for me, you in ((side, side.other), (side.other, side), (None, None)):
                sentence = Telling(game_for(board.game), book, me, you).sentence(fact)
                assert len(sentence) <= ROOM, sentence
                assert not WRONG.search(sentence), sentence
        for opponent in OPPONENTS.values():
            if opponent.plays(game_for(board.game)):
                assert [*told_apart(board, opponent.key, WRONG)]
