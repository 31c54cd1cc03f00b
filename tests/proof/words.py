"""Every sentence on positions of Square, held against rules that the program does not share: on all
positions with a forced win of 7 plies or more, symmetric ones once, and on random ones.

python -m tests.proof.words

Of another game it checks random positions, and drawings too:

python -m tests.proof.words --game 4x4-a1b1c1c2 --count 100
"""

import sys
from multiprocessing import Pool

import click

from ai.rules.games import game_for
from tests.any_game import expect_true
from tests.claims.laws import expect_board
from tests.reference import Board, after, moves, size_of
from tests.samples import at_random, far_from_won


def boards(count: int, far: int | None = None, seed: int = 1) -> list[Board]:
    """*count* random boards, and *far* of those with a forced win of 7 plies or more, all by
    default, with the board after some move from every fourth of them.
    """
    won = far_from_won(6, far, seed)
    left = [after(board, moves(board)[n % len(moves(board))]) for n, board in enumerate(won[::4])]
    return at_random("square", range(1, 16), count, seed) + won + left


def check(board: Board) -> int:
    """Check all that is said and drawn of *board* and its moves; the number of moves.

    :raises AssertionError: if anything is not true.
    """
    (expect_board if board.game == "square" else expect_true)(board)
    return len(moves(board))


@click.command()
@click.option("--game", default="square", show_default=True, help="A key or a definition.")
@click.option("--count", default=5_000, show_default=True, help="How many random positions.")
@click.option("--far", type=int, help="How many with a far win; all by default.")
@click.option("--seed", default=1, show_default=True)
def main(game: str, count: int, far: int | None, seed: int) -> None:
    """Check the sentences on positions of Square, or of another game."""
    key = game_for(game).key
    if key == "square":
        found = boards(count, far, seed)
    else:
        found = at_random(key, range(1, size_of(key) + 1), count, seed)
    with (
        Pool(maxtasksperchild=20) as pool,  # the solvers keep all that they ever found
        click.progressbar(
            pool.imap_unordered(check, found, chunksize=8), len(found), "Positions", file=sys.stderr
        ) as checks,
    ):
        told = sum(checks)
    click.echo(f"{len(found):,} positions, {told:,} moves: every sentence is true.")


if __name__ == "__main__":
    main()
