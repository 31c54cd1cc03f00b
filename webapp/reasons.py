"""A computer player's reason in words: only what its algorithm truly used."""

from collections.abc import Iterable

from ai.games import Game, WinningSet
from ai.notation import cell_name, winning_set_name
from ai.opponents.chain import Handled, Handler
from ai.opponents.easy import Random
from ai.opponents.hard import Rule, Weights
from ai.opponents.rules import Rule as PriorityRule
from ai.opponents.rules import RuleApplied
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.opponents.unbeatable import Perfect
from ai.position import Mark
from ai.search import Search
from ai.tablebase import Value
from webapp.match import Match


def explain(match: Match) -> tuple[str, str] | None:
    """The question that the computer's last move of *match* raises, and the answer.

    None if the computer has not moved.
    """
    if not (move := match.last_computer_move):
        return None
    mark, game = move.mark, match.game
    question = f"Why did {mark} play {cell_name(game, move.cell)}?"
    if move.cell not in move.decision.cells:
        preferred = _names(game, set(move.decision.cells))
        return question, (
            f"The game was set up with this move. {move.opponent.name} would play {preferred}."
        )
    match move.decision.reason:
        case Random():
            answer = f"{move.opponent.name} plays at random: any empty cell will do."
        case Opening():
            answer = "The board was empty: it opens with any cell."
        case LookedAhead(search):
            answer = _looked_ahead(game, search)
        case SearchedToEnd(search):
            answer = _searched_to_the_end(game, search)
        case Weights() as weights:
            answer = _weighed(game, weights, mark, move.cell)
        case Perfect() as perfect:
            answer = _solved(perfect, mark, move.cell)
        case RuleApplied(rule, lines):
            answer = _ruled(game, rule, lines[move.cell], mark)
        case Handled() as handled:
            answer = _handled(game, handled, mark)
        case unknown:
            raise TypeError(f"No words for {unknown!r}")
    return question, answer


def _names(game: Game, cells: Iterable[int]) -> str:
    return " ".join(cell_name(game, cell) for cell in sorted(cells))


def _looked_ahead(game: Game, search: Search) -> str:
    if len(search.values) == 1:
        return "It was the only empty cell."
    looked = {1: "It looked at its own move", 2: "It looked at its own move and the reply"}.get(
        search.depth, f"It looked {search.depth} plies ahead"
    )
    if search.value > 0:
        return f"{looked}, and found a win."
    if search.value < 0:
        return f"{looked}: whatever it plays, it loses, so any empty cell will do."
    if len(search.best_cells) == len(search.values) == search.depth:
        return f"{looked}: every move ends in a tie."
    if len(search.best_cells) == len(search.values):
        return f"{looked}: nothing is decided yet, so any empty cell will do."
    return f"{looked}: all moves lose but {_names(game, search.best_cells)}."


def _searched_to_the_end(game: Game, search: Search) -> str:
    result = {1: "win", 0: "draw", -1: "lose"}[search.value]
    line = " ".join(cell_name(game, cell) for cell in search.line)
    expected = f" It expects {line}." if len(search.line) > 1 else ""
    cut = f" and cut off {search.cutoffs:,} times" if search.cutoffs else ""
    found = f"It searched {search.nodes:,} positions, to the end of every game{cut}"
    if len(search.best_cells) == 1:
        return f"{found}: only this move leads to a {result}.{expected}"
    count = len(search.best_cells)
    return f"{found}: the first of {count} moves that {result}.{expected}"


def _weighed(game: Game, weights: Weights, mark: Mark, cell: int) -> str:
    if weights.rule in {Rule.COMPLETE, Rule.BLOCK}:
        lines = " and ".join(_names(game, line) for line in weights.threats if cell in line)
        does = "completes" if weights.rule is Rule.COMPLETE else "blocks"
        return f"It {does} {lines}."
    if weights.rule is Rule.NOTHING_LIVE:
        return "Neither side can complete anything any more: any empty cell will do."
    own, other = weights.own[cell], weights.other[cell]
    counted = "Counting the lines still open through each cell, more for each mark on them"
    if weights.rule is Rule.OTHER_WEIGHS_MORE:
        return f"{counted}, {mark.other} has most to gain here: {other}, and {mark} {own}."
    return f"{counted}, {mark} has most to gain here: {own}, and {mark.other} {other}."


RULES = {
    PriorityRule.WIN: "it wins with",
    PriorityRule.BLOCK: "it blocks",
    PriorityRule.FORK: "it makes two threats at once, on",
    PriorityRule.STOP_FORK: "it keeps {other} from making two threats at once, on",
    PriorityRule.CENTRE: "it takes the centre",
    PriorityRule.OPPOSITE_CORNER: "it takes the corner opposite {other}'s",
    PriorityRule.CORNER: "it takes a corner",
    PriorityRule.SIDE: "it takes a side",
}


def _ruled(game: Game, rule: PriorityRule, lines: tuple[WinningSet, ...], mark: Mark) -> str:
    told = RULES[rule].format(other=mark.other)
    named = " and ".join(sorted(winning_set_name(game, line) for line in lines))
    return f"Rule {rule.value} of 8 is the first that applies: {told} {named}".rstrip() + "."


def _handled(game: Game, handled: Handled, mark: Mark) -> str:
    if handled.line:
        does = "completes" if handled.handler is Handler.WIN else "blocks"
        return f"It {does} {winning_set_name(game, handled.line)}."
    if handled.corner is not None:
        corner = cell_name(game, handled.corner)
        return f"{mark.other} could make two threats from the corner {corner}: it plays beside it."
    assert handled.impacts
    lines = max(handled.impacts.values())
    return (
        f"No line to win, block or keep from forking: it takes the first cell on the most lines"
        f" that one side may still fill, {lines} here."
    )


def _solved(perfect: Perfect, mark: Mark, cell: int) -> str:
    exact = perfect.values[cell]
    plies = f"{exact.distance} {'ply' if exact.distance == 1 else 'plies'}"
    if exact.value is Value.WIN:
        return f"It wins in {plies}, and no move wins faster."
    if exact.value is Value.LOSS:
        return f"Every move loses to perfect play: this one lasts {plies}, and none lasts longer."
    drawing = sum(move.value is Value.DRAW for move in perfect.values.values())
    if drawing == 1:
        return "Only this move keeps the draw."
    replies = len(perfect.values) - 1
    losing = len(perfect.losing_replies[cell])
    return (
        f"Perfect play draws. Of the {drawing} moves that keep the draw none is harder to meet: "
        f"{losing} of {mark.other}'s {replies} replies lose."
    )
