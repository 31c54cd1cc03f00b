"""The pages that teach say what the programs do, what geometry counts and what solvers find."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from ai.exact.tablebase import DRAW, load, probe
from ai.exact.value import Value
from ai.odds.proofs import prove
from ai.odds.strength import load as load_strength
from ai.opponents import CLASSICS, OPPONENTS, opponent_for
from ai.opponents.policy import Opponent
from ai.opponents.search import Opening
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, Position
from ai.search.minimax import alpha_beta, minimax
from ai.study.study import Idea, Label, study
from tests import reference
from tests.claims.positions import meanings
from tests.model import name
from tests.odds_again import by_recursion
from tests.page import Element, part_of, read
from tests.proofs_again import PERFECT
from tests.reference import (
    Board,
    after,
    completing,
    empty_board,
    images,
    in_words,
    keeping,
    moves,
    plain,
    shortest_from,
    soon,
    squared_distances,
    tree,
    value_and_distance,
    winners_own,
    worths,
)
from tests.replays import links, replay_at
from tests.samples import ACTIVE, ACTIVE_CLASSES, BOARDS
from webapp.replay.replay import Replay


def page_fixture(view: str) -> Callable[..., Element]:
    """A fixture that is the page of that *view*, the same for everybody."""
    return pytest.fixture(lambda visits: read(visits[view].text))


games, openings, opponents, terms = map(page_fixture, ("rules", "openings", "opponents", "terms"))


def section(shown: Element, name: str) -> Element:
    """The section that the heading with the id *name* labels."""
    (found,) = [s for s in shown.all("section") if s.attributes.get("aria-labelledby") == name]
    return found


def replays(element: Element) -> list[Replay]:
    """Its links to replays. Parsing them checks that the moves are legal."""
    found = [link for link in links(element) if urlsplit(link).path.startswith("/replay/")]
    return [*map(replay_at, found)]


def drawings(element: Element) -> dict[str, list[str]]:
    """Its figures by their captions: the text on each cell."""
    return {table["aria-label"]: noted(table) for table in element.all("table")}


def noted(table: Element) -> list[str]:
    """The text on each cell of a figure, after its name."""
    found = []
    for row, line in enumerate(table.all("tr")[1:]):
        for column, cell in enumerate(line.all("td")):
            told = part_of(cell, lambda element: element.tag != "svg").strip()
            at, _, rest = told.partition(":")
            assert at == f"{'abcd'[column]}{row + 1}"
            found.append(rest.strip())
    return found


def stand_out(table: Element) -> set[int]:
    """The cells that a figure makes stand out."""
    return {n for n, cell in enumerate(table.all("td")) if "data-chosen" in cell.attributes}


# The games.


def kind(game: str, cells: reference.Cells) -> str:
    """The kind of a winning set: by its direction, or by the length of a square's sides."""
    if game == "tic-tac-toe":
        lies = {"row": len({c // 3 for c in cells}), "column": len({c % 3 for c in cells})}
        return f"A {next((name for name, lines in lies.items() if lines == 1), 'diagonal')}"
    squared = squared_distances(4, cells)[0]
    side = isqrt(squared)
    upright = side**2 == squared
    return f"Upright, side {side}" if upright else f"Tilted, side √{squared}"


def test_the_winning_sets_are_drawn_and_counted(games: Element) -> None:
    """One of each kind; and for each cell, how many pass through it."""
    for game, what in ((TIC_TAC_TOE, "lines"), (SQUARE, "squares")):
        winning = reference.WINNING[game.key]
        told = {}
        for caption, drawn in drawings(games).items():
            found = re.fullmatch(r"(.*): (\d+) of these", caption)
            if found and len(drawn) == len(game.cells):
                cells = frozenset(cell for cell, mark in enumerate(drawn) if mark == "X")
                assert cells in winning
                assert kind(game.key, cells) == found[1]
                told[found[1]] = int(found[2])
        assert told == Counter(kind(game.key, cells) for cells in winning)
        through = [f"{sum(cell in cells for cells in winning)}" for cell in game.cells]
        assert drawings(games)[f"How many {what} pass through each cell"] == through
        if game is TIC_TAC_TOE:
            said = f"There are {len(winning)} lines: {through[4]} pass through the centre,"
            said += f" {through[0]} through each corner and {through[1]} through each side."
        else:
            tilted = sum(number for kind, number in told.items() if kind.startswith("Tilted"))
            said = f"There are {len(winning)}: {len(winning) - tilted} upright and {tilted} tilted."
            said += f" Each corner of the board is in {through[0]} of them, each other cell of the"
            said += f" edge in {through[1]}, and each of the four in the middle in {through[5]}."
        assert said in games.text


def test_the_census_is_the_one_that_solving_the_games_gave(games: Element) -> None:
    """The figures of the literature for 3x3; those of Square are checked where it is solved."""
    for number in ("5,478", "765", "9,307,999", "1,165,751"):
        assert f" {number} " in games.text
    assert len(BOARDS) == 2 * 5_478
    assert probe(Position(TIC_TAC_TOE)).distance is probe(Position(SQUARE)).distance is None


def test_a_win_that_can_be_forced_takes_no_longer_than_is_said(games: Element) -> None:
    """By the side to move; a slower win may begin with the longest loss of the other side."""
    worth = Counter(value_and_distance(board) for board in ACTIVE)
    codes = {code for code in load(SQUARE).codes if code < DRAW}  # the distance and 1
    wins, losses = (max(code - 1 for code in codes if code % 2 == odd) for odd in (0, 1))
    for plies in (max(plies or 0 for value, plies in worth if value > 0), wins):
        assert f"needs at most {winners_own(plies)} moves of its own" in games.text
    shown = {
        exact.distance or 0
        for replay in replays(games)
        for exact in study(replay.position).values.values()
        if exact.value is Value.WIN
    }
    assert max(shown) == losses + 1
    assert f"may show “{in_words((1, losses + 1))}”" in games.text


def ideas(games: Element, key: str) -> list[tuple[Element, Board]]:
    """The figures of an idea, and the positions to try it in; they are the same."""
    here = section(games, key)
    tables = here.all("table")
    tried = [link.text for link in here.all("a") if link["href"].startswith("/replay/")]
    assert [table["aria-label"] for table in tables] == [said.partition(": ")[2] for said in tried]
    boards = [plain(replay.position) for replay in replays(here)]
    for table, board in zip(tables, boards, strict=True):
        marks = [text if text in {"X", "O"} else "." for text in noted(table)]
        assert "".join(marks) == board.marks
    return [*zip(tables, boards, strict=True)]


def test_first_ideas_are_drawn_where_they_are(games: Element) -> None:
    """Two threats that must be stopped, and two forks, after which the other side wins nowhere."""
    seen = Counter[str]()
    for table, board in ideas(games, "ideas"):
        caption, cells = table["aria-label"], stand_out(table)
        if re.match(r"X threatens (row 1|tilted square b1 d2 a3 c4)$", caption):
            seen["threats"] += 1
            assert board.mover == "O"
            assert set(completing(board, "X")) == cells
            assert not completing(board, "O")
        if re.match(r"X on (c1|b3) threatens", caption):
            seen["forks"] += 1
            assert board.mover == "X"
            assert not completing(board, "X")
            # As the text says: each line that is completed later lacks two marks before.
            assert completing(board, "O").keys() <= cells
            forked = after(board, *cells)
            assert len(completing(forked, "X")) == 2
            assert not completing(forked, "O")
    assert seen == {"threats": 2, "forks": 2}


def test_the_live_lines_are_those_without_a_mark_of_the_other(games: Element) -> None:
    ((_, board),) = [it for it in ideas(games, "ideas") if "are live for X" in it[0]["aria-label"]]
    assert (board.marks.index("X"), board.marks.index("O")) == (0, 4)
    lines = reference.WINNING[board.game]
    live = {line for line in lines if 4 not in line}
    own = lines - live
    assert f"{len(live)} lines are live for X" in drawings(games)
    told = (
        f"O's mark in the centre stands on {len(own)} of the {len(lines)} lines, so these are no"
        f" longer live for X; the {len(live)} along the edges are. Only one of O's {len(own)} lines"
        " is dead, the diagonal a1 b2 c3: X has a mark on it too. The other 3 are still live for O."
    )
    assert told in games.text
    assert [line for line in own if 0 in line] == [frozenset({0, 4, 8})]
    assert len(own) - 1 == 3


def test_the_values_are_exact(games: Element) -> None:
    ((table, board),) = ideas(games, "worth")
    exact = {cell: in_words(worth) for cell, worth in worths(board).items()}
    shown = {cell: text for cell, text in enumerate(noted(table)) if text not in {"X", "O"}}
    assert shown == exact
    assert {"wins in 2 moves", "loses at once"} == set(exact.values())
    assert {exact[cell] for cell in stand_out(table)} == {"wins in 2 moves"}


# The openings.


def opened(openings: Element, game: str) -> list[Board]:
    """The boards after the first moves."""
    first, *_replies = (it for it in section(openings, game).all("table") if it.all("a"))
    return [plain(replay.position) for replay in replays(first)]


@pytest.mark.parametrize("game", GAMES)
def test_openings_are_three_and_named_by_where_they_stand(openings: Element, game: str) -> None:
    """A corner has two neighbours, an edge three and a cell in the middle four."""
    size = reference.SIZE[game]
    words = ("corner", "edge", "centre" if size == 3 else "middle")
    boards = opened(openings, game)
    for board, heading in zip(boards, section(openings, game).all("h3"), strict=True):
        sides = sum(0 < at < size - 1 for at in divmod(board.marks.index("X"), size))
        assert words[sides] in heading.text.lower()
    start = empty_board(game, "X")
    classes = {images(after(start, cell)) for cell in moves(start)}
    assert {*map(images, boards)} == classes
    assert len(boards) == 3


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_of_the_replies_follows_from_their_values(
    openings: Element, game: str
) -> None:
    here = section(openings, game)
    said = [p.text for p in here.all("p") if re.search("keeps? the draw", p.text)]
    for board, words in zip(opened(openings, game), said, strict=True):
        draws = [name(game, cell) for cell, (value, _plies) in worths(board).items() if not value]
        kept, _, lost = words.partition(";")
        if len(draws) == len(moves(board)):
            assert words == "Every reply keeps the draw."
        else:
            assert re.findall("[a-d][1-4]", kept) == draws
            assert f"other {len(moves(board)) - len(draws)} replies loses" in lost


# The opponents.


@pytest.mark.parametrize("opponent", OPPONENTS.values(), ids=OPPONENTS)
def test_every_game_that_an_opponent_plays_begins_from_its_card(
    opponents: Element, opponent: Opponent, app: Flask
) -> None:
    """The person has X and begins."""
    played = [game for game in GAMES.values() if opponent.plays(game)]
    for form, game in zip(opponents.by_id(opponent.key).all("form"), played, strict=True):
        client = app.test_client()
        client.post(form["action"], data=form.fields)
        begun = urlsplit(client.get("/replay").location)
        assert begun.path == f"/replay/{game.key}/"
        seats = {"first": ["x"], "x": ["human"], "o": [opponent.key], "ply": ["0"]}
        assert parse_qs(begun.query) == seats


def test_examples_show_what_is_said_of_them(opponents: Element) -> None:
    boards = {
        key: [plain(it.position) for it in replays(opponents.by_id(key))] for key in OPPONENTS
    }
    (threat,) = boards["easy"]
    assert (len(completing(threat, "X")), len(moves(threat))) == (1, 6)
    assert "Easy stops that one time in six." in opponents.by_id("easy").text
    three, four = boards["unbeatable"]
    assert {value for value, _plies in worths(three).values()} == {0}
    assert four == Board("square", ".....X..........", "O")
    losing = [exact.distance for exact in study(reference.position(four)).values.values()]
    assert sum(map(bool, losing)) > len(losing) / 2
    back = Board("tic-tac-toe", "X...O...X", "O")
    assert sum(board == back for key in OPPONENTS for board in boards[key]) == 4
    assert "Two of the six moves lose" in opponents.text
    worse = {cell for cell, (value, _plies) in worths(back).items() if value < 0}
    assert (len(worse), len(worths(back))) == (2, 6)
    assert {worths(back)[cell] for cell in worse} == {(-1, 4)}
    assert "win with the fourth move from here" in opponents.by_id("medium").text
    assert worse <= {*OPPONENTS["medium"].decide(reference.position(back)).cells}


@pytest.mark.parametrize("key", ["minimax", "alpha-beta"])
def test_a_search_opens_and_finds_values_as_its_card_says(opponents: Element, key: str) -> None:
    """Alpha-beta too finds the exact value of each of its own moves, for less work."""
    card = opponents.by_id(key)
    opening = OPPONENTS[key].decide(Position(TIC_TAC_TOE))
    assert isinstance(opening.reason, Opening)
    assert sorted(opening.cells) == list(TIC_TAC_TOE.cells)
    assert "opens with any cell" in card.text
    exact = "Each move that it could make now still gets its exact value"
    assert (exact in card.text) == (key == "alpha-beta")
    for position in (replay.position for replay in replays(card)):
        cut, full = alpha_beta(position), minimax(position)
        assert cut.values == full.values
        assert cut.nodes < full.nodes


# How strong they are: what is said is what can be computed.


def claims() -> Iterator[tuple[str, str]]:
    """A card by its key, and a claim on it with every figure computed again."""
    weak = [load_strength(game).weaknesses for game in (TIC_TAC_TOE, SQUARE)]
    for key, says in (("easy", "Anyone can beat it"), ("medium", "Two threats at once beat it")):
        assert not any(it[key, Mark.O].certain for it in weak)
        three, four = (winners_own(len(it[key, Mark.O].shortest or ())) for it in weak)
        yield key, f"{says}: with luck in {three} moves, at Square in {four}."
    within = [len(it["hard", Mark.O].certain or ()) for it in weak]
    three, four = map(winners_own, within)
    yield "hard", f"beat it for sure: in {three} moves, at Square in {four} at most."
    assert not any(it["hard", Mark.X].shortest for it in weak)
    yield "hard", "If it begins itself, nobody beats it at tic-tac-toe or Square"
    odds = load_strength(TIC_TAC_TOE).odds
    first, second = odds["medium", "easy"], odds["easy", "medium"]
    shares = (first.x_wins, first.o_wins, second.o_wins, second.x_wins)
    figures = [f"{100 * float(share):.1f} %" for share in shares]
    yield "medium", "it wins {} of its games and loses {} if it begins;".format(*figures)
    yield "medium", "moving second it wins {2} and loses {3}.".format(*figures)
    yield "medium", "Let it look six moves ahead, and there it never loses."
    six_deep = opponent_for(TIC_TAC_TOE, "medium:depth=6")
    assert all(prove(TIC_TAC_TOE, six_deep, mark).never_loses for mark in Mark)
    rules = odds["easy", "rules"]
    assert (rules.x_wins, rules.o_wins) == (0, Fraction(278, 315))
    yield "rules", f"278 of 315 games, {100 * 278 / 315:.2f} %, and draws the rest."
    yield "rules", "The list is from 1972."
    yield "rules", "“Human Problem Solving”, 1972."
    met = prove(TIC_TAC_TOE, OPPONENTS["chain"], Mark.O)
    assert met.never_loses
    yield "chain", f"Moving second it can meet {met.games} different games:"
    yield "chain", f"it wins {met.won} and draws {met.drawn}."
    for board in ACTIVE:
        assert len(OPPONENTS["chain"].decide(reference.position(board)).cells) == 1
    yield "chain", "it never varies: there are no dice"
    nodes, positions = tree(empty_board("tic-tac-toe", "X"))
    yield "minimax", f"{nodes:,} visits to {positions:,} different positions"
    board = after(empty_board("tic-tac-toe", "X"), 0)
    yield "minimax", f"After X on a1 it visits {tree(board)[0]:,} nodes"
    passed = [
        here
        for here in ACTIVE
        if (wins := completing(here, here.mover)) and min(keeping(here)) not in wins
    ]
    yield "minimax", f"in {len(passed)} of the {len(ACTIVE):,} positions that play can reach it"
    assert all(
        OPPONENTS["minimax"].decide(reference.position(here)).cells == (min(keeping(here)),)
        for here in passed[::40]
    )
    cut = alpha_beta(reference.position(board)).nodes
    yield "alpha-beta", f"After X on a1 it visits {cut:,} nodes"
    yield "unbeatable", "That is proved for Tic-tac-toe and Square."


@pytest.mark.long
def test_every_claim_on_strength_is_computed_again(opponents: Element) -> None:
    """There is no other figure in what is said of how it is beaten, and how strong it is."""
    claimed = dict.fromkeys(OPPONENTS, "")
    for key, claim in claims():
        assert claim in spaced(opponents.by_id(key)), key
        claimed[key] += f"{claim} "
    for key, told in claimed.items():
        card = opponents.by_id(key)
        _voice, beaten = card.all("p")[:2]
        said = beaten.text + spaced(card).partition("How strong?")[2]
        assert {*re.findall(r"\d[\d,.]*", said)} <= {*re.findall(r"\d[\d,.]*", told)}, key


def spaced(element: Element) -> str:
    """The text of *element* with plain spaces."""
    return " ".join(element.text.split())


def test_who_is_said_never_to_lose_is_proved_not_to(opponents: Element) -> None:
    """On 3x3, and Unbeatable on both."""
    for says in ("It never loses", "Nobody can beat it"):
        assert {key for key in OPPONENTS if says in opponents.by_id(key).text} == set(PERFECT)
    assert {opponent.key for opponent in CLASSICS} < set(PERFECT)
    assert "Tic-tac-toe only. None of them ever loses." in opponents.text


# The terms.


def entry(terms: Element, key: str) -> list[Element]:
    """The elements after the heading of a term: its definition, and the example."""
    heading = terms.by_id(key)
    here = next(s for s in terms.all("section") if heading in s)
    following = [child for child in here.children if isinstance(child, Element)]
    return following[following.index(heading) + 1 :]


def example(terms: Element, key: str) -> tuple[str, Replay]:
    """The text of a term's example, and its replay."""
    _definition, shown, *_others = entry(terms, key)
    (replay,) = replays(shown)
    return shown.text, replay


@pytest.mark.parametrize("label", Label)
def test_every_label_is_defined_and_shown_on_a_move_that_has_it(
    terms: Element, label: Label
) -> None:
    words, replay = example(terms, label.replace(" ", "-"))
    start, (cell,) = replay.record.start, replay.record.moves
    board = plain(start)
    assert meanings(board, cell) == {label}
    at = name(board.game, cell)
    assert words.startswith(f"{start.to_move} plays {at}. {label.capitalize()}. ")


def sentences() -> Iterator[tuple[str, Board, str]]:
    """The examples that are figures: a term, the last board of its replay, and its sentence with
    all figures from a second source.
    """
    start = empty_board("tic-tac-toe", "X")
    difficulties = reference.difficulties(start)
    shares = [f"{100 * float(difficulties[cell]):.1f} %" for cell in (0, 4, 1)]
    told = "{} slip after a corner, {} after the centre, {} after a side.".format(*shares)
    yield "difficulty", start, told
    x, draws, o = (f"{100 * float(it):.1f} %" for it in by_recursion(after(start, 4)))
    yield "odds", start, f"X wins {x} of such games, O wins {o}, and {draws} are draws."
    won = Board("tic-tac-toe", "X.O......", "X")
    _, plies = value_and_distance(won)
    told = f"X wins {soon(plies or 0)}. With best play the game ends {plies} plies later."
    yield "distance", won, told
    corners = Board("tic-tac-toe", "X...O...X", "O")
    (nodes, positions), cut = tree(corners), alpha_beta(reference.position(corners))
    yield "node", corners, f"the tree has {nodes:,} nodes, but {positions:,} different positions."
    yield "node", corners, f"Alpha-beta {cut.nodes:,} of them, with {cut.cutoffs} cut-offs."
    assert positions < cut.nodes < nodes == minimax(reference.position(corners)).nodes


def test_the_figures_of_examples_are_computed_again(terms: Element) -> None:
    for key, board, told in sentences():
        said, replay = example(terms, key)
        assert plain(replay.position) == board
        assert told in " ".join(said.split())


def test_most_trees_have_more_nodes_than_positions(terms: Element) -> None:
    more = [nodes > positions for nodes, positions in map(tree, ACTIVE_CLASSES)]
    assert 0.5 < sum(more) / len(more) < 1
    assert "mostly has more nodes than positions" in entry(terms, "node")[0].text


@pytest.mark.parametrize("key", ["win-by-threats", "quiet"])
def test_how_a_win_is_prepared_or_forced_is_shown(terms: Element, key: str) -> None:
    _said, replay = example(terms, key)
    board, cell = plain(replay.record.start), replay.record.moves[0]
    assert worths(board)[cell][0] == 1
    assert bool(shortest_from(board, cell)) == (key == "win-by-threats")


def test_every_idea_is_defined(terms: Element) -> None:
    assert all(idea in entry(terms, "idea")[0].text for idea in Idea)


def test_games_are_no_longer_than_their_boards(terms: Element) -> None:
    for game, says in ((TIC_TAC_TOE, "tic-tac-toe takes at most"), (SQUARE, "Square at most")):
        assert f"{says} {len(game.cells)}" in terms.text
        assert f"the {len(game.winning_sets)} " in terms.text
