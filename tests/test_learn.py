"""The pages that teach: what they say is what the programs do and what geometry counts."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ai.exact.tablebase import DRAW, load, move_worths, probe
from ai.exact.value import Value
from ai.explain import explain_move
from ai.explain.diagram import Diagram, worths_in_words
from ai.odds.proofs import prove
from ai.odds.strength import load as load_strength
from ai.opponents import OPPONENTS, opponent_for
from ai.opponents.policy import Opponent
from ai.opponents.search import Opening
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.notation import parse_game
from ai.rules.position import Mark, Position
from ai.search.minimax import alpha_beta, minimax
from ai.study.review import review
from ai.study.study import Idea, Label, study
from tests import reference
from tests.browser import play
from tests.model import cell as cell_named
from tests.model import name
from tests.page import Element, part_of, read
from tests.reference import (
    Board,
    after,
    completing,
    empty_board,
    images,
    in_words,
    moves,
    result,
    shortest_from,
    squared_distances,
    tree,
    value_and_distance,
    worths,
)
from tests.samples import ACTIVE, ACTIVE_CLASSES, BOARDS
from tests.test_analysis import meanings
from tests.test_moves_from_here import what_it_is_for
from tests.test_proofs import PERFECT
from tests.test_random_play import by_recursion, three
from tests.test_replay import replay_at
from tests.test_wins_in_words import expect_win
from webapp import create_app
from webapp.learn.path import LESSONS
from webapp.learn.terms import TERMS
from webapp.replay.replay import Replay

DRAWN = ("/learn/games", "/learn/opponents", "/learn/terms")
IN_FOOT = ("/learn/games", "/learn/terms", "/learn/api", "/learn/testing")
READ = (*DRAWN, "/learn/openings", "/learn/strength", "/learn/testing", "/learn/api")
ADDRESSES = ("/learn", *READ)
PAGES = pytest.mark.parametrize("address", ADDRESSES)
PAGES_WITH_DIAGRAMS = pytest.mark.parametrize("address", DRAWN)
EVERYBODY = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)


@pytest.fixture(scope="module")
def pages(app: Flask) -> dict[str, Element]:
    """The pages by their addresses; they say the same to everybody, so each is read once."""
    client = app.test_client()
    return {address: page(client, address) for address in ADDRESSES}


def page(client: FlaskClient, address: str) -> Element:
    """The page at that *address*."""
    response = client.get(address)
    assert response.status_code == 200
    return read(response.text)


def page_fixture(address: str) -> Callable[..., Element]:
    """A fixture that is the page at *address*."""
    return pytest.fixture(lambda pages: pages[address])


games = page_fixture("/learn/games")
openings = page_fixture("/learn/openings")
opponents = page_fixture("/learn/opponents")
terms = page_fixture("/learn/terms")


def section(shown: Element, name: str) -> Element:
    """The section that the heading with the id *name* labels."""
    (found,) = [s for s in shown.all("section") if s.attributes.get("aria-labelledby") == name]
    return found


def links(element: Element) -> list[str]:
    """The targets of its links."""
    return [link["href"] for link in element.all("a")]


def replays(element: Element) -> Iterator[Replay]:
    """Its links to replays. Parsing them checks that the moves are legal."""
    for link in links(element):
        if urlsplit(link).path.startswith("/replay/"):
            yield replay_at(link)


def plain(position: Position) -> Board:
    """The same position as the reference has it."""
    return Board(position.game.key, str(position).replace(" ", ""), position.to_move)


def drawings(element: Element) -> dict[str, list[str]]:
    """Its figures by their captions: what stands on each cell, its name aside."""
    return {table["aria-label"]: list(noted(table)) for table in element.all("table")}


def noted(table: Element) -> Iterator[str]:
    for row, line in enumerate(table.all("tr")[1:]):
        for column, cell in enumerate(line.all("td")):
            told = part_of(cell, lambda element: element.tag != "svg").strip()
            at, _, rest = told.partition(":")
            assert at == f"{'abcd'[column]}{row + 1}"
            yield rest.strip()


def stand_out(table: Element) -> set[int]:
    """The cells that a figure makes stand out."""
    return {n for n, cell in enumerate(table.all("td")) if "data-chosen" in cell.attributes}


# All pages.


@PAGES
def test_headings_go_down_one_level_at_a_time(pages: dict[str, Element], address: str) -> None:
    levels = [int(e.tag[1]) for e in pages[address] if re.fullmatch("h[1-6]", e.tag)]
    assert levels[:2] == [1, 2]
    assert levels.count(1) == 1
    assert all(deeper <= level + 1 for level, deeper in pairwise(levels))


@PAGES
def test_every_section_is_named_by_its_heading(pages: dict[str, Element], address: str) -> None:
    for section in pages[address].all("section"):
        assert pages[address].by_id(section["aria-labelledby"]) == section.all("h2")[0]


@pytest.mark.slow
def test_every_link_leads_somewhere(pages: dict[str, Element], client: FlaskClient) -> None:
    led = {
        link if link[0] == "/" else address + link
        for address in pages
        for link in links(pages[address])
    }
    for link in led:
        assert link.startswith("/")
        where, _, anchor = link.partition("#")
        if anchor:
            assert (pages.get(where) or page(client, where)).by_id(anchor)
        else:
            assert where in pages or client.get(where).status_code == 200


def test_links_of_different_text_have_different_names(pages: dict[str, Element]) -> None:
    """A link's name makes sense without its sentence."""
    for shown in pages.values():
        (main,) = shown.all("main")
        named = Counter((link.text, link["href"]) for link in main.all("a"))
        for text in {text for text, _ in named if text.startswith(("Try", "Look"))}:
            assert len({href for other, href in named if other == text}) == 1


