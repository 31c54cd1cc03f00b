"""What is said of a move in hindsight, in words."""

from ai.analysis import Judged, Label
from ai.notation import cell_name
from ai.position import Mark
from ai.tablebase import Exact, Value

KEEPS = {Value.WIN: "the win", Value.DRAW: "the draw"}


def outlook(exact: Exact, mark: Mark) -> str:
    """What *exact*, a value for *mark*, means: `X wins in 3`, `a draw`, `X loses in 4`."""
    if exact.value is Value.DRAW:
        return "a draw"
    does = "wins" if exact.value is Value.WIN else "loses"
    return f"{mark} {does} in {exact.distance}"


def cost(judged: Judged) -> str:
    """What a move that gave value away comes to, and no word of what had been better."""
    if judged.exact.value is Value.DRAW:
        return "only draws"
    return f"loses in {judged.exact.distance}"


def verdict(judged: Judged) -> str:
    """The label of a move, and the values that make it so."""
    game = judged.position.game
    better = cell_name(game, max(judged.values, key=lambda cell: judged.values[cell].rank))
    best = f"{better} {'wins' if judged.best.value is Value.WIN else 'draws'}"
    if judged.best.distance:
        best += f" in {judged.best.distance}"
    match judged.label:
        case Label.FORCED if len(judged.values) == 1:
            why = "it was the only empty cell"
        case Label.FORCED:
            why = "every move loses"
        case Label.ONLY_MOVE:
            why = f"every other one gives {KEEPS[judged.best.value]} away"
        case Label.BEST if judged.exact.value is Value.WIN:
            why = f"it wins in {judged.exact.distance}, and none is faster"
        case Label.BEST:
            why = f"it keeps {KEEPS[judged.best.value]}"
        case Label.SLOWER_WIN:
            why = f"it wins in {judged.exact.distance}, but {best}"
        case Label.MISSED_WIN:
            why = f"it only draws, but {best}"
        case Label.MISTAKE:
            why = f"it loses in {judged.exact.distance}, but {best}"
        case Label.BLUNDER:
            why = f"it loses in {judged.exact.distance}, but {best}"
    return f"{judged.label.capitalize()}: {why}."
