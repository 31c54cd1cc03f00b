"""Each language beside English: it is whole, and its sentences on facts keep their laws. The proof
tier holds them on every position of 3×3 and many of Square, and reads all pages.
"""

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click import ClickException

from ai import language
from ai.words.phrasebook import UnknownForm
from tests.catalogues import translations
from tests.claims.boards import FEW
from tests.claims.translations import TAGS, expect_apart, expect_the_same_fields, expect_told
from tests.reference import Board, diagram
from tests.translate import catalogue, left, main, template, text_of, texts_of, update, write
from webapp import ROOT, create_app
from webapp.classroom.names import NAMES_OF_ANIMALS

# The languages that are whole, and what is called the same in them as in English.
COGNATES = {
    "de": "Domino|Minimax|Plus|%(title)s, live|Link|Pause|Normal|Start|Atlas|Name|Blocks|Computer",
    "es": "Minimax|minimax|diagonal|Normal|Atlas|Idea|Ideas|%(count)s ideas",
    "fr": "Domino|domino|Skinny|Fatty|Elly|Tippy|Knobby|Minimax|minimax|six|Plus|plus|Stop|Pause"
    "|Questions|Atlas|Position|position|positions|Positions|%(count)s position|%(count)s positions"
    "|Distance|Transposition|Site|Source|5 minutes|10 minutes",
}
NO_WORDS = re.compile(r"%\(\w+\)[sr]|{[^}]*}|<[^>]*>|&\w+;|(?i:tic tac why)")


@pytest.mark.parametrize("tag", COGNATES)
def test_a_language_is_whole(tag: str) -> None:
    """It has each message, none is fuzzy, and the compiled file is that of the text."""
    catalog, compiled = catalogue(tag), BytesIO()
    assert [*left(catalog)] == []
    assert {(it.id, it.context) for it in catalog} == {(it.id, it.context) for it in template()}
    write_mo(compiled, catalog)
    file = language.folder_of(tag) / "LC_MESSAGES" / "messages.mo"
    assert file.read_bytes() == compiled.getvalue(), f"run: python -m tests.translate {tag}"


@pytest.mark.parametrize("tag", COGNATES)
def test_nothing_is_left_in_english(tag: str) -> None:
    """With `test_a_page_says_nothing_that_cannot_be_translated` this holds for each page."""
    same = {
        english
        for message in catalogue(tag)
        for english in {*texts_of(message.id)} & {*texts_of(message.string)}
        if re.search("[a-z]{3}", NO_WORDS.sub("", english))
    }
    assert same == {*COGNATES[tag].split("|")}


@pytest.mark.parametrize("tag", TAGS)
def test_a_list_of_words_has_as_many_in_each_language(tag: str) -> None:
    """Numbers by their place, and animals: pupils get these as names, so no two are alike."""
    numbers = "none one two three four five six seven eight nine ten eleven twelve"
    for words in (NAMES_OF_ANIMALS, numbers):
        message = catalogue(tag)[words]
        told = str(message.string).split()
        assert len({*told}) == len(told) == len(words.split())


@pytest.mark.parametrize("tag", TAGS)
def test_its_sentences_name_the_fields_of_facts_and_stay_apart(tag: str) -> None:
    expect_the_same_fields(tag)
    expect_apart(tag)


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("board", FEW[::5], ids=diagram)
def test_each_fact_and_reason_fits_into_its_room(tag: str, board: Board) -> None:
    expect_told(tag, board)


# One more language.

HUNDRED = tomllib.loads((ROOT / "tests" / "italian.toml").read_text())


@pytest.fixture
def italian(tmp_path: Path) -> Iterator[Catalog]:
    """Its first hundred messages; the only language beside English."""
    with translations(tmp_path):
        main(["it"])
        catalog = catalogue("it")
        for message in catalog:
            if not message.context:
                message.string = HUNDRED.get(text_of(message)) or message.string
        write(catalog, "it")
        yield catalog


def test_a_changed_sentence_keeps_its_translation_until_somebody_has_read_it(
    italian: Catalog,
) -> None:
    changed = deepcopy(template())
    changed.delete("You start: tap any cell.")
    changed.add("You start: tap a cell.")
    update(italian, changed)
    message = italian["You start: tap a cell."]
    assert message.fuzzy
    assert message.string == HUNDRED["You start: tap any cell."]
    assert message.previous_id == ["You start: tap any cell."]
    assert message in [*left(italian)]
    assert "You start: tap any cell." not in italian


def test_a_translation_with_another_placeholder_is_refused(italian: Catalog) -> None:
    for english, wrong in (
        ("Your turn: %(mark)s", "Tocca a te: %(segno)s"),
        ("Your turn: %(mark)s", "Tocca a te."),
        ("Play", "Gioca al 100%"),
    ):
        message = italian.get(english)
        assert message
        right, message.string = message.string, wrong
        write(italian, "it")
        with pytest.raises(ClickException, match=re.escape(f"{wrong} | {english}")):
            main(["it"])
        message.string = right


@pytest.mark.usefixtures("italian")
def test_a_form_that_a_language_does_not_have_stops_the_start() -> None:
    catalog = catalogue("it")
    english = "{cell} completes {lines:count}."
    message = catalog.get(english, "Completes")
    assert message
    message.string = "{cell} completa {lines:conto}."
    write(catalog, "it")
    language.language_for.cache_clear()
    with pytest.raises(UnknownForm, match=r"^it, Completes, .*{lines:conto}"):
        create_app({"TESTING": True, "SECRET_KEY": "tests"})
