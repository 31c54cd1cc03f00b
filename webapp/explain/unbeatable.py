"""Unbeatable: the exact values, and how often random play loses."""

from ai.opponents.unbeatable import Perfect
from ai.value import Value
from webapp.explain.choice import Choice
from webapp.explain.diagram import Diagram, diagram
from webapp.explain.phrases import ONLY_CELL, lines_listed


def sentence(choice: Choice[Perfect]) -> str:
    """What perfect play comes to, and what made this move the best of its kind."""
    values = choice.reason.values
    exact = values[choice.cell]
    if exact.distance == 1 and exact.value is Value.WIN:
        completed = choice.game.completed(choice.position.mover | 1 << choice.cell)
        return f"It wins at once with {lines_listed(choice.game, completed)}."
    if len(values) == 1:
        return ONLY_CELL
    if exact.value is Value.WIN:
        return f"It wins by force in {exact.distance} plies, this one included: no move is faster."
    if exact.value is Value.LOSS:
        return (
            f"Every move loses to perfect play: this one lasts {exact.distance} plies, and none"
            " lasts longer."
        )
    drawing = sum(move.value is Value.DRAW for move in values.values())
    if drawing == 1:
        return "Only this move keeps the draw."
    return f"Perfect play draws. {_hardest_draw(choice, drawing)}."


def _hardest_draw(choice: Choice[Perfect], drawing: int) -> str:
    """How this one of *drawing* moves that keep the draw does against random play."""
    chance = choice.reason.losing_chances[choice.cell]
    if not chance:
        return f"None of the {drawing} moves that keep the draw can still beat even random play"
    best = (
        "this one beats random play most often"
        if len(choice.cells) == 1
        else "none beats random play more often than this one"
    )
    return f"Of the {drawing} moves that keep the draw, {best}: in {percent(chance)} of games"


def percent(chance: float) -> str:
    """*chance*, more than 0, to two decimals: `38.24 %`."""
    text = f"{100 * chance:.2f} %"
    if text == "100.00 %" and chance < 1:
        return "more than 99.99 %"
    return "less than 0.01 %" if text == "0.00 %" else text


def drawing(choice: Choice[Perfect]) -> tuple[Diagram, ...]:
    """The exact values, and, where several moves keep a draw that can still be won against random
    play, how often.
    """
    position, values, cells = choice.position, choice.reason.values, choice.cells
    worth = f"What each move is worth to {choice.mark}"
    exact = diagram(position, worth, notes=values, chosen=cells, name="Values")
    if values[choice.cell].value is not Value.DRAW:
        return (exact,)
    chances = choice.reason.losing_chances
    if len(chances) == 1 or not any(chances.values()):
        return (exact,)
    notes = {cell: percent(chance) if chance else "0 %" for cell, chance in chances.items()}
    caption = f"How often {choice.mark.other} loses after it, playing at random"
    return exact, diagram(position, caption, notes=notes, chosen=cells, name="Chances")
