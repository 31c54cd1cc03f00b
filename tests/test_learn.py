"""The pages that teach: what they say is what the programs do and what geometry counts."""

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from ai.arena import Odds, exact_odds
from ai.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.notation import parse_game
from ai.opponents import OPPONENTS, opponent_for
from ai.policy import Opponent
from ai.position import Mark, Position
from ai.proofs import prove
from ai.tablebase import move_values, probe
from ai.value import Value
from tests import reference
from tests.page import Element, read
from tests.reference import Board, after, completing, moves, squared_distances, value_and_distance
from tests.test_proofs import PERFECT
from webapp.figures import Figure, figures
from webapp.reasons import answer
from webapp.replay import Replay, read_replay

PAGES = pytest.mark.parametrize("address", ["/learn/games", "/learn/opponents"])
EVERYBODY = pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)


def page(client: FlaskClient, address: str) -> Element:
    """The page at that *address*."""
    response = client.get(address)
    assert response.status_code == 200
    return read(response.text)


@pytest.fixture
def games(client: FlaskClient) -> Element:
    """The page on the games."""
    return page(client, "/learn/games")


@pytest.fixture
def opponents(client: FlaskClient) -> Element:
    """The page on the opponents."""
    return page(client, "/learn/opponents")


def links(element: Element) -> list[str]:
    """Where the links in it lead."""
    return [link["href"] for link in element.all("a")]


def replays(element: Element) -> Iterator[Replay]:
    """The replays to which it links; that they can be read says that the rules allow them."""
    for link in links(element):
        if found := re.fullmatch(r"/replay/([a-z-]+)/(.*)", urlsplit(link).path):
            query = {name: value for name, (value,) in parse_qs(urlsplit(link).query).items()}
            yield read_replay(found[1], found[2], query)


def plain(position: Position) -> Board:
    """The same position as the reference has it."""
    return Board(position.game.key, str(position).replace(" ", ""), position.to_move)


def drawings(element: Element) -> dict[str, list[str]]:
    """Its figures by their captions: what stands on each cell, its name aside."""
    return {table["aria-label"]: list(noted(table)) for table in element.all("table")}


def noted(table: Element) -> Iterator[str]:
    for row, line in enumerate(table.all("tr")):
        for column, cell in enumerate(line.all("td")):
            name, _, rest = cell.text.partition(":")
            assert name == f"{'abcd'[column]}{row + 1}"
            yield rest.strip()


def stand_out(table: Element) -> set[int]:
    """The cells that a figure makes stand out."""
    return {n for n, cell in enumerate(table.all("td")) if "data-chosen" in cell.attributes}


# Both pages.


@PAGES
def test_headings_go_down_one_level_at_a_time(client: FlaskClient, address: str) -> None:
    levels = [int(e.tag[1]) for e in page(client, address) if re.fullmatch("h[1-6]", e.tag)]
    assert levels[:2] == [1, 2]
    assert levels.count(1) == 1
    assert all(deeper <= level + 1 for level, deeper in pairwise(levels))


@PAGES
def test_every_section_is_named_by_its_heading(client: FlaskClient, address: str) -> None:
    shown = page(client, address)
    for section in shown.all("section"):
        assert shown.by_id(section["aria-labelledby"]) is section.all("h2")[0]


@PAGES
def test_every_link_leads_somewhere(client: FlaskClient, address: str) -> None:
    for link in links(page(client, address)):
        assert link.startswith(("/", "#"))
        target = page(client, link if link.startswith("/") else address)
        if fragment := urlsplit(link).fragment:
            assert target.by_id(fragment)


@PAGES
def test_every_figure_is_a_table_with_a_caption_to_be_seen_too(
    client: FlaskClient, address: str
) -> None:
    shown = page(client, address)
    figures = [e for e in shown if e.attributes.get("class") == "figure"]
    assert len(figures) == len(shown.all("table")) > 0
    for figure in figures:
        (table,), (caption,) = figure.all("table"), figure.all("p")
        assert table["aria-label"] == caption.text
        assert len(table.all("td")) in {9, 16}


@PAGES
def test_the_two_pages_lead_to_each_other_and_to_the_board(
    client: FlaskClient, address: str
) -> None:
    (main,) = page(client, address).all("main")
    other = {"/learn/games": "/learn/opponents", "/learn/opponents": "/learn/games"}[address]
    assert {"/", other} <= {urlsplit(link).path for link in links(main)}


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
    assert "there are 8 such lines" in games.text
    assert "4 pass through the centre, 3 through each corner and 2 through each side" in games.text
    assert "There are 20: 14 upright and 6 tilted" in games.text
    assert "corner of the board pass 3 of them" in games.text
    assert "other cells of the edge 5, and through the four in the middle 7" in games.text


