"""The page of definitions: every word of the other pages, exact, with an example where it helps."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ai.analysis import Accuracy, JudgedMove, Review, review
from ai.games import TIC_TAC_TOE
from ai.notation import cell_name, parse_game
from ai.opponents.unbeatable import principal_variation
from ai.position import Mark, Position, parse, position_after
from ai.record import Record
from ai.search import alpha_beta
from ai.tablebase import move_values, probe
from ai.traps import move_worths
from ai.tree import tree_size
from webapp.explain.annotation import annotation, outlook
from webapp.explain.diagram import Diagram, diagram
from webapp.learn.examples import replay_with
from webapp.parts import Part
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Example:
    """What a term means here: in words, in a diagram where there is one, and where to try it."""

    words: str
    replay: Replay
    diagram: Diagram | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A word and its *definition*; *key* is its anchor, *see* holds the keys of related terms.

    *example* is made only when it is asked for.
    """

    key: str
    name: str
    definition: str
    see: tuple[str, ...] = ()
    example: Callable[[], Example] | None = None


# The examples: made by the program from these positions and this game.

TWO_CORNERS = parse(TIC_TAC_TOE, "X.. .O. ..X")
ONE_CORNER = parse(TIC_TAC_TOE, "X.. ... ...")
TWO_WAYS_TO_WIN = parse(TIC_TAC_TOE, "X.O .X. O..")
WON_IN_FIVE = parse(TIC_TAC_TOE, "X.O ... ...")
LOST = parse(TIC_TAC_TOE, "XO. .X. ...")
ONE_CELL_LEFT = parse(TIC_TAC_TOE, "XOX XOO OX.")
DECIDED = Record(Position(TIC_TAC_TOE), parse_game(TIC_TAC_TOE, "a1b2c3c1a3a2b3"))


def _judged(position: Position, name: str) -> Callable[[], Example]:
    """The example of a move, on the cell of that *name*, as the review annotates it."""

    def example() -> Example:
        (cell,) = parse_game(position.game, name)
        judged = JudgedMove(position, cell, move_values(position))
        caption = (
            f"{judged.label.capitalize()}: {judged.mark} on {name}, and what each move is worth"
        )
        return Example(
            f"{judged.mark} plays {name}. {annotation(judged)}",
            replay_with(Record(position).play(cell), "values"),
            diagram(position, caption, notes=judged.values, chosen={cell}),
        )

    return example


def _valued() -> Example:
    exact, mark = probe(WON_IN_FIVE), WON_IN_FIVE.to_move
    plies = len(principal_variation(WON_IN_FIVE))
    return Example(
        f"X on a1, O on c1: {outlook(exact, mark)}. With best play the game ends {plies} plies"
        " later.",
        replay_with(Record(WON_IN_FIVE), "values"),
    )


def _trapped() -> Example:
    empty = Position(TIC_TAC_TOE)
    replies = {
        cell_name(TIC_TAC_TOE, cell): f"{worth.losing} of {worth.replies}"
        for cell, worth in move_worths(empty).items()
    }
    return Example(
        "Every first move of tic-tac-toe draws. After a1"
        f" {replies['a1']} replies lose, after b1 {replies['b1']}, after b2 {replies['b2']}.",
        replay_with(Record(empty), "values"),
    )


def _reviewed() -> tuple[Review, str]:
    names = " ".join(cell_name(DECIDED.game, cell) for cell in DECIDED.moves)
    return review(DECIDED), names


def _turned() -> Example:
    found, names = _reviewed()
    assert found.turning_point is not None
    judged = found.moves[found.turning_point]
    move = f"{judged.mark} {cell_name(DECIDED.game, judged.cell)}"
    return Example(
        f"In the game {names} it is move {found.turning_point + 1}, {move}. {annotation(judged)}",
        replay_with(DECIDED, "values"),
    )


def _accurate() -> Example:
    found, names = _reviewed()
    sides = "; ".join(f"{mark} right at {_share(found.accuracy(mark))}" for mark in Mark)
    return Example(f"In the game {names}: {sides}.", replay_with(DECIDED, "values"))