@PAGES_WITH_DIAGRAMS
def test_every_diagram_is_a_table_with_a_caption_to_be_seen_too(
    pages: dict[str, Element], address: str
) -> None:
    shown = pages[address]
    found = [e for e in shown if e.attributes.get("class") == "diagram"]
    assert len(found) == len(shown.all("table")) > 0
    for figure in found:
        (table,), (caption, *_key) = figure.all("table"), figure.all("p")
        assert table["aria-label"] == caption.text
        assert len(table.all("td")) in {9, 16}


@PAGES
def test_a_page_says_what_it_is(pages: dict[str, Element], address: str) -> None:
    """In its title, to those to whom its address is sent, and to who skips to the text."""
    (title,) = pages[address].all("title")
    about = {
        meta.attributes.get("name") or meta.attributes.get("property"): meta.attributes["content"]
        for meta in pages[address].all("meta")
        if "content" in meta.attributes
    }
    assert title.text == f"{about['og:title']} – Tic Tac Why"
    (main,) = pages[address].all("main")
    assert main["id"] == "main"
    menu = "/learn/opponents" if address == "/learn/opponents" else "/learn"
    current = {
        link["href"]: link["aria-current"]
        for part in (site_menu(pages[address]), foot(pages[address]))
        for link in part.all("a")
        if "aria-current" in link.attributes
    }
    expected = {menu: "true"} | ({address: "page"} if address in {menu, *IN_FOOT} else {})
    assert current == expected


def site_menu(page: Element) -> Element:
    """The menu of *page*."""
    (found,) = [e for e in page.all("nav") if e["aria-label"] == "Site"]
    return found


def foot(page: Element) -> Element:
    """The foot of *page*."""
    (found,) = page.all("footer")
    return found


@pytest.mark.parametrize("address", READ)
def test_the_pages_lead_to_each_other_and_to_the_board(
    pages: dict[str, Element], address: str
) -> None:
    (main,) = pages[address].all("main")
    assert {"/", *DRAWN} - {address} <= {urlsplit(link).path for link in links(main)}


def test_the_entrance_leads_to_all_pages(pages: dict[str, Element]) -> None:
    """To the lessons by cards, and to each other page by its name."""
    main = pages["/learn"].by_id("main")
    searched = "/search/tic-tac-toe/XX.-OO.-..."
    doors = {link["href"] for link in main.all("section")[0].all("a")}
    assert {urlsplit(href).path for href in doors} == {*READ, searched}
    assert [link["href"] for link in main.all("ol")[0].all("a")] == [
        f"/learn/{it}" for it in LESSONS
    ]


@pytest.mark.parametrize("source", ["", "https://example.org/source"])
def test_every_page_leads_to_them(source: str) -> None:
    """By the menu and the foot; to the source if its address is known."""
    shown = page(create_app({"SECRET_KEY": "any", "SOURCE": source}).test_client(), "/")
    assert links(site_menu(shown)) == ["/", "/puzzles", "/learn", "/learn/opponents", "/settings"]
    assert links(foot(shown)) == [*IN_FOOT, *filter(None, [source])]


def test_a_slash_makes_no_page(client: FlaskClient) -> None:
    assert client.get("/learn/nothing/").status_code == 404


@PAGES_WITH_DIAGRAMS
def test_a_game_that_nobody_wins_is_called_a_draw(pages: dict[str, Element], address: str) -> None:
    """The status of a match says “Tie”, and the page of terms that it does."""
    ties = re.findall(r"\b[Tt]ied?s?\b", pages[address].text)
    assert ties == (["Tie"] if address == "/learn/terms" else [])


# The games.


def test_the_kinds_of_winning_set_are_counted(games: Element) -> None:
    """A row, a column and a diagonal; and squares by the length of their sides."""
    shown = drawings(games)
    for game, kinds in (
        (
            TIC_TAC_TOE,
            {"A row: 3": (1, 1, 4), "A column: 3": (1, 1, 4), "A diagonal: 2": (2, 2, 8)},
        ),
        (
            SQUARE,
            {
                "Upright, side 1: 9": (1, 1, 1, 1, 2, 2),
                "Upright, side 2: 4": (4, 4, 4, 4, 8, 8),
                "Upright, side 3: 1": (9, 9, 9, 9, 18, 18),
                "Tilted, side √2: 4": (2, 2, 2, 2, 4, 4),
                "Tilted, side √5: 2": (5, 5, 5, 5, 10, 10),
            },
        ),
    ):
        winning = reference.WINNING[game.key]
        counted = Counter(tuple(squared_distances(game.size, cells)) for cells in winning)
        told: Counter[tuple[int, ...]] = Counter()
        for kind, distances in kinds.items():
            drawn = shown[f"{kind} of these"]
            cells = frozenset(cell for cell, mark in enumerate(drawn) if mark == "X")
            assert cells in winning
            assert tuple(squared_distances(game.size, cells)) == distances
            told[distances] += int(kind.split()[-1])
        assert told == counted
        assert told.total() == {TIC_TAC_TOE: 8, SQUARE: 20}[game]


def test_how_many_pass_through_each_cell_is_counted(games: Element) -> None:
    shown = drawings(games)
    for game, what, numbers in (
        (TIC_TAC_TOE, "lines", {2, 3, 4}),
        (SQUARE, "squares", {3, 5, 7}),
    ):
        winning = reference.WINNING[game.key]
        through = [sum(cell in cells for cells in winning) for cell in game.cells]
        assert shown[f"How many {what} pass through each cell"] == [str(n) for n in through]
        assert set(through) == numbers


