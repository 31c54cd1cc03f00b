"""Which puzzle comes next: the one that fits, those missed, those like it; and how a set ended."""

from datetime import date
from itertools import cycle
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from ai.puzzles.puzzle import Puzzle, Theme
from ai.puzzles.store import load
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from tests.page import board_shown, read
from tests.puzzle_pages import EVERY, address, board_of, click, page_at, solve, wrong
from tests.reference import after, result
from webapp.puzzles.fitting import untried
from webapp.puzzles.progress import SKIPPED, Progress, Result
from webapp.puzzles.sets import PuzzleSet

TODAY = date(2026, 11, 26)


def test_what_fits_is_untried() -> None:
    tried = EVERY[::50]
    progress = Progress()
    for puzzle, worst in zip(tried, cycle(Result), strict=False):
        progress = progress.after(puzzle, worst, solved=True)
    found = untried(progress)
    assert not {*found} & {*tried}
    assert len(found) >= len(EVERY) - len(tried) - 16


def test_what_was_solved_or_skipped_lately_does_not_come_back_and_the_games_take_turns(
    client: FlaskClient,
) -> None:
    """A skip that is sent twice counts once."""
    seen = [load(SQUARE)[180]]
    path = way_on(client, seen[0])
    for act in ("skip", "solve", "skip"):
        page, puzzle = page_at(client, path), puzzle_at(path)
        assert puzzle not in seen[-SKIPPED:]
        assert puzzle.game != seen[-1].game
        seen.append(puzzle)
        if act == "solve":
            path = way_on(client, puzzle)
            continue
        key = page.by_id("next")
        assert (key["form"], key.text) == ("match", "Skip")
        twice = [client.post(path, data={key["name"]: key["value"]}) for _ in range(2)]
        (path,) = {way_from(client, response.headers["Location"]) for response in twice}
    path = way_from(client, links_on_cover(client)["A little harder"])
    assert puzzle_at(path) not in seen[-SKIPPED:]


def way_on(client: FlaskClient, puzzle: Puzzle) -> str:
    """The address of the puzzle to which *puzzle* leads once it is solved: a little harder."""
    return way_from(client, page_at(client, solve(client, puzzle)).by_id("next")["href"])


def way_from(client: FlaskClient, href: str) -> str:
    """The address to which the link to a harder puzzle leads."""
    assert urlsplit(href).path == "/puzzles/harder"
    return client.get(href).headers["Location"]


def puzzle_at(path: str) -> Puzzle:
    key, number = urlsplit(path).path.split("/")[-2:]
    return load(GAMES[key])[int(number) - 1]


def links_on_cover(client: FlaskClient) -> dict[str, str]:
    """The addresses to which the cover of the puzzles leads, by the texts of its links."""
    return {it.text: it["href"] for it in page_at(client, "/puzzles").by_id("main").all("a")}


def link_to_missed(client: FlaskClient, count: int) -> str:
    """The address of the first puzzle that was missed, of which the cover counts so many."""
    links = links_on_cover(client)
    found = {text: url for text, url in links.items() if text.startswith("Again")}
    assert [*found] == [f"Again, those you missed ({count})"] * bool(count)
    return next(iter(found.values()), "")


def test_a_set_is_played_through_and_those_missed_come_again_until_right(
    client: FlaskClient,
) -> None:
    """From puzzle to puzzle, in its order, each by the link on its cover, to how it went. Those
    missed are a list, with their number on the cover of all puzzles.
    """
    wished = [Result.HELPED, Result.FIRST, Result.TRIES, Result.SHOWN]
    chosen = PuzzleSet(TIC_TAC_TOE, (Theme.STOP_FORK,), seed=3, count=len(wished))
    cover = f"/puzzles?{urlencode(chosen.query)}"
    for done, (puzzle, worst) in enumerate(zip(chosen.puzzles, wished, strict=True)):
        main = page_at(client, cover).by_id("main")
        assert f"{done} of {len(wished)} solved" in main.text
        (path,) = [it["href"] for it in main.all("a") if it.text in {"Begin", "Go on"}]
        assert urlsplit(path).path == address(puzzle)
        if worst is Result.TRIES:
            click(client, path, wrong(puzzle)[0])
        elif worst:
            client.post(path, data={"hint": 3 if worst is Result.SHOWN else 1})
        following, *_others = page_at(client, solve(client, puzzle, path)).by_id("room").all("a")
        is_last = worst is wished[-1]
        assert following.text == ("See how it went" if is_last else "Next puzzle")
        assert (following["href"] == cover) == is_last
    main = page_at(client, cover).by_id("main")
    told = f"{wished.count(Result.FIRST)} of {len(wished)} at the first try"
    assert told in main.text
    ended = [it["aria-label"].partition(", ")[2] for it in main.all("ol")[0].all("a")]
    words = ["at the first try", "after tries", "with a hint", "told"]
    assert ended == [words[it] for it in wished]
    (text,) = [it["data-text"] for it in main.all("a") if "data-text" in it.attributes]
    assert told in text
    assert text.split()[-1] == "".join("✓↻?✗"[it] for it in wished)
    path, again = link_to_missed(client, 3), list[Puzzle]()
    while "puzzles/tic-tac-toe" in path:
        again.append(puzzle_at(path))
        path = page_at(client, solve(client, again[-1], path)).by_id("next")["href"]
    assert sorted(it.name for it in again) == sorted(
        it.name for it, worst in zip(chosen.puzzles, wished, strict=True) if worst
    )
    assert "missed first, right later: 3" in page_at(client, path).by_id("main").text
    assert link_to_missed(client, 0) == ""


@pytest.mark.parametrize("puzzle", [load(SQUARE)[180], next(it for it in EVERY if not it.plies)])
def test_a_solved_page_leads_to_what_would_have_followed_the_wrong_cell_and_to_more_like_it(
    client: FlaskClient, puzzle: Puzzle
) -> None:
    """A replay shows a worse end than the task, the other side at its best. The puzzles like it are
    untried, of its game and its idea.
    """
    path = solve(client, puzzle, click(client, address(puzzle), wrong(puzzle)[-1]))
    links = {it.text: it["href"] for it in page_at(client, path).by_id("main").all("a")}
    name, board = puzzle.game.cell_names[wrong(puzzle)[-1]], board_of(puzzle)
    replay = read(client.get(links[f"After your {name}"]).text)
    assert board_shown(replay).marks == board.marks
    moves = [it.all("b")[0].text for it in replay.by_id("moves").all("a")]
    assert moves[0] == name
    for move in moves:
        board = after(board, puzzle.game.cell_names.index(move))
    assert result(board) in ({"O"} if puzzle.plies is None else {"O", "tie"})
    (more,) = (text for text in links if text.endswith("more like this"))
    listed = PuzzleSet.read(MultiDict(parse_qsl(urlsplit(links[more]).query))).listed
    assert more == f"{len(listed)} more like this"
    assert 1 <= len({*listed} - {puzzle}) == len(listed) <= 5
    assert {(it.game, it.theme) for it in listed} == {(puzzle.game, puzzle.theme)}
