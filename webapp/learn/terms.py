"""The page of definitions: every word of the other pages, exact, with an example where it helps."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from ai.explain.annotation import annotation
from ai.explain.diagram import Diagram, diagram
from ai.explain.values import exact_in_words, outlook, percent
from ai.explain.wins import how_it_wins, winning_diagram
from ai.language import N_, _, listed, ngettext, number, sentence_case
from ai.odds.random_play import odds_after_moves
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name, parse_game
from ai.rules.position import Mark, Position, parse, position_after
from ai.rules.record import Record
from ai.search.minimax import alpha_beta
from ai.search.tree import tree_size
from ai.study.analysis import Accuracy, Review, review
from ai.study.moves_from_here import moves_from_here
from ai.study.study import study
from webapp.board.parts import Part
from webapp.learn.examples import replay_with
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a term: in words, perhaps in a diagram, and in a replay to try it."""

    words: str
    replay: Replay
    diagram: Diagram | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A word and its *definition*; *key* is its anchor, *see* holds the keys of related terms.

    *example* is a function, called on demand.
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
WON_QUIETLY = parse(SQUARE, "..XO ...O OX.. ....")
BOTH_THREATEN = parse(TIC_TAC_TOE, "XX. OO. ...")
LOST = parse(TIC_TAC_TOE, "XO. .X. ...")
ONE_CELL_LEFT = parse(TIC_TAC_TOE, "XOX XOO OX.")
DECIDED = Record(Position(TIC_TAC_TOE), parse_game(TIC_TAC_TOE, "a1b2c3c1a3a2b3"))


def _judged(position: Position, name: str) -> Callable[[], Example]:
    """The example of a move, on the cell of that *name*, as the review annotates it."""

    def example() -> Example:
        (cell,) = parse_game(position.game, name)
        moves = study(position).moves
        judged = moves[cell]
        notes = {move.cell: exact_in_words(move.exact) for move in moves.values()}
        caption = _(
            "%(label)s: %(mark)s on %(cell)s, and what each move is worth",
            label=sentence_case(_(judged.label)),
            mark=judged.mark,
            cell=name,
        )
        return Example(
            _(
                "%(mark)s plays %(cell)s. %(annotation)s",
                mark=judged.mark,
                cell=name,
                annotation=annotation(judged),
            ),
            replay_with(Record(position).play(cell), "values"),
            diagram(position, caption, notes=notes, chosen={cell}),
        )

    return example


def _valued() -> Example:
    found, mark = study(WON_IN_FIVE), WON_IN_FIVE.to_move
    plies = len(found.principal_variation)
    return Example(
        _(
            "X on a1, O on c1: %(outlook)s. With best play the game ends %(plies)s plies later.",
            outlook=outlook(found.exact, mark),
            plies=plies,
        ),
        replay_with(Record(WON_IN_FIVE), "values"),
    )


def _ideas() -> Example:
    said = [
        _("%(cell)s (%(idea)s)", cell=cell_name(TIC_TAC_TOE, row.cell), idea=_(row.idea))
        for row in moves_from_here(study(BOTH_THREATEN))
    ]
    return Example(
        _(
            "X on a1 and b1, O on a2 and b2, X to move: %(ideas)s.",
            ideas=listed(said),
        ),
        replay_with(Record(BOTH_THREATEN), "table"),
    )


def _chances() -> Example:
    start = Record(Position(TIC_TAC_TOE))
    (centre,) = parse_game(TIC_TAC_TOE, "b2")
    odds = odds_after_moves(start.position)[centre]
    return Example(
        _(
            "If X begins in the centre, X wins %(x)s%% of such games and O %(o)s%%; %(draws)s%% are"
            " drawn.",
            x=number(100 * float(odds.x_wins), 1),
            o=number(100 * float(odds.o_wins), 1),
            draws=number(100 * float(odds.draws), 1),
        ),
        replay_with(start, "table"),
    )


def _difficult() -> Example:
    empty = Position(TIC_TAC_TOE)
    corner, side, *_cells, centre = (
        percent(worth.difficulty or 0, 1) for worth in list(study(empty).worths.values())[:5]
    )
    return Example(
        _(
            "Every first move of tic-tac-toe draws. A beginner loses %(corner)s after a corner,"
            " %(centre)s after the centre, %(side)s after a side.",
            corner=corner,
            centre=centre,
            side=side,
        ),
        replay_with(Record(empty), "values"),
    )


