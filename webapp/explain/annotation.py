"""What is said of a move in hindsight, in words."""

from ai.analysis import JudgedMove, Label
from ai.notation import cell_name
from ai.position import Mark
from ai.value import Exact, Value

KEEPS = {Value.WIN: "the win", Value.DRAW: "the draw"}


def outlook(exact: Exact, mark: Mark) -> str:
    """What *exact*, a value for *mark*, means: `X wins in 3`, `a draw`, `X loses in 4`."""
    if exact.value is Value.DRAW:
        return "a draw"
    does = "wins" if exact.value is Value.WIN else "loses"
    return f"{mark} {does} in {exact.distance}"


def cost(judged: JudgedMove) -> str:
    """What a move that gave value away comes to, and no word of what had been better."""
    if judged.exact.value is Value.DRAW:
        return "only draws"
    return f"loses in {judged.exact.distance}"


def verdict(judged: JudgedMove) -> str:
    """The label of a move, and what makes it so; not what would have been better."""
    exact, best = judged.exact, judged.best
    match judged.label:
        case Label.FORCED if len(judged.values) == 1:
            why = "it was the only empty cell"
        case Label.FORCED:
            why = "every move loses"
        case Label.ONLY_MOVE:
            why = f"every other one gives {KEEPS[best.value]} away"
        case Label.BEST if exact.value is Value.WIN:
            why = f"it wins in {exact.distance}, and none is faster"
        case Label.BEST:
            why = f"it keeps {KEEPS[best.value]}"
        case Label.SLOWER_WIN:
            why = f"it wins in {exact.distance}, and could have won in {best.distance}"
        case Label.MISSED_WIN | Label.MISTAKE | Label.BLUNDER:
            why = f"it {cost(judged)}, and gives {KEEPS[best.value]} away"
    return f"{judged.label.capitalize()}: {why}."


def better(judged: JudgedMove) -> str:
    """The best move in the place of a worse one, and what it comes to."""
    cell = max(judged.values, key=lambda cell: judged.values[cell].rank)
    return f"{cell_name(judged.position.game, cell)}: {outlook(judged.best, judged.mark)}."
