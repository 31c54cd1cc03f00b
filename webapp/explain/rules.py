"""The rules of Newell and Simon: the first that applies, and what satisfies it."""

from ai.notation import cell_name
from ai.opponents.rules import PriorityRule, RuleApplied
from webapp.explain.choice import Choice
from webapp.explain.diagram import Diagram, diagram
from webapp.explain.phrases import blocks, cells_listed, line_name, lines_listed

COUNTS = {2: "two", 3: "three"}


def sentence(choice: Choice[RuleApplied]) -> str:
    """The number of the rule, and what this cell does to satisfy it."""
    number = choice.reason.rule.value
    return f"Rule {number} of 8 is the first that applies: {_what_it_does(choice)}."


def _what_it_does(choice: Choice[RuleApplied]) -> str:
    applied, game, other = choice.reason, choice.game, choice.mark.other
    lines = applied.lines[choice.cell]
    match applied.rule:
        case PriorityRule.WIN:
            return f"it wins with {lines_listed(game, lines)}"
        case PriorityRule.BLOCK:
            left = [line for c, on in applied.lines.items() if c != choice.cell for line in on]
            return f"it {blocks(choice.position, lines, left)}"
        case PriorityRule.FORK:
            return f"it makes {COUNTS[len(lines)]} threats at once, on {lines_listed(game, lines)}"
        case PriorityRule.STOP_FORK:
            return _stops_forks(choice)
        case PriorityRule.CENTRE:
            return "it takes the centre"
        case PriorityRule.OPPOSITE_CORNER:
            return f"it takes the corner opposite {other}'s"
        case PriorityRule.CORNER:
            return "it takes a corner"
        case PriorityRule.SIDE:
            return "it takes a side"


def _stops_forks(choice: Choice[RuleApplied]) -> str:
    """It takes the only fork, or against several makes a threat whose answer is none."""
    applied, game, other = choice.reason, choice.game, choice.mark.other
    if not applied.lines[choice.cell]:
        made = applied.forks[choice.cell]
        lines = lines_listed(game, made)
        return f"{other} could make {COUNTS[len(made)]} threats at once here, on {lines}"
    (line,) = applied.lines[choice.cell]
    taken = choice.position.mover | choice.position.opponent | 1 << choice.cell
    (answer,) = (cell for cell in line if not taken >> cell & 1)
    return (
        f"{other} could make two threats at once on {cells_listed(game, applied.forks, 'or')}."
        f" This threatens {line_name(game, line)}, so {other} must answer on"
        f" {cell_name(game, answer)}, which makes no two threats"
    )


def drawing(choice: Choice[RuleApplied]) -> tuple[Diagram, ...]:
    """The cells that satisfy the rule, and before them the forks that are to be stopped."""
    applied, position = choice.reason, choice.position
    lines = applied.lines[choice.cell]
    also = ", and what this one does" if lines else ""
    caption = f"Rule {applied.rule.value}: the cells that satisfy it{also}"
    name = f"Rule {applied.rule.value}"
    satisfying = diagram(position, caption, chosen=choice.cells, lines=lines, name=name)
    if not applied.forks:
        return (satisfying,)
    forks = diagram(
        position,
        f"Where {choice.mark.other} could make two threats",
        chosen=applied.forks,
        lines={line for made in applied.forks.values() for line in made},
        name="Forks",
    )
    return forks, satisfying