def test_what_is_said_of_the_lines_is_what_the_figures_count(games: Element) -> None:
    assert "There are 8 lines" in games.text
    assert "4 pass through the centre, 3 through each corner and 2 through each side" in games.text
    assert "There are 20: 14 upright and 6 tilted" in games.text
    assert "corner of the board is in 3 of them, each other cell of the edge in 5" in games.text
    assert "each of the four in the middle in 7" in games.text


def test_the_census_is_the_one_that_solving_the_games_gave(games: Element) -> None:
    """The figures of the literature for 3x3; those of Square are checked where it is solved."""
    for number in ("5,478", "765", "9,307,999", "1,165,751"):
        assert f" {number} " in games.text
    assert len(BOARDS) == 2 * 5_478
    assert probe(Position(TIC_TAC_TOE)).distance is probe(Position(SQUARE)).distance is None


def test_a_win_that_can_be_forced_takes_no_longer_than_is_said(games: Element) -> None:
    """By the side to move; and the loser's move before it makes a loss one ply longer."""
    worth = Counter(value_and_distance(board) for board in ACTIVE)
    assert max(plies or 0 for value, plies in worth if value > 0) == 5
    codes = {code for code in load(SQUARE).codes if code < DRAW}  # the distance and 1
    wins, losses = ({code - 1 for code in codes if code % 2 == odd} for odd in (0, 1))
    assert (max(wins), max(losses)) == (11, 12)
    assert "needs at most 5 plies" in games.text
    assert "needs at most 11 plies" in games.text
    assert "The longest loss takes 12, counted from the loser's move" in games.text
    shown = {
        exact.distance
        for replay in replays(games)
        for exact in study(replay.position).values.values()
        if exact.value is Value.WIN
    }
    assert max(plies for plies in shown if plies) == max(losses) + 1 == 13
    assert "may show “win in 13”" in games.text


def ideas(games: Element, key: str) -> tuple[list[Element], list[Board]]:
    """The figures of an idea, and the positions to try it in; they are the same."""
    here = section(games, key)
    tables = here.all("table")
    tried = [link.text for link in here.all("a") if link["href"].startswith("/replay/")]
    assert [table["aria-label"] for table in tables] == [said.partition(": ")[2] for said in tried]
    boards = [plain(replay.position) for replay in replays(here)]
    for table, board in zip(tables, boards, strict=True):
        marks = [text if text in {"X", "O"} else "." for text in noted(table)]
        assert "".join(marks) == board.marks
    return tables, boards


def named(games: Element, caption: str) -> tuple[Element, Board]:
    """The figure of the first ideas whose caption begins so, and its position."""
    tables, boards = ideas(games, "ideas")
    (found,) = [
        (table, board)
        for table, board in zip(tables, boards, strict=True)
        if table["aria-label"].startswith(caption)
    ]
    return found


def test_the_live_lines_are_those_without_a_mark_of_the_other(games: Element) -> None:
    _, board = named(games, "4 lines are live for X")
    live = [c for c in reference.WINNING[board.game] if all(board.marks[n] != "O" for n in c)]
    assert len(live) == 4 == len(reference.WINNING[board.game]) / 2
    assert (board.marks.index("X"), board.marks.index("O")) == (0, 4)
    on = {
        mark: {c for c in reference.WINNING[board.game] if board.marks.index(mark) in c}
        for mark in "XO"
    }
    assert len(on["O"]) == 4 == len(set(live) - on["O"])
    assert on["X"] & on["O"] == {frozenset({0, 4, 8})}
    assert "O's mark in the centre stands on 4 of the 8 lines" in games.text
    assert "no longer live for X; the 4 along the edges are" in games.text
    assert all(set(c) & {0, 2, 6, 8} and 4 not in c for c in live)
    assert "Only one of O's 4 lines is dead, the diagonal a1 b2 c3" in games.text
    assert "The other 3 are still live for O" in games.text


@pytest.mark.parametrize("caption", ["X threatens row 1", "X threatens tilted square b1 d2 a3 c4"])
def test_a_threat_lacks_one_cell_and_must_be_stopped_there(games: Element, caption: str) -> None:
    table, board = named(games, caption)
    assert board.mover == "O"
    assert set(completing(board, "X")) == stand_out(table)
    assert not completing(board, "O")


@pytest.mark.parametrize("caption", ["X on c1 threatens", "X on b3 threatens"])
def test_a_fork_leaves_two_cells_to_win_on(games: Element, caption: str) -> None:
    """And the other side nothing to win on first."""
    table, board = named(games, caption)
    (cell,) = stand_out(table)
    assert board.mover == "X"
    assert not completing(board, "X")
    forked = after(board, cell)
    assert len(completing(forked, "X")) == 2
    assert not completing(forked, "O")
    # As the text says: each line that is completed later lacks two marks before.
    assert completing(board, "O").keys() <= {cell}


def test_the_values_are_exact(games: Element) -> None:
    (table,), (board,) = ideas(games, "worth")
    exact = {cell: in_words(worth) for cell, worth in worths(board).items()}
    shown = {cell: text for cell, text in enumerate(noted(table)) if text not in {"X", "O"}}
    assert shown == exact
    assert {"win in 3", "loss in 2"} == set(exact.values())
    assert {exact[cell] for cell in stand_out(table)} == {"win in 3"}


def test_the_replays_show_values_or_ideas(games: Element) -> None:
    shown = list(replays(games))
    assert {replay.game for replay in shown} == set(GAMES.values())
    assert all({"values", "ideas"} & replay.on and not replay.position.outcome for replay in shown)


