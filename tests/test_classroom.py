"""A class at work: its text in the store, its teacher, its pupils, and its pages."""

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.solving import tries
from ai.puzzles.store import load
from ai.rules.games import SQUARE, TIC_TAC_TOE
from tests import reference
from tests.browser import kept as match_of
from tests.browser import play
from tests.class_history import ACTS, Act, History, Member
from tests.classes import begin, browser, join, kept, solve, wrong_answers
from tests.page import read
from tests.puzzle_pages import board_of, progress_in
from tests.typed import as_typed
from tests.visitors import NEW, empty_app
from webapp import ROOT
from webapp.classroom.classroom import MOST_PUPILS, MOST_PUZZLES, Classroom, WallColumn
from webapp.classroom.names import ANIMALS, CODE, WORDS, code_from, told, typed
from webapp.classroom.series import CLASSES
from webapp.classroom.views import failed
from webapp.friend.invite import CODE as CODE_OF_GAME
from webapp.puzzles import questions
from webapp.puzzles.progress import Result
from webapp.puzzles.sets import PuzzleSet
from webapp.serving.errors import SiteRefusal
from webapp.store.base import Kept, StoreAway

SMALL = PuzzleSet(listed=load(TIC_TAC_TOE)[:3])
BLOCKS = PuzzleSet(themes=(Theme.BLOCK,)).puzzles


# What is kept.


def room(chosen: PuzzleSet = SMALL) -> Classroom:
    return Classroom("k" * 22, ("t" * 22,), chosen.title, chosen)


def test_a_full_class_is_a_short_text_without_names_or_addresses() -> None:
    found = room(PuzzleSet(listed=load(SQUARE)[-MOST_PUZZLES:]))
    for number in range(MOST_PUPILS):
        found = found.join(f"{number:022}")
        for puzzle in found.puzzles:
            wrong = [cell for cell in puzzle.position.empty_cells if cell not in puzzle.right]
            found = found.record(f"{number:022}", puzzle, Result.TRIES, True, tries(puzzle, wrong))
    assert len(found.text.encode()) < 5300
    assert Classroom.from_text(found.text) == found
    assert found.finished == MOST_PUPILS
    with pytest.raises(SiteRefusal, match="full"):
        found.join("one more")
    data = json.loads(found.text)
    assert {*data} == {"key", "teachers", "title", "chosen", "pupils", "ended"}
    assert [*data["pupils"]] == ANIMALS
    for holder, *signs in data["pupils"].values():
        assert len(holder) == 22
        assert [*map(len, signs)] == [MOST_PUZZLES] * 3


def test_no_two_words_of_codes_or_animals_are_mistaken_for_each_other() -> None:
    for words in (WORDS, ANIMALS):
        assert len({*words}) == len(words) >= MOST_PUPILS == 48
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


SVG = "{http://www.w3.org/2000/svg}"


def test_every_animal_is_drawn_in_at_most_six_strokes_in_its_box() -> None:
    """A curve lies within the points that its path names. No two animals have a stroke in common,
    but for eyes.
    """
    groups = ET.fromstring((ROOT / "static/animals.svg").read_text())  # noqa: S314
    assert [it.attrib["id"] for it in groups] == ANIMALS
    seen: dict[str, str] = {}
    for group in groups:
        paths = [it.attrib["d"] for it in group]
        assert {it.tag for it in group} == {f"{SVG}path"}
        strokes = [stroke for path in paths for stroke in path.split("M")[1:]]
        assert 3 <= len(strokes) <= 6 or group.attrib["id"] == "camel", group.attrib["id"]
        for path in paths:
            assert re.fullmatch("[MLQCZ0-9. ]+", path)
            assert all(0 <= float(it) <= 24 for it in re.findall(r"[\d.]+", path))
        for stroke in strokes:
            if len(re.findall(r"[\d.]+", stroke)) > 4:
                assert seen.setdefault(stroke, group.attrib["id"]) == group.attrib["id"]


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
        found = found.join(holder)
    assert [*found.pupils] == ANIMALS[:3]
    tried: dict[tuple[int, int], list[list[int]]] = {}
    before_end: dict[tuple[int, int], int] = {}
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
        if before.pupils[ANIMALS[number]].state(place).result is None:
            most = before_end.get((number, place), 0)
            before_end[number, place] = max(most, len(wrong))
        for name, pupil in found.pupils.items():
            assert pupil.holder == f"{number}" or pupil == before.pupils[name]
    for place, column in enumerate(found.columns()):
        of_place = {number: lists for (number, at), lists in tried.items() if at == place}
        firsts = Counter(tuple(lists[0][:1]) for lists in of_place.values())
        assert column.tried == firsts.total()
        assert column.tripped == firsts.total() - firsts[()]
        assert column.often == max((firsts[it] for it in firsts if it), default=0)
        assert column.cell is None or firsts[(column.cell,)] == column.often > 1
        assert column.have == sum(pupil.has(place) for pupil in found.pupils.values())
        for number, pupil in enumerate(found.pupils.values()):
            assert pupil.wrong[place] == f"{before_end.get((number, place), 0)}"