def test_the_census_is_the_one_that_solving_the_games_gave(games: Element) -> None:
    """The figures of the literature for 3x3; those of Square are checked where it is solved."""
    for number in ("5,478", "765", "9,307,999", "1,165,751"):
        assert f" {number} " in games.text
    assert "can be forced takes 5 plies" in games.text
    assert "The longest takes 12" in games.text
    longest = max(value_and_distance(board)[1] or 0 for board in reference.ACTIVE)
    assert longest == 5
    assert probe(Position(TIC_TAC_TOE)).distance is probe(Position(SQUARE)).distance is None


def ideas(games: Element, key: str) -> tuple[list[Element], list[Board]]:
    """The figures of an idea, and the positions to try it in; they are the same."""
    section = next(s for s in games.all("section") if any(e is games.by_id(key) for e in s))
    tables = section.all("table")
    assert [table["aria-label"] for table in tables] == [link.text for link in section.all("a")]
    boards = [plain(replay.position) for replay in replays(section)]
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
    assert board.marks.count("O") == 1
    assert board.marks[4] == "O"


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
    words = {1: "win in", 0: "draw", -1: "loss in"}
    exact = {}
    for cell in moves(board):
        left, plies = value_and_distance(after(board, cell))
        exact[cell] = f"{words[-left]} {plies + 1}" if plies is not None else "draw"
    shown = {cell: text for cell, text in enumerate(noted(table)) if text not in {"X", "O"}}
    assert shown == exact
    assert {"win in 3", "loss in 2"} == set(exact.values())
    assert {exact[cell] for cell in stand_out(table)} == {"win in 3"}


def test_the_replays_show_values(games: Element) -> None:
    shown = list(replays(games))
    assert {replay.game for replay in shown} == set(GAMES.values())
    assert all("values" in replay.on and not replay.position.outcome for replay in shown)


def test_the_games_to_look_at_go_as_it_is_said(games: Element) -> None:
    section = next(s for s in games.all("section") if s["aria-labelledby"] == "try")
    items = [item.text for item in section.all("li")]
    for item, replay in zip(items, replays(section), strict=True):
        exact = probe(replay.position)
        if exact.distance is None:
            assert item == f"{replay.game.name} from the beginning: a draw"
            continue
        told = re.fullmatch(r"(.*) after (.*): X wins in (\d+), first (..)", item)
        assert told
        assert told[1] == replay.game.name
        assert parse_game(replay.game, told[2].replace(" ", "")) == replay.moves
        assert int(told[3]) == exact.distance
        (first,) = parse_game(replay.game, told[4])
        assert move_values(replay.position)[first].distance == exact.distance


# The opponents.


def section_of(opponents: Element, opponent: Opponent) -> Element:
    section = opponents.by_id(opponent.key)
    assert section.tag == "section"
    return section


def test_every_opponent_has_its_section_in_the_menus_order(opponents: Element) -> None:
    (main,) = opponents.all("main")
    sections = [section for section in main.all("section") if "id" in section.attributes]
    told = {section["id"]: section.all("h2")[0].text for section in sections}
    assert list(told.items()) == [(o.key, o.name) for o in OPPONENTS.values()]
    (contents,) = main.all("nav")
    assert [(a["href"], a.text) for a in contents.all("a")] == [
        (f"#{o.key}", o.name) for o in OPPONENTS.values()
    ]


@EVERYBODY
def test_every_example_is_explained_as_the_opponent_decides_it(
    opponents: Element, opponent: Opponent
) -> None:
    """The position is that of the link; a game leads there, and it goes on."""
    section = section_of(opponents, opponent)
    examples = list(replays(section))
    answers = section.all("blockquote")
    drawn: list[Figure] = []
    questions = section.all("h3")
    assert examples
    for replay, told, asked in zip(examples, answers, questions, strict=True):
        position = replay.position
        assert opponent.plays(position.game)
        assert not position.outcome
        assert "programs" in replay.on
        decision = opponent.decide(position)
        cell = decision.cells[0]
        assert told.text == answer(position, opponent, decision, cell)
        name, mark = position.game.name, position.to_move
        assert asked.text == f"{name}, {mark} to move: why {replay.name(cell)}?"
        drawn += figures(position, decision, cell)
    for table, figure in zip(section.all("table"), drawn, strict=True):
        cells = [cell for row in figure.rows for cell in row]
        assert table["aria-label"] == figure.caption
        assert stand_out(table) == {number for number, cell in enumerate(cells) if cell.chosen}
        blank = {"empty", "empty, chosen"}
        assert [
            "" if note in blank else note.removesuffix(", chosen") for note in noted(table)
        ] == [cell.mark or cell.note for cell in cells]


