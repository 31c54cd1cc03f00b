"""A class at work: its text in the store, its teacher, its pupils, and its pages."""

import json
import re
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.solving import tries
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests.classes import begin, browser, join, kept, solve, wrong_answers
from tests.page import read
from tests.typed import as_typed
from tests.visitors import NEW, empty_app
from webapp.classroom.classroom import MOST_PUPILS, MOST_PUZZLES, Classroom
from webapp.classroom.names import ANIMALS, CODE, WORDS, code_from, typed
from webapp.classroom.series import CLASSES
from webapp.friend.invite import CODE as CODE_OF_GAME
from webapp.puzzles.progress import Result
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.errors import SiteRefusal
from webapp.store.base import Kept

SMALL = PuzzleSet(listed=load(TIC_TAC_TOE)[:3])
BLOCKS = PuzzleSet(themes=(Theme.BLOCK,)).puzzles


# What is kept.


def room(chosen: PuzzleSet = SMALL) -> Classroom:
    return Classroom("k" * 22, ("t" * 22,), chosen.title, chosen)


def test_a_full_class_is_a_short_text_without_names_or_addresses() -> None:
    found = room(PuzzleSet(listed=load(SQUARE)[-MOST_PUZZLES:]))
    for number, animal in zip(range(MOST_PUPILS), ANIMALS, strict=False):
        found = found.join(f"{number:022}", animal)
        for puzzle in found.puzzles:
            wrong = [cell for cell in puzzle.position.empty_cells if cell not in puzzle.right]
            found = found.record(f"{number:022}", puzzle, Result.TRIES, True, tries(puzzle, wrong))
    assert len(found.text.encode()) < 4500
    assert Classroom.from_text(found.text) == found
    assert found.finished == MOST_PUPILS
    with pytest.raises(SiteRefusal, match="full"):
        found.join("one more", "")
    data = json.loads(found.text)
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


@given(st.integers(), st.data())
def test_codes_are_read_as_people_type_them_and_name_no_game(lot: int, data: st.DataObject) -> None:
    code = code_from("class", f"{lot}")
    word, digits = code.split("-")
    below = ("c/{}", "class/{}", "class/{}/wall?show=why", "c?code={}", "c/{}#top")
    links = (f"http://fern-10.example:8000/{it.format(code)}" for it in below)
    for text in (code, f"{word} {digits}", f"{word}{digits}", *links):
        assert typed(data.draw(as_typed(text))) == code
    assert CODE.fullmatch(code)
    assert not CODE_OF_GAME.fullmatch(code)
    assert not CODE_OF_GAME.fullmatch(CLASSES.prefix + code)


EVENT = st.tuples(
    *(st.integers(0, 3), st.integers(0, 2), st.sampled_from(Result), st.booleans()),
    st.lists(st.integers(0, 4), max_size=3),
)


@given(st.lists(EVENT, max_size=30))
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
            assert pupil.holder == f"{number}" or pupil == before.pupils[name]
    for place, column in enumerate(found.columns()):
        of_place = {number: lists for (number, at), lists in tried.items() if at == place}
        firsts = Counter(tuple(lists[0][:1]) for lists in of_place.values())
        assert column.tried == firsts.total()
        assert column.often == max((firsts[it] for it in firsts if it), default=0)
        assert column.cell is None or firsts[(column.cell,)] == column.often > 1
        assert column.have == sum(pupil.has(place) for pupil in found.pupils.values())
        for number, pupil in enumerate(found.pupils.values()):
            assert pupil.wrong[place] == f"{max(map(len, of_place.get(number, [[]])))}"


# A class from the form to its end.


