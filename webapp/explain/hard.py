"""Hard: the weights of both sides, and the comparison that decided."""

from ai.opponents.hard import WeightRule, Weights
from webapp.explain.choice import Choice
from webapp.explain.diagram import Diagram, diagram
from webapp.explain.phrases import blocks, lines_listed


def sentence(choice: Choice[Weights]) -> str:
    """The lines completed or blocked, or the weights compared."""
    weights, cell = choice.reason, choice.cell
    match weights.rule:
        case WeightRule.COMPLETE:
            return f"It completes {lines_listed(choice.game, _threats_on(choice))}."
        case WeightRule.BLOCK:
            left = [line for line in weights.threats if cell not in line]
            return f"It {blocks(choice.position, _threats_on(choice), left)}."
        case WeightRule.NOTHING_LIVE:
            return "Neither side can complete anything any more: any empty cell will do."
    mark, other = choice.mark, choice.mark.other
    if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE:
        best, here, whom = f"{other}'s best", weights.mover[cell], mark
    else:
        best, here, whom = "its own best", weights.opponent[cell], other
    return (
        f"It weighs for each side the {choice.game.sets} through each cell that are free of the"
        f" other's marks: {other}'s best is worth {max(weights.opponent)}, and {mark}'s"
        f" {max(weights.mover)}. So it takes one of {best} cells, and of these one that is worth"
        f" most to {whom}: {here}."
    )


def _threats_on(choice: Choice[Weights]) -> list[frozenset[int]]:
    """The lines completed or blocked by this very cell."""
    return [line for line in choice.reason.threats if choice.cell in line]


def drawing(choice: Choice[Weights]) -> tuple[Diagram, ...]:
    """The lines completed or blocked, or both sides' weights: first those of the side that weighs
    more, with the cells where it weighs most, then the other's, with the cells that this left.
    """
    position, weights, cells, mark = choice.position, choice.reason, choice.cells, choice.mark
    if weights.rule in {WeightRule.COMPLETE, WeightRule.BLOCK}:
        does = "completes" if weights.rule is WeightRule.COMPLETE else "blocks"
        caption = f"What {mark} {does}"
        return (diagram(position, caption, chosen=cells, lines=_threats_on(choice)),)
    maps = {mark: weights.mover, mark.other: weights.opponent}
    leader = mark.other if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE else mark
    most = max(maps[leader])
    leading = [cell for cell in position.empty_cells if maps[leader][cell] == most]
    return tuple(
        diagram(
            position,
            f"What each cell is worth to {side}",
            notes=dict(enumerate(maps[side])),
            chosen=leading if side is leader else cells,
            name=f"For {side}",
            heaviest=max(maps[side]),
        )
        for side in (leader, leader.other)
    )
