"""A computer player's reason in words: only what its algorithm truly used."""

from collections.abc import Iterable
from dataclasses import dataclass

from ai.games import Game, WinningSet
from ai.notation import cell_name, winning_set_name
from ai.opponents.chain import Handled, Handler
from ai.opponents.easy import Unweighed
from ai.opponents.hard import WeightRule, Weights
from ai.opponents.rules import PriorityRule, RuleApplied
from ai.opponents.search import LookedAhead, Opening, SearchedToEnd
from ai.opponents.unbeatable import Perfect
from ai.policy import Decision, Opponent
from ai.position import Mark, Position
from ai.search import SearchResult
from ai.value import Value
from webapp.figures import Figure, figures
from webapp.match import ComputerMove


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a computer player made a move: in words, and drawn."""

    move: ComputerMove
    question: str
    answer: str

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What it used; nothing for a move that was not its own."""
        move = self.move
        its_own = move.cell in move.decision.cells
        return figures(move.position, move.decision, move.cell) if its_own else ()


def explain(move: ComputerMove) -> Explanation:
    """The question that *move* raises, and the answer."""
    game = move.position.game
    question = f"Why did {move.position.to_move} play {cell_name(game, move.cell)}?"
    if move.cell in move.decision.cells:
        return Explanation(
            move, question, answer(move.position, move.opponent, move.decision, move.cell)
        )
    preferred = _cells(game, move.decision.cells, "or")
    told = f"{move.opponent.name} would not have played this, but {preferred}."
    return Explanation(move, question, told)


def answer(position: Position, opponent: Opponent, decision: Decision[object], cell: int) -> str:
    """Why *opponent*, which is content with *decision* in *position*, plays *cell*, one of its
    cells.

    :raises TypeError: if its reason has no words yet.
    """
    game, mark = position.game, position.to_move
    match decision.reason:
        case Unweighed():
            return f"{opponent.name} plays at random: any empty cell will do."
        case Opening():
            return "The board was empty: it opens with any cell."
        case LookedAhead(search):
            return _looked_ahead(game, search)
        case SearchedToEnd(search):
            return _searched_to_the_end(game, search)
        case Weights() as weights:
            return _weighed(game, weights, mark, cell)
        case Perfect() as perfect:
            return _solved(perfect, mark, cell)
        case RuleApplied() as applied:
            return _ruled(position, applied, cell)
        case Handled() as handled:
            return _handled(game, handled, mark)
    raise TypeError(f"No words for {decision.reason!r}")


ONLY_CELL = "It was the only empty cell."


def _listed(parts: Iterable[str], conjunction: str = "and") -> str:
    """*parts* as one would say them: `a1, b2 and c3`."""
    *most, last = parts
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def _cells(game: Game, cells: Iterable[int], conjunction: str = "and") -> str:
    return _listed((cell_name(game, cell) for cell in sorted(cells)), conjunction)


def _lines(game: Game, lines: Iterable[WinningSet]) -> str:
    return _listed(sorted(winning_set_name(game, line) for line in lines))


def _looked_ahead(game: Game, search: SearchResult) -> str:
    if len(search.values) == 1:
        return ONLY_CELL
    looked = {1: "It looked at its own move", 2: "It looked at its own move and the reply"}.get(
        search.depth, f"It looked {search.depth} plies ahead"
    )
    if search.value > 0:
        return f"{looked}, and found a win."
    if search.value < 0:
        return f"{looked}: whatever it plays, it loses, so any empty cell will do."
    if len(search.best_cells) == len(search.values) == search.depth:
        drawn = "ends in a tie" if search.depth <= 2 else "draws if both play well"
        return f"{looked}: every move {drawn}."
    if len(search.best_cells) == len(search.values):
        return f"{looked}: nothing is decided yet, so any empty cell will do."
    return f"{looked}: all moves lose but {_cells(game, search.best_cells)}."


def _searched_to_the_end(game: Game, search: SearchResult) -> str:
    if len(search.values) == 1:
        return ONLY_CELL
    skipped = ""
    if search.cutoffs:
        skipped = f", skipping at {search.cutoffs:,} of them what could no longer matter"
    result = {1: "win", 0: "draw", -1: "lose"}[search.value]
    count = len(search.best_cells)
    if count == 1:
        found = f"only this move leads to a {result}"
    elif count == len(search.values):
        every = "both" if count == 2 else f"all {count}"
        found = f"{every} moves {result}, and it takes the first"
    else:
        found = f"{count} moves {result}, and it takes the first"
    answer = f"It searched {search.nodes:,} positions{skipped}: {found}."
    if len(search.principal_variation) == 1:
        return answer
    line = ", ".join(cell_name(game, cell) for cell in search.principal_variation)
    return f"{answer} It expects the game to go {line}."


