"""The pages that teach: the two games, and how each opponent thinks."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from ai.analysis import Judged
from ai.games import GAMES, SQUARE, TIC_TAC_TOE, Game, mask
from ai.notation import cell_name, parse_game, winning_set_name
from ai.opponents import OPPONENTS
from ai.policy import Opponent
from ai.position import Position, parse
from ai.tablebase import move_values
from ai.threats import forks, threats
from webapp.figures import Figure, figure, figures
from webapp.reasons import answer
from webapp.replay import USUALLY_ON, Proposal, Replay

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
    lines = [line for line in game.winning_sets if not mask(line) & position.other]
    return figure(position, f"{len(lines)} lines are live for {mark}", lines=lines)


def threat(position: Position) -> Figure:
    """The one threat that the side to move must answer."""
    game, mark = position.game, position.to_move.other
    ((cell, line),) = threats(game, position.other, position.own)
    caption = f"{mark} threatens {winning_set_name(game, line)}"
    return figure(position, caption, chosen={cell}, lines=[line])


def fork(position: Position) -> Figure:
    """The one fork of the side to move."""
    game, mark = position.game, position.to_move
    ((cell, lines),) = forks(game, position.own, position.other).items()
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
    what = "lines" if game is TIC_TAC_TOE else "squares"
    return (
        *(figure(Position(game, mask(line)), told, lines=[line]) for line, told in kinds),
        figure(Position(game), f"How many {what} pass through each cell", notes=through),
    )


def named_cells(game: Game) -> Figure:
    """The name of every cell."""
    names = {cell: cell_name(game, cell) for cell in game.cells}
    return figure(Position(game), f"The cells of {game.name}", notes=names)


def valued(start: Position, moves: tuple[int, ...] = ()) -> Replay:
    """A replay that shows what every move is worth."""
    return Replay(start, moves, start.ply + len(moves), on=USUALLY_ON | {"values"})


def best_move(position: Position) -> Judged:
    """The first of the best moves, judged."""
    values = move_values(position)
    return Judged(position, max(values, key=lambda cell: values[cell].rank), values)


# The opponents.


@dataclass(frozen=True, slots=True)
class Example:
    """A position in which an opponent shows how it thinks, and what to see there."""

    position: Position
    see: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """How an opponent thinks and how strong it is, in words, and examples of it."""

    thinks: str
    strength: str
    examples: tuple[Example, ...]


THREAT = parse(TIC_TAC_TOE, "XX. .O. ...")
TWO_CORNERS = parse(TIC_TAC_TOE, "X.. .O. ..X")

LESSONS = {
    "easy": Lesson(
        "Easy sees which cells are empty, and nothing else. It picks one as if by a throw of dice:"
        " it may walk past its own win, and it does not notice yours.",
        "It is the yardstick. Where it says “random play” below, this is who played.",
        (Example(THREAT, "X is about to fill row 1. Easy stops that one time in six."),),
    ),
    "medium": Lesson(
        "Medium tries every move and, after each, every reply. If it wins, good; if the reply wins,"
        " bad; anything later it does not see. So it takes a win, stops a threat, and otherwise"
        " plays anywhere. Programmers call this minimax, cut off after two plies.",
        "At tic-tac-toe, against random play, it wins 89.2% of its games and loses 1.7% if it"
        " begins; moving second it wins 68.9% and loses 9.0%. Let it look six plies ahead, and"
        " there it never loses.",
        (
            Example(THREAT, "The same position: Medium sees the reply that would beat it."),
            Example(
                TWO_CORNERS,
                "X holds two opposite corners. A fork of X would win with the fourth ply from here,"
                " too far ahead for Medium.",
            ),
        ),
    ),
    "hard": Lesson(
        "Hard does not look ahead at all: it weighs. For each side apart, a cell collects points"
        " from every line through it which that side can still fill: 1 from an empty line, 2 if"
        " one of its marks stands there, 5 if two do. If nothing is to be completed or blocked,"
        " it looks which side has the heavier best cell, itself if they are equal, and takes that"
        " one; among several, the one that is worth most to the other side.",
        "Weights are a good feeling, not a proof. At Square, if the other side begins, some"
        " opponent is certain to beat it within 13 plies.",
        (
            Example(
                parse(SQUARE, ".O.. .O.. .XX. ..O."),
                "O's best cells are worth more than X's own, so Hard wants one of them. It holds"
                " two of them equally good, and the solved game does not.",
            ),
        ),
    ),
    "unbeatable": Lesson(
        "Unbeatable looks the answer up: every position of both games was solved beforehand. It"
        " wins as fast as it can and loses as late as it can. Where only a draw is to be had, it"
        " asks which move makes life hardest: after which of them a player who moves at random"
        " loses most often.",
        "It never loses, at either game, with either mark, whoever begins. That was proved by"
        " playing it against every possible opponent.",
        (
            Example(
                parse(TIC_TAC_TOE, "X.. .O. ..."),
                "Every move of X draws, so all are equal, and yet not all are as hard to answer.",
            ),
            Example(
                parse(SQUARE, ".... .X.. .... ...."),
                "At Square one move can be too many: after X on b2, most answers lose.",
            ),
        ),
    ),
    "rules": Lesson(
        "Eight rules, tried in order; the first that applies decides. Win; block; make a fork;"
        " stop a fork; take the centre; the corner opposite one of theirs; any corner; any side."
        ""
        " The list goes back to Allen Newell and Herbert Simon, “Human Problem Solving”, 1972.",
        "It never loses at tic-tac-toe. Moving second against random play it wins exactly 278 of"
        " 315 games, 88.25%, and draws the rest.",
        (
            Example(
                TWO_CORNERS,
                "The fork that Medium did not see. Blocking one corner would leave the other, so"
                " the rule makes a threat instead, and X has no time to fork.",
            ),
        ),
    ),
    "chain": Lesson(
        "Four helpers stand in a line, and each hands on what it cannot settle: win; block; stop a"
        " fork in a corner; else take the cell on the most lines that one side can still fill."
        " There are no dice: in the same position it plays the same move. Programmers know the"
        " pattern as a chain of responsibility.",
        "It never loses at tic-tac-toe. Moving second it can meet 489 different games, of which"
        " it wins 364 and draws 125.",
        (
            Example(
                parse(TIC_TAC_TOE, ".X. XO. ..."),
                "X stands on both edges that meet in a1, and that corner is free.",
            ),
        ),
    ),
    "minimax": Lesson(
        "Minimax plays every game that can still follow, in its head and to the end, and supposes"
        " that both sides choose what is best for them. It takes the first of the best moves. It"
        " skips nothing: from the empty board that would be 549,946 positions, so there it opens"
        " anywhere.",
        "It never loses at tic-tac-toe.",
        (Example(TWO_CORNERS, "The two corners again. Now every continuation is played out."),),
    ),
    "alpha-beta": Lesson(
        "The same moves for the same reasons, with less work. As soon as one reply shows that a"
        " move is no better than another already found, the replies that remain cannot change"
        " anything, and it does not look at them.",
        "It never loses at tic-tac-toe. In one measurement on the empty board it took 1,200 times"
        " as long as looking the move up, and Minimax 15,000 times.",
        (Example(TWO_CORNERS, "What Minimax searched above: compare the number of positions."),),
    ),
}


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
    ]
    return render_template("opponents.html", lessons=lessons, games=GAMES)


def show(opponent: Opponent, example: Example) -> Shown:
    """*example* as *opponent* decides it."""
    position = example.position
    decision, values = opponent.decide(position), move_values(position)
    cell = decision.cells[0]
    proposal = Proposal(
        opponent,
        tuple(Judged(position, c, values) for c in sorted(set(decision.cells))),
        answer(position, opponent, decision, cell),
        figures(position, decision, cell),
    )
    replay = Replay(position, (), position.ply, on=USUALLY_ON | {"programs"})
    return Shown(example, proposal, replay)
