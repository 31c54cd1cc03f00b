"""The rules of Newell and Simon: the first applicable rule and its cells."""

from ai.explain.choice import Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import cells_listed, line_name, lines_listed, lines_with_cells
from ai.language import N_, OR, _
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.rules.notation import cell_name

SATISFYING = N_("Rule %(number)s: the cells that satisfy it")
SATISFYING_LINES = N_("Rule %(number)s: the cells that satisfy it, and what this one does")

MAKES_THREATS = {
    2: N_("it makes two threats at once, on %(lines)s"),
    3: N_("it makes three threats at once, on %(lines)s"),
}
STOPS_THREATS = {
    2: N_("%(other)s could make two threats at once here, on %(lines)s"),
    3: N_("%(other)s could make three threats at once here, on %(lines)s"),
}
# By the most that a fork among them makes.
DIVERTS_FROM_THREATS = {
    2: N_(
        "%(other)s could make two threats at once on %(cells)s. This threatens %(line)s, so"
        " %(other)s must answer on %(answer)s, which makes no two threats"
    ),
    3: N_(
        "%(other)s could make two or three threats at once on %(cells)s. This threatens %(line)s,"
        " so %(other)s must answer on %(answer)s, which makes no two threats"
    ),
}


def sentence(choice: Choice[RuleApplied]) -> str:
    """The number of the rule, and how this cell satisfies it."""
    return _(
        "Rule %(number)s of 8 is the first that applies: %(reason)s.",
        number=choice.reason.rule.value,
        reason=_what_it_does(choice),
    )


def _what_it_does(choice: Choice[RuleApplied]) -> str:
    applied, other = choice.reason, choice.mark.other
    made = applied.lines[choice.cell]
    lines = lines_listed(choice.game, made) if made else ""
    match applied.rule:
        case PriorityRule.WIN:
            return _("it wins with %(lines)s", lines=lines)
        case PriorityRule.BLOCK:
            left = [line for c, on in applied.lines.items() if c != choice.cell for line in on]
            if still := lines_with_cells(choice.position, left):
                return _(
                    "it blocks %(lines)s; %(other)s still threatens %(still)s",
                    lines=lines,
                    other=other,
                    still=still,
                )
            return _("it blocks %(lines)s", lines=lines)
        case PriorityRule.FORK:
            return _(MAKES_THREATS[len(made)], lines=lines)
        case PriorityRule.STOP_FORK:
            return _stops_forks(choice)
        case PriorityRule.CENTRE:
            return _("it takes the centre")
        case PriorityRule.OPPOSITE_CORNER:
            return _("it takes the corner opposite %(other)s's", other=other)
        case PriorityRule.CORNER:
            return _("it takes a corner")
        case PriorityRule.SIDE:
            return _("it takes a side")


def _stops_forks(choice: Choice[RuleApplied]) -> str:
    """How the cell stops forks: it takes the only one, or threatens, and the answer is no fork."""
    applied, game, other = choice.reason, choice.game, choice.mark.other
    if not applied.lines[choice.cell]:
        made = applied.forks[choice.cell]
        return _(STOPS_THREATS[len(made)], other=other, lines=lines_listed(game, made))
    (line,) = applied.lines[choice.cell]
    taken = choice.position.mover | choice.position.opponent | 1 << choice.cell
    (answer,) = (cell for cell in line if not taken >> cell & 1)
    return _(
        DIVERTS_FROM_THREATS[max(map(len, applied.forks.values()))],
        other=other,
        cells=cells_listed(game, applied.forks, OR),
        line=line_name(game, line),
        answer=cell_name(game, answer),
    )


def diagrams_of(choice: Choice[RuleApplied]) -> tuple[Diagram, ...]:
    """The forks to stop, if any, then the cells that satisfy the rule."""
    applied, position = choice.reason, choice.position
    lines = applied.lines[choice.cell]
    number = applied.rule.value
    caption = _(SATISFYING_LINES if lines else SATISFYING, number=number)
    name = _("Rule %(number)s", number=number)
    satisfying = diagram(position, caption, chosen=choice.cells, lines=lines, name=name)
    if not applied.forks:
        return (satisfying,)
    forks = diagram(
        position,
        _("Cells on which %(other)s could fork", other=choice.mark.other),
        chosen=applied.forks,
        lines={line for made in applied.forks.values() for line in made},
        name=_("Forks"),
    )
    return forks, satisfying