def _winning(position: Position) -> Example:
    """How the best move of *position* wins."""
    best = study(position).best
    record = Record(position, best.before.principal_variation)
    return Example(
        _(
            "%(mark)s plays %(cell)s. %(how)s",
            mark=position.to_move,
            cell=best.name,
            how=how_it_wins(best),
        ),
        replace(replay_with(record, "ideas"), ply=position.ply + 1),
        winning_diagram(best),
    )


def _reviewed() -> tuple[Review, str]:
    names = " ".join(cell_name(DECIDED.game, cell) for cell in DECIDED.moves)
    return review(DECIDED), names


def _turned() -> Example:
    found, names = _reviewed()
    assert found.turning_point is not None
    judged = found.moves[found.turning_point]
    return Example(
        _(
            "In the game %(moves)s it is move %(number)s, %(mark)s %(cell)s. %(annotation)s",
            moves=names,
            number=judged.number,
            mark=judged.mark,
            cell=cell_name(DECIDED.game, judged.cell),
            annotation=annotation(judged),
        ),
        replay_with(DECIDED, "values"),
    )


def _accurate() -> Example:
    found, names = _reviewed()
    sides = "; ".join(_share(mark, found.accuracy(mark)) for mark in Mark)
    said = _("In the game %(moves)s: %(sides)s.", moves=names, sides=sides)
    return Example(said, replay_with(DECIDED, "values"))


def _share(mark: Mark, accuracy: Accuracy) -> str:
    return ngettext(
        "%(mark)s right at %(right)s of %(num)s decision, %(percent)s %%",
        "%(mark)s right at %(right)s of %(num)s decisions, %(percent)s %%",
        accuracy.decisions,
        mark=mark,
        right=accuracy.right,
        percent=accuracy.percent,
    )


def _expected() -> Example:
    moves = study(WON_IN_FIVE).principal_variation
    names = " ".join(cell_name(WON_IN_FIVE.game, cell) for cell in moves)
    return Example(
        _("X on a1, O on c1, X to move: %(moves)s.", moves=names),
        replay_with(Record(WON_IN_FIVE), "values").continued(moves, made=0),
    )


def _visited() -> Example:
    tree, cut = tree_size(TWO_CORNERS), alpha_beta(TWO_CORNERS)
    return Example(
        _(
            "X on two opposite corners, O in the centre and to move: the tree has %(nodes)s nodes,"
            " but %(positions)s different positions. Minimax visits every node, Alpha-beta"
            " %(visited)s of them, with %(cutoffs)s cut-offs.",
            nodes=number(tree.nodes),
            positions=number(tree.positions),
            visited=number(cut.nodes),
            cutoffs=cut.cutoffs,
        ),
        replay_with(Record(TWO_CORNERS), "programs"),
    )


def _transposed() -> Example:
    orders = ("a1b2c3", "c3b2a1")
    positions = {position_after(TIC_TAC_TOE, parse_game(TIC_TAC_TOE, o), Mark.X) for o in orders}
    (same,) = positions
    words = _("%(orders)s lead to one position.", orders=listed(orders))
    return Example(words, replay_with(Record(same), "values"))


