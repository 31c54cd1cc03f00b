"""What games are called by their definitions, and the squares that draw them."""

import re
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given

from ai.exact.tablebase import probe
from ai.exact.value import winners_moves
from ai.language import _
from ai.rules import GAMES, NAMED, Position
from ai.rules.definition import Definition
from ai.rules.games import game_for
from ai.rules.naming import known, shape_of
from tests.definitions import texts

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
Place = tuple[int, int]


def free_shapes(cells: int) -> set[frozenset[Place]]:
    """One of each connected shape of so many cells, grown cell by cell."""
    shapes = {frozenset({(0, 0)})}
    for _cell in range(1, cells):
        grown = {
            shape | {(row + down, column + right)}
            for shape in shapes
            for row, column in shape
            for down, right in SIDES
        }
        shapes = {least(shape) for shape in grown if len(shape) > max(map(len, shapes))}
    return shapes


def least(shape: frozenset[Place]) -> frozenset[Place]:
    """The first of the eight ways in which *shape* stands, in the corner."""
    found = []
    for flip in (1, -1):
        turned = [(row, flip * column) for row, column in shape]
        for _turn in range(4):
            turned = [(column, -row) for row, column in turned]
            top, left = (min(place[axis] for place in turned) for axis in (0, 1))
            found.append(sorted((row - top, column - left) for row, column in turned))
    return frozenset(min(found))


@pytest.mark.parametrize(("cells", "count"), [(2, 1), (3, 2), (4, 5), (5, 12)])
def test_every_connected_shape_of_up_to_five_cells_has_a_name_of_its_own(
    cells: int, count: int
) -> None:
    """There are 1, 2, 5 and 12: dominoes to pentominoes."""
    shapes = free_shapes(cells)
    assert len(shapes) == count
    names = {(found := known(shape_of(shape))) and found.name for shape in shapes}
    assert len(names - {None}) == count


@given(texts())
def test_a_name_tells_the_board_and_a_goal_is_a_sentence(text: str) -> None:
    game = game_for(text)
    if game.key in NAMED:
        return
    assert _(game.name).endswith(f" on {game.columns} × {game.rows}")
    assert re.fullmatch(r"[A-Z][^.]+\.", _(game.goal))
    assert _(game.sets).startswith(_(game.one))
    cells = {len(way) for way in game.winning_sets}
    if len(cells) == 1 and "shapes" not in _(game.name):
        assert re.search(rf"\b{cells.pop()}\b|shape", _(game.in_brief))


@pytest.mark.parametrize("board", ["4x4", "5x3", "6x2"])
@pytest.mark.parametrize("cells", [2, 3, 4])
def test_a_goal_with_words_for_its_one_shape_is_that_of_one_game(board: str, cells: int) -> None:
    """Its squares are told apart by how wide they are, and whether they are tilted."""
    columns, rows = map(int, board.split("x"))
    names = [f"{'abcdef'[column]}{row + 1}" for row in range(rows) for column in range(columns)]
    texts = ("".join(names) for names in combinations(names, cells))
    games = {game_for(f"{board}-{text}") for text in texts}
    goals = Counter(_(game.goal) for game in games)
    assert {goal for goal, count in goals.items() if count > 1 and "shape" not in goal} == set()


def test_a_goal_names_the_ways_that_its_board_has() -> None:
    """Of lines on all boards of up to 16 cells; so does the goal in brief."""
    met = set[str]()
    for columns, rows, many in product(range(2, 9), range(2, 9), range(3, 9)):
        across, down = "".join("abcdefgh"[:many]), "12345678"[:many]
        lines = {
            "a row": columns >= many and "".join(f"{it}1" for it in across),
            "a column": rows >= many and "".join(f"a{it}" for it in down),
        }
        fitting = [name for name, line in lines.items() if line]
        if fitting and columns * rows <= 16:
            game = game_for(f"{columns}x{rows}-{lines[fitting[0]]}")
            told = "a row or column" if len(fitting) == 2 else fitting[0]
            assert _(game.goal).endswith(f" in {told}."), game
            assert _(game.in_brief).endswith(f" in {told}"), game
            met.add(told)
    assert met == {"a row", "a column", "a row or column"}


@given(texts())
def test_an_icon_has_a_square_for_each_cell_of_its_first_two_shapes(text: str) -> None:
    """In its box, and no two on each other."""
    icon = game_for(text).icon
    left, top, wide, high = map(float, icon.box.split())
    squares = re.findall(r"M([\d.]+) ([\d.]+)h1v1h-1z", icon.path)
    shapes = game_for(text).definition.text.split("-")[1:3]
    assert len(squares) == sum(len(re.findall("[a-z]", shape)) for shape in shapes)
    assert max(Counter(squares).values()) == 1
    for x, y in ((float(x), float(y)) for x, y in squares):
        assert left < x < left + wide - 1
        assert top < y < top + high - 1


HARARY = {"elly": 4, "tippy": 5, "el": 3}  # moves of the first player on these boards, or fewer


@pytest.mark.parametrize("key", [*NAMED])
def test_a_named_game_has_its_table_stored(key: str) -> None:
    """Its value is what others published: Harary's winners win, and lines of four and Ts draw."""
    game = NAMED[key]
    exact = probe(Position(game))
    assert Definition.parse(game.definition.text) == game.definition
    moves = winners_moves(exact.distance) if exact.distance else None
    assert moves == HARARY.get(key)


def test_the_games_of_the_house_come_first() -> None:
    assert list(NAMED)[:2] == list(GAMES)
    assert len({game.definition for game in NAMED.values()}) == len(NAMED) == 8
