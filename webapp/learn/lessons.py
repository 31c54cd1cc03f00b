"""How each opponent thinks and how strong it is, in words, and positions that show it."""

from dataclasses import dataclass

from ai.games import SQUARE, TIC_TAC_TOE
from ai.position import Position, parse


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