def test_the_games_to_look_at_go_as_it_is_said(games: Element) -> None:
    here = section(games, "try")
    items = [item.text for item in here.all("li")]
    for item, replay in zip(items, replays(here), strict=True):
        exact = probe(replay.position)
        if exact.distance is None:
            assert item == f"{replay.game.name} from the beginning: a draw"
            continue
        told = re.fullmatch(r"(.*) after (.*): X wins in (\d+), first (..)", item)
        assert told
        assert told[1] == replay.game.name
        assert parse_game(replay.game, told[2].replace(" ", "")) == replay.record.moves
        assert int(told[3]) == exact.distance
        (first,) = parse_game(replay.game, told[4])
        assert study(replay.position).values[first].distance == exact.distance


# The openings.


def opening_rows(table: Element) -> Iterator[tuple[Board, Element]]:
    """The rows of a table of moves, each with the board that it leads to."""
    for row in table.all("tr")[1::2]:  # details lie between
        (replay,) = replays(row)
        assert replay.on >= {"table"}
        assert replay.ply == replay.record.ply
        yield plain(replay.position), row


def books(openings: Element) -> Iterator[tuple[str, Element, list[Element]]]:
    """For each game its key, the table of its first moves, and the tables of the replies."""
    for game in GAMES:
        first, *replies = [e for e in section(openings, game).all("table") if e.all("a")]
        yield game, first, replies


def test_every_class_of_the_first_two_plies_has_one_row(openings: Element) -> None:
    counts = {}
    for game, first, replies in books(openings):
        start = empty_board(game, "X")
        once = [after(start, cell) for cell in moves(start)]
        twice = [after(board, cell) for board in once for cell in moves(board)]
        for tables, boards in (([first], once), (replies, twice)):
            listed = [board for table in tables for board, _row in opening_rows(table)]
            assert Counter(map(images, listed)) == Counter(set(map(images, boards)))
        counts[game] = len(set(map(images, once))), len(set(map(images, twice)))
    assert counts == {"tic-tac-toe": (3, 12), "square": (3, 33)}


def test_the_replies_stand_under_the_opening_that_they_reply_to(openings: Element) -> None:
    for _game, first, replies in books(openings):
        for (opened, _row), table in zip(opening_rows(first), replies, strict=True):
            after_it = {after(opened, cell) for cell in moves(opened)}
            assert {board for board, _row in opening_rows(table)} <= after_it


def test_openings_are_named_by_where_they_stand(openings: Element) -> None:
    """A corner has two neighbours, an edge three and a cell in the middle four."""
    for game, first, _replies in books(openings):
        size = reference.SIZE[game]
        headings = [e for e in openings.all("h3") if (e["id"]).startswith(game)]
        for (board, _row), heading in zip(opening_rows(first), headings, strict=True):
            row, column = divmod(board.marks.index("X"), size)
            sides = sum(0 < at < size - 1 for at in (row, column))
            words = ("corner", "edge", "centre" if game == "tic-tac-toe" else "middle")
            assert words[sides] in heading.text.lower()


def test_what_is_said_of_the_replies_follows_from_their_values(openings: Element) -> None:
    for game, first, _replies in books(openings):
        told = [paragraph.text for paragraph in section(openings, game).all("p")]
        says = [text for text in told if re.search("keeps? the draw", text)]
        for (board, _row), words in zip(opening_rows(first), says, strict=True):
            values = {c: e.value for c, e in study(reference.position(board)).values.items()}
            draws = [cell for cell, value in values.items() if value is Value.DRAW]
            if len(draws) == len(values):
                assert words == "Every reply keeps the draw."
                continue
            kept, lost = words.split(";")
            named = [cell_named(game, found) for found in re.findall("[a-d][1-4]", kept)]
            assert named == draws
            assert f"other {len(values) - len(draws)} replies loses" in lost


def test_a_figure_of_replies_tells_them_apart(openings: Element) -> None:
    """Losses by their plies and draws by their difficulty; the best stand out."""
    for game, first, _replies in books(openings):
        figures = [e for e in section(openings, game).all("table") if not e.all("a")]
        for (board, _row), figure in zip(opening_rows(first), figures, strict=True):
            worths = move_worths(reference.position(board))
            notes = {c: note for c, note in enumerate(noted(figure)) if c in worths}
            assert len(set(notes.values())) > 1
            assert stand_out(figure) == {cell for cell, worth in worths.items() if worth.best}
            for cell, worth in worths.items():
                if worth.difficulty is None:
                    assert notes[cell] == f"loss in {worth.exact.distance}"
                else:
                    draw = "draw; a beginner on the other side loses "
                    share = notes[cell].removeprefix(draw).removesuffix(" %")
                    assert float(share) == pytest.approx(100 * worth.difficulty, abs=0.5)


def test_a_row_says_what_the_move_is_worth(openings: Element) -> None:
    for game, first, replies in books(openings):
        for table in (first, *replies):
            for board, row in opening_rows(table):
                texts = [cell.text for cell in row.all("td")]
                exact = probe(reference.position(board))  # for the other side
                word = {Value.WIN: "loss in", Value.DRAW: "draw", Value.LOSS: "win in"}
                assert texts[0].startswith(word[exact.value])
                if game == "tic-tac-toe":
                    value, distance = value_and_distance(board)
                    plies = "" if distance is None else f" in {distance + 1}"
                    said, _, percent = texts[0].removesuffix(" best").partition(" (hard: ")
                    assert said == ("draw", "loss")[value] + plies
                    assert percent.endswith(" % lose)") == (not value)


# The opponents.


def section_of(opponents: Element, opponent: Opponent) -> Element:
    """The opponent's row, and how it thinks."""
    return opponents.by_id(opponent.key)


