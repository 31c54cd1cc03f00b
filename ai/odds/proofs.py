"""Proofs: the results of a policy against every opponent, for every pick among its cells."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, Position


@dataclass(frozen=True, slots=True)
class _Counts:
    """What :class:`Proof` says of games and moves."""

    games: int
    won: int
    drawn: int
    lost: int
    plies: int


@dataclass(frozen=True, slots=True)
class Proof(_Counts):
    """The results of a policy over every move of the other side and every one of the cells that
    the policy holds equally good.

    *games* counts the different sequences of moves; the policy has *won*, *drawn* and *lost* so
    many of them; *plies* counts the moves of all games. *shortest_loss* has the cells of a shortest
    game that it loses. *certain_line* has the cells of the longest game against an opponent that
    beats it for certain and soonest. Each is None if there is no such game.
    """

    shortest_loss: tuple[int, ...] | None
    certain_line: tuple[int, ...] | None

    @property
    def certain_loss(self) -> int | None:
        """The least number of plies, from the empty board, within which some opponent beats the
        policy for every pick; None if none does.
        """
        return None if self.certain_line is None else len(self.certain_line)

    @property
    def never_loses(self) -> bool:
        """Whether no opponent at all can beat the policy."""
        return not self.lost


@dataclass(frozen=True, slots=True)
class _Future(_Counts):
    """The counts from one position on; *possible* and *certain* are plies to a loss."""

    possible: int | None
    certain: int | None


_WON = _Future(1, 1, 0, 0, 0, None, None)
_DRAWN = _Future(1, 0, 1, 0, 0, None, None)
_LOST = _Future(1, 0, 0, 1, 0, 0, 0)

_Key = tuple[int, int]


def prove(
    game: Game,
    player: Opponent,
    mark: Mark,
    first: Mark = Mark.X,
    progress: Callable[[float], object] = lambda _done: None,
) -> Proof:
    """Play *player* as *mark* against every possible opponent; *first* begins.

    It finds the positions ply by ply and sums the results up backwards, each position once. It
    merges symmetric positions if the policy treats them alike. *progress* is called with the share
    done, from 0 to 1.

    :raises UnsupportedGame: if the player does not play *game*.
    """
    player.require(game)
    plies = len(game.cells)

    def choices(key: _Key, to_move: Mark) -> tuple[int, ...]:
        position = Position.from_masks(game, *key, to_move)
        if to_move is mark:
            return player.policy(position).cells
        return position.empty_cells

    def after(key: _Key, cell: int, to_move: Mark) -> _Key | _Future:
        """The position after a move, or the result of the game that it ends."""
        mover, opponent = key[0] | 1 << cell, key[1]
        if game.is_won[mover]:
            return _WON if to_move is mark else _LOST
        if mover | opponent == game.full:
            return _DRAWN
        return game.symmetries.canonical(opponent, mover) if player.symmetric else (opponent, mover)

    layers: list[dict[_Key, list[_Key | _Future]]] = []
    reached: Collection[_Key] = [(0, 0)]
    to_move = first
    for ply in range(plies):
        layer = {}
        for number, key in enumerate(reached):
            if not number % 256:
                progress((ply + number / len(reached)) / plies / 2)
            layer[key] = [after(key, cell, to_move) for cell in choices(key, to_move)]
        layers.append(layer)
        reached = {
            child for children in layer.values() for child in children if isinstance(child, tuple)
        }
        to_move = to_move.other

    futures: dict[_Key, _Future] = {}

    def future_of(child: _Key | _Future) -> _Future:
        return child if isinstance(child, _Future) else futures[child]

    for ply in reversed(range(plies)):
        to_move = to_move.other
        for key, children in layers[ply].items():
            following = [future_of(child) for child in children]
            futures[key] = _summed(following, chosen=to_move is mark)
        progress(1 - ply / plies / 2)

    def line(plies_of: Callable[[_Future], int | None]) -> tuple[int, ...] | None:
        """The first cells that lead to a loss after these plies; None if there is no such loss."""
        key, to_move, moves = (0, 0), first, list[int]()
        left = plies_of(futures[key])
        if left is None:
            return None
        while left:
            left -= 1
            cell = next(
                cell
                for cell in choices(key, to_move)
                if plies_of(future_of(after(key, cell, to_move))) == left
            )
            moves.append(cell)
            key, to_move = (key[1], key[0] | 1 << cell), to_move.other
        return tuple(moves)

    root = futures[0, 0]
    counts = root.games, root.won, root.drawn, root.lost, root.plies
    return Proof(*counts, line(lambda it: it.possible), line(lambda it: it.certain))


def _summed(following: list[_Future], *, chosen: bool) -> _Future:
    """The sum of the futures of all moves; *chosen* by the policy, else by its opponent.

    The opponent picks the move that beats the policy soonest. The policy may pick the luckiest
    move, so its loss is certain only if each of its choices leads to a certain loss.
    """
    games = sum(future.games for future in following)
    possible = [future.possible for future in following if future.possible is not None]
    certain = [future.certain for future in following if future.certain is not None]
    if chosen:
        surely = max(certain) if len(certain) == len(following) else None
    else:
        surely = min(certain, default=None)
    return _Future(
        games,
        sum(future.won for future in following),
        sum(future.drawn for future in following),
        sum(future.lost for future in following),
        games + sum(future.plies for future in following),
        min(possible) + 1 if possible else None,
        None if surely is None else surely + 1,
    )
