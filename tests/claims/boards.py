"""Boards on which all that is told is checked."""

from functools import cache

from tests.reference import Board, after, result, worths
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won


def drawn(game: str, *boards: str) -> list[Board]:
    """Boards of *game*: the marks, and who is to move."""
    return [Board(game, *it.split()) for it in boards]


# Between them almost every type of fact is told, and every kind of stroke drawn.
FEW = [
    *drawn(
        "tic-tac-toe",
        *(".OX..X..O O", "XO.O.XOXX O", ".X.OOXXO. O", "XOXXO.OXO O", "OX...X... O"),
        *("..XX.O.O. O", "OXX..O.O. X", "XO.X....O X", ".X..O.... X", "......... X", "X.XOXOOXO X"),
    ),
    *drawn(
        "square",
        *("XO.XOX.OXXOXXOOO O", "X.XX....O..OX..O O", "OXXOOOO.OXO.XXXX O"),
        *("XXXOOOOXO.XO.XOX O", "O..X.O.X.XXO.XOO X", "XXOX..OXOOX..OXO X"),
        *("OOXXX..OX.OO.XOX X", "OXOXXO.XO.XOOXOX X", ".....XX.O...OXO. O"),
        *("O.X.X.OO..XO..XX O", "O.OX.OO...OXXXX. X"),
    ),
]
SPECIAL = [
    *drawn(
        "square",
        "O.X.XXOO.O.XXOXO X",  # nothing is live
        "XO.XOX.OXXOXXOOO O",
        ".XO..OXXO.OX.X.O X",  # a threat is kept
        "O..X.O.X.XXO.XOO X",  # all draws, and a beginner may lose
        "X..XO..O.O...... X",  # to take a strong cell fails too
        # Of each, some text claimed too much before.
        *("...X....XO.OOX.. X", ".XO..X..O....OXX O", "XO....O........X O"),
        *(".OO..X.X..X.O... X", "X.O.XX.OOXO..O.X X", "X.O......O.....X O"),
        *("O.....X......X.O X", "XX..O.X...X.OXOO O"),
        # Enough moves are left, but the other side completes a line first.
        *("OXXX.OXO.X.OOX.. O", "OX...X.OX.XXXOOO O", "XXOXX.OXOOX.XO.O O"),
        "X.XX....O..OX..O O",  # the best is quiet, while threats win as fast
        ".O...X..X...O... O",  # one cell keeps the value, and quiet answers win
        # Replies are quiet, or threats, as the answers that would have won; yet they win nothing.
        *("...X........O.X. O", "XX..........O... O"),
        "OXOXXO.XO.XOOXOX X",  # neither side can complete its live lines
        "OXO.O.X.X.X.O... O",  # three answers fail, one of several threats
        ".....XX.O...OXO. O",  # to take the cell first is the threat
        "...X.OO......O.X X",  # the threat is the strong cell
        "X.....OOXO...... X",  # to take the cell first is to take the strong one
    ),
    *drawn("2x6-a1b1a4b5-a1a2b2b3-a1b1a2b4b5", "X.XO..OX.OO. X"),  # lines with three marks
]


@cache
def many() -> list[Board]:
    """All positions of 3×3, and of Square many: far from won among them, and lost ones."""
    won = far_from_won(9, 9)
    lost = [after(board, cell) for board in won[:3] for cell in of_value(board, 1)]
    return [*ACTIVE_CLASSES, *SPECIAL, *won, *lost, *at_random("square", range(1, 17), 120, seed=1)]


def of_value(board: Board, value: int) -> tuple[int, ...]:
    """The cells whose moves have this *value*; none once the game is over."""
    found = {} if result(board) else worths(board)
    return tuple(cell for cell, (its, _plies) in found.items() if its == value)
