"""Hard: the weights of both sides, and the comparison that decided."""

from ai.opponents.hard import WeightRule, Weights
from webapp.explain.choice import Choice
from webapp.explain.diagram import Diagram, diagram
from webapp.explain.phrases import blocks, lines_listed
from webapp.language import N_, _

TAKES_OTHERS_BEST = N_(
    "It weighs for each side the %(sets)s through each cell that are free of the other's marks:"
    " %(other)s's best is worth %(others_best)s, and %(mark)s's %(its_best)s. So it takes one of"
    " %(other)s's best cells, and of these one that is worth most to %(mark)s: %(here)s."
)
TAKES_ITS_BEST = N_(
    "It weighs for each side the %(sets)s through each cell that are free of the other's marks:"
    " %(other)s's best is worth %(others_best)s, and %(mark)s's %(its_best)s. So it takes one of"
    " its own best cells, and of these one that is worth most to %(other)s: %(here)s."
)
COMPLETES, BLOCKS = N_("What %(mark)s completes"), N_("What %(mark)s blocks")


def sentence(choice: Choice[Weights]) -> str:
    """The lines completed or blocked, or the weights compared."""
    weights, cell = choice.reason, choice.cell
    match weights.rule:
        case WeightRule.COMPLETE:
            return _(
                "It completes %(lines)s.", lines=lines_listed(choice.game, _threats_on(choice))
            )
        case WeightRule.BLOCK:
            left = [line for line in weights.threats if cell not in line]
            return blocks(choice.position, _threats_on(choice), left)
        case WeightRule.NOTHING_LIVE:
            return _("Neither side can complete anything any more: any empty cell will do.")
    others = weights.rule is WeightRule.OPPONENT_WEIGHS_MORE
    return _(
        TAKES_OTHERS_BEST if others else TAKES_ITS_BEST,
        sets=_(choice.game.sets),
        mark=choice.mark,
        other=choice.mark.other,
        others_best=max(weights.opponent),
        its_best=max(weights.mover),
        here=(weights.mover if others else weights.opponent)[cell],
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
        caption = COMPLETES if weights.rule is WeightRule.COMPLETE else BLOCKS
        return (diagram(position, _(caption, mark=mark), chosen=cells, lines=_threats_on(choice)),)
    maps = {mark: weights.mover, mark.other: weights.opponent}
    leader = mark.other if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE else mark
    most = max(maps[leader])
    leading = [cell for cell in position.empty_cells if maps[leader][cell] == most]
    return tuple(
        diagram(
            position,
            _("What each cell is worth to %(mark)s", mark=side),
            notes=dict(enumerate(maps[side])),
            chosen=leading if side is leader else cells,
        )
        for side in (leader, leader.other)
    )
