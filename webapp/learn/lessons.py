"""The page on the opponents: a card for each, and how it thinks, with examples.

Tests check the words against the programs. The opponents themselves explain the examples.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from ai.explain import explain_move
from ai.explain.diagram import Diagram
from ai.explain.values import outlook
from ai.language import N_, _, number
from ai.odds.arena import Probability
from ai.odds.strength import load
from ai.opponents import CLASSICS, LEVELS
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES, SQUARE, TIC_TAC_TOE
from ai.rules.position import Mark, Position, parse
from ai.rules.record import Record
from ai.study.study import JudgedMove, study
from webapp.board.parts import Part
from webapp.board.players import level
from webapp.learn.examples import replay_with
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Example:
    """A position in which an opponent shows how it thinks, and a sentence on what to *see*."""

    position: Position
    see: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text of an opponent's card, its strength, and examples of its play.

    *beaten* says who can beat it, and in how many moves. It and *strength* take the figures of
    :func:`_figures`.
    """

    in_short: str
    beaten: str
    thinks: str
    strength: str
    examples: tuple[Example, ...]


THREAT = parse(TIC_TAC_TOE, "XX. .O. ...")
TWO_CORNERS = parse(TIC_TAC_TOE, "X.. .O. ..X")
ONE_CORNER = parse(TIC_TAC_TOE, "X.. ... ...")

