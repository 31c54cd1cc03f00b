"""The atlas: its shapes and boards counted by the reference, and what others published of them."""

from itertools import product

from ai.exact.atlas import SHAPES, SIDES, load
from ai.rules.games import game_for
from tests.reference import ways

GAMES = load()["games"]


def test_a_shape_is_on_every_board_that_it_fits() -> None:
    """Of 6 to 16 cells, none turned. Every placement is counted: of a line also those of its
    diagonal, which must fit. Whoever begins marks half of the cells, and the odd one.
    """
    boards = [(m, n) for m in range(2, 9) for n in range(2, m + 1) if 6 <= m * n <= 16]
    for key, (_name, text) in SHAPES.items():
        shapes = text.split("-")
        counted = {
            (m, n): len(ways(f"{m}x{n}-{text}"))
            for m, n in boards
            if all(ways(f"{m}x{n}-{shape}") for shape in shapes)
            and len(shapes[0]) // 2 <= (m * n + 1) // 2
        }
        found = {(it["columns"], it["rows"]): it["ways"] for it in GAMES if it["shape"] == key}
        assert found == counted, key


def test_figures_agree_with_each_other() -> None:
    """Who moves first has a mark more, and so loses no draw more often."""
    in_order = [*product(SHAPES, SIDES)]
    places = [in_order.index((it["shape"], (it["columns"], it["rows"]))) for it in GAMES]
    assert places == sorted({*places})
    for game in GAMES[::3]:
        _name, text = SHAPES[game["shape"]]
        assert game_for(f"{game['columns']}x{game['rows']}-{text}").key == game["game"]
    for game in GAMES:
        distance, first, second = game["distance"], game["loses_first"], game["loses_second"]
        assert game["positions"] / 8 < game["classes"] < game["positions"]
        assert game["longest_win"] % 2 or not game["longest_win"]
        if game["value"] == "draw":
            assert first is not None is not second
            assert (distance, 0 <= first <= second < 1) == (None, True)
        else:
            assert ((distance or 0) % 2, first, second) == (1, None, None)
            assert game["longest_win"] >= (distance or 0)


# What others published.

# Harary's achievement games: the smallest square board on which the first player completes a shape,
# and in how many moves; both 0 if on none. Gardner, "The Colossal Book of Mathematics", 2001, pages
# 286 to 311, has those of up to four cells. All are OEIS A380597 and A380598, von Brömssen 2025.
OF_THREE = {"domino": (2, 2), "tic": (4, 3), "el": (3, 3)}
OF_FOUR = {"skinny": (7, 8), "elly": (4, 4), "tippy": (3, 5), "knobby": (5, 4)}
OF_FIVE = {"l": (7, 10), "n": (6, 6), "y": (7, 9)}
HARARY = OF_THREE | OF_FOUR | OF_FIVE | dict.fromkeys(["fatty", *"fiptuvwxz"], (0, 0))


def test_the_first_player_wins_where_harary_says() -> None:
    """Who stops a shape on every square board, or on those that hold a rectangle, plays the same
    there.
    """
    assert {*HARARY} == {key for key, (_name, text) in SHAPES.items() if "-" not in text}
    for game in (it for it in GAMES if it["shape"] in HARARY):
        board, moves = HARARY[game["shape"]]
        if game["columns"] == game["rows"]:
            assert game["value"] == ("win" if 0 < board <= game["columns"] else "draw")
        if game["columns"] == game["rows"] == board:
            assert game["distance"] == 2 * moves - 1
        if not board or len(game["shape"]) == 1:  # those of five cells are won from 6×6 on
            assert game["value"] == "draw"


def test_k_in_a_row_ends_as_published() -> None:
    """k = 2 is won at once; (3, 3, 3) is a draw, and (m, n, 3) a win from 4 by 3 on (Wikipedia,
    "m,n,k-game"). If a side is shorter than k, the second player holds the draw by pairs
    (Uiterwijk, "Solving Strong and Weak 4-in-a-Row", IEEE CoG 2019, theorem 2); there no diagonal
    fits, so a straight shape is the same. (4, 4, 4) is a draw (the same, table I).
    """
    straight = {"tic": 3, "skinny": 4, "i": 5}
    for game in GAMES:
        shape, m, n = game["shape"], game["columns"], game["rows"]
        if n < straight.get(shape, 0):
            assert game["value"] == "draw"
        if shape.startswith("line-"):
            k = int(shape[-1])
            assert (game["value"] == "win") == (k == 2 or (k == 3 and m >= 4 and n >= 3))
            assert k > 2 or game["distance"] == 3