def _weighed(game: Game, weights: Weights, mark: Mark, cell: int) -> str:
    if weights.rule in {WeightRule.COMPLETE, WeightRule.BLOCK}:
        does = "completes" if weights.rule is WeightRule.COMPLETE else "blocks"
        return f"It {does} {_lines(game, (line for line in weights.threats if cell in line))}."
    if weights.rule is WeightRule.NOTHING_LIVE:
        return "Neither side can complete anything any more: any empty cell will do."
    own, other = max(weights.mover), max(weights.opponent)
    if weights.rule is WeightRule.OPPONENT_WEIGHS_MORE:
        best, here, whom = f"{mark.other}'s best", weights.mover[cell], mark
    else:
        best, here, whom = "its own best", weights.opponent[cell], mark.other
    return (
        f"Weighing the {game.sets} still open through each cell, {mark.other}'s best is worth"
        f" {other}, and {mark}'s {own}. So it takes one of {best} cells, and of these one that is"
        f" worth most to {whom}: {here}."
    )


RULES = {
    PriorityRule.WIN: "it wins with {lines}",
    PriorityRule.BLOCK: "it blocks {lines}",
    PriorityRule.FORK: "it makes {count} threats at once, on {lines}",
    PriorityRule.CENTRE: "it takes the centre",
    PriorityRule.OPPOSITE_CORNER: "it takes the corner opposite {other}'s",
    PriorityRule.CORNER: "it takes a corner",
    PriorityRule.SIDE: "it takes a side",
}
COUNTS = {1: "one", 2: "two", 3: "three"}


def _ruled(position: Position, applied: RuleApplied, cell: int) -> str:
    game, other = position.game, position.to_move.other
    first = f"Rule {applied.rule.value} of 8 is the first that applies"
    lines = applied.lines[cell]
    if applied.rule is not PriorityRule.STOP_FORK:
        named = _lines(game, lines) if lines else ""
        told = RULES[applied.rule].format(lines=named, count=COUNTS.get(len(lines)), other=other)
        return f"{first}: {told}."
    if not lines:
        made = applied.forks[cell]
        return (
            f"{first}: {other} could make {COUNTS[len(made)]} threats at once here, on"
            f" {_lines(game, made)}."
        )
    (line,) = lines
    (answer,) = (c for c in line if c != cell and position.mark_at(c) is None)
    return (
        f"{first}: {other} could make two threats at once on {_cells(game, applied.forks, 'or')}."
        f" This threatens {winning_set_name(game, line)}, so {other} must answer on"
        f" {cell_name(game, answer)}, which makes no two threats."
    )


def _handled(game: Game, handled: Handled, mark: Mark) -> str:
    match handled:
        case Handled(Handler.WIN, line=line) if line:
            return f"It completes {winning_set_name(game, line)}."
        case Handled(Handler.BLOCK, line=line) if line:
            return f"It blocks {winning_set_name(game, line)}."
        case Handled(Handler.STOP_FORK, line=row, corner=corner) if row and corner is not None:
            return (
                f"{mark.other} could make two threats at once from the corner"
                f" {cell_name(game, corner)}: playing in {winning_set_name(game, row)} takes"
                " that row away."
            )
    assert handled.impacts
    most = max(handled.impacts.values())
    if not most:
        return "No line can be filled any more: it takes the first empty cell."
    return (
        "Nothing to win or to block, and none of the corner forks that it looks for: it takes the"
        f" first cell on the most lines that one side can still fill, {most} here."
    )


def _solved(perfect: Perfect, mark: Mark, cell: int) -> str:
    game, exact = perfect.position.game, perfect.values[cell]
    if exact.distance == 1 and exact.value is Value.WIN:
        outcome = perfect.position.play(cell).outcome
        assert outcome
        return f"It wins at once with {_lines(game, outcome.winning_sets)}."
    if len(perfect.values) == 1:
        return ONLY_CELL
    if exact.value is Value.WIN:
        return f"It wins by force in {exact.distance} plies, this one included: no move is faster."
    if exact.value is Value.LOSS:
        return (
            f"Every move loses to perfect play: this one lasts {exact.distance} plies, and none"
            " lasts longer."
        )
    drawing = sum(move.value is Value.DRAW for move in perfect.values.values())
    if drawing == 1:
        return "Only this move keeps the draw."
    losing, replies = len(perfect.losing_replies[cell]), len(perfect.values) - 1
    lose = "loses" if losing == 1 else "lose"
    reply = f" Right now {losing} of {mark.other}'s {replies} replies {lose}." if losing else ""
    return (
        f"Perfect play draws. Of the {drawing} moves that keep the draw, none beats random play"
        f" more often.{reply}"
    )