@EVERYBODY
def test_every_example_tells_what_its_moves_are_worth(
    opponents: Element, opponent: Opponent
) -> None:
    section = section_of(opponents, opponent)
    verdicts = [p.text for p in section.all("p") if p.text.startswith("By the solved game ")]
    for replay, verdict in zip(replays(section), verdicts, strict=True):
        told = verdict.removeprefix("By the solved game ").partition(". ")[0]
        worth: dict[int, str] = {}
        for group in told.split("; "):
            cells, _, value = group.partition(": ")
            worth |= {
                cell: value for name in cells.split(", ") for cell in parse_game(replay.game, name)
            }
        position = replay.position
        exact = move_values(position)
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
    section = section_of(opponents, OPPONENTS["hard"])
    (replay,) = replays(section)
    assert plain(replay.position) == Board("square", ".O...O...XX...O.", "X")
    theirs, own = section.all("table")
    weighs = {cell: note for cell, note in enumerate(noted(theirs)) if note not in {"X", "O"}}
    assert {cell for cell, note in weighs.items() if note == "8"} == {4, 6, 7} == stand_out(theirs)
    assert max(int(note) for note in weighs.values()) == 8
    here = list(noted(own))
    assert [here[cell] for cell in (4, 6, 7)] == ["1", "3", "3"]
    assert stand_out(own) == {6, 7}
    assert "c2: a draw; d2: X loses in 6" in section.text


def test_two_of_the_six_moves_of_the_position_that_comes_back_lose(opponents: Element) -> None:
    board = Board("tic-tac-toe", "X...O...X", "O")
    values = [value_and_distance(after(board, cell))[0] for cell in moves(board)]
    assert sorted(values) == [0, 0, 0, 0, 1, 1]
    assert "Two of the six moves lose" in opponents.text
    back = [plain(replay.position) == board for replay in replays(opponents)]
    assert sum(back) == 4


def test_easy_stops_the_threat_once_in_six(opponents: Element) -> None:
    section = section_of(opponents, OPPONENTS["easy"])
    (replay,) = replays(section)
    board = plain(replay.position)
    assert Fraction(len(completing(board, "X")), len(moves(board))) == Fraction(1, 6)
    assert "one time in six" in section.text


def test_the_perfect_players_example_is_as_it_says(opponents: Element) -> None:
    section = section_of(opponents, OPPONENTS["unbeatable"])
    three, four = replays(section)
    board = plain(three.position)
    assert {value_and_distance(after(board, cell))[0] for cell in moves(board)} == {0}
    assert four.match.move_names == ("b2",)
    losing = [exact.distance is not None for exact in move_values(four.position).values()]
    assert sum(losing) > len(losing) / 2


# How strong they are: what is said is what can be computed.


def test_the_chain_wins_and_draws_so_many_games(opponents: Element) -> None:
    found = prove(TIC_TAC_TOE, OPPONENTS["chain"], Mark.O)
    text = section_of(opponents, OPPONENTS["chain"]).text
    assert (
        f"Moving second it can meet {found.games} different games, of which it wins {found.won} and"
        f" draws {found.drawn}."
    ) in text
    assert found.never_loses


def test_the_rules_win_so_often(opponents: Element) -> None:
    odds = exact_odds(TIC_TAC_TOE, OPPONENTS["easy"], OPPONENTS["rules"])
    text = section_of(opponents, OPPONENTS["rules"]).text
    assert odds.o_wins == Fraction(278, 315)
    assert odds.x_wins == 0
    assert "278 of 315 games, 88.25%, and draws the rest" in text


def test_medium_wins_and_loses_so_often(opponents: Element) -> None:
    medium, easy = OPPONENTS["medium"], OPPONENTS["easy"]

    def told(odds: Odds) -> str:
        return f"{float(odds.x_wins):.1%} {float(odds.o_wins):.1%}"

    text = section_of(opponents, medium).text
    figures = re.findall(r"\d+\.\d%", text)
    assert figures == [
        *told(exact_odds(TIC_TAC_TOE, medium, easy)).split(),
        *told(exact_odds(TIC_TAC_TOE, medium, easy, Mark.O)).split(),
    ]
    six_deep = opponent_for(TIC_TAC_TOE, "medium:depth=6")
    assert all(prove(TIC_TAC_TOE, six_deep, mark).never_loses for mark in Mark)
    assert "six plies ahead, and there it never loses" in text


def test_who_is_said_never_to_lose_is_proved_not_to(opponents: Element) -> None:
    """On 3x3, and Unbeatable on both."""
    told = {
        opponent.key
        for opponent in OPPONENTS.values()
        if "It never loses" in section_of(opponents, opponent).text
    }
    assert told == set(PERFECT)
