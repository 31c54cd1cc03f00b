"""Hard: the weights of both sides, and the comparison that decided."""

from collections.abc import Sequence

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, Stroke, diagram
from ai.explain.phrases import ONLY_CELL, blocks, lines_listed
from ai.language import N_, _
from ai.opponents.hard import WeightRule, Weights, weight
from ai.rules.games import WinningSet
from ai.rules.position import Mark

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
COMPLETES, BLOCKS = N_("Lines that %(mark)s completes"), N_("Lines that %(mark)s blocks")

# The stroke of a line with 0, 1 or 2 marks of the side that weighs it. A line with more is a
# threat, and then nothing is weighed.
STROKES = (Stroke.DOTTED, Stroke.DASHED, Stroke.FULL)
KEY = (
    N_("A dotted line is empty and gives 1."),
    N_("A dashed line has one mark of %(mark)s and gives 2."),
    N_("A full line has two marks of %(mark)s and gives 5."),
)


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
        case WeightRule.NOTHING_LIVE if len(choice.cells) == 1:
            return _(ONLY_CELL)
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
    """The lines that *cell* completes or blocks."""
    return [line for line in choice.reason.threats if choice.cell in line]


def diagrams_of(choice: Choice[Weights]) -> tuple[Diagram, ...]:
    """The lines completed or blocked; else the weights of both sides, the heavier side first. The
    first diagram highlights the cells of the greatest weight, the second the player's choice.
    """
    position, weights, cells, mark = choice.position, choice.reason, choice.cells, choice.mark
    if weights.rule in {WeightRule.COMPLETE, WeightRule.BLOCK}:
        caption = COMPLETES if weights.rule is WeightRule.COMPLETE else BLOCKS
        return (diagram(position, _(caption, mark=mark), chosen=cells, lines=_threats_on(choice)),)
    maps = {mark: weights.mover, mark.other: weights.opponent}
    weighed = {side: _weighed(choice, side) for side in maps}
    leader = mark.other if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE else mark
    most = max(maps[leader])
    leading = [cell for cell in position.empty_cells if maps[leader][cell] == most]
    return tuple(
        diagram(
            position,
            _("The weight of each cell for %(mark)s", mark=side),
            notes=dict(enumerate(maps[side])),
            chosen=leading if side is leader else cells,
            name=_("For %(mark)s", mark=side),
            heaviest=max(maps[side]),
            parts=((STROKES[held], line) for line, held in weighed[side]),
            remark=_sum(choice, side, [held for _, held in weighed[side]]),
        )
        for side in (leader, leader.other)
    )


def _weighed(choice: Choice[Weights], side: Mark) -> list[tuple[WinningSet, int]]:
    """The live lines of *side* through the cell, each with its number of marks, ascending."""
    game, position = choice.game, choice.position
    own, others = position.x, position.o
    if side is Mark.O:
        own, others = others, own
    through = [
        (game.ordered_sets[n], game.ordered_masks[n]) for n in game.sets_through[choice.cell]
    ]
    held = [
        (frozenset(cells), (own & line).bit_count()) for cells, line in through if not others & line
    ]
    return sorted(held, key=lambda line: line[1])


def _sum(choice: Choice[Weights], side: Mark, held: Sequence[int]) -> str:
    """The weight of the cell for *side* as a sum over lines, and a key to their strokes; empty for
    no line.
    """
    if not held:
        return ""
    given = [weight(marks) for marks in reversed(held)]
    name, total = choice.move.name, sum(given)
    terms = f"{' + '.join(map(str, given))} = {total}" if len(given) > 1 else str(total)
    sentences = [
        _("%(cell)s weighs %(terms)s.", cell=name, terms=terms),
        *(_(KEY[marks], mark=side) for marks in sorted({*held}, reverse=True)),
    ]
    return " ".join(sentences)