def test_one_threat_is_told_only_of_a_cell_that_makes_one() -> None:
    """Every wrong cell of every tenth fork; the lines come from the reference."""
    told = Counter[bool]()
    for puzzle in PuzzleSet(themes=(Theme.FORK,)).puzzles[::10]:
        for cell in {*puzzle.position.empty_cells} - {*puzzle.right}:
            board = reference.after(board_of(puzzle), cell)
            threats = len(reference.lacking(board, "X"))
            says = failed(WallColumn(puzzle, 0, 0, 2, 2, cell, 2))
            assert (": one threat, not two." in says) == (threats == 1), says
            assert says.startswith(f"2 tried {puzzle.game.cell_names[cell]} first")
            told[threats == 1] += 1
    assert min(told.values()) > 5


def test_a_class_of_an_older_release_is_read(app: Flask) -> None:
    """Its pupils chose animals, some of which nobody draws any more, or took a number."""
    teacher, pupil = browser(app), browser(app)
    code = begin(teacher)
    join(pupil, code)
    store, found = app.extensions["games"], kept(app, code)
    (own,) = found.pupils.values()
    old = replace(found, pupils={"1": own._replace(holder="x"), "otter": own, "fox": own})
    version = store.read(CLASSES.prefix + code).version
    assert store.put(CLASSES.prefix + code, version, old.text, spare=False)
    page = read(teacher.get(f"/class/{code}").text)
    assert [row.all("th")[0].text for row in page.all("tr")[1:]] == ["Number 1", "Otter", "Fox"]
    join(browser(app), code)
    assert [*kept(app, code).pupils] == ["1", "otter", "fox", "owl"]


# A class from the form to its end.


@given(ACTS)
def test_the_teacher_sees_the_history(app: Flask, acts: list[Act]) -> None:
    """The table, in the order of joining, and the count; and none of it is another's."""
    history = History(app, acts)
    page = read(history.teacher.get(f"/class/{history.code}").text)
    rows = [row for row in page.all("tr") if row.all("td")]
    names = [*map(told, kept(app, history.code).pupils)]
    assert [row.all("th")[0].text for row in rows] == names
    assert names == [told(history.name(it)) for it in history.here]
    words = [
        [it.text for it in row.all("span") if it.attributes.get("class") == "unseen"]
        for row in rows
    ]
    assert words == [it.words(ended=history.ended) for it in history.here]
    have = sum(bool(course.result) for it in history.here for course in it.courses)
    count = f"{len(rows)} here · {have} of {3 * len(rows)} solved"
    assert page.by_id("count").text == count


@given(ACTS)
def test_the_end_leads_all_and_takes_nothing_of_what_they_solved(
    app: Flask, acts: list[Act]
) -> None:
    """From any history on, to the page of how it went; others stay. Without a class the puzzles go
    on, and the browser knows the class to go on with while it runs.
    """
    history = History(app, acts)
    for member in history.everyone:
        client, is_here = member.client, member in history.here
        led = client.get(history.path(2)).location
        assert led == (f"/c/{history.code}" if is_here and history.ended else None)
        assert client.get(history.path(2).partition("?")[0]).status_code == 200
        progress = progress_in(client)
        solved = [at for at, it in enumerate(history.puzzles) if progress.has(it)]
        assert solved == sorted(member.solved)
        number = None if member.following is None else member.following + 1
        found = (history.code, number, f"/c/{history.code}")
        assert history.running(member) == (found if is_here and not history.ended else None)


