"""The pages that teach: the two games, and how each opponent thinks."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ai.analysis import JudgedMove
from ai.games import GAMES, SQUARE, TIC_TAC_TOE, Game, mask
from ai.notation import cell_name, parse_game, winning_set_name
from ai.opponents import OPPONENTS
from ai.policy import Opponent
from ai.position import Position, parse
from ai.tablebase import move_values
from ai.threats import forks, threats
from webapp.figures import Figure, figure
from webapp.lessons import LESSONS, Example
from webapp.replay import USUALLY_ON, Proposal, Replay, propose

bp = Blueprint("learn", __name__, url_prefix="/learn")


# The two games.

# One winning set of each kind, and what it is called; the numbers add up to all of them.
SHAPES = {
    TIC_TAC_TOE: (
        ("a2b2c2", "A row: 3 of these"),
        ("b1b2b3", "A column: 3 of these"),
        ("a1b2c3", "A diagonal: 2 of these"),
    ),
    SQUARE: (
        ("b2c2b3c3", "Upright, side 1: 9 of these"),
        ("b1d1b3d3", "Upright, side 2: 4 of these"),
        ("a1d1a4d4", "Upright, side 3: 1 of these"),
        ("b1a2c2b3", "Tilted, side √2: 4 of these"),
        ("b1d2a3c4", "Tilted, side √5: 2 of these"),
    ),
}


def live_lines(position: Position) -> Figure:
    """The lines that the side to move can still fill."""
    game, mark = position.game, position.to_move
    lines = [line for line in game.winning_sets if not mask(line) & position.opponent]
    return figure(position, f"{len(lines)} lines are live for {mark}", lines=lines)


def threat(position: Position) -> Figure:
    """The one threat that the side to move must answer."""
    game, mark = position.game, position.to_move.other
    ((cell, line),) = threats(game, position.opponent, position.mover)
    caption = f"{mark} threatens {winning_set_name(game, line)}"
    return figure(position, caption, chosen={cell}, lines=[line])


def fork(position: Position) -> Figure:
    """The one fork of the side to move."""
    game, mark = position.game, position.to_move
    ((cell, lines),) = forks(game, position.mover, position.opponent).items()
    named = " and ".join(sorted(winning_set_name(game, line) for line in lines))
    caption = f"{mark} on {cell_name(game, cell)} threatens {named}"
    return figure(position, caption, chosen={cell}, lines=lines)


def worth(position: Position) -> Figure:
    """The exact value of every move."""
    values = move_values(position)
    best = max(exact.rank for exact in values.values())
    chosen = {cell for cell, exact in values.items() if exact.rank == best}
    caption = f"What each move is worth to {position.to_move}"
    return figure(position, caption, notes=values, chosen=chosen)


# The ideas that a beginner needs, each with the positions that show it.
IDEAS: dict[str, tuple[Callable[[Position], Figure], tuple[Position, ...]]] = {
    "live": (live_lines, (parse(TIC_TAC_TOE, "X.. .O. ..."),)),
    "threat": (
        threat,
        (parse(TIC_TAC_TOE, "XX. .O. ..."), parse(SQUARE, ".X.. .O.X .... ..XO")),
    ),
    "fork": (fork, (parse(TIC_TAC_TOE, "X.. .O. O.X"), parse(SQUARE, "O... XX.. ..X. .O.O"))),
    "worth": (worth, (parse(TIC_TAC_TOE, "X.. .O. O.X"),)),
}

# Games to step through with the values shown.
WALKS = tuple(
    (game, parse_game(game, text))
    for game, text in (
        (TIC_TAC_TOE, ""),
        (TIC_TAC_TOE, "a1c1"),
        (SQUARE, ""),
        (SQUARE, "b2a1"),
        (SQUARE, "b1d1"),
    )
)


@dataclass(frozen=True, slots=True)
class Idea:
    """An idea as it is drawn, and where to try it."""

    figure: Figure
    replay: Replay


@bp.get("/games")
def games() -> ResponseReturnValue:
    """The two games."""
    walks = [valued(Position(game), moves) for game, moves in WALKS]
    return render_template(
        "games.html",
        tic_tac_toe=shapes(TIC_TAC_TOE),
        square=shapes(SQUARE),
        names=named_cells(SQUARE),
        ideas={
            key: [Idea(draw(position), valued(position)) for position in positions]
            for key, (draw, positions) in IDEAS.items()
        },
        walks=[(walk, best_move(walk.position)) for walk in walks],
    )


def shapes(game: Game) -> tuple[Figure, ...]:
    """A winning set of each kind, and how many of them pass through each cell."""
    kinds = [(frozenset(parse_game(game, text)), caption) for text, caption in SHAPES[game]]
    through = {cell: len(masks) for cell, masks in enumerate(game.masks_through)}
    return (
        *(figure(Position(game, mask(line)), told, lines=[line]) for line, told in kinds),
        figure(Position(game), f"How many {game.sets} pass through each cell", notes=through),
    )


def named_cells(game: Game) -> Figure:
    """The name of every cell."""
    names = {cell: cell_name(game, cell) for cell in game.cells}
    return figure(Position(game), f"The cells of {game.name}", notes=names)


def valued(start: Position, moves: tuple[int, ...] = ()) -> Replay:
    """A replay that shows what every move is worth."""
    return Replay(start, moves, start.ply + len(moves), on=USUALLY_ON | {"values"})


def best_move(position: Position) -> JudgedMove:
    """The first of the best moves, judged."""
    values = move_values(position)
    return JudgedMove(position, max(values, key=lambda cell: values[cell].rank), values)


@dataclass(frozen=True, slots=True)
class Shown:
    """An example with what the opponent itself says of it now, and where to try it."""

    example: Example
    proposal: Proposal
    replay: Replay


@bp.get("/opponents")
def opponents() -> ResponseReturnValue:
    """How each opponent thinks."""
    lessons = [
        (opponent, LESSONS[key], [show(opponent, example) for example in LESSONS[key].examples])
        for key, opponent in OPPONENTS.items()
        if key in LESSONS
    ]
    return render_template("opponents.html", lessons=lessons, games=GAMES)


def show(opponent: Opponent, example: Example) -> Shown:
    """*example* as *opponent* decides it."""
    position = example.position
    replay = Replay(position, (), position.ply, on=USUALLY_ON | {"programs"})
    return Shown(example, propose(opponent, position), replay)
