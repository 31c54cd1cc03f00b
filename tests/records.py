"""Games played move by move, and texts that are no record of a game."""

from collections.abc import Iterable, Sequence

from ai.rules.games import SQUARE, TIC_TAC_TOE, Game
from ai.rules.notation import NotationError
from ai.rules.position import IllegalMove, Mark, Position, UnreachablePosition

WORKED_EXAMPLE = ".X..-.X..-.OO.-..X."

NO_RECORDS: Sequence[tuple[Game, str, type[ValueError], str]] = [
    (TIC_TAC_TOE, "d1", NotationError, "d1"),
    (SQUARE, "a5", NotationError, "a5"),
    (TIC_TAC_TOE, "b2a", NotationError, "b2a"),
    (TIC_TAC_TOE, "hello", NotationError, "hello"),
    (TIC_TAC_TOE, "b2;a1", NotationError, "b2;a1"),
    (TIC_TAC_TOE, "x..-...-...", NotationError, r"x\.\."),
    (TIC_TAC_TOE, "b2X..-...-...", NotationError, "b2X"),
    (TIC_TAC_TOE, "X.-..-.....", NotationError, "^The rows of the board are 3 cells long"),
    (TIC_TAC_TOE, "b2b2", IllegalMove, "^Move 2, b2, cannot be played. That cell is taken"),
    (TIC_TAC_TOE, "a1a2b1b2c1c2", IllegalMove, "^Move 6, c2, cannot be played. The game is ov"),
    (TIC_TAC_TOE, "X..-.O.-...b2", IllegalMove, "^Move 3, b2, cannot be played. That cell is"),
    (
        TIC_TAC_TOE,
        "XXX-OO.-...c3",
        IllegalMove,
        "^Move 6, c3, cannot be played. The game is ov",
    ),
    (TIC_TAC_TOE, "XX.-...-...", UnreachablePosition, "X has 2, O has 0"),
    (TIC_TAC_TOE, WORKED_EXAMPLE, UnreachablePosition, "^The board is 9 of X, O and full stop"),
    (TIC_TAC_TOE, "XXX-OOO-...", UnreachablePosition, "over before"),
]


def position_after(game: Game, moves: Iterable[int], first: Mark = Mark.X) -> Position:
    """The position after *moves* from the empty board, *first* moving first."""
    position = Position(game, to_move=first)
    for cell in moves:
        position = position.play(cell)
    return position