@given(ACTS)
def test_a_pupil_reads_what_follows_from_what_it_did(app: Flask, acts: list[Act]) -> None:
    """Once all is solved or the class has ended: how many at the first try, and which took most."""
    history = History(app, acts)
    for member in history.here:
        page = read(member.client.get(f"/c/{history.code}").text)
        (title,) = page.all("h2")
        name = told(history.name(member))
        if not history.ended and member.following is not None:
            assert title.text == f"Class {history.code}"
            assert f"You are {name}." in page.by_id("main").text
            continue
        results = [it.result for it in member.courses]
        firsts, solved = results.count("at the first try"), sum(map(bool, results))
        words = ["None", "One", "Two", "Three"]
        some = f"{words[solved]} of three" if solved else "Thank you"
        assert title.text == ("All three" if solved == 3 else some) + f", {name}."
        (how,) = [it.text for it in page.all("p") if it.attributes.get("class") == "told"]
        many = "All" if firsts == 3 else words[firsts]
        assert (f"{many} at the first try." in how) == (firsts > 0)
        taken = {
            at: (not it.result, it.wrong, history.puzzles[at].difficulty)
            for at, it in enumerate(member.courses)
            if it.result or it.wrong
        }
        again = [it for it in page.all("a") if it.text.startswith("Look at puzzle")]
        assert len(again) == bool(taken)
        for link in again:
            hardest = max(taken, key=lambda at: taken[at])
            assert link.text == f"Look at puzzle {hardest + 1} again"
            assert member.client.get(link["href"]).status_code == 200, "it leads nowhere else"
            assert f"Your hardest was puzzle {hardest + 1}: " in how
            assert ("Look again." in how) == (not results[hardest])


def test_the_end_takes_nothing_of_a_match(app: Flask) -> None:
    """To play while waiting begins a match, and the one before can be brought back."""
    teacher, pupil = browser(app), browser(app)
    play(pupil, 4)
    before = match_of(pupil)
    code = begin(teacher)
    path = join(pupil, code)
    teacher.post(f"/class/{code}/end")
    assert pupil.get(path).location == f"/c/{code}"
    assert match_of(pupil) == before
    (form,) = read(pupil.get(f"/c/{code}").text).by_id("main").all("form")
    assert pupil.post(form["action"], data=form.fields).status_code == 303
    players = match_of(pupil).match.players
    assert (players.x, players.o) == ("human", "medium")
    pupil.post("/back")
    assert match_of(pupil).match == before.match


def test_pages_of_a_class_look_again_by_themselves_while_it_runs(app: Flask) -> None:
    """With script in place and without it whole; only the count is announced. A pupil's puzzle
    looks too, but without script it waits for the next press.
    """
    teacher, pupil = browser(app), browser(app)
    code = begin(teacher)
    puzzle = join(pupil, code)
    pages = [(teacher, f"/class/{code}"), (pupil, f"/c/{code}")]
    for ended in (False, True):
        for client, path in pages:
            text = client.get(path).text
            page = read(text)
            assert ("data-again" in page.by_id("main").attributes) == (not ended)
            assert ('<meta http-equiv="refresh" content="5">' in text) == (not ended)
            assert "again.js" in text or ended
        page = read(teacher.get(f"/class/{code}").text)
        live = {it.attributes.get("role") or it.attributes.get("aria-live") for it in page}
        assert {"status", "off"} <= live
        assert not live & {"alert", "log", "polite", "assertive"}
        parts = {it["id"] for it in page if "data-part" in it.attributes}
        assert {"count", "together", "trips", "pupils"} <= parts
        if not ended:
            text = pupil.get(puzzle).text
            assert read(text).by_id("main")["data-again"] == f"/c/{code}"
            assert 'http-equiv="refresh"' not in text
            assert "data-again" not in browser(app).get(puzzle).text
        teacher.post(f"/class/{code}/end")


