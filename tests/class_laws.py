"""The laws of a class on the site, for every kind of store.

A module of tests imports all of them, and has a fixture `uri`, the address of a store without
games.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.solving import solution, tries
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.position import IllegalMove
from tests.conftest import NO_LIMITS
from webapp import create_app
from webapp.classroom.classroom import Classroom
from webapp.classroom.series import place_of


@pytest.fixture
def site(uri: str) -> Flask:
    """An application with this store."""
    return create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": uri, **NO_LIMITS})


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


def join(pupil: FlaskClient, code: str, animal: str = "") -> str:
    """The path of the first puzzle, to which joining leads."""
    answer = pupil.post(f"/c/{code}", data={"animal": animal})
    assert answer.status_code == 303
    return answer.headers["Location"]


def wrong_answers(puzzle: Puzzle) -> list[int]:
    """The answers that fail at first: cells, or winners."""
    found = []
    for answer in puzzle.game.cells:
        with suppress(IllegalMove):
            found += [step.answer for step in tries(puzzle, [answer]) if not step.is_right]
    return found


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
        answer = pupil.post(path, data={"cell": step.answer})
        assert answer.status_code == 303
        path = answer.headers["Location"]
    return path


def test_a_class_from_the_form_to_the_table(site: Flask) -> None:
    teacher, pupil = browser(site), browser(site)
    code = begin(teacher)
    assert begin(teacher) == code  # the same form
    assert pupil.get(f"/c/{code.upper()}").headers["Location"] == f"/c/{code}"
    path = join(pupil, code, "otter")
    assert join(pupil, code, "otter") == path
    wrong = wrong_answers(kept(site, code).puzzles[0])[0]
    pupil.post(path, data={"cell": wrong})
    other = browser(site)
    join(other, code)
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
    assert table[2] == 'Number 1,"at work, 1 wrong so far",open,open'
    assert "3 of 3 solved" in pupil.get(f"/c/{code}").text


def test_the_wall_names_nobody_and_gives_away_what_the_teacher_shows(site: Flask) -> None:
    teacher, pupils = browser(site), [browser(site) for _ in range(2)]
    code = begin(teacher)
    for pupil, animal in zip(pupils, ("otter", ""), strict=True):
        path = join(pupil, code, animal)
        pupil.post(path, data={"cell": wrong_answers(kept(site, code).puzzles[0])[0]})
    walls = {
        show: teacher.get(f"/class/{code}/wall{show}").text
        for show in ("", "?show=puzzles", "?show=numbers", "?show=why")
    }
    assert [*map("Otter".__contains__, walls.values())] == [False] * 4
    told = {show: ("0 of 2" in page, "tried" in page) for show, page in walls.items()}
    numbers = True, False
    assert [*told.values()] == [numbers, (False, False), numbers, (True, True)]
    drawn = [len(re.findall(r'<use class="[XO]"', page)) for page in walls.values()]
    tried = len(re.findall(r'<use class="[XO]"', teacher.get(f"/class/{code}").text))
    assert drawn == [drawn[0]] * 3 + [drawn[0] + 2], "the wrong try and the reply"
    assert tried == drawn[3]
    assert teacher.get(f"/class/{code}/wall?show=all").status_code == 400


def test_the_sheet_of_a_class_leads_to_it(site: Flask) -> None:
    """Both its pages do, and whoever has them: a pupil has no cookie of the teacher."""
    teacher = browser(site)
    code = begin(teacher)
    found = re.search(r'href="(/puzzles/sheet[^"]+)"', teacher.get(f"/class/{code}").text)
    assert found
    sheet = browser(site).get(found[1].replace("&amp;", "&")).text
    assert f"Class {code}" in sheet
    assert f"http://localhost/c/{code}" in sheet
    assert f"class={code}&amp;answers=on" in sheet
    assert "The address of the class as a picture to scan" in sheet
    assert browser(site).get("/puzzles/sheet?class=nothing").status_code == 404


def test_the_way_back_to_a_class_is_kept_until_it_is_gone(site: Flask) -> None:
    """Beside that to a game with a friend."""
    teacher = browser(site)
    assert "Make the class" in teacher.get("/class").text
    code = begin(teacher)
    teacher.get(f"/class/{code}")
    game = teacher.post("/with", data={"game": "square", "first": "x", "side": "x"})
    for path in ("/class", "/class?game=square&theme=fork"):
        page = teacher.get(path).text
        assert f'href="/class/{code}"' in page
        assert "Make another class" in page
        assert game.headers["Location"] not in page
    page = teacher.get("/with").text
    assert game.headers["Location"] in page
    assert code not in page
    teacher.post(f"/class/{code}/end")
    page = teacher.get("/class").text
    assert f"{code} · Puzzles – all games · ended" in page
    assert "Make the class" in page
    pupil = browser(site)
    pupil.post(f"/c/{code}")
    assert code not in pupil.get("/class").text


def test_the_second_device_of_a_teacher(site: Flask) -> None:
    """A pass opens the class once more, a later one takes its place, and a pupil has none."""
    teacher, tablet, phone, pupil = (browser(site) for _ in range(4))
    code = begin(teacher)
    join(pupil, code)
    page, here = f"/class/{code}", f"/class/{code}/here"
    for device in (tablet, phone):
        found = re.search(r"/here#([a-z2-7]{10})", teacher.get(f"{page}/seat").text)
        assert found
        assert device.get(here).status_code == 200
        for _again in range(2):
            assert device.post(here, data={"seat": found[1]}).status_code == 303
        assert device.get(page).status_code == teacher.get(page).status_code == 200
        for wrong in (found[1], "aaaaaaaaaa", "?"):
            assert pupil.post(here, data={"seat": wrong}).status_code == 409
    assert browser(site).post(here, data={"seat": "aaaaaaaaaa"}).status_code == 409
    assert [it.get(page).status_code for it in (tablet, pupil)] == [403, 403]
    assert pupil.get(f"{page}/seat").status_code == 403


def test_who_was_too_slow_comes_back_to_the_class(site: Flask) -> None:
    code = begin(browser(site))
    join(browser(site), code, "otter")
    for animal in ("otter", "dragon"):
        answer = browser(site).post(f"/c/{code}", data={"animal": animal})
        assert answer.status_code == 409
        assert f'href="/c/{code}"' in answer.text


def test_who_tries_is_at_work(site: Flask) -> None:
    teacher, pupil = browser(site), browser(site)
    code = begin(teacher)
    path, puzzle = join(pupil, code, "otter"), kept(site, code).puzzles[0]
    assert "1 at work" not in teacher.get(f"/class/{code}").text
    cells = wrong_answers(puzzle)
    for number, cell in enumerate((*cells, cells[0]), 1):
        path = pupil.post(path, data={"cell": cell}).headers["Location"]
        page = teacher.get(f"/class/{code}").text
        assert f"at work, {min(number, len(cells))} wrong so far" in page
        assert "0 of 1, 1 at work" in page
    solve(pupil, path)
    assert "1 at work" not in teacher.get(f"/class/{code}").text


def test_the_teacher_is_asked_before_a_pupil_or_the_class_goes(site: Flask) -> None:
    teacher, pupil = browser(site), browser(site)
    code = begin(teacher)
    join(pupil, code, "otter")
    page = f"/class/{code}"
    for path in (f"{page}/without/otter", f"{page}/end"):
        before = kept(site, code)
        assert path in teacher.get(page).text
        assert 'method="post"' in teacher.get(path).text
        assert kept(site, code) == before
        for _again in range(2):
            assert teacher.post(path).status_code == 303
        assert kept(site, code) != before
        assert teacher.get(path).status_code in {303, 410}  # there is nothing to ask


def test_a_removed_pupil_may_join_again_until_the_class_ends(site: Flask) -> None:
    teacher, pupil, other = (browser(site) for _ in range(3))
    code = begin(teacher)
    join(pupil, code, "otter")
    teacher.post(f"/class/{code}/without/otter")
    path = join(other, code, "fox")
    assert "You are not in this class" in pupil.get(path).text
    assert join(pupil, code, "otter") == path
    assert "You are not in this class" not in pupil.get(path).text
    solve(pupil, path)
    pages = f"/class/{code}", f"/class/{code}/wall"
    assert all('class="qr"' in teacher.get(page).text for page in pages)
    teacher.post(f"/class/{code}/end")
    for page in pages:
        assert not re.search(f'class="qr"|class={code}|/c/{code}', teacher.get(page).text)
    before = kept(site, code)
    assert before.ended
    assert teacher.post(f"/class/{code}/without/otter").status_code == 410
    answer = browser(site).post(f"/c/{code}")
    assert answer.status_code == 410
    assert "This class has ended" in answer.text
    assert "This class is over" in pupil.get(path).text
    assert kept(site, code) == before


def test_the_teacher_alone_sees_and_changes_a_class(site: Flask) -> None:
    teacher, pupil = browser(site), browser(site)
    code = begin(teacher)
    join(pupil, code, "otter")
    page = f"/class/{code}"
    asked = f"{page}/end", f"{page}/without/otter"
    for path in (page, f"{page}/wall", f"{page}.csv", *asked):
        assert teacher.get(path).status_code == 200
        for other in (pupil, browser(site), site.test_client()):
            assert other.get(path).status_code == 403
    before = kept(site, code)
    assert [pupil.post(path).status_code for path in asked] == [403, 403]
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


def test_strangers_may_guess_few_codes_and_pupils_go_on(uri: str) -> None:
    limits = NO_LIMITS | {"LIMIT_GAMES": "10 per hour"}
    site = create_app({"SECRET_KEY": "tests", "GAMES_STORAGE": uri, **limits})
    teacher, pupil, stranger = browser(site), browser(site), browser(site)
    code = begin(teacher)
    pupil.post(f"/c/{code}")
    wrong = [other for other in (f"fern-{number}" for number in range(10, 31)) if other != code]
    statuses = [stranger.get(f"/c/{other}").status_code for other in wrong[:20]]
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