SECTIONS: tuple[tuple[str, str, tuple[Term, ...]], ...] = (
    (
        "board",
        N_("The board"),
        (
            Term(
                "ply",
                N_("Ply"),
                N_(
                    "One mark set by one side. A position is at ply 4 when 4 marks stand; the next"
                    " move is move 5. A game of tic-tac-toe takes at most 9 plies, one of Square at"
                    " most 16."
                ),
            ),
            Term(
                "position",
                N_("Position"),
                N_(
                    "The marks on the board and whose turn it is. The order of the moves that led"
                    " there does not matter."
                ),
                ("transposition",),
            ),
            Term(
                "line",
                N_("Line"),
                N_(
                    "A set of cells that wins for the side that first has its marks on all of them:"
                    " one of the 8 rows, columns and diagonals of tic-tac-toe, or the corners of"
                    " one of the 20 squares of Square."
                ),
            ),
            Term(
                "live",
                N_("Live"),
                N_(
                    "A line is live for a side while the other side has no mark on it. A line"
                    " without marks is live for both."
                ),
                ("line", "dead"),
            ),
            Term(
                "dead",
                N_("Dead"),
                N_("A line is dead once both sides have a mark on it. Nobody can complete it."),
                ("live",),
            ),
            Term(
                "threat",
                N_("Threat"),
                N_(
                    "A live line that lacks one mark of its side, which would win there on its next"
                    " turn."
                ),
                ("fork",),
            ),
            Term(
                "fork",
                N_("Fork"),
                N_(
                    "One move that makes two or more threats which lack different cells. The other"
                    " side can take only one of these."
                ),
                ("threat",),
            ),
            Term(
                "draw",
                N_("Draw"),
                N_(
                    "A game that nobody wins: the board is full, and nobody has completed a line."
                    " The status of a match that ends so begins with “Tie”."
                ),
            ),
        ),
    ),
    (
        "values",
        N_("Values of positions"),
        (
            Term(
                "value",
                N_("Value"),
                N_(
                    "How the game ends if both sides play perfectly: win, draw or loss, for the"
                    " side to move. A move has the value of the position that it leads to, seen"
                    " from the side that makes it. Both games are solved: every value here is"
                    " exact."
                ),
                ("distance",),
            ),
            Term(
                "distance",
                N_("Distance"),
                N_(
                    "The plies from a position to the end if the winner hurries and the loser"
                    " delays. The distance of a move counts the move too. “Win in 1” wins at once."
                    " A draw has no distance."
                ),
                ("value", "ply"),
                _valued,
            ),
            Term(
                "difficulty",
                N_("Difficulty"),
                N_(
                    "How often a beginner loses to Unbeatable after a move that keeps the draw."
                    " Unbeatable wins as soon as it can, and else plays the most difficult draw"
                    " again. The difficulty is the mean over the replies of the beginner, weighed"
                    " by their probability: 100 %% for a reply that loses, else the difficulty of"
                    " the most difficult draw in answer, and 0 %% on a full board. A ring on the"
                    " board shows it in whole percents."
                ),
                ("beginner", "value", "best"),
                _difficult,
            ),
            Term(
                "beginner",
                N_("Beginner"),
                N_(
                    "A beginner moves half of the time as Medium and half of the time as Easy."
                    " Medium takes a win, stops a threat, and else marks any cell; Easy marks any"
                    " cell. Cells that are equally good to either are equally likely."
                ),
                ("difficulty",),
            ),
            Term(
                "win-by-threats",
                N_("Win by threats"),
                N_(
                    "A win in which every move of the winner threatens to complete a line, or"
                    " completes one. The loser never has a choice: each threat has one answer,"
                    " until a fork has none."
                ),
                ("threat", "fork", "quiet"),
                partial(_winning, WON_IN_FIVE),
            ),
            Term(
                "quiet",
                N_("Quiet"),
                N_(
                    "A move that threatens nothing is quiet. It may prepare a win by threats, which"
                    " would follow if the other side passed, or keep one that its side had before."
                ),
                ("win-by-threats",),
                partial(_winning, WON_QUIETLY),
            ),
            Term(
                "idea",
                N_("Idea"),
                N_(
                    "The first of these that holds of a move. It completes a line. It makes a fork,"
                    " and wins by it. It begins a win by threats, and no other way is faster. It is"
                    " a block: the other side would have completed a line there. A threat of its"
                    " side stands after it. It is a preparation: it wins nothing by force, but"
                    " would win by threats if the other side passed. Else it is quiet. A good idea"
                    " may still be a bad move: its value tells. A move that loses is named by the"
                    " idea of the answer that beats it."
                ),
                ("fork", "threat", "quiet", "value"),
                _ideas,
            ),
            Term(
                "odds",
                N_("Odds"),
                N_(
                    "How likely X wins, nobody does and O wins if from here on both sides mark an"
                    " empty cell at random, each as likely as another. They are exact, and tell"
                    " what happens by accident, where the value tells what happens by skill."
                ),
                ("value",),
                _chances,
            ),
        ),
    ),
    (
        "hindsight",
        N_("What a move was"),
        (
            Term(
                "best",
                N_("Best"),
                N_(
                    "A move than which none is worth more: no move wins sooner, or none is a more"
                    " difficult draw. The board rings it, a hint names it, and Unbeatable plays it."
                    " If all moves are equally good, the board rings none."
                ),
                ("good", "only-move", "slower-win", "difficulty"),
                _judged(TWO_CORNERS, "b1"),
            ),
            Term(
                "good",
                N_("Good"),
                N_("This move keeps the draw, but another draw is more difficult."),
                ("best", "difficulty"),
                _judged(Position(TIC_TAC_TOE), "b2"),
            ),
            Term(
                "only-move",
                N_("Only move"),
                N_(
                    "Of several moves the one that keeps the win or the draw: every other one gives"
                    " value away."
                ),
                ("forced",),
                _judged(ONE_CORNER, "b2"),
            ),
            Term(
                "slower-win",
                N_("Slower win"),
                N_(
                    "A move that keeps the win, where another move wins sooner. It gives no value"
                    " away."
                ),
                ("best",),
                _judged(TWO_WAYS_TO_WIN, "b1"),
            ),
            Term(
                "missed-win",
                N_("Missed win"),
                N_("A move from a won position to a drawn one."),
                ("mistake", "blunder"),
                _judged(WON_IN_FIVE, "b2"),
            ),
            Term(
                "mistake",
                N_("Mistake"),
                N_("A move from a drawn position to a lost one."),
                ("missed-win", "blunder"),
                _judged(TWO_CORNERS, "c1"),
            ),
            Term(
                "blunder",
                N_("Blunder"),
                N_("A move from a won position to a lost one."),
                ("missed-win", "mistake"),
                _judged(WON_IN_FIVE, "b1"),
            ),
            Term(
                "lost-anyway",
                N_("Lost anyway"),
                N_(
                    "A move in a position in which every move loses, and there is more than one. It"
                    " gives no value away, though another might have lasted longer."
                ),
                ("forced", "distance"),
                _judged(LOST, "b3"),
            ),
            Term(
                "forced",
                N_("Forced"),
                N_("The move on the only empty cell. It cannot give value away."),
                ("only-move", "lost-anyway"),
                _judged(ONE_CELL_LEFT, "c3"),
            ),
            Term(
                "decision",
                N_("Decision"),
                N_(
                    "A move at which value could be given away: in its position some move keeps the"
                    " value and some other does not."
                ),
                ("accuracy",),
            ),
            Term(
                "accuracy",
                N_("Accuracy"),
                N_(
                    "Of the decisions of a side the share at which it gave no value away, rounded"
                    " to whole percent. A slower win counts as right. Without any decision there is"
                    " no accuracy."
                ),
                ("decision",),
                _accurate,
            ),
            Term(
                "turning-point",
                N_("Turning point"),
                N_(
                    "The last move of a game that gave value away: a missed win, a mistake or a"
                    " blunder. From there on both sides kept the result. A game in which no move"
                    " gave value away has none."
                ),
                ("missed-win", "mistake", "blunder"),
                _turned,
            ),
        ),
    ),
    (
        "search",
        N_("Looking ahead"),
        (
            Term(
                "variation",
                N_("Variation"),
                N_(
                    "Moves that were not played in the game but could have been: tried by a click"
                    " in a replay, or shown as what a move leads to. Accuracy and turning point are"
                    " those of the game alone."
                ),
                ("principal-variation",),
            ),
            Term(
                "principal-variation",
                N_("Principal variation"),
                N_(
                    "The moves that follow a position if both sides play best. To a program that"
                    " searches, a later win is worth as much as a sooner one, and it goes on with"
                    " the first best move in reading order. By the solved game both sides play as"
                    " Unbeatable does: the winner hurries, the loser delays, and a draw is the most"
                    " difficult one."
                ),
                ("variation",),
                _expected,
            ),
            Term(
                "node",
                N_("Node"),
                N_(
                    "A position together with the moves that led there: what a search visits."
                    " Different orders of the same moves make different nodes of one position, so"
                    " the tree of all games that can follow mostly has more nodes than positions."
                    " The count of a search is that of its visits to nodes."
                ),
                ("transposition", "cut-off"),
                _visited,
            ),
            Term(
                "transposition",
                N_("Transposition"),
                N_("The same position reached by another order of the same moves."),
                ("position", "node"),
                _transposed,
            ),
            Term(
                "cut-off",
                N_("Cut-off"),
                N_(
                    "A search stops looking at the remaining moves of a position, because what it"
                    " has found there already shows that the move which led to it is no better than"
                    " another one. The result stays the same."
                ),
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

    title: ClassVar = N_("Terms, each of them defined exactly")
    description: ClassVar = N_(
        "Best, mistake, blunder, accuracy, turning point, value, distance,"
        " fork and the others, each defined exactly."
    )

    sections: ClassVar = SECTIONS
    terms: ClassVar = TERMS