def test_a_class_works_from_the_form_to_the_table(app: Flask) -> None:
    teacher, pupil, other = (browser(app) for _ in range(3))
    code = begin(teacher)
    here, way = f"/class/{code}", f"/c/{code}"
    assert begin(teacher) == code, "the same form"
    assert pupil.get(way.upper().replace("/C/", "/c/")).location == way
    path = join(pupil, code)
    assert join(pupil, code) == path
    assert [*kept(app, code).pupils] == ["fox"]
    (heading,) = [it for it in read(pupil.get(path).text).all("h2") if "turn" in it.text]
    assert heading.text == "Your turn, Fox."
    cells = wrong_answers(kept(app, code).puzzles[0])
    at = path
    for cell in (*cells, cells[0]):
        at = pupil.post(at, data={"cell": cell}).location
    assert f"at work, {len(cells)} wrong so far" in teacher.get(here).text
    join(other, code)
    other.post(path, data={"cell": cells[0]})
    page = read(teacher.get(here).text).by_id("trips").text
    assert page.startswith("Puzzle 1 trips most")
    assert f"2 tried {questions.named(kept(app, code).puzzles[0], cells[0])} first" in page
    solve(pupil, at)
    for puzzle in kept(app, code).puzzles[1:]:
        solve(pupil, f"/puzzles/{puzzle.game.key}/{puzzle.number}?class={code}")
    found = kept(app, code)
    assert (found.finished, [it.have for it in found.columns()]) == (1, [1, 1, 1])
    table = teacher.get(f"{here}.csv").text.splitlines()
    assert table[1] == f"Fox,at try {len(cells) + 1},at the first try,at the first try"
    assert table[2] == 'Owl,"at work, 1 wrong so far",open,open'
    assert "All three, Fox." in pupil.get(way).text
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
    for text in (f"Class {code}", f"http://localhost/c/{code}", f"class={code}&amp;answers=on"):
        assert text in sheet
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


def test_the_teacher_alone_removes_pupils_if_sure_and_ends_the_class(app: Flask) -> None:
    """A removed pupil may join again until then. The teacher may let an ended class go on."""
    teacher, pupil, other = (browser(app) for _ in range(3))
    code = begin(teacher)
    first, page, before = join(pupil, code), f"/class/{code}", kept(app, code)
    wall, without, end = f"{page}/wall", f"{page}/without/fox", f"{page}/end"
    for path, stranger in product((page, wall, f"{page}.csv", without), (pupil, app.test_client())):
        assert stranger.get(path).status_code == 403
    for path in (without, end, f"{page}/reopen"):
        assert pupil.post(path).status_code == 403
        assert kept(app, code) == before
    assert without in teacher.get(page).text
    assert end in teacher.get(page).text
    assert 'method="post"' in teacher.get(without).text
    for ask in (teacher.post, teacher.post, teacher.get):
        assert ask(without).status_code == 303, "there is nothing to ask"
        assert not kept(app, code).pupils
    join(other, code)
    out = "You are not in this class"
    assert out in pupil.get(first).text
    assert join(pupil, code) == first
    assert [*kept(app, code).pupils] == ["fox", "owl"]
    assert out not in pupil.get(first).text
    others = [f"{SQUARE.key}-{it.number}" for it in load(SQUARE) if it not in before.puzzles]
    of_none = pupil.get(f"/puzzles/{others[0].replace('-', '/')}?class={code}")
    assert of_none.status_code == 200, "a puzzle that is not of the class"
    solve(pupil, first)
    assert all('class="qr"' in teacher.get(path).text for path in (page, wall))
    for _twice in range(2):
        assert teacher.post(end).status_code == 303
    for path in (page, wall):
        assert not re.search(f'class="qr"|class={code}|/c/{code}', teacher.get(path).text)
    before = kept(app, code)
    assert before.ended
    late = browser(app)
    for answer in (late.post(f"/c/{code}"), teacher.post(without), teacher.get(without)):
        assert (answer.status_code, "This class has ended" in answer.text) == (410, True)
    assert "This class is over" in late.get(first).text
    assert kept(app, code) == before
    for _twice in range(2):
        assert teacher.post(f"{page}/reopen").status_code == 303
    assert kept(app, code) == replace(before, ended=False)
    assert pupil.get(first).status_code == 200


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


def test_the_class_to_go_on_with_is_cheap_and_fails_no_page(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is asked only for the code of a class in the cookie, and may be away."""
    history = History(app, [])
    asked: list[str] = []

    def away(code: str) -> None:
        asked.append(code)
        raise StoreAway

    with monkeypatch.context() as patch:
        patch.setattr(app.extensions["games"], "read", away)
        stranger, pupil = Member(browser(app)), history.here[0]
        assert history.running(stranger) is None
        assert asked == []
        assert history.running(pupil) is None
        assert asked == [CLASSES.prefix + history.code]
    assert history.running(pupil) == (history.code, 1, f"/c/{history.code}")
