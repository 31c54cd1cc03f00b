"""A class at work: what is kept of it, who may see and change it, and that nothing is lost."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.puzzles.solving import solution
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.conftest import NO_LIMITS
from webapp import create_app
from webapp.classroom.classroom import MOST_PUPILS, MOST_PUZZLES, ClassRefusal, Classroom
from webapp.classroom.names import ANIMALS, CODE, WORDS, code_from, typed
from webapp.classroom.series import place_of
from webapp.friend.invite import CODE as CODE_OF_GAME
from webapp.puzzles.progress import Result
from webapp.puzzles.sets import PuzzleSet

LONGEST_TEXT = 4500  # bytes in the store
LARGEST = PuzzleSet(listed=load(SQUARE)[-MOST_PUZZLES:])
SMALL = PuzzleSet(listed=load(TIC_TAC_TOE)[:3])


def room(chosen: PuzzleSet = SMALL) -> Classroom:
    return Classroom("k" * 22, "t" * 22, chosen.title, chosen)


def full() -> Classroom:
    """A class with as many pupils as it may have, of whom each has solved each puzzle."""
    found = room(LARGEST)
    for number, animal in zip(range(MOST_PUPILS), ANIMALS, strict=False):
        found = found.join(f"{number:022}", animal)
        for puzzle in found.puzzles:
            found = found.record(f"{number:022}", puzzle, Result.TRIES, True, "f")
    return found


def test_the_text_of_a_full_class_is_short_and_read_back() -> None:
    found = full()
    assert len(found.text.encode()) < LONGEST_TEXT
    assert Classroom.from_text(found.text) == found
    assert found.finished == MOST_PUPILS
    with pytest.raises(ClassRefusal):
        found.join("one more", "")


def test_a_class_keeps_no_name_and_no_address() -> None:
    data = json.loads(full().text)
    assert {*data} == {"key", "teacher", "title", "chosen", "pupils", "hidden", "ended"}
    for name, (holder, signs, firsts) in data["pupils"].items():
        assert name in ANIMALS
        assert len(holder) == 22
        assert len(signs) == len(firsts) == MOST_PUZZLES


def test_no_two_words_of_codes_or_animals_are_mistaken_for_each_other() -> None:
    for words in (WORDS, ANIMALS):
        assert len({*words}) == len(words) >= MOST_PUPILS
        assert all(re.fullmatch("[a-z]{3,8}", word) for word in words)
        for one, other in combinations(words, 2):
            same_place = sum(a != b for a, b in zip(one, other, strict=False))
            assert same_place + abs(len(one) - len(other)) > 1, (one, other)
    assert not {*WORDS} & {*ANIMALS}


@given(st.text(), st.text())
def test_codes_are_read_as_people_type_them_and_name_no_game(one: str, other: str) -> None:
    code = code_from(one, other)
    word, digits = code.split("-")
    for text in (code, code.upper(), f"{word} {digits}", f" {word}{digits}. "):
        assert typed(text) == code
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
            st.sampled_from("=0123"),
        ),
        max_size=30,
    )
)
def test_what_came_first_stays_and_others_are_untouched(
    events: list[tuple[int, int, Result, bool, str]],
) -> None:
    found = room()
    for holder in "012":
        found = found.join(holder, "")
    firsts: dict[tuple[int, int], str] = {}
    for number, place, worst, solved, first in events:
        before = found
        found = found.record(f"{number}", found.puzzles[place], worst, solved, first)
        if number == 3:  # is not in the class
            assert found == before
            continue
        firsts.setdefault((number, place), first)
        for name, pupil in found.pupils.items():
            if pupil.holder != f"{number}":
                assert pupil == before.pupils[name]
    for place, column in enumerate(found.columns()):
        of_place = [first for (_, at), first in firsts.items() if at == place]
        assert column.tried == len(of_place)
        if column.cell is not None:
            assert of_place.count(f"{column.cell}") == column.often > 1
            assert max(of_place.count(it) for it in "0123") == column.often
        assert column.have == sum(pupil.has(place) for pupil in found.pupils.values())


# The site.


@pytest.fixture
def site(tmp_path: Path) -> Flask:
    """An application with a store of its own."""
    store = f"sqlite://{tmp_path}/games.sqlite"
    return create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": store, **NO_LIMITS})


def browser(site: Flask) -> FlaskClient:
    """A browser with a mark."""
    client = site.test_client()
    client.get("/class")
    return client


FORM = {"theme": "mixed", "count": "3", "level": "easy", "once": "once"}


def begin(teacher: FlaskClient) -> str:
    """The code of a new class."""
    answer = teacher.post("/class", data=FORM)
    assert answer.status_code == 303
    return answer.headers["Location"].rpartition("/")[2]


def kept(site: Flask, code: str) -> Classroom:
    """What the store has."""
    found = site.extensions["games"].read(place_of(code))
    return Classroom.from_text(found.text)


def solve(pupil: FlaskClient, path: str) -> str:
    """Solve the puzzle at *path*; where the last answer leads."""
    found = re.match(r"/puzzles/([\w-]+)/(\d+)", path)
    assert found
    game = SQUARE if found[1] == SQUARE.key else TIC_TAC_TOE
    for step in solution(load(game)[int(found[2]) - 1]):
        answer = pupil.post(path, data={"cell": step.move.cell})
        assert answer.status_code == 303
        path = answer.headers["Location"]
    return path


def test_a_class_from_the_form_to_the_table(site: Flask) -> None:
    teacher, pupil = browser(site), browser(site)
    code = begin(teacher)
    assert begin(teacher) == code  # the same form
    assert pupil.get(f"/c/{code.upper()}").headers["Location"] == f"/c/{code}"
    joined = pupil.post(f"/c/{code}", data={"animal": "otter"})
    assert pupil.post(f"/c/{code}", data={"animal": "otter"}).status_code == 303
    path = joined.headers["Location"]
    puzzle = kept(site, code).puzzles[0]
    wrong = next(cell for cell in puzzle.position.empty_cells if cell not in puzzle.right)
    pupil.post(path, data={"cell": wrong})
    other = browser(site)
    other.post(f"/c/{code}")
    other.post(path, data={"cell": wrong})
    page = teacher.get(f"/class/{code}").text
    assert "Otter" in page
    assert "Number 1" in page
    assert "2 of 2 tried" in page
    for puzzle in kept(site, code).puzzles:
        solve(pupil, f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={code}")
    found = kept(site, code)
    assert found.finished == 1
    assert [column.have for column in found.columns()] == [1, 1, 1]
    table = teacher.get(f"/class/{code}.csv").text.splitlines()
    assert table[1].startswith("Otter,")
    assert table[2] == "Number 1,,,"
    assert "3 of 3 solved" in pupil.get(f"/c/{code}").text
    wall = teacher.get(f"/class/{code}/wall").text
    assert "Otter" not in wall
    for act, name in (("hide", ""), ("hide", ""), ("remove", "otter"), ("end", "")):
        answer = teacher.post(f"/class/{code}", data={"do": act, "name": name})
        assert answer.status_code == 303
    found = kept(site, code)
    assert found.hidden
    assert found.ended
    assert [*found.pupils] == ["1"]
    assert "2 of" not in teacher.get(f"/class/{code}/wall").text
    assert browser(site).post(f"/c/{code}").status_code == 400
    assert "goes" not in pupil.get(path).text
    assert pupil.get(path).status_code == 200


def test_the_teacher_alone_sees_and_changes_a_class(site: Flask) -> None:
    teacher, pupil = browser(site), browser(site)
    code = begin(teacher)
    pupil.post(f"/c/{code}")
    for path in (f"/class/{code}", f"/class/{code}/wall", f"/class/{code}.csv"):
        assert teacher.get(path).status_code == 200
        for other in (pupil, browser(site), site.test_client()):
            assert other.get(path).status_code == 403
    before = kept(site, code)
    assert pupil.post(f"/class/{code}", data={"do": "end"}).status_code == 403
    assert kept(site, code) == before


def test_a_class_that_is_gone_is_told_and_the_puzzles_go_on(site: Flask) -> None:
    pupil = browser(site)
    assert pupil.get("/c/fern-42").status_code == 404
    page = pupil.get("/puzzles/square/12?class=fern-42")
    assert page.status_code == 200
    assert "This class is over" in page.text
    assert solve(pupil, "/puzzles/square/12?class=fern-42")
    assert pupil.get("/puzzles/square/12?class=nothing").status_code == 404
    assert pupil.get("/embed/puzzles/square/12?class=fern-42").status_code == 200


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pupils":{}}', '{"pupils":{},"chosen":"x-1"}'])
def test_a_text_of_another_release_is_no_class(site: Flask, text: str) -> None:
    site.extensions["games"].put(place_of("fern-42"), 0, text)
    for path in ("/c/fern-42", "/class/fern-42"):
        assert browser(site).get(path).status_code == 404


def test_games_and_classes_are_not_read_as_each_other(site: Flask) -> None:
    teacher = browser(site)
    code = begin(teacher)
    for path in (f"/with/{code}", f"/with/class:{code}"):
        assert teacher.get(path).status_code == 404
    game = teacher.post("/with", data={"game": "square", "first": "x", "side": "x"})
    name = game.headers["Location"].rpartition("/")[2]
    for path in (f"/c/{name}", f"/class/{name}"):
        assert teacher.get(path).status_code == 404


def test_strangers_may_guess_few_codes_and_pupils_go_on(tmp_path: Path) -> None:
    store = f"sqlite://{tmp_path}/games.sqlite"
    limits = NO_LIMITS | {"LIMIT_GAMES": "10 per hour"}
    site = create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": store, **limits})
    teacher, pupil, stranger = browser(site), browser(site), browser(site)
    code = begin(teacher)
    pupil.post(f"/c/{code}")
    statuses = [stranger.get(f"/c/fern-{number}").status_code for number in range(10, 30)]
    assert statuses[:10] == [404] * 10
    assert statuses[10:] == [429] * 10
    assert stranger.get(f"/c/{code}").status_code == 429
    assert pupil.get(f"/c/{code}").status_code == 200
    assert teacher.get(f"/class/{code}").status_code == 200


@pytest.mark.long
def test_pupils_who_answer_at_once_lose_nothing(site: Flask) -> None:
    teacher = browser(site)
    code = begin(teacher)
    pupils = [browser(site) for _ in range(30)]

    def work(pupil: FlaskClient) -> int:
        pupil.post(f"/c/{code}")
        for puzzle in kept(site, code).puzzles:
            solve(pupil, f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={code}")
        return 1

    with ThreadPoolExecutor(30) as pool:
        assert sum(pool.map(work, pupils)) == 30
    found = kept(site, code)
    assert {*found.pupils} == {f"{number}" for number in range(1, 31)}
    assert found.finished == 30


def test_without_a_store_there_is_no_class() -> None:
    site = create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": "off", **NO_LIMITS})
    client = site.test_client()
    for path in ("/class", "/c", "/c/fern-42", "/class/fern-42"):
        assert client.get(path).status_code == 404
