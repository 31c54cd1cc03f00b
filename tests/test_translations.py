"""Each language beside English: it is whole, and its sentences on facts keep their laws. The proof
tier holds them on every position of 3×3 and many of Square, and reads all pages.
"""

from io import BytesIO

import pytest
from babel.messages.mofile import write_mo

from ai import language
from tests.claims.boards import FEW
from tests.claims.translations import TAGS, expect_apart, expect_the_same_fields, expect_told
from tests.reference import Board, diagram
from tests.translate import catalogue, left, template


@pytest.mark.parametrize("tag", TAGS)
def test_a_language_is_whole(tag: str) -> None:
    """It has each message, none is fuzzy, and the compiled file is that of the text."""
    catalog, compiled = catalogue(tag), BytesIO()
    assert [*left(catalog)] == []
    assert {(it.id, it.context) for it in catalog} == {(it.id, it.context) for it in template()}
    write_mo(compiled, catalog)
    file = language.FOLDER / tag / "LC_MESSAGES" / "messages.mo"
    assert file.read_bytes() == compiled.getvalue(), f"run: python -m tests.translate {tag}"


@pytest.mark.parametrize("tag", TAGS)
def test_its_sentences_name_the_fields_of_facts_and_stay_apart(tag: str) -> None:
    expect_the_same_fields(tag)
    expect_apart(tag)


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("board", FEW[::5], ids=diagram)
def test_each_fact_and_reason_fits_into_its_room(tag: str, board: Board) -> None:
    expect_told(tag, board)
