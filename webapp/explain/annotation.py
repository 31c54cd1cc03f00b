"""Move annotations, as in chess: a label, what makes it so, and what would have been better."""

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


def annotation(judged: JudgedMove) -> str:
    """The label of a move, and what makes it so. What would have kept more value is left to
    :func:`better_move`.
    """
    exact, best = judged.exact, judged.best
    match judged.label:
        case Label.FORCED:
            why = "it was the only empty cell"
        case Label.LOST_ANYWAY if exact == best:
            why = f"every move loses, and none lasts longer than this one: {_plies(exact)}"
        case Label.LOST_ANYWAY:
            why = f"it {cost(judged)}; {_best_cell(judged)} would have lasted {_plies(best)}"
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


def better_move(judged: JudgedMove) -> str | None:
    """The best move in the place of a worse one, and what it comes to: `b2: X wins in 3.`

    None where the move was best, or where every move loses: what lasts longer is in the annotation.
    """
    if judged.exact == judged.best or judged.best.value is Value.LOSS:
        return None
    return f"{_best_cell(judged)}: {outlook(judged.best, judged.mark)}."


def _best_cell(judged: JudgedMove) -> str:
    """The name of the first cell of the greatest rank."""
    cell = max(judged.values, key=lambda cell: judged.values[cell].rank)
    return cell_name(judged.position.game, cell)


def _plies(exact: Exact) -> str:
    """The distance of a loss, of 2 plies at least."""
    return f"{exact.distance} plies"