def _share(accuracy: Accuracy) -> str:
    decisions = f"{accuracy.decisions} decision{'' if accuracy.decisions == 1 else 's'}"
    return f"{accuracy.right} of {decisions}, {accuracy.percent} %"


def _expected() -> Example:
    moves = principal_variation(WON_IN_FIVE)
    names = " ".join(cell_name(WON_IN_FIVE.game, cell) for cell in moves)
    return Example(
        f"X on a1, O on c1, X to move: {names}.",
        replay_with(Record(WON_IN_FIVE), "values").continued(moves, made=0),
    )


def _visited() -> Example:
    tree, cut = tree_size(TWO_CORNERS), alpha_beta(TWO_CORNERS)
    return Example(
        "X on two opposite corners, O in the centre and to move: the tree has"
        f" {tree.nodes:,} nodes, but {tree.positions:,} different positions. Minimax visits every"
        f" node, Alpha-beta {cut.nodes:,} of them, with {cut.cutoffs} cut-offs.",
        replay_with(Record(TWO_CORNERS), "programs"),
    )


def _transposed() -> Example:
    orders = ("a1b2c3", "c3b2a1")
    positions = {position_after(TIC_TAC_TOE, parse_game(TIC_TAC_TOE, o), Mark.X) for o in orders}
    (same,) = positions
    words = f"{' and '.join(orders)} lead to one position."
    return Example(words, replay_with(Record(same), "values"))