def test_every_opponent_has_its_card_in_the_menus_order(opponents: Element) -> None:
    """The levels first, each told from 1 to 4, and the classic programs under their own heading."""
    told = {}
    for key in ("levels", "classics"):
        cards = [e for e in section(opponents, key) if e.attributes.get("class") == "rival"]
        told[key] = [(card["id"], card.all("h3")[0].text) for card in cards]
    levels = [o for o in OPPONENTS.values() if o.level]
    assert told["levels"] == [
        (o.key, f"{o.name} {'●' * n}{'○' * (4 - n)}, level {n} of 4")
        for n, o in enumerate(levels, 1)
    ]
    assert told["classics"] == [(o.key, o.name) for o in OPPONENTS.values() if not o.level]
    assert len(OPPONENTS) == 8
    assert "Eight opponents" in opponents.text


@EVERYBODY
def test_every_game_that_an_opponent_plays_begins_from_its_card(
    opponents: Element, opponent: Opponent, app: Flask
) -> None:
    """The person has X and begins."""
    forms = section_of(opponents, opponent).all("form")
    for form, game in zip(forms, opponent.games, strict=True):
        client = app.test_client()
        assert (form["method"], form["action"]) == ("post", "/matches")
        client.post(form["action"], data=form.fields)
        begun = urlsplit(client.get("/replay").location)
        assert begun.path == f"/replay/{game.key}/"
        assert parse_qs(begun.query) == {
            "first": ["x"],
            "x": ["human"],
            "o": [opponent.key],
            "ply": ["0"],
        }
        name = game.name.lower() if game is TIC_TAC_TOE else game.name
        (button,) = form.all("button")
        (against,) = button.all("span")
        assert button.text == f"Play {name} {against.text}"
        assert against.text == f"against {opponent.name}"


@EVERYBODY
def test_how_an_opponent_thinks_unfolds_from_its_card(
    opponents: Element, opponent: Opponent
) -> None:
    card = section_of(opponents, opponent)
    (folded,) = card.all("details")
    (summary,) = folded.all("summary")
    assert summary.text == f"How it thinks: {opponent.name}"
    assert "open" not in folded.attributes
    shown = card.children[0]
    assert isinstance(shown, Element)
    assert not shown.all("table")
    assert folded.all("table")


@EVERYBODY
def test_every_example_is_explained_as_the_opponent_decides_it(
    opponents: Element, opponent: Opponent
) -> None:
    """The example shows the linked position of an unfinished game."""
    card = section_of(opponents, opponent)
    examples = list(replays(card))
    drawn: list[Diagram] = []
    assert examples
    for replay, said, asked in zip(examples, card.all("blockquote"), card.all("h4"), strict=True):
        position = replay.position
        assert opponent.plays(position.game)
        assert not position.outcome
        assert "programs" in replay.on
        cell = opponent.decide(position).cells[0]
        explanation = explain_move(study(position).moves[cell], opponent)
        assert said.text == " ".join(explanation.text.split())
        move = f"why {name(position.game.key, cell)}?"
        assert asked.text == f"{position.game.name}, {position.to_move} to move: {move}"
        drawn += explanation.diagrams
    for table, part in zip(card.all("table"), drawn, strict=True):
        cells = [cell for row in part.rows for cell in row]
        assert table["aria-label"] == part.caption
        assert stand_out(table) == {number for number, cell in enumerate(cells) if cell.chosen}
        blank = {"empty", "empty, highlighted"}
        assert [
            "" if note in blank else note.removesuffix(", highlighted") for note in noted(table)
        ] == [cell.mark or " ".join(cell.note.split()) for cell in cells]


@EVERYBODY
def test_every_example_tells_what_its_moves_are_worth(
    opponents: Element, opponent: Opponent
) -> None:
    card = section_of(opponents, opponent)
    verdicts = [p.text for p in card.all("p") if p.text.startswith("By the solved game ")]
    for replay, verdict in zip(replays(card), verdicts, strict=True):
        told = verdict.removeprefix("By the solved game ").partition(". ")[0]
        worth: dict[int, str] = {}
        for group in told.split("; "):
            cells, _, value = group.partition(": ")
            worth |= {
                cell: value for name in cells.split(", ") for cell in parse_game(replay.game, name)
            }
        position = replay.position
        exact = study(position).values
        does = {Value.WIN: "wins", Value.LOSS: "loses"}
        assert worth == {
            cell: f"{position.to_move} {does[exact[cell].value]} in {exact[cell].distance}"
            if exact[cell].distance
            else "a draw"
            for cell in opponent.decide(position).cells
        }


@EVERYBODY
def test_it_is_said_what_an_opponent_does_not_play(opponents: Element, opponent: Opponent) -> None:
    text = section_of(opponents, opponent).text
    for game in GAMES.values():
        assert (f"It does not play {game.name}." in text) != opponent.plays(game)


def test_hards_worked_example_has_the_numbers_of_its_rules(opponents: Element) -> None:
    """Other weighs most, 8, at 4, 6 and 7; own weighs 1, 3 and 3 there; so 6 or 7."""
    card = section_of(opponents, OPPONENTS["hard"])
    (replay,) = replays(card)
    assert plain(replay.position) == Board("square", ".O...O...XX...O.", "X")
    theirs, own = card.all("table")
    weighs = {cell: note for cell, note in enumerate(noted(theirs)) if note not in {"X", "O"}}
    assert {cell for cell, note in weighs.items() if note == "8"} == {4, 6, 7} == stand_out(theirs)
    assert max(int(note) for note in weighs.values()) == 8
    here = list(noted(own))
    assert [here[cell] for cell in (4, 6, 7)] == ["1", "3", "3"]
    assert stand_out(own) == {6, 7}
    assert "c2: a draw; d2: X loses in 6" in card.text