def test_a_class_works_from_the_form_to_the_table(app: Flask) -> None:
    teacher, pupil, other = (browser(app) for _ in range(3))
    code = begin(teacher)
    here, way = f"/class/{code}", f"/c/{code}"
    assert begin(teacher) == code, "the same form"
    assert pupil.get(way.upper().replace("/C/", "/c/")).location == way
    path = join(pupil, code, "otter")
    assert join(pupil, code, "otter") == path
    for animal in ("otter", "dragon"):
        refused = browser(app).post(way, data={"animal": animal})
        assert (refused.status_code, f'href="{way}"' in refused.text) == (409, True)
    cells = wrong_answers(kept(app, code).puzzles[0])
    at = path
    for cell in (*cells, cells[0]):
        at = pupil.post(at, data={"cell": cell}).location
    assert f"at work, {len(cells)} wrong so far" in teacher.get(here).text
    join(other, code)
    other.post(path, data={"cell": cells[0]})
    assert "2 of 2 tried" in teacher.get(here).text
    solve(pupil, at)
    for puzzle in kept(app, code).puzzles[1:]:
        solve(pupil, f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={code}")
    found = kept(app, code)
    assert (found.finished, [it.have for it in found.columns()]) == (1, [1, 1, 1])
    table = teacher.get(f"{here}.csv").text.splitlines()
    assert table[1].startswith("Otter,")
    assert table[2] == 'Number 1,"at work, 1 wrong so far",open,open'
    assert "3 of 3 solved" in pupil.get(way).text
    assert teacher.get(f"{here}/wall?show=all").status_code == 400


def test_a_class_is_of_a_set_of_puzzles_and_has_its_sheet(app: Flask, client: FlaskClient) -> None:
    """Both pages of the sheet lead to the class."""
    refused = client.get("/class?game=3x3-a1c1")
    assert refused.status_code == 400
    assert "Shape of 2 on 3 × 3 has no puzzles." in read(refused.text).by_id("main").text
    teacher = browser(app)

    def made(**form: str) -> tuple[str, tuple[Puzzle, ...]]:
        code = teacher.post("/class", data=form).location.rpartition("/")[2]
        return code, kept(app, code).puzzles

    for third, level in enumerate(("easy", "medium", "hard")):
        _, puzzles = made(theme="block", count="6", level=level)
        places = [BLOCKS.index(it) for it in puzzles]
        assert [at * 3 // len(BLOCKS) for at in places] == [third] * 6, "as hard as asked"
        assert places == sorted({*places}), "the easiest first"
    code, puzzles = made(game="square", theme="fork", count="20")
    assert [(it.game, it.theme) for it in puzzles] == [(SQUARE, "fork")] * MOST_PUZZLES
    links = read(teacher.get(f"/class/{code}").text).all("a")
    (address,) = {it["href"] for it in links if it["href"].startswith("/puzzles/sheet")}
    sheet = client.get(address).text
    for told in (f"Class {code}", f"http://localhost/c/{code}", f"class={code}&amp;answers=on"):
        assert told in sheet
    assert client.get("/puzzles/sheet?class=nothing").status_code == 404


def test_the_way_back_to_a_class_is_kept_until_it_is_gone(app: Flask) -> None:
    """Beside that to a game with a friend, which is not read as a class, nor a class as a game."""
    teacher = browser(app)
    assert "Make the class" in teacher.get("/class").text
    code = begin(teacher)
    assert teacher.get(f"/class/{code}").status_code == 200
    game = teacher.post("/with", data=NEW).headers["Location"]
    page, with_friends = (teacher.get(it).text for it in ("/class?game=square", "/with"))
    assert "Make another class" in page
    assert (f'href="/class/{code}"' in page, game in page) == (True, False)
    assert (game in with_friends, code in with_friends) == (True, False)
    name = game.rpartition("/")[2]
    for path in (f"/with/{code}", f"/with/class:{code}", f"/c/{name}", f"/class/{name}"):
        assert teacher.get(path).status_code == 404
    teacher.post(f"/class/{code}/end")
    page = teacher.get("/class").text
    assert f"{code} · Puzzles – all games · ended" in page
    assert "Make the class" in page


def test_the_second_device_of_a_teacher(app: Flask) -> None:
    """A pass opens the class once more, a later one takes its place, and a pupil has none."""
    teacher, tablet, phone, pupil = (browser(app) for _ in range(4))
    code = begin(teacher)
    join(pupil, code)
    page, here = f"/class/{code}", f"/class/{code}/here"
    for device in (tablet, phone):
        (found,) = {*re.findall(r"/here#([a-z2-7]{10})", teacher.get(f"{page}/seat").text)}
        assert device.get(here).status_code == 200
        for _again in range(2):
            assert device.post(here, data={"seat": found}).status_code == 303
        assert device.get(page).status_code == teacher.get(page).status_code == 200
    for wrong in (found, "aaaaaaaaaa", "?"):
        assert pupil.post(here, data={"seat": wrong}).status_code == 409
    assert [it.get(page).status_code for it in (tablet, pupil)] == [403, 403]
    assert pupil.get(f"{page}/seat").status_code == 403


def test_the_teacher_alone_removes_pupils_and_ends_the_class_if_sure(app: Flask) -> None:
    """A removed pupil may join again until then."""
    teacher, pupil, other = (browser(app) for _ in range(3))
    code = begin(teacher)
    first, page, before = join(pupil, code, "otter"), f"/class/{code}", kept(app, code)
    wall, without, end = f"{page}/wall", f"{page}/without/otter", f"{page}/end"
    for path, stranger in product(
        (page, wall, f"{page}.csv", without, end), (pupil, app.test_client())
    ):
        assert stranger.get(path).status_code == 403
    for path in (without, end):
        assert pupil.post(path).status_code == 403
        assert path in teacher.get(page).text
        assert 'method="post"' in teacher.get(path).text
        assert kept(app, code) == before
    for ask in (teacher.post, teacher.post, teacher.get):
        assert ask(without).status_code == 303, "there is nothing to ask"
        assert not kept(app, code).pupils
    join(other, code, "fox")
    out = "You are not in this class"
    assert out in pupil.get(first).text
    assert join(pupil, code, "otter") == first
    assert out not in pupil.get(first).text
    solve(pupil, first)
    assert all('class="qr"' in teacher.get(path).text for path in (page, wall))
    assert teacher.post(end).status_code == 303
    for path in (page, wall):
        assert not re.search(f'class="qr"|class={code}|/c/{code}', teacher.get(path).text)
    before = kept(app, code)
    assert before.ended
    late = browser(app).post(f"/c/{code}")
    for answer in (late, teacher.post(without), teacher.get(without)):
        assert (answer.status_code, "This class has ended" in answer.text) == (410, True)
    assert "This class is over" in pupil.get(first).text
    assert kept(app, code) == before


def test_a_class_that_is_gone_is_told_and_the_puzzles_go_on(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, pupil, puzzle = app.extensions["games"], browser(app), "/puzzles/square/12"
    codes = (f"fern-{number}" for number in range(10, 100))
    gone = next(code for code in codes if not store.read(CLASSES.prefix + code))
    page = pupil.get(f"{puzzle}?class={gone}")
    assert page.status_code == 200
    assert "This class is over" in page.text
    assert solve(pupil, f"{puzzle}?class={gone}")
    assert pupil.get(f"{puzzle}?class=nothing").status_code == 404
    assert pupil.get(f"/embed{puzzle}?class={gone}").status_code == 200
    of_another_release = ("", "[]", "{}", '{"pupils":{}}', '{"pupils":{},"chosen":"x-1"}')
    for found in (None, *(Kept(text, 1, frozenset()) for text in of_another_release)):
        monkeypatch.setattr(store, "read", lambda _code, found=found: found)
        for path in (f"/c/{gone}", f"/class/{gone}"):
            assert pupil.get(path).status_code == 404


def test_strangers_may_guess_few_codes_and_pupils_go_on(tmp_path: Path) -> None:
    app = empty_app(tmp_path, LIMIT_GAMES="3 per hour")
    teacher, pupil, stranger = (browser(app) for _ in range(3))
    code = begin(teacher)
    join(pupil, code)
    wrong = [it for it in (f"fern-{number}" for number in range(10, 16)) if it != code][:5]
    statuses = [stranger.get(f"/c/{other}").status_code for other in wrong]
    assert statuses == [404] * 3 + [429] * 2
    assert stranger.get(f"/c/{code}").status_code == 429
    assert pupil.get(f"/c/{code}").status_code == 200
    assert teacher.get(f"/class/{code}").status_code == 200
