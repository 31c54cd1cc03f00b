"""The study of a position: all facts about it and its moves, each found once."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType

from ai.exact.tablebase import MoveWorth, best_cells, decided_play, move_worths, probe
from ai.exact.value import Exact, Value
from ai.messages import N_, NP_
from ai.odds.arena import Odds
from ai.odds.random_play import odds_after_moves
from ai.opponents.policy import Decision, Opponent
from ai.rules import Game, Position, WinningSet, remembering
from ai.rules.threats import Threat, is_fork, threats, threats_made
from ai.search.tree import TreeSize, tree_size
from ai.study.wins_by_threats import (
    Way,
    Win,
    beginnings,
    few_ways,
    shortest_wins,
    win_length,
    wins_from,
)

MERIT, VALUE = attrgetter("merit"), attrgetter("exact.value")  # of the worth of a move


class Idea(StrEnum):
    """The idea of a move, the first of these that holds.

    It completes a *line*. It *forks*: it makes threats that lack different cells, and wins by them.
    It begins a win by *threats* as fast as perfect play. It *blocks*: the other side would have
    completed a line there. A *threat* of its side stands after it. A *preparation* does not win
    by force, but would if the other side passed: by threats. Else it is *quiet*.
    """

    LINE = NP_("idea", "line")
    FORK = NP_("idea", "fork")
    THREATS = NP_("idea", "threats")
    BLOCK = NP_("idea", "block")
    THREAT = NP_("idea", "threat")
    PREPARATION = NP_("idea", "preparation")
    QUIET = NP_("idea", "quiet")


class Label(StrEnum):
    """Move annotation, as in chess. The last three, and they alone, give value away."""

    FORCED = N_("forced")
    LOST_ANYWAY = N_("lost anyway")
    ONLY_MOVE = N_("only move")
    BEST = N_("best")
    GOOD = N_("good")
    SLOWER_WIN = N_("slower win")
    MISSED_WIN = N_("missed win")
    MISTAKE = N_("mistake")
    BLUNDER = N_("blunder")


class JudgedMove:
    """The legal move of the side *mark* on *cell* in *position*. It holds no study, which holds it:
    what a cache drops is freed at once, without a garbage collection.

    Most of its properties raise the errors of :func:`ai.exact.tablebase.probe`.
    """

    def __init__(self, position: Position, cell: int) -> None:
        self.position, self.cell, self.mark = position, cell, position.to_move

    def __repr__(self) -> str:
        """The mark, the cell and the position before: `<X b2 in tic-tac-toe ...-...-...>`."""
        return f"<{self.mark} {self.name} in {self.game.key} {self.position.rows}>"

    @property
    def before(self) -> "Study":
        """The study of the position before the move."""
        return study(self.position)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def name(self) -> str:
        """The name of the cell, such as `b2`."""
        return self.position.game.cell_names[self.cell]

    @property
    def number(self) -> int:
        """The number of the move in its game, from 1: the marks that stand after it."""
        return self.position.ply + 1

    @cached_property
    def left(self) -> Position:
        """The position after the move."""
        return self.position.play(self.cell)

    @property
    def after(self) -> "Study":
        """The study of the position after the move."""
        return study(self.left)

    @cached_property
    def worths(self) -> Mapping[int, MoveWorth]:
        """The worth of every move there, for the mover."""
        return self.before.worths

    @property
    def worth(self) -> MoveWorth:
        """The worth of the move, for its mover."""
        return self.worths[self.cell]

    @property
    def exact(self) -> Exact:
        """The exact value of the move, for its mover."""
        return self.worths[self.cell].exact

    @cached_property
    def best(self) -> Exact:
        """The exact value of the best move, and so of the position, for the mover."""
        return self.before.exact

    @cached_property
    def value_lost(self) -> int:
        """The value given away: 0, 1 from win to draw or draw to loss, 2 from win to loss."""
        before = self.before
        return before.exact.value - before.worths[self.cell].exact.value

    @cached_property
    def label(self) -> Label:
        """The annotation of the move. Without a choice, or where every move loses, no blame."""
        if self.value_lost == 2:
            return Label.BLUNDER
        if self.value_lost:
            return Label.MISSED_WIN if self.best.value is Value.WIN else Label.MISTAKE
        values = [worth.exact.value for worth in self.worths.values()]
        if len(values) == 1:
            return Label.BEST if self.completed else Label.FORCED
        if self.best.value is Value.LOSS:
            return Label.LOST_ANYWAY
        if values.count(self.best.value) == 1:
            return Label.ONLY_MOVE
        if self.cell in self.before.best_cells:
            return Label.BEST
        return Label.SLOWER_WIN if self.best.value is Value.WIN else Label.GOOD

    @cached_property
    def completed(self) -> frozenset[WinningSet]:
        """The lines that it completes."""
        outcome = self.left.outcome
        return outcome.winning_sets if outcome else frozenset()

    @property
    def blocked(self) -> tuple[WinningSet, ...]:
        """The lines that the other side would have completed there."""
        return tuple([line for cell, line in self.before.threats_against if cell == self.cell])

    @property
    def threats(self) -> tuple[Threat, ...]:
        """The threats that it makes."""
        position = self.position
        return threats_made(self.game, position.mover, position.opponent, self.cell)

    @property
    def forks(self) -> bool:
        """Whether its threats lack different cells."""
        return is_fork(self.threats)

    @cached_property
    def win(self) -> Win:
        """The win by threats that it begins, if it wins and no other way is faster; else empty."""
        if self.exact.value is not Value.WIN:
            return ()
        win = self.before.win_from(self.cell)
        return win if win_length(win) == self.exact.distance else ()

    @cached_property
    def idea(self) -> Idea:
        """The idea of the move."""
        if self.completed:
            return Idea.LINE
        if self.win:
            return Idea.FORK if self.forks else Idea.THREATS
        if self.blocked:
            return Idea.BLOCK
        if self.after.threats_against:
            return Idea.THREAT
        wins = self.exact.value is Value.WIN
        return Idea.PREPARATION if self.after.wins_prepared and not wins else Idea.QUIET

    @property
    def answer(self) -> "JudgedMove":
        """The :attr:`Study.winner` of the position after the losing move."""
        return self.after.winner

    @cached_property
    def variation(self) -> tuple[int, ...]:
        """The cells of the move and of what follows, to the end: its win by threats, the answer
        that beats it, else perfect play.
        """
        if self.win:
            moves = [cell for step in self.win for cell in (step.cell, *step.answers[:1])]
            return tuple(moves if self.win[-1].completes else [*moves, self.win[-1].answers[1]])
        if self.exact.value is Value.LOSS:
            return self.cell, *self.answer.variation
        return self.cell, *self.after.principal_variation


class Study:
    """All facts about *position*, in which the game may be over.

    Values and difficulties raise :exc:`~ai.rules.position.UnreachablePosition` if no game leads to
    the position, and :exc:`~ai.exact.tablebase.TablebaseError` if its game has no tablebase.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._judged: dict[int, JudgedMove] = {}
        self._decisions: dict[Opponent, Decision[object]] = {}

    def __repr__(self) -> str:
        """Its position: `<study of tic-tac-toe ...-...-..., X to move>`."""
        return f"<study of {f'{self.position!r}'[1:]}"

    def __reduce__(self) -> tuple[Callable[[Position], "Study"], tuple[Position]]:
        """Copied by its position: the copy is the one that is kept."""
        return study, (self.position,)

    def move(self, cell: int) -> JudgedMove:
        """The legal move on *cell*, one of :attr:`moves`; most pages ask for few of them."""
        return self._judged.get(cell) or self._judged.setdefault(
            cell, JudgedMove(self.position, cell)
        )

    @cached_property
    def moves(self) -> Mapping[int, JudgedMove]:
        """All moves by their cells, in reading order; none once the game is over."""
        cells = () if self.position.outcome else self.position.empty_cells
        return MappingProxyType({cell: self.move(cell) for cell in cells})

    # Values.

    @cached_property
    def worths(self) -> Mapping[int, MoveWorth]:
        """The worth of every move; none once the game is over."""
        return move_worths(self.position)

    @cached_property
    def values(self) -> Mapping[int, Exact]:
        """The exact value of every move; none once the game is over."""
        return MappingProxyType({cell: worth.exact for cell, worth in self.worths.items()})

    @cached_property
    def exact(self) -> Exact:
        """The exact value for the side to move: that of its best moves."""
        worths = self.worths
        return max(worths.values(), key=MERIT).exact if worths else probe(self.position)

    @cached_property
    def best_cells(self) -> tuple[int, ...]:
        """The cells that the board rings, or all if it rings none; in reading order.

        :raises ValueError: if the game is over.
        """
        return best_cells(self.worths)

    @cached_property
    def is_decision(self) -> bool:
        """Whether the side to move could give value away: not all its moves are of one value."""
        return len({*map(VALUE, self.worths.values())}) > 1

    @cached_property
    def winning(self) -> tuple[JudgedMove, ...]:
        """The moves that win."""
        return self._of_value(Value.WIN)

    @cached_property
    def drawing(self) -> tuple[JudgedMove, ...]:
        """The moves that draw."""
        return self._of_value(Value.DRAW)

    @cached_property
    def losing(self) -> tuple[JudgedMove, ...]:
        """The moves that lose."""
        return self._of_value(Value.LOSS)

    def _of_value(self, value: Value) -> tuple[JudgedMove, ...]:
        values = self.values.items()
        return tuple([self.move(cell) for cell, it in values if it.value is value])

    @property
    def best(self) -> JudgedMove:
        """The first of the best moves; the game must go on."""
        return self.move(self.best_cells[0])

    @cached_property
    def winner(self) -> JudgedMove:
        """Of the best moves the first that begins a win by threats as fast, else the first."""
        best = [self.move(cell) for cell in self.best_cells]
        return next((move for move in best if move.win), best[0])

    @cached_property
    def principal_variation(self) -> tuple[int, ...]:
        """The cells from here to the end if both sides play the first of the best moves."""
        play = decided_play(self.position)
        if play is not None:
            return play
        cell = self.best_cells[0]
        return cell, *study(self.position.play(cell)).principal_variation

    # Threats.

    @cached_property
    def threats_against(self) -> tuple[Threat, ...]:
        """The threats of the other side; none once the game is over."""
        position = self.position
        if position.outcome:
            return ()
        return threats(position.game, position.opponent, position.mover)

    @property
    def block(self) -> JudgedMove | None:
        """The move on the first cell that the other side threatens; None if there is none."""
        standing = self.threats_against
        return self.move(standing[0][0]) if standing else None

    @cached_property
    def wins_by_threats(self) -> Mapping[int, int]:
        """The first cells of the wins by threats of the side to move, in reading order, each with
        the plies of its shortest win. If some complete a line, only these.
        """
        game, mover, opponent = self.position.game, self.position.mover, self.position.opponent
        found = {} if self.position.outcome else beginnings(game, mover, opponent)
        return MappingProxyType(found)

    @cached_property
    def passed(self) -> "Study":
        """The study if the side to move passed: of the wins by threats of the other one."""
        here = self.position
        return Study(Position(here.game, here.x, here.o, here.to_move.other))

    @property
    def wins_prepared(self) -> Mapping[int, int]:
        """As :attr:`wins_by_threats`, for the side that moved last if the side to move passed."""
        return self.passed.wins_by_threats

    def win_from(self, cell: int) -> Win:
        """The first shortest win by threats of the side to move that begins on *cell*, or empty."""
        game, mover, opponent = self.position.game, self.position.mover, self.position.opponent
        return (wins_from(game, mover, opponent, cell) or ((),))[0]

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """A few ways to beat the replies in the lost position, the usual one at the end. Each win
        is a shortest one by threats after its replies, and ends no later than perfect play would; a
        reply that no such win beats is in no way.
        """
        game, loser, winner = self.position.game, self.position.mover, self.position.opponent
        wins = {cell: shortest_wins(game, winner, loser | 1 << cell) for cell in self.moves}
        in_time = {
            cell: found
            for cell, found in wins.items()
            if found and win_length(found[0]) < (self.exact.distance or 0)
        }
        return few_ways(in_time, [step.cell for step in self.prepared[:1]])

    @property
    def slow_replies(self) -> list[JudgedMove]:
        """The replies that none of the :attr:`ways` beats: the winner needs a quiet move again."""
        beaten = {reply for way in self.ways for reply in way.replies}
        return [reply for reply in self.moves.values() if reply.cell not in beaten]

    @property
    def prepared(self) -> Win:
        """The first of the shortest :attr:`wins_prepared`; empty if there is none."""
        begun = self.wins_prepared
        return self.passed.win_from(min(begun, key=begun.__getitem__)) if begun else ()

    # Other players, and all games.

    def decision(self, opponent: Opponent) -> Decision[object]:
        """The decision of *opponent*. Errors as in :meth:`Opponent.decide`."""
        if opponent not in self._decisions:
            self._decisions[opponent] = opponent.decide(self.position)
        return self._decisions[opponent]

    @cached_property
    def odds(self) -> Mapping[int, Odds]:
        """The odds after each move if both sides go on at random."""
        return odds_after_moves(self.position)

    @cached_property
    def tree(self) -> TreeSize:
        """The size of the tree below the position; meant for boards as small as 3×3."""
        return tree_size(self.position)


# The parts of a page ask about one position and those that follow, and so does the next page.
@remembering(2048)
def study(position: Position) -> Study:
    """The study of *position*, kept for a while.

    >>> from ai.rules import TIC_TAC_TOE, parse
    >>> found = study(parse(TIC_TAC_TOE, "X.. .O. ..X"))
    >>> [(move.cell, move.answer.cell, move.answer.idea.value) for move in found.losing]
    [(2, 6, 'fork'), (6, 2, 'fork')]
    """
    return Study(position)
