"""Games that earn stamps and games that just miss them, and games at random."""

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES, game_for
from tests.honours_of_players import PROGRAMS, Policy, any_cell, keeping_value, plays_best, weighs
from tests.reference import Board, after, empty_board, extent, other, result, turns
from tests.reference.honours import PEOPLE, Played, is_quiet_win, keepers

# Samples.


class Sample(NamedTuple):
    """A game that earns a *stamp*, and games that miss it by what their keys say."""

    stamp: str
    earning: Played
    missing: Mapping[str, Played]


def line(text: str) -> Played:
    """A game as a line: game, the person's mark, the mark that began, program, moves."""
    game, seat, first, program, moves = text.split()
    return Played(game, cells(game, moves), seat, first, program)


def cells(game: str, moves: str) -> tuple[int, ...]:
    """The numbers of cells by their names."""
    columns, _rows = extent(game)
    named = re.findall(r"([a-h])(\d)", moves)
    return tuple(ord(column) - ord("a") + (int(row) - 1) * columns for column, row in named)


def sample(stamp: str, text: str, missing: Mapping[str, str | Mapping[str, Any]]) -> Sample:
    """A sample whose misses are lines, or what they change."""
    earning = line(text)
    misses = {
        words: line(it) if isinstance(it, str) else earning._replace(**it)
        for words, it in missing.items()
    }
    return Sample(stamp, earning, misses)


AT_SQUARE = "square X X hard b1b2b3c2b4d3a3a4c4d2c3"  # a game as `share` of the prototype has it
SAMPLES = (
    sample(
        "first-win",
        "tic-tac-toe X X easy b2b1a1c3a2a3c2",
        {
            "the loser's seat": {"seat": "O"},
            "another move in place of the last": "tic-tac-toe X X easy b2b1a1c3a2a3c1c2b3",
            "the last move is not made": "tic-tac-toe X X easy b2b1a1c3a2a3",
            "between two people": {"program": PEOPLE},
            "retried": {"retried": True},
            "the first mark was set up": {"set_up": 1},
        },
    ),
    sample(
        "second-seat",
        "tic-tac-toe O X easy b1b2c2a1c1c3",
        {
            "the person began": "tic-tac-toe X X easy b2b1a1c3a2a3c2",
            "help at the first move": {"aided": frozenset({1})},
            "help at the last move": {"aided": frozenset({5})},
            "a draw": "tic-tac-toe O X easy c3b1b3c2b2a1a2a3c1",
            "retried": {"retried": True},
        },
    ),
    sample(
        "fork",
        "square X X easy b2b3c3a1d2c1b4d1a3",
        {
            "two squares that lack the same cell": "square X X easy a3c4a1d1b2d4b1c1b3c2a2",
            "the fork came one move earlier": "square X X easy d3c1b4a2c4a4b3c3d2a3c2",
            "the loser's seat": {"seat": "O"},
            "retried": {"retried": True},
        },
    ),
    sample(
        "clean-page",
        "tic-tac-toe O X medium a2a3a1c3b3c1c2b2",
        {
            "three trials": "tic-tac-toe X X medium b2b3c1a3c3a2c2",
            "the last of four trials missed, a draw": "tic-tac-toe O X medium a2a1c2b2c3c1b1b3a3",
            "the first of four trials missed": "tic-tac-toe O X medium b3c2c1b2a2a1c3a3b1",
            "help at the first move": {"aided": frozenset({1})},
            "the loser's seat": {"seat": "X"},
            "the last move is not made": "tic-tac-toe O X medium a2a3a1c3b3c1c2",
        },
    ),
    sample(
        "needle",
        "square O X medium d4b3d3a4c3c4a3b2a2a1d2c2b4c1b1d1",
        {
            "ten empty cells": "square X X medium d1c3d4c4c2a4c1d2b1b2b3a2d3",
            "the only cell missed, a draw": "square O X medium d4b3d3a4c3a1b1c4a3b4c2d2d1a2c1b2",
            "found, lost later": "square O X medium d4b3d3a4c3c4a2b2c2c1d2",
            "help at that move": {"aided": frozenset({5})},
            "help at another move": {"aided": frozenset({1})},
        },
    ),
    sample(
        "own-rules",
        "4x3-a1b1c1c2 X X hard d3b2d1c2d2c1c3",
        {
            "Medium": {"program": "medium"},
            "Minimax": {"program": "minimax"},
            "a game with our name": "el X X hard a2b2b1a1b3a3c2c3c1",
            "one with our name, by its rules": "3x3-a1b1a2 X X hard a2b2b1a1b3a3c2c3c1",
            "the loser's seat": {"seat": "O"},
            "retried": {"retried": True},
        },
    ),
    sample(
        "hard-beaten",
        AT_SQUARE,
        {
            "Medium": {"program": "medium"},
            "Unbeatable": {"program": "unbeatable"},
            "tic-tac-toe": "tic-tac-toe X X hard b2b1a1c3a2a3c2",
            "help at a move": {"aided": frozenset({4})},
            "retried": {"retried": True},
        },
    ),
    sample(
        "short-way",
        AT_SQUARE,
        {
            "two plies more": "square X X hard a3b2b1c4a2c3b3c2d3d1b4c1a4",
            "Medium": {"program": "medium"},
            "help at the last move": {"aided": frozenset({10})},
        },
    ),
    sample(
        "quiet-win",
        "square X X medium c1a4c2c4c3b2a1a3d2b1a2b4d1",
        {
            "a threat that keeps 5": "square X X medium c1a4c2c4b2b1d2c3b3d1a2a3b4d3d4",
            "quiet, and 7 are left": "square X X medium c1a4c2c4a2d4a3b2b3b1d3b4d2c3d1",
            "help at the first move": {"aided": frozenset({0})},
            "the loser's seat": {"seat": "O"},
        },
    ),
    sample(
        "unbeatable-held",
        "square O X unbeatable b3b2c2d3c4a4d2b1c1d1c3b4a1a3a2d4",
        {
            "from the first seat": {"seat": "X"},
            "Hard": {"program": "hard"},
            "help at the last move": {"aided": frozenset({15})},
            "help at the first move": {"aided": frozenset({1})},
            "retried": {"retried": True},
            "a draw at tic-tac-toe": "tic-tac-toe O X unbeatable c3b1b3c2b2a1a2a3c1",
        },
    ),
)

