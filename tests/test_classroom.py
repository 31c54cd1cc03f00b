"""A class at work: what is kept of it, who may see and change it, and that nothing is lost."""

import json
import re
from itertools import combinations
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.puzzles.solving import tries
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.class_laws import *  # noqa: F403 (pytest finds tests here)
from tests.conftest import NO_LIMITS
from tests.page import read
from tests.typed import as_typed
from webapp import create_app
from webapp.classroom.classroom import MOST_PUPILS, MOST_PUZZLES, Classroom
from webapp.classroom.names import ANIMALS, CODE, WORDS, code_from, typed
from webapp.classroom.series import place_of
from webapp.friend.invite import CODE as CODE_OF_GAME
from webapp.puzzles.progress import Result
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.errors import SiteRefusal

LONGEST_TEXT = 4500  # bytes in the store
LARGEST = PuzzleSet(listed=load(SQUARE)[-MOST_PUZZLES:])
SMALL = PuzzleSet(listed=load(TIC_TAC_TOE)[:3])


def room(chosen: PuzzleSet = SMALL) -> Classroom:
    return Classroom("k" * 22, ("t" * 22,), chosen.title, chosen)


def full() -> Classroom:
    """A class with as many pupils as it may have, of whom each has solved each puzzle."""
    found = room(LARGEST)
    for number, animal in zip(range(MOST_PUPILS), ANIMALS, strict=False):
        found = found.join(f"{number:022}", animal)
        for puzzle in found.puzzles:
            wrong = [cell for cell in puzzle.position.empty_cells if cell not in puzzle.right]
            steps = tries(puzzle, wrong)
            found = found.record(f"{number:022}", puzzle, Result.TRIES, True, steps)
    return found


def test_the_text_of_a_full_class_is_short_and_read_back() -> None:
    found = full()
    assert len(found.text.encode()) < LONGEST_TEXT
    assert Classroom.from_text(found.text) == found
    assert found.finished == MOST_PUPILS
    with pytest.raises(SiteRefusal):
        found.join("one more", "")


def test_a_class_keeps_no_name_and_no_address() -> None:
    data = json.loads(full().text)
    assert {*data} == {"key", "teachers", "title", "chosen", "pupils", "ended"}
    for name, (holder, *signs) in data["pupils"].items():
        assert name in ANIMALS
        assert len(holder) == 22
        assert [*map(len, signs)] == [MOST_PUZZLES] * 3


def test_no_two_words_of_codes_or_animals_are_mistaken_for_each_other() -> None:
    for words in (WORDS, ANIMALS):
        assert len({*words}) == len(words) >= MOST_PUPILS
        assert all(re.fullmatch("[a-z]{3,8}", word) for word in words)
        for one, other in combinations(words, 2):
            same_place = sum(a != b for a, b in zip(one, other, strict=False))
            assert same_place + abs(len(one) - len(other)) > 1, (one, other)
    assert not {*WORDS} & {*ANIMALS}


@given(st.text(), st.text(), st.data())
def test_codes_are_read_as_people_type_them_and_name_no_game(
    one: str, other: str, data: st.DataObject
) -> None:
    code = code_from(one, other)
    word, digits = code.split("-")
    for text in (code, f"{word} {digits}", f"{word}{digits}"):
        assert typed(data.draw(as_typed(text))) == code
    for below in ("c/{}", "class/{}", "class/{}/wall?show=why", "c?code={}", "c/{}#top"):
        link = f"http://fern-10.example:8000/{below.format(code)}"
        assert typed(data.draw(as_typed(link))) == code
    assert CODE.fullmatch(code)
    assert not CODE_OF_GAME.fullmatch(code)
    assert not CODE_OF_GAME.fullmatch(place_of(code))


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.integers(0, 2),
            st.sampled_from(Result),
            st.booleans(),
            st.lists(st.integers(0, 4), max_size=3),
        ),
        max_size=30,
    )
)
def test_what_came_first_stays_and_others_are_untouched(
    events: list[tuple[int, int, Result, bool, list[int]]],
) -> None:
    found = room()
    for holder in "012":
        found = found.join(holder, "")
    tried: dict[tuple[int, int], list[list[int]]] = {}
    for number, place, worst, solved, places in events:
        before, puzzle = found, found.puzzles[place]
        empty = puzzle.position.empty_cells
        cells = [*dict.fromkeys(empty[it % len(empty)] for it in places)]
        wrong = [cell for cell in cells if cell not in puzzle.right]
        steps = tries(puzzle, [*wrong, *puzzle.right[: len(cells) - len(wrong)]])
        found = found.record(f"{number}", puzzle, worst, solved, steps)
        if number == 3:  # is not in the class
            assert found == before
            continue
        if steps:
            tried.setdefault((number, place), []).append(wrong)
        for name, pupil in found.pupils.items():
            if pupil.holder != f"{number}":
                assert pupil == before.pupils[name]
    for place, column in enumerate(found.columns()):
        of_place = [lists[0][:1] for (_, at), lists in tried.items() if at == place]
        assert column.tried == len(of_place)
        if column.cell is not None:
            assert of_place.count([column.cell]) == column.often > 1
        assert column.often == max((of_place.count(it) for it in of_place if it), default=0)
        assert column.have == sum(pupil.has(place) for pupil in found.pupils.values())
        for number, name in enumerate(found.pupils):
            most = max(map(len, tried.get((number, place), [[]])))
            assert found.pupils[name].wrong[place] == f"{most}"


@pytest.fixture
def uri(tmp_path: Path) -> str:
    """The address of a file without games."""
    return f"sqlite://{tmp_path}/games.sqlite"


def test_no_class_of_no_puzzles_is_offered(client: FlaskClient) -> None:
    response = client.get("/class?game=3x3-a1c1")
    assert response.status_code == 400
    assert "Shape of 2 on 3 × 3 has no puzzles." in read(response.text).by_id("main").text


def test_without_a_store_there_is_no_class() -> None:
    site = create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": "off", **NO_LIMITS})
    client = site.test_client()
    for path in ("/class", "/c", "/c/fern-42", "/class/fern-42"):
        assert client.get(path).status_code == 404
