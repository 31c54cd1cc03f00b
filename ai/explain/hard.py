"""Hard: the weights of both sides, and the comparison that decided."""

from collections.abc import Sequence

from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, Stroke, diagram
from ai.explain.persons import Persons, forms, said
from ai.explain.phrases import ONLY_CELL, blocked, completes
from ai.language import N_, _
from ai.opponents.hard import WeightRule, Weights, weight
from ai.rules.games import WinningSet
from ai.rules.position import Mark

YOURS_IS_MORE = N_(
    "%(Your)s best cell had %(theirs)s points, %(mine)s only %(own)s. So %(i)s took %(yours)s."
)
MINE_IS_MORE = N_(
    "%(My)s best cell had %(own)s points, %(yours)s only %(theirs)s. So %(i)s took %(mine)s."
)
BOTH_ALIKE = N_("%(My)s best cell had %(own)s points, %(yours)s too. So %(i)s took %(mine)s.")
EARNS = N_(
    "A cell has points for its %(sets)s without marks of the other side: 1 for an empty one, 2 with"
    " one own mark, 5 with two."
)
MOST_TO_ME = N_("Of %(your)s best cells it had most points for %(me)s too: %(here)s.")
MOST_TO_YOU = N_("Of %(my)s best cells it had most points for %(thee)s too: %(here)s.")
ANY_WILL_DO = N_("Nothing can be completed any more, so %(i)s picked any of %(cells)s cells.")
COMPLETED, BLOCKED = N_("Completed by %(me)s"), N_("Blocked by %(me)s")

# The stroke of a line with 0, 1 or 2 marks of the side that weighs it. A line with more is a
# threat, and then nothing is weighed.
STROKES = (Stroke.DOTTED, Stroke.DASHED, Stroke.FULL)


def answer(choice: Choice[Weights], persons: Persons) -> Answer:
    """The lines completed or blocked, or the weights compared."""
    weights, cell = choice.reason, choice.cell
    match weights.rule:
        case WeightRule.COMPLETE:
            return completes(choice.position, _threats_on(choice), persons)
        case WeightRule.BLOCK:
            left = [line for line in weights.threats if cell not in line]
            return blocked(choice.position, _threats_on(choice), left, persons)
        case WeightRule.NOTHING_LIVE if len(choice.cells) == 1:
            return Answer(_(ONLY_CELL))
        case WeightRule.NOTHING_LIVE:
            return Answer(said(ANY_WILL_DO, persons, cells=len(choice.cells)), counts=True)
    theirs, own = max(weights.opponent), max(weights.mover)
    takes_yours = weights.rule is WeightRule.OPPONENT_WEIGHS_MORE
    message = YOURS_IS_MORE if takes_yours else BOTH_ALIKE if own == theirs else MINE_IS_MORE
    here = (weights.mover if takes_yours else weights.opponent)[cell]
    most = said(MOST_TO_ME if takes_yours else MOST_TO_YOU, persons, here=here)
    return Answer(
        said(message, persons, theirs=theirs, own=own),
        f"{_(EARNS, sets=_(choice.game.sets))} {most}",
    )


def _threats_on(choice: Choice[Weights]) -> list[frozenset[int]]:
    """The lines that *cell* completes or blocks."""
    return [line for line in choice.reason.threats if choice.cell in line]


def diagrams_of(choice: Choice[Weights], persons: Persons) -> tuple[Diagram, ...]:
    """The lines completed or blocked; else the weights of both sides, the heavier side first. The
    first diagram highlights the cells of the greatest weight, the second the player's choice.
    """
    position, weights, cells = choice.position, choice.reason, choice.cells
    if weights.rule in {WeightRule.COMPLETE, WeightRule.BLOCK}:
        caption = said(COMPLETED if weights.rule is WeightRule.COMPLETE else BLOCKED, persons)
        return (diagram(position, caption, chosen=cells, lines=_threats_on(choice)),)
    mark = position.to_move
    maps = {mark: weights.mover, mark.other: weights.opponent}
    weighed = {side: _weighed(choice, side) for side in maps}
    leader = mark.other if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE else mark
    most = max(maps[leader])
    leading = [cell for cell in position.empty_cells if maps[leader][cell] == most]
    person = forms(persons)
    named = {mark: person["me"], mark.other: person["thee"]}
    return tuple(
        diagram(
            position,
            _("The points of each cell for %(person)s", person=named[side]),
            notes=dict(enumerate(maps[side])),
            chosen=leading if side is leader else cells,
            name=_("For %(person)s", person=named[side]),
            parts=((STROKES[held], line) for line, held in weighed[side]),
            remark=_sum(choice, [held for _, held in weighed[side]]),
            ring=_("most") if side is leader else _("picked from"),
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


def _sum(choice: Choice[Weights], held: Sequence[int]) -> str:
    """The weight of the cell as a sum over lines; empty for no line."""
    if not held:
        return ""
    given = [weight(marks) for marks in reversed(held)]
    total = sum(given)
    terms = f"{' + '.join(map(str, given))} = {total}" if len(given) > 1 else str(total)
    return _("Points of %(cell)s: %(terms)s.", cell=choice.move.name, terms=terms)