def test_two_of_the_six_moves_of_the_position_that_comes_back_lose(opponents: Element) -> None:
    board = Board("tic-tac-toe", "X...O...X", "O")
    values = [value_and_distance(after(board, cell))[0] for cell in moves(board)]
    assert sorted(values) == [0, 0, 0, 0, 1, 1]
    assert "Two of the six moves lose" in opponents.text
    back = [plain(replay.position) == board for replay in replays(opponents)]
    assert sum(back) == 4
    worse = {cell for cell in moves(board) if value_and_distance(after(board, cell)) == (1, 3)}
    assert len(worse) == 2  # X wins with the third ply after theirs, the fourth from here
    assert "win with the fourth move from here" in section_of(opponents, OPPONENTS["medium"]).text
    assert worse <= set(OPPONENTS["medium"].decide(reference.position(board)).cells)


def test_minimax_visits_so_many_positions_so_often(opponents: Element) -> None:
    nodes, positions = tree(empty_board("tic-tac-toe", "X"))
    assert (nodes, positions) == (549_946, 5_478)
    text = section_of(opponents, OPPONENTS["minimax"]).text
    assert f"{nodes:,} visits to {positions:,} different positions" in text
    assert "549,946 positions" not in opponents.text


@pytest.mark.parametrize("key", ["minimax", "alpha-beta"])
def test_who_searches_is_shown_where_it_does(opponents: Element, key: str) -> None:
    card = section_of(opponents, OPPONENTS[key])
    assert "opens with any cell" in card.text
    opening = OPPONENTS[key].decide(Position(TIC_TAC_TOE))
    assert isinstance(opening.reason, Opening)
    assert sorted(opening.cells) == list(TIC_TAC_TOE.cells)
    for replay, said in zip(replays(card), card.all("blockquote"), strict=True):
        nodes, positions = tree(plain(replay.position))
        assert replay.position.ply
        size = {
            "minimax": f"{nodes:,} times, {positions:,} different ones",
            "alpha-beta": f" times instead of {nodes:,}",
        }
        assert size[key] in said.text


def test_alpha_beta_cuts_off_below_its_own_moves(opponents: Element) -> None:
    """Each of its own moves has its exact value; the work is less all the same."""
    card = section_of(opponents, OPPONENTS["alpha-beta"])
    assert "Each move that it could make now still gets its exact value" in card.text
    examples = list(replays(card))
    assert [plain(one.position) for one in examples] == [
        plain(one.position) for one in replays(section_of(opponents, OPPONENTS["minimax"]))
    ]
    for replay in examples:
        found, plain_search = alpha_beta(replay.position), minimax(replay.position)
        assert found.values == plain_search.values
        assert found.cutoffs
        assert found.nodes < plain_search.nodes


def test_easy_stops_the_threat_once_in_six(opponents: Element) -> None:
    card = section_of(opponents, OPPONENTS["easy"])
    (replay,) = replays(card)
    board = plain(replay.position)
    assert Fraction(len(completing(board, "X")), len(moves(board))) == Fraction(1, 6)
    assert "one time in six" in card.text


def test_the_perfect_players_example_is_as_it_says(opponents: Element) -> None:
    card = section_of(opponents, OPPONENTS["unbeatable"])
    three, four = replays(card)
    board = plain(three.position)
    assert {value_and_distance(after(board, cell))[0] for cell in moves(board)} == {0}
    assert plain(four.position) == Board("square", ".....X..........", "O")
    losing = [exact.distance is not None for exact in study(four.position).values.values()]
    assert sum(losing) > len(losing) / 2


# How strong they are: what is said is what can be computed.


def test_the_chain_wins_and_draws_so_many_games(opponents: Element) -> None:
    found = prove(TIC_TAC_TOE, OPPONENTS["chain"], Mark.O)
    text = section_of(opponents, OPPONENTS["chain"]).text
    assert (
        f"Moving second it can meet {found.games} different games: it wins {found.won} and draws"
        f" {found.drawn}."
    ) in text
    assert found.never_loses


def test_the_rules_win_so_often(opponents: Element) -> None:
    odds = load_strength(TIC_TAC_TOE).odds["easy", "rules"]
    assert (odds.x_wins, odds.o_wins) == (0, Fraction(278, 315))
    text = section_of(opponents, OPPONENTS["rules"]).text
    assert "278 of 315 games, 88.25 %, and draws the rest" in text


