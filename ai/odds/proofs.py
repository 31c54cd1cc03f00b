"""Proofs: the results of a policy against every opponent, for every pick among its cells."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ai.opponents.policy import Opponent
from ai.rules import Game, Mark, Position


@dataclass(frozen=True, slots=True)
class Proof:
    """The results of a policy over every move of the other side and every one of the cells that
    the policy holds equally good.

    *games* counts the different sequences of moves; the policy has *won*, *drawn* and *lost* so
    many of them; *plies* counts the moves of all games. *shortest_loss* has the cells of a shortest
    game that it loses. *certain_line* has the cells of the longest game against an opponent that
    beats it for certain and soonest. Each is None if there is no such game.
    """

    games: int
    won: int
    drawn: int
    lost: int
    plies: int
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


class _Future(NamedTuple):
    """The *counts* of a :class:`Proof`, games to plies, from one position on; *possible* and
    *certain* are plies to a loss.
    """

    counts: tuple[int, int, int, int, int]
    possible: int | None = None
    certain: int | None = None


_WON, _DRAWN = _Future((1, 1, 0, 0, 0)), _Future((1, 0, 1, 0, 0))
_LOST = _Future((1, 0, 0, 1, 0), 0, 0)

_Key = tuple[int, int]


def prove(
    game: Game,
    player: Opponent,
    mark: str,
    first: str = Mark.X,
    progress: Callable[[float], object] = lambda _done: None,
) -> Proof:
    """Play *player* as *mark* against every possible opponent; *first* begins.

    It finds the positions ply by ply and sums the results up backwards, each position once. It
    merges symmetric positions if the policy treats them alike. *progress* is called with the share
    done, from 0 to 1.

    :raises UnsupportedGame: if the player does not play *game*.
    """
    player.require(game)
    plies, mark, first = len(game.cells), Mark(mark), Mark(first)

    def choices(key: _Key, to_move: Mark) -> tuple[int, ...]:
        position = Position.from_masks(game, *key, to_move)
        return player.policy(position).cells if to_move is mark else position.empty_cells

    def after(key: _Key, cell: int) -> _Key:
        left = key[1], key[0] | 1 << cell
        return game.symmetries.canonical(*left) if player.symmetric else left

    children: dict[_Key, list[_Key]] = {}  # ply by ply
    futures: dict[_Key, _Future] = {}
    reached = {(0, 0)}
    for ply in range(plies + 1):
        to_move = first if ply % 2 == 0 else first.other
        for number, key in enumerate(reached):
            if not number % 256:
                progress((ply + number / len(reached)) / (plies + 1) / 2)
            if game.is_won[key[1]]:
                futures[key] = _LOST if to_move is mark else _WON
            elif ply == plies:
                futures[key] = _DRAWN
            else:
                children[key] = [after(key, cell) for cell in choices(key, to_move)]
        reached = {child for key in reached for child in children.get(key, ())}
    for number, (key, following) in enumerate(reversed(children.items())):
        if not number % 64:
            progress((1 + number / len(children)) / 2)
        chosen = (sum(key).bit_count() % 2 == 0) == (first is mark)
        futures[key] = _summed([futures[child] for child in following], chosen=chosen)
    progress(1)

    def line(plies_of: Callable[[_Future], int | None]) -> tuple[int, ...] | None:
        """The first cells that lead to a loss after these plies; None if there is no such loss."""
        key, to_move, moves = (0, 0), first, list[int]()
        left = plies_of(futures[key])
        if left is None:
            return None
        while left:
            left -= 1
            cells = choices(key, to_move)
            moves.append(next(it for it in cells if plies_of(futures[after(key, it)]) == left))
            key, to_move = (key[1], key[0] | 1 << moves[-1]), to_move.other
        return tuple(moves)

    lines = line(lambda it: it.possible), line(lambda it: it.certain)
    return Proof(*futures[0, 0].counts, *lines)


def _summed(following: list[_Future], *, chosen: bool) -> _Future:
    """The sum of the futures of all moves; *chosen* by the policy, else by its opponent.

    The opponent picks the move that beats the policy soonest. The policy may pick the luckiest
    move, so its loss is certain only if each of its choices leads to a certain loss.
    """
    counts = zip(*(future.counts for future in following), strict=True)
    games, won, drawn, lost, plies = map(sum, counts)
    possible = [future.possible for future in following if future.possible is not None]
    certain = [future.certain for future in following if future.certain is not None]
    if chosen:
        surely = max(certain) if len(certain) == len(following) else None
    else:
        surely = min(certain, default=None)
    return _Future(
        (games, won, drawn, lost, games + plies),
        min(possible) + 1 if possible else None,
        None if surely is None else surely + 1,
    )