LESSONS = {
    "easy": Lesson(
        N_("Rolls dice, blind to wins: its own and yours."),
        N_("Anyone can beat it: with luck in %(moves)s moves, at Square in %(square)s."),
        N_("Easy sees the empty cells and nothing else, and picks one of them as dice would."),
        N_("It is the yardstick: “random play” below means Easy."),
        (Example(THREAT, N_("X is about to complete row 1. Easy stops that one time in six.")),),
    ),
    "medium": Lesson(
        N_("Sees your next reply, no further. It falls for forks."),
        N_("Two threats at once beat it: with luck in %(moves)s moves, at Square in %(square)s."),
        N_(
            "Medium tries every move and every reply to it, and sees nothing later. So it takes a"
            " win, stops a threat, and else plays anywhere. Programmers call this minimax, cut off"
            " after two moves."
        ),
        N_(
            "At tic-tac-toe, against random play, it wins %(first_wins)s\u00a0%% of its games and"
            " loses %(first_losses)s\u00a0%% if it begins; moving second it wins %(wins)s\u00a0%%"
            " and loses %(losses)s\u00a0%%. Let it look six moves ahead, and there it never loses."
        ),
        (
            Example(THREAT, N_("The same position: Medium sees the reply that would beat it.")),
            Example(
                TWO_CORNERS,
                N_(
                    "X holds two opposite corners. A fork of X would win with the fourth move from"
                    " here, too far ahead for Medium."
                ),
            ),
        ),
    ),
    "hard": Lesson(
        N_("Weighs every cell, for you and for itself."),
        N_(
            "Begin, and you can beat it for sure: in %(moves)s moves, at Square in %(square)s at"
            " most."
        ),
        N_(
            "Hard weighs every cell for each side apart. Each line through the cell that is live"
            " for that side adds points: 1 if it is empty, 2 with one mark, 5 with two. Hard"
            " completes a line or blocks one if it can. Else it takes a best cell of the side whose"
            " best cell has more points, its own if they are equal. Among several it takes one that"
            " has most points for the other side."
        ),
        N_(
            "Weights are a good feeling, not a proof. If the other side begins, some opponent is"
            " certain to beat it: at tic-tac-toe with move %(plies)s of the game at the latest, at"
            " Square with move %(square_plies)s. If it begins itself, nobody beats it at either"
            " game."
        ),
        (
            Example(
                parse(SQUARE, ".O.. .O.. .XX. ..O."),
                N_(
                    "O's best cells have more points than X's own, so Hard wants one of them. Two"
                    " are equally good to it, but not by the solved game."
                ),
            ),
        ),
    ),
    "unbeatable": Lesson(
        N_("Looks the answer up: every position is solved."),
        N_("Nobody can beat it. That is proved, for both games."),
        N_(
            "Unbeatable wins as fast as it can and loses as late as it can. If it can only draw, it"
            " plays the draw that is most difficult for the other side: there a beginner loses most"
            " often. A beginner moves half of the time as Medium and half as Easy."
        ),
        N_(
            "It never loses, at either game, with either mark, moving first or second. That was"
            " proved by playing it against every possible opponent."
        ),
        (
            Example(
                parse(TIC_TAC_TOE, "X.. .O. ..."),
                N_("Every move of X draws, but some are harder to answer than others."),
            ),
            Example(
                parse(SQUARE, ".... .X.. .... ...."),
                N_("At Square the very first reply can lose: after X on b2, most replies do."),
            ),
        ),
    ),
    "rules": Lesson(
        N_("Eight rules in order; the first that applies decides."),
        N_("Nobody can beat it. The list is from 1972."),
        N_(
            "Win; block; make a fork; stop a fork; take the centre; the corner opposite one of"
            " theirs; any corner; any side. The list goes back to Allen Newell and Herbert Simon,"
            " “Human Problem Solving”, 1972."
        ),
        N_(
            "It never loses at tic-tac-toe. Moving second against random play it wins exactly"
            " %(won)s of %(games)s games, %(exactly)s\u00a0%%, and draws the rest."
        ),
        (
            Example(
                TWO_CORNERS,
                N_(
                    "The fork that Medium did not see. Blocking one corner would leave the other,"
                    " so the rule makes a threat instead, and X has no time to fork."
                ),
            ),
        ),
    ),
    "chain": Lesson(
        N_("Four helpers in order; each hands on what it can't settle."),
        N_("Nobody can beat it, and it never varies: there are no dice."),
        N_(
            "The four helpers: win; block; stop a fork in a corner; else take the first cell on the"
            " most lines without marks of both. In the same position the chain plays the same move."
            " Programmers call the pattern a chain of responsibility."
        ),
        N_(
            "It never loses at tic-tac-toe. Moving second it can meet 489 different games: it wins"
            " 364 and draws 125."
        ),
        (
            Example(
                parse(TIC_TAC_TOE, ".X. XO. ..."),
                N_("X stands on both edges that meet in a1, and that corner is free."),
            ),
        ),
    ),
    "minimax": Lesson(
        N_("Plays out every game that can follow, in its head."),
        N_("Nobody can beat it. After X on a1 it visits 59,705 nodes."),
        N_(
            "Minimax supposes that both sides choose what is best for them, and takes the first of"
            " the best moves. It skips nothing and remembers nothing: if different orders of the"
            " same moves lead to one position, it visits that position once for each. A search of"
            " the empty board would take 549,946 visits to 5,478 different positions, so there it"
            " opens with any cell."
        ),
        N_("It never loses at tic-tac-toe."),
        (
            Example(ONE_CORNER, N_("One move into the game, it plays out all that can follow.")),
            Example(TWO_CORNERS, N_("Fewer empty cells: much less can follow.")),
        ),
    ),
    "alpha-beta": Lesson(
        N_("Plays as Minimax does, but skips what can't matter."),
        N_("Nobody can beat it. After X on a1 it visits 2,068 nodes."),
        N_(
            "Each move that it could make now still gets its exact value, for you to see. But once"
            " one reply to it wins, the other replies cannot make it any worse and are skipped."
            " Further down it skips whatever can no longer change the value of the move. On the"
            " empty board it too opens with any cell."
        ),
        N_("It never loses at tic-tac-toe."),
        (
            Example(ONE_CORNER, N_("Minimax searched this position above, with more visits.")),
            Example(TWO_CORNERS, N_("Fewer empty cells leave less to skip.")),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Demonstration:
    """An example as the opponent decides it: its move in *question*, its *answer* and diagrams,
    what its moves are *worth*, and where to try the position.
    """

    question: str
    see: str
    answer: str
    diagrams: tuple[Diagram, ...]
    worth: str
    replay: Replay


@dataclass(frozen=True, slots=True)
class OpponentsPage(Part, rendered_by=("learn/opponents.html", "opponents_page")):
    """The page on the opponents."""

    title: ClassVar = N_("Opponents, and how each of them thinks")
    description: ClassVar = N_(
        "Eight computer players, from dice to perfect play: how each thinks, how strong it is, who"
        " can beat it. Play any of them."
    )

    levels: ClassVar = LEVELS
    classics: ClassVar = CLASSICS

    def lesson(self, opponent: Opponent) -> Lesson:
        """Its lesson."""
        return LESSONS[opponent.key]

    def level(self, opponent: Opponent) -> int:
        """Its strength among the levels, from 1; 0 for a classic program."""
        return level(opponent)

    def beaten(self, opponent: Opponent) -> str:
        """How it can be beaten, and in how many moves."""
        return _(LESSONS[opponent.key].beaten, **_figures(opponent))

    def yardstick(self, opponent: Opponent) -> tuple[float, float, float]:
        """How many of 100 games of tic-tac-toe it wins, draws and loses against random play that
        moves first.
        """
        odds = load(TIC_TAC_TOE).odds["easy", opponent.key]
        return _percent(odds.o_wins), _percent(odds.draws), _percent(odds.x_wins)

    def strength(self, opponent: Opponent) -> str:
        """How strong it is, and what it does not play."""
        others = [game for game in GAMES.values() if not opponent.plays(game)]
        limits = [_("It does not play %(game)s.", game=_(game.name)) for game in others]
        return " ".join([_(LESSONS[opponent.key].strength, **_figures(opponent)), *limits])

    def demonstrations(self, opponent: Opponent) -> Iterator[Demonstration]:
        """Its examples, each as it decides it."""
        for example in LESSONS[opponent.key].examples:
            yield _demonstration(opponent, example)


def _percent(share: Probability) -> float:
    return round(100 * float(share), 1)


def _figures(opponent: Opponent) -> dict[str, object]:
    """The figures of its strength by their names. It meets random play at tic-tac-toe, moving
    second or first. *plies* is the length of a game that beats it, *moves* the winner's part.
    """
    odds = load(TIC_TAC_TOE).odds
    first, second = odds[opponent.key, "easy"], odds["easy", opponent.key]
    won = Fraction(second.o_wins)
    found: dict[str, object] = {
        "first_wins": number(_percent(first.x_wins), 1),
        "first_losses": number(_percent(first.o_wins), 1),
        "wins": number(_percent(second.o_wins), 1),
        "losses": number(_percent(second.x_wins), 1),
        "won": won.numerator,
        "games": won.denominator,
        "exactly": number(100 * float(won), 2),
    }
    for game, moves, plies in (
        (TIC_TAC_TOE, "moves", "plies"),
        (SQUARE, "square", "square_plies"),
    ):
        weakness = load(game).weaknesses.get((opponent.key, Mark.O))
        if weakness and (line := weakness.certain or weakness.shortest):
            found |= {moves: (len(line) + 1) // 2, plies: len(line)}
    return found


def _demonstration(opponent: Opponent, example: Example) -> Demonstration:
    position = example.position
    here = study(position)
    moves = tuple(here.moves[cell] for cell in here.decision(opponent).cells)
    explanation = explain_move(moves[0], opponent)
    return Demonstration(
        _(
            "%(game)s, %(mark)s to move: why %(cell)s?",
            game=_(position.game.name),
            mark=position.to_move,
            cell=moves[0].name,
        ),
        _(example.see),
        explanation.text,
        explanation.diagrams,
        _("By the solved game %(worth)s.", worth=_worth(moves)),
        replay_with(Record(position), "programs"),
    )


def _worth(moves: tuple[JudgedMove, ...]) -> str:
    """The values of *moves*, those of one value together, the best first."""
    by_rank = sorted(moves, key=lambda judged: judged.exact.rank, reverse=True)
    groups = []
    for exact, alike in groupby(by_rank, key=lambda judged: judged.exact):
        together = list(alike)
        names = ", ".join(one.name for one in together)
        said = outlook(exact, together[0].mark)
        groups.append(_("%(cells)s: %(outlook)s", cells=names, outlook=said))
    return "; ".join(groups)