def test_hard_is_certain_to_be_beaten_only_where_the_other_side_begins(opponents: Element) -> None:
    """The moves to beat it are of the one who begins: the odd plies."""
    text = section_of(opponents, OPPONENTS["hard"]).text
    weak = [load_strength(game).weaknesses for game in (TIC_TAC_TOE, SQUARE)]
    within = [len(it["hard", Mark.O].certain or ()) for it in weak]
    assert (
        f"with move {within[0]} of the game at the latest, at Square with move {within[1]}." in text
    )
    three, four = ((plies + 1) // 2 for plies in within)
    says = f"Begin, and you can beat it for sure: in {three} moves, at Square in {four} at most."
    assert beaten(opponents, "hard") == says
    assert not any(it["hard", Mark.X].shortest for it in weak)
    assert "If it begins itself, nobody beats it at either game" in text


@pytest.mark.long
def test_medium_wins_and_loses_so_often(opponents: Element) -> None:
    odds = load_strength(TIC_TAC_TOE).odds
    first, second = odds["medium", "easy"], odds["easy", "medium"]
    strength = section_of(opponents, OPPONENTS["medium"]).text.partition("How strong?")[2]
    figures = re.findall(r"\d+\.\d%", strength.replace(" %", "%"))
    expected = (first.x_wins, first.o_wins, second.o_wins, second.x_wins)
    assert figures == [f"{float(share):.1%}" for share in expected]
    six_deep = opponent_for(TIC_TAC_TOE, "medium:depth=6")
    assert all(prove(TIC_TAC_TOE, six_deep, mark).never_loses for mark in Mark)
    assert "six moves ahead, and there it never loses" in strength


def test_who_is_said_never_to_lose_is_proved_not_to(opponents: Element) -> None:
    """On 3x3, and Unbeatable on both."""
    told = {
        opponent.key
        for opponent in OPPONENTS.values()
        if "It never loses" in section_of(opponents, opponent).text
    }
    assert told == set(PERFECT)


@EVERYBODY
def test_strength_has_one_unit_on_all_cards(opponents: Element, opponent: Opponent) -> None:
    """In percent, against random play that begins."""
    assert "tic-tac-toe against dice, the dice moving first" in opponents.text
    lost, drawn, won = three(load_strength(TIC_TAC_TOE).odds["easy", opponent.key])
    (odds,) = [e for e in section_of(opponents, opponent) if e.attributes.get("class") == "odds"]
    shares = [f"{float(100 * share):.1f}" for share in (won, drawn, lost)]
    assert odds.text.replace("\N{NO-BREAK SPACE}", " ") == (
        "Wins {} %, draws {} %, loses {} %".format(*shares)
    )
    bars = {path["class"]: path["d"] for path in odds.all("path")}
    assert bars == {
        "losses": "M0 0h100v6H0z",
        "draws": f"M0 0h{float(shares[0]) + float(shares[1]):.1f}v6H0z",
        "wins": f"M0 0h{shares[0]}v6H0z",
    }


def beaten(opponents: Element, key: str) -> str:
    """The line of its card on how it can be beaten."""
    card = section_of(opponents, OPPONENTS[key])
    (line,) = [e for e in card if e.attributes.get("class") == "beaten"]
    return line.text


@pytest.mark.parametrize(
    ("key", "moves", "says"),
    [
        ("easy", [3, 4], "Anyone can beat it: with luck in 3 moves, at Square in 4."),
        ("medium", [4, 5], "Two threats at once beat it: with luck in 4 moves, at Square in 5."),
    ],
)
def test_who_is_beaten_with_luck_is_beaten_no_sooner(
    opponents: Element, key: str, moves: list[int], says: str
) -> None:
    """By the shortest games, which tests/test_strength.py checks."""
    weak = [load_strength(game).weaknesses[key, Mark.O] for game in (TIC_TAC_TOE, SQUARE)]
    assert [(len(it.shortest or ()) + 1) // 2 for it in weak] == moves
    assert not any(it.certain for it in weak)
    assert beaten(opponents, key) == says


def test_nobody_beats_who_never_loses(opponents: Element) -> None:
    told = {key for key in OPPONENTS if beaten(opponents, key).startswith("Nobody can beat it")}
    assert told == set(PERFECT)
    assert {o.key for o in OPPONENTS.values() if not o.level} < told
    assert "For tic-tac-toe only. None of them ever loses." in opponents.text
    assert "proved, for both games" in beaten(opponents, "unbeatable")
    assert "“Human Problem Solving”, 1972" in section_of(opponents, OPPONENTS["rules"]).text
    assert "1972" in beaten(opponents, "rules")


def test_the_chain_never_varies(opponents: Element) -> None:
    assert "it never varies: there are no dice" in beaten(opponents, "chain")
    for board in ACTIVE:
        assert len(OPPONENTS["chain"].decide(reference.position(board)).cells) == 1


def test_who_searches_visits_so_many_nodes(opponents: Element) -> None:
    board = after(empty_board("tic-tac-toe", "X"), 0)
    assert f"After X on a1 it visits {tree(board)[0]:,} nodes" in beaten(opponents, "minimax")
    nodes = alpha_beta(reference.position(board)).nodes
    assert f"After X on a1 it visits {nodes:,} nodes" in beaten(opponents, "alpha-beta")


# The terms.

ANCHORS = (
    "ply position line live dead threat fork draw value distance difficulty beginner win-by-threats"
    " quiet idea odds best good only-move slower-win missed-win mistake blunder slip lost-anyway"
    " forced decision accuracy turning-point variation principal-variation node transposition"
    " cut-off minimax alpha-beta"
)


def example(terms: Element, key: str) -> tuple[str, Replay]:
    """The text of a term's example, and its replay."""
    heading = terms.by_id(key)
    here = next(s for s in terms.all("section") if heading in s)
    following = [child for child in here.children if isinstance(child, Element)]
    shown = following[following.index(heading) + 2]
    (replay,) = replays(shown)
    return shown.text, replay


@pytest.mark.parametrize("path", ["/", "/replay/tic-tac-toe/a1b1a2b2a3"])
def test_a_label_of_a_review_leads_to_the_term_of_its_name(
    client: FlaskClient, terms: Element, path: str
) -> None:
    fields = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x"}
    client.post("/matches", data=fields)
    play(client, 0, 1, 3, 4, 6)
    review = read(client.get(path).text).by_id("review")
    labels = [link for label in review.all("dt") for link in label.all("a")]
    assert labels
    for link in labels:
        assert terms.by_id(link["href"].partition("#")[2]).text == link.text


def test_every_word_is_defined_under_its_name(terms: Element) -> None:
    defined = {e["id"]: e.text for e in terms.all("h3")}
    assert list(defined) == ANCHORS.split() == list(TERMS)
    (contents,) = [e for e in terms.all("nav") if e["aria-label"] == "Terms"]
    assert [(a["href"], a.text) for a in contents.all("a")] == [
        (f"#{key}", name) for key, name in defined.items()
    ]


@pytest.mark.parametrize("label", Label)
def test_every_label_is_defined_and_shown_on_a_move_that_has_it(
    terms: Element, label: Label
) -> None:
    words, replay = example(terms, label.replace(" ", "-"))
    start, (cell,) = replay.record.start, replay.record.moves
    board = plain(start)
    assert meanings(board, cell) == {label}
    at = name(board.game, cell)
    assert words.startswith(f"{start.to_move} plays {at}. {label.capitalize()}: ")
    caption = f"{label.capitalize()}: {start.to_move} on {at}, and what each move is worth"
    (table,) = [table for table in terms.all("table") if table["aria-label"] == caption]
    assert stand_out(table) == {cell}
    drawn = worths_in_words(study(start).worths)
    assert list(noted(table)) == [drawn.get(c, mark) for c, mark in enumerate(board.marks)]


def test_accuracy_and_turning_point_are_those_of_the_game_they_show(terms: Element) -> None:
    said, replay = example(terms, "accuracy")
    turned, same = example(terms, "turning-point")
    assert replay.record == same.record
    found = review(replay.record)
    for mark in Mark:
        kept = found.accuracy(mark)
        told = f"{mark} kept {kept.right} of {kept.decisions} chances, {kept.percent} %"
        assert told in said
    assert found.turning_point is not None
    turning = found.moves[found.turning_point]
    assert f" turns at move {turning.number}, {turning.mark} " in turned
    assert replay.position.outcome


def test_distance_and_principal_variation_are_those_of_best_play(terms: Element) -> None:
    said, replay = example(terms, "distance")
    board = plain(replay.position)
    value, plies = value_and_distance(board)
    assert value > 0
    assert f"X wins in {plies}. With best play the game ends {plies} plies later" in said
    line, same = example(terms, "principal-variation")
    assert plain(same.position) == board
    assert same.variation
    names = " ".join(name(board.game, cell) for cell in same.variation.moves)
    assert f"X to move: {names}." in line
    for left, cell in zip(range(plies or 0, 0, -1), same.variation.moves, strict=True):
        assert value_and_distance(board)[1] == left
        board = after(board, cell)
    assert result(board) == "X"


def test_the_difficulties_of_the_first_moves_are_those_of_the_second_solver(
    terms: Element,
) -> None:
    said, replay = example(terms, "difficulty")
    assert replay.position == Position(TIC_TAC_TOE)
    found = reference.difficulties(empty_board("tic-tac-toe", "X"))
    shares = {"corner": found[0], "the centre": found[4], "side": found[1]}
    for first, share in shares.items():
        assert re.search(rf"{100 * float(share):.1f} % after (a )?{first}\b", said)


@pytest.mark.parametrize("key", ["win-by-threats", "quiet"])
def test_how_a_win_is_prepared_or_forced_is_true(terms: Element, key: str) -> None:
    said, replay = example(terms, key)
    board = plain(replay.record.start)
    found = re.match(r"X plays (\w\d)\. (.+\.)", said)
    assert found
    cell = cell_named(board.game, found[1])
    assert replay.record.moves[0] == cell
    how = found[2].partition(" The threats and their answers")[0].partition(" How X answers")[0]
    expect_win(board, cell, how)
    assert bool(shortest_from(board, cell)) == (key == "win-by-threats")


def test_every_idea_of_the_example_is_what_the_move_is_for(terms: Element) -> None:
    said, replay = example(terms, "idea")
    board = plain(replay.position)
    found = dict(re.findall(r"\b([a-c][1-3]) \((\w+)\)", said.partition("X to move:")[2]))
    expected = {c: what_it_is_for(board, c).value for c in moves(board)}
    assert {cell_named("tic-tac-toe", at): word for at, word in found.items()} == expected


def test_the_odds_of_the_example_are_those_of_random_play(terms: Element) -> None:
    said, _replay = example(terms, "odds")
    x_wins, draws, o_wins = by_recursion(after(empty_board("tic-tac-toe", "X"), 4))
    numbers = [float(number) for number in re.findall(r"([\d.]+) %", said)]
    assert numbers == pytest.approx([100 * float(c) for c in (x_wins, o_wins, draws)], abs=0.05)


def test_nodes_and_positions_are_counted_apart(terms: Element) -> None:
    said, replay = example(terms, "node")
    nodes, positions = tree(plain(replay.position))
    cut = alpha_beta(replay.position)
    assert f"{nodes:,} nodes, but {positions:,} different positions" in said
    assert f"Alpha-beta {cut.nodes:,} of them, with {cut.cutoffs} cut-offs" in said
    assert positions < cut.nodes < nodes == minimax(replay.position).nodes


def test_a_tree_mostly_has_more_nodes_than_positions(terms: Element) -> None:
    more = [nodes > positions for nodes, positions in map(tree, ACTIVE_CLASSES)]
    assert 0.5 < sum(more) / len(more) < 1
    assert (
        "the tree of all games that can follow mostly has more nodes than positions" in terms.text
    )


def test_every_idea_is_defined() -> None:
    assert all(idea in TERMS["idea"].definition for idea in Idea)


def test_orders_of_the_same_moves_lead_to_one_position(terms: Element) -> None:
    said, replay = example(terms, "transposition")
    orders = re.findall(r"(?:[abc][123]){3}", said)
    assert len(set(orders)) == 2
    for order in orders:
        board = empty_board("tic-tac-toe", "X")
        for cell in parse_game(TIC_TAC_TOE, order):
            board = after(board, cell)
        assert board == plain(replay.position)


def test_games_are_no_longer_than_their_boards(terms: Element) -> None:
    for game, says in ((TIC_TAC_TOE, "tic-tac-toe takes at most"), (SQUARE, "Square at most")):
        assert f"{says} {len(game.cells)}" in terms.text
        assert f"the {len(game.winning_sets)} " in terms.text