SECTIONS: tuple[tuple[str, str, tuple[Term, ...]], ...] = (
    (
        "board",
        "The board",
        (
            Term(
                "ply",
                "Ply",
                "One mark set by one side. A position is at ply 4 when 4 marks stand; the next move"
                " is move 5. A game of tic-tac-toe takes at most 9 plies, one of Square"
                " at most 16.",
            ),
            Term(
                "position",
                "Position",
                "The marks on the board and whose turn it is. In what order the marks came does not"
                " matter.",
                ("transposition",),
            ),
            Term(
                "line",
                "Line",
                "A set of cells that wins for the side that first has its marks on all of them:"
                " one of the 8 rows, columns and diagonals of tic-tac-toe, or the corners of one"
                " of the 20 squares of Square.",
            ),
            Term(
                "live",
                "Live",
                "A line is live for a side while the other side has no mark on it. A line without"
                " marks is live for both.",
                ("line", "dead"),
            ),
            Term(
                "dead",
                "Dead",
                "A line is dead once both sides have a mark on it. Nobody can complete it.",
                ("live",),
            ),
            Term(
                "threat",
                "Threat",
                "A live line that lacks one mark of its side, which would win there on its next"
                " turn.",
                ("fork",),
            ),
            Term(
                "fork",
                "Fork",
                "One move that makes two or more threats which lack different cells. The other side"
                " can take only one of these.",
                ("threat",),
            ),
            Term(
                "draw",
                "Draw",
                "A game that nobody wins: the board is full, and nobody has completed a line. The"
                " status of a match that ends so begins with “Tie”.",
            ),
        ),
    ),
    (
        "values",
        "What a position is worth",
        (
            Term(
                "value",
                "Value",
                "How the game ends if both sides play perfectly: win, draw or loss, for the side to"
                " move. The value of a move is that of the position it leads to, seen from the side"
                " that makes it. Both games are solved: every value here is exact.",
                ("distance",),
            ),
            Term(
                "distance",
                "Distance",
                "The plies from a position to the end if the winner hurries and the loser delays."
                " The distance of a move counts the move too. “Win in 1” wins at once. A draw has"
                " no distance.",
                ("value", "ply"),
                _valued,
            ),
            Term(
                "trap",
                "Trap",
                "A reply that loses to a move which keeps the draw. Perfect play avoids every trap,"
                " so all such moves have the same value; the one that sets the most traps is called"
                " best on the board, and a hint names it.",
                ("value",),
                _trapped,
            ),
        ),
    ),
    (
        "hindsight",
        "What a move was",
        (
            Term(
                "best",
                "Best",
                "A move that keeps the win or the draw, where more than one does. If it keeps a"
                " win, no move wins sooner.",
                ("only-move", "slower-win"),
                _judged(TWO_CORNERS, "b1"),
            ),
            Term(
                "only-move",
                "Only move",
                "Of several moves the one that keeps the win or the draw: every other one gives"
                " value away.",
                ("forced",),
                _judged(ONE_CORNER, "b2"),
            ),
            Term(
                "slower-win",
                "Slower win",
                "A move that keeps the win, where another move wins sooner. It gives no value"
                " away.",
                ("best",),
                _judged(TWO_WAYS_TO_WIN, "b1"),
            ),
            Term(
                "missed-win",
                "Missed win",
                "A move from a won position to a drawn one.",
                ("mistake", "blunder"),
                _judged(WON_IN_FIVE, "b2"),
            ),
            Term(
                "mistake",
                "Mistake",
                "A move from a drawn position to a lost one.",
                ("missed-win", "blunder"),
                _judged(TWO_CORNERS, "c1"),
            ),
            Term(
                "blunder",
                "Blunder",
                "A move from a won position to a lost one.",
                ("missed-win", "mistake"),
                _judged(WON_IN_FIVE, "b1"),
            ),
            Term(
                "lost-anyway",
                "Lost anyway",
                "A move in a position in which every move loses, and there is more than one. It"
                " gives no value away, though another might have lasted longer.",
                ("forced", "distance"),
                _judged(LOST, "b3"),
            ),
            Term(
                "forced",
                "Forced",
                "The move on the only empty cell. It cannot give value away.",
                ("only-move", "lost-anyway"),
                _judged(ONE_CELL_LEFT, "c3"),
            ),
            Term(
                "decision",
                "Decision",
                "A move at which value could be given away: in its position some move keeps the"
                " value and some other does not.",
                ("accuracy",),
            ),
            Term(
                "accuracy",
                "Accuracy",
                "Of the decisions of a side the share at which it gave no value away, rounded to"
                " whole percent. A slower win counts as right. Without any decision there is no"
                " accuracy.",
                ("decision",),
                _accurate,
            ),
            Term(
                "turning-point",
                "Turning point",
                "The last move of a game that gave value away: a missed win, a mistake or a"
                " blunder. From there on both sides kept the result. A game in which no move gave"
                " value away has none.",
                ("missed-win", "mistake", "blunder"),
                _turned,
            ),
        ),
    ),
    (
        "search",
        "Looking ahead",
        (
            Term(
                "variation",
                "Variation",
                "Moves that were not played in the game but could have been: tried by a click in a"
                " replay, or shown as what a move leads to. Accuracy and turning point are those of"
                " the game alone.",
                ("principal-variation",),
            ),
            Term(
                "principal-variation",
                "Principal variation",
                "The moves that follow a position if both sides play best. To a program that"
                " searches, a later win is worth as much as a sooner one, and it goes on with the"
                " first best move in reading order. By the solved game both sides play as"
                " Unbeatable does: the winner hurries, the loser delays, and who can only draw"
                " sets the hardest problem.",
                ("variation",),
                _expected,
            ),
            Term(
                "node",
                "Node",
                "A position together with the moves that led there: what a search visits."
                " Different orders of the same moves make different nodes of one position, so the"
                " tree of all games that can follow has more nodes than positions. The count of a"
                " search is that of its visits to nodes.",
                ("transposition", "cut-off"),
                _visited,
            ),
            Term(
                "transposition",
                "Transposition",
                "The same position reached by another order of the same moves.",
                ("position", "node"),
                _transposed,
            ),
            Term(
                "cut-off",
                "Cut-off",
                "A search stops looking at the remaining moves of a position, because what it has"
                " found there already shows that the move which led to it is no better than another"
                " one. The result stays the same.",
                ("node",),
            ),
        ),
    ),
)

TERMS = {term.key: term for _, _, terms in SECTIONS for term in terms}


@dataclass(frozen=True, slots=True)
class TermsPage(Part):
    """The page of definitions."""

    rendered_by: ClassVar = ("learn/terms.html", "terms_page")

    title: ClassVar = "Terms, each of them defined exactly"
    description: ClassVar = (
        "What the words mean: best, mistake, blunder, accuracy, turning point, value, distance,"
        " fork and the others, each defined exactly."
    )

    sections: ClassVar = SECTIONS
    terms: ClassVar = TERMS
