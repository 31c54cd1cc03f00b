"""The rules of Newell and Simon: the first applicable rule and its cells."""

from ai.explain.choice import Answer, Choice
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import cells_listed, line_name, lines_listed, still_threatens
from ai.language import N_, OR, _
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.rules.notation import cell_name

SATISFYING = N_("The cells of rule %(number)s")

RULES = {
    PriorityRule.WIN: N_("Rule 1 of 8: complete %(lines)s."),
    PriorityRule.BLOCK: N_("Rule 2 of 8: block %(lines)s."),
    PriorityRule.CENTRE: N_("Rule 5 of 8: take the centre."),
    PriorityRule.OPPOSITE_CORNER: N_("Rule 6 of 8: take the corner opposite %(yours)s."),
    PriorityRule.CORNER: N_("Rule 7 of 8: take a corner."),
    PriorityRule.SIDE: N_("Rule 8 of 8: take a side."),
}
FORKS = N_("Rule 3 of 8: fork, by threats on %(lines)s.")
STOPS_FORK = N_("Rule 4 of 8: take the cell of %(your)s fork.")
STOPS_THREATS = N_("%(You)s could have forked here, by threats on %(lines)s.")
DIVERTS = N_("Rule 4 of 8: a threat, which left %(thee)s no time to fork.")
DIVERTS_FROM_FORKS = N_(
    "%(You)s could have forked on %(cells)s. This threatened %(line)s, so %(you)s had to answer on"
    " %(answer)s, which is no fork."
)


def answer(choice: Choice[RuleApplied], persons: Persons) -> Answer:
    """The number of the rule, and how this cell satisfies it."""
    told = _satisfied(choice, persons)
    if choice.reason.rule is PriorityRule.WIN:
        return told
    return Answer(told.short, " ".join(filter(None, (told.more, _("No earlier rule applied.")))))


def _satisfied(choice: Choice[RuleApplied], persons: Persons) -> Answer:
    applied = choice.reason
    made = applied.lines[choice.cell]
    lines = lines_listed(choice.game, made) if made else ""
    match applied.rule:
        case PriorityRule.FORK:
            return Answer(_(FORKS, lines=lines))
        case PriorityRule.STOP_FORK:
            return _stops_forks(choice, persons)
        case PriorityRule.BLOCK:
            left = [line for c, on in applied.lines.items() if c != choice.cell for line in on]
            still = still_threatens(choice.position, left, persons)
            return Answer(_(RULES[applied.rule], lines=lines), still)
    return Answer(said(RULES[applied.rule], persons, lines=lines))


def _stops_forks(choice: Choice[RuleApplied], persons: Persons) -> Answer:
    """How the cell stops forks: it takes the only one, or threatens, and the answer is no fork."""
    applied, game = choice.reason, choice.game
    if not applied.lines[choice.cell]:
        made = applied.forks[choice.cell]
        lines = lines_listed(game, made)
        return Answer(said(STOPS_FORK, persons), said(STOPS_THREATS, persons, lines=lines))
    (line,) = applied.lines[choice.cell]
    taken = choice.position.mover | choice.position.opponent | 1 << choice.cell
    (answer,) = (cell for cell in line if not taken >> cell & 1)
    more = said(
        DIVERTS_FROM_FORKS,
        persons,
        cells=cells_listed(game, applied.forks, OR),
        line=line_name(game, line),
        answer=cell_name(game, answer),
    )
    return Answer(said(DIVERTS, persons), more)


def diagrams_of(choice: Choice[RuleApplied], persons: Persons) -> tuple[Diagram, ...]:
    """The forks to stop, if any, then the cells that satisfy the rule."""
    applied, position = choice.reason, choice.position
    lines = applied.lines[choice.cell]
    number = applied.rule.value
    caption = _(SATISFYING, number=number)
    name = _("Rule %(number)s", number=number)
    satisfying = diagram(position, caption, chosen=choice.cells, lines=lines, name=name)
    if not applied.forks:
        return (satisfying,)
    forks = diagram(
        position,
        said(N_("%(Your)s possible forks"), persons),
        chosen=applied.forks,
        lines={line for made in applied.forks.values() for line in made},
        name=_("Forks"),
    )
    return forks, satisfying