FOUR_SEATS = tuple(
    map(
        line,
        (
            "tic-tac-toe X X medium c3c1b3a3b2b1a1",
            "tic-tac-toe X O medium a2a3a1b3c3b2c1b1",
            "square X X medium c3b3b2a1b4a3d2c2d4",
            "square X O medium d3b2c4c3d4c1d2c2b1b3",
        ),
    )
)
"""Medium is beaten from both seats of both games."""
NO_SEATS = {
    "retried": FOUR_SEATS[3]._replace(retried=True),
    "Hard": FOUR_SEATS[3]._replace(program="hard"),
    "the loser's seat": FOUR_SEATS[3]._replace(seat="O"),
    "the first seat": line("square X X medium c1a4c2c4c3b2a1a3d2b1a2b4d1"),
    "another game": line("el O X medium a3b2c2c3c1b1b3a2"),
}
"""With one of these in place of the last, it is not."""


# Games at random.

OWN = (
    "3x3-a1b1c2",
    "4x2-a1b1-!c1d2",
    "3x3-!a1b1c1-a1b2c3",
    "4x3-a1b1c1c2",
    "5x2-a1b1d2",
    "4x4-a1b2c2d1",
)
GAMES_AT_RANDOM = (*GAMES, "square", "square", "el", "tippy", "knobby", *OWN)


def patient(board: Board, lots: Random) -> int:
    """A cell that keeps value, and threatens nothing where a win takes five plies."""
    kept = sorted(keepers(board))
    quiet = [cell for cell in kept if is_quiet_win((0, board, cell))]
    return lots.choice(quiet or kept)


PERSONS: tuple[Policy, ...] = (
    any_cell,
    weighs,
    plays_best,
    patient,
    patient,
    *map(keeping_value, (0.6, 0.8, 0.9, 1)),
)


def at_random(count: int, seed: int) -> Iterator[Played]:
    """So many games. Programs often play as something weaker: what follows from moves does not
    depend on who would make them. Some games have help, or prove nothing.
    """
    lots = Random(seed)  # noqa: S311
    for _ in range(count):
        game = lots.choice(GAMES_AT_RANDOM)
        keys = [key for key, it in OPPONENTS.items() if it.plays(game_for(game))]
        program = lots.choice([*keys, "medium", "hard", "hard", "unbeatable"])
        seat, first = lots.choice("XO"), lots.choice("XO")
        persons, its = lots.choice(PERSONS), PROGRAMS.get(program, plays_best)
        if lots.random() < 0.6:
            its = lots.choice((any_cell, PROGRAMS["medium"], keeping_value(0.7)))
        board, cells = empty_board(game, first), list[int]()
        while result(board) is None:
            cells.append((persons if board.mover == seat else its)(board, lots))
            board = after(board, cells[-1])
        yield varied(Played(game, tuple(cells), seat, first, program), lots)


def varied(played: Played, lots: Random) -> Played:
    """The game as it is, or with help, or retried, or with marks at its start, or unfinished."""
    own = range(played.first != played.seat, len(played.cells), 2)
    match lots.randrange(20):
        case 0 | 1 | 2:
            return played._replace(aided=frozenset(lots.choices(own, k=2)))
        case 3:
            return played._replace(retried=True)
        case 4:
            return played._replace(set_up=lots.randint(1, len(played.cells) - 1))
        case 5:
            return played._replace(cells=played.cells[: lots.randrange(len(played.cells))])
    return played


def seen_otherwise(played: Played, lots: Random) -> Played:
    """The same game on a board that is turned or reflected, and maybe with X and O exchanged."""
    to = lots.choice(sorted(turns(played.game)))
    turned = played._replace(cells=tuple(to[cell] for cell in played.cells))
    if lots.random() < 0.5:
        return turned
    return turned._replace(seat=other(played.seat), first=other(played.first))
