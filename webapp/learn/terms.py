"""The page of definitions: the words of the other pages, exact, many with an example."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from ai.explain.annotation import annotation
from ai.explain.diagram import Diagram, diagram
from ai.explain.values import outlook, percent
from ai.explain.wins import how_it_wins, winning_diagram
from ai.language import N_, _, listed, ngettext, number, sentence_case
from ai.odds.random_play import odds_after_moves
from ai.rules.games import SQUARE, TIC_TAC_TOE
from ai.rules.notation import cell_name, parse_game
from ai.rules.position import Mark, Position, parse, position_after
from ai.rules.record import Record
from ai.search.minimax import alpha_beta
from ai.search.tree import tree_size
from ai.study.moves_from_here import moves_from_here
from ai.study.review import Accuracy, Review, review
from ai.study.study import study
from webapp.board.parts import Part
from webapp.learn.examples import replay_with
from webapp.replay.replay import Replay


@dataclass(frozen=True, slots=True)
class TermExample:
    """An example of a term: in words, perhaps in a diagram, and in a replay to try it."""

    words: str
    replay: Replay
    diagram: Diagram | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A word and its *definition*; *see* holds the keys of related terms.

    *example* is a function, called on demand. *anchor* replaces the name in addresses.
    """

    name: str
    definition: str
    see: tuple[str, ...] = ()
    example: Callable[[], TermExample] | None = None
    anchor: str = ""

    @property
    def key(self) -> str:
        """Its anchor on the page."""
        return self.anchor or self.name.lower().replace(" ", "-")


# The program makes the examples from these positions and this game.

TWO_CORNERS = parse(TIC_TAC_TOE, "X.. .O. ..X")
ONE_CORNER = parse(TIC_TAC_TOE, "X.. ... ...")
TWO_WAYS_TO_WIN = parse(TIC_TAC_TOE, "X.O .X. O..")
WON_IN_FIVE = parse(TIC_TAC_TOE, "X.O ... ...")
WON_QUIETLY = parse(SQUARE, "..XO ...O OX.. ....")
BOTH_THREATEN = parse(TIC_TAC_TOE, "XX. OO. ...")
LOST = parse(TIC_TAC_TOE, "XO. .X. ...")
ONE_CELL_LEFT = parse(TIC_TAC_TOE, "XOX XOO OX.")
DECIDED = Record(Position(TIC_TAC_TOE), parse_game(TIC_TAC_TOE, "a1b2c3c1a3a2b3"))


def _judged(position: Position, name: str) -> Callable[[], TermExample]:
    """An example of a label: the move on the cell of that *name*, as a review annotates it."""

    def example() -> TermExample:
        (cell,) = parse_game(position.game, name)
        moves = study(position).moves
        judged = moves[cell]
        caption = _(
            "%(label)s: %(mark)s on %(cell)s, and what each move is worth",
            label=sentence_case(_(judged.label)),
            mark=judged.mark,
            cell=name,
        )
        return TermExample(
            _(
                "%(mark)s plays %(cell)s. %(annotation)s",
                mark=judged.mark,
                cell=name,
                annotation=annotation(judged),
            ),
            replay_with(Record(position).play(cell), "values"),
            diagram(position, caption, worths=study(position).worths, chosen={cell}),
        )

    return example


def _valued() -> TermExample:
    found, mark = study(WON_IN_FIVE), WON_IN_FIVE.to_move
    plies = len(found.principal_variation)
    return TermExample(
        _(
            "X on a1, O on c1: %(outlook)s. With best play the game ends %(plies)s plies later.",
            outlook=outlook(found.exact, mark),
            plies=plies,
        ),
        replay_with(Record(WON_IN_FIVE), "values"),
    )


def _ideas() -> TermExample:
    said = [
        _("%(cell)s (%(idea)s)", cell=cell_name(TIC_TAC_TOE, row.cell), idea=_(row.idea))
        for row in moves_from_here(study(BOTH_THREATEN))
    ]
    return TermExample(
        _(
            "X on a1 and b1, O on a2 and b2, X to move: %(ideas)s.",
            ideas=listed(said),
        ),
        replay_with(Record(BOTH_THREATEN), "table"),
    )


def _chances() -> TermExample:
    start = Record(Position(TIC_TAC_TOE))
    (centre,) = parse_game(TIC_TAC_TOE, "b2")
    odds = odds_after_moves(start.position)[centre]
    return TermExample(
        _(
            "If X begins in the centre, X wins %(x)s\u00a0%% of such games, O wins"
            " %(o)s\u00a0%%, and %(draws)s\u00a0%% are draws.",
            x=number(100 * float(odds.x_wins), 1),
            o=number(100 * float(odds.o_wins), 1),
            draws=number(100 * float(odds.draws), 1),
        ),
        replay_with(start, "table"),
    )


def _difficult() -> TermExample:
    empty = Position(TIC_TAC_TOE)
    corner, side, *_cells, centre = (
        percent(worth.difficulty or 0, 1) for worth in list(study(empty).worths.values())[:5]
    )
    return TermExample(
        _(
            "Every first move of tic-tac-toe draws. A beginner who answers loses %(corner)s after a"
            " corner, %(centre)s after the centre, %(side)s after a side.",
            corner=corner,
            centre=centre,
            side=side,
        ),
        replay_with(Record(empty), "values"),
    )


def _winning(position: Position) -> TermExample:
    """How the best move of *position* wins."""
    best = study(position).best
    record = Record(position, best.before.principal_variation)
    return TermExample(
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


def _turned() -> TermExample:
    found, names = _reviewed()
    assert found.turning_point is not None
    judged = found.moves[found.turning_point]
    return TermExample(
        _(
            "The game %(moves)s turns at move %(number)s, %(mark)s %(cell)s. %(annotation)s",
            moves=names,
            number=judged.number,
            mark=judged.mark,
            cell=cell_name(DECIDED.game, judged.cell),
            annotation=annotation(judged),
        ),
        replay_with(DECIDED, "values"),
    )


def _accurate() -> TermExample:
    found, names = _reviewed()
    sides = "; ".join(_share(mark, found.accuracy(mark)) for mark in Mark)
    said = _("In the game %(moves)s: %(sides)s.", moves=names, sides=sides)
    return TermExample(said, replay_with(DECIDED, "values"))


def _share(mark: Mark, accuracy: Accuracy) -> str:
    return ngettext(
        "%(mark)s kept %(right)s of %(num)s chance, %(percent)s\u00a0%%",
        "%(mark)s kept %(right)s of %(num)s chances, %(percent)s\u00a0%%",
        accuracy.decisions,
        mark=mark,
        right=accuracy.right,
        percent=accuracy.percent,
    )


def _expected() -> TermExample:
    moves = study(WON_IN_FIVE).principal_variation
    names = " ".join(cell_name(WON_IN_FIVE.game, cell) for cell in moves)
    return TermExample(
        _("X on a1, O on c1, X to move: %(moves)s.", moves=names),
        replay_with(Record(WON_IN_FIVE), "values").continued(moves, made=0),
    )


def _visited() -> TermExample:
    tree, cut = tree_size(TWO_CORNERS), alpha_beta(TWO_CORNERS)
    return TermExample(
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


def _transposed() -> TermExample:
    orders = ("a1b2c3", "c3b2a1")
    positions = {position_after(TIC_TAC_TOE, parse_game(TIC_TAC_TOE, o), Mark.X) for o in orders}
    (same,) = positions
    words = _("%(orders)s lead to one position.", orders=listed(orders))
    return TermExample(words, replay_with(Record(same), "values"))


BOARD = (
    Term(
        N_("Ply"),
        N_(
            "One move of one side. At ply 4 there are 4 marks on the board. A game of tic-tac-toe"
            " takes at most 9 plies, one of Square at most 16."
        ),
    ),
    Term(
        N_("Position"),
        N_("The marks on the board, and whose turn it is. The order of the moves does not matter."),
        ("transposition",),
    ),
    Term(
        N_("Line"),
        N_(
            "A set of cells that wins the game: one of the 8 rows, columns and diagonals of"
            " tic-tac-toe, or the corners of one of the 20 squares of Square. The first side to"
            " mark all cells of a line wins."
        ),
    ),
    Term(
        N_("Live"),
        N_(
            "A line is live for a side while the other side has no mark on it. A line without marks"
            " is live for both."
        ),
        ("line", "dead"),
    ),
    Term(
        N_("Dead"),
        N_("A line is dead once both sides have a mark on it. Nobody can complete it."),
        ("live",),
    ),
    Term(
        N_("Threat"),
        N_(
            "A live line that lacks one mark. Its side would win there on its next turn. A move"
            " that does not stop it leaves it open."
        ),
        ("fork",),
    ),
    Term(
        N_("Fork"),
        N_(
            "A move that makes threats on two or more different cells. The other side can take only"
            " one of these cells."
        ),
        ("threat",),
    ),
    Term(
        N_("Draw"),
        N_(
            "A game that nobody wins: the board is full, and nobody has completed a line. The"
            " status of such a match begins with “Tie”."
        ),
    ),
)

VALUES = (
    Term(
        N_("Value"),
        N_(
            "The result if both sides play perfectly: win, draw or loss, for the side to move. The"
            " value of a move is the value of the position after it, for the side that made it."
            " Both games are solved, so every value here is exact."
        ),
        ("distance",),
    ),
    Term(
        N_("Distance"),
        N_(
            "The plies to the end if the winner hurries and the loser delays. The distance of a"
            " move counts the move too: “win in 1” wins at once. A draw has no distance."
        ),
        ("value", "ply"),
        _valued,
    ),
    Term(
        N_("Difficulty"),
        N_(
            "How hard a move that keeps the draw makes it for the other side: how often a beginner"
            " who answers it loses to Unbeatable, who made it. Unbeatable wins as soon as it can,"
            " and else plays the most difficult draw. The difficulty is the average over the"
            " beginner's replies, weighted by their probability. A reply that loses counts"
            " 100\u00a0%%, any other the difficulty of the most difficult draw in answer; a full"
            " board counts 0\u00a0%%. The board shows it in percent."
        ),
        ("beginner", "value", "best"),
        _difficult,
    ),
    Term(
        N_("Beginner"),
        N_(
            "A player who moves half of the time as Medium and half of the time as Easy. Medium"
            " takes a win, stops a threat, and else marks any cell; Easy marks any cell. Each picks"
            " with equal chances among the cells that it holds equally good."
        ),
        ("difficulty",),
    ),
    Term(
        N_("Win by threats"),
        N_(
            "A win in which every move of the winner completes a line or threatens to. The loser"
            " never has a choice: each threat has one answer, until a fork has none."
        ),
        ("threat", "fork", "quiet"),
        partial(_winning, WON_IN_FIVE),
    ),
    Term(
        N_("Quiet"),
        N_(
            "A quiet move threatens nothing. It may prepare a win by threats, which would follow if"
            " the other side passed, or keep one that its side already had. It need not answer a"
            " threat of the other side."
        ),
        ("win-by-threats",),
        partial(_winning, WON_QUIETLY),
    ),
    Term(
        N_("Idea"),
        N_(
            "The move's job, in one word: the first that fits. A “line”, on Square a “square”,"
            " completes one. A “fork” makes one, and wins by it. “threats” begins a win by"
            " threats, and no other way is faster. A “block” takes a cell where the other side"
            " would have completed a line. A “threat” leaves a threat of its side. A"
            " “preparation” is quiet and wins nothing by force, but would win by threats if the"
            " other side passed; it may ignore a threat of that side. Any other quiet move is"
            " “quiet”. A good idea may still be a bad move: its value tells."
        ),
        ("fork", "threat", "quiet", "value"),
        _ideas,
    ),
    Term(
        N_("Odds"),
        N_(
            "The exact chances of a win of X, a draw and a win of O if from here on both sides play"
            " at random, with equal chances for every empty cell. Odds tell what happens by"
            " accident, values what happens by skill."
        ),
        ("value",),
        _chances,
    ),
)

VERDICTS = (
    Term(
        N_("Best"),
        N_(
            "No other move is worth more: none wins sooner, is a more difficult draw or loses"
            " later. The board rings it, a hint names it, and Unbeatable plays it. If all moves are"
            " equally good, the board rings none."
        ),
        ("good", "only-move", "slower-win", "difficulty"),
        _judged(TWO_CORNERS, "b1"),
    ),
    Term(
        N_("Good"),
        N_("This move keeps the draw, but another draw is more difficult for the other side."),
        ("best", "difficulty"),
        _judged(Position(TIC_TAC_TOE), "b2"),
    ),
    Term(
        N_("Only move"),
        N_(
            "This move keeps the win or the draw. There are others, and each of them gives value"
            " away."
        ),
        ("forced",),
        _judged(ONE_CORNER, "b2"),
    ),
    Term(
        N_("Slower win"),
        N_("This move keeps the win, but another one wins sooner. It gives no value away."),
        ("best",),
        _judged(TWO_WAYS_TO_WIN, "b1"),
    ),
    Term(
        N_("Missed win"),
        N_("A move from a won position to a drawn one."),
        ("mistake", "blunder"),
        _judged(WON_IN_FIVE, "b2"),
    ),
    Term(
        N_("Mistake"),
        N_("A move from a drawn position to a lost one."),
        ("missed-win", "blunder"),
        _judged(TWO_CORNERS, "c1"),
    ),
    Term(
        N_("Blunder"),
        N_("A move from a won position to a lost one."),
        ("missed-win", "mistake"),
        _judged(WON_IN_FIVE, "b1"),
    ),
    Term(
        N_("Slip"),
        N_("Any move that gives value away: a missed win, a mistake or a blunder."),
        ("missed-win", "mistake", "blunder", "turning-point"),
    ),
    Term(
        N_("Lost anyway"),
        N_(
            "One of several moves that all lose. It gives no value away, though another might have"
            " lasted longer."
        ),
        ("forced", "distance"),
        _judged(LOST, "b3"),
    ),
    Term(
        N_("Forced"),
        N_(
            "The move on the last empty cell: it cannot give value away. Having to answer a threat"
            " does not make a move forced."
        ),
        ("only-move", "lost-anyway"),
        _judged(ONE_CELL_LEFT, "c3"),
    ),
    Term(
        N_("Decision"),
        N_("A move where you could go wrong: some moves keep the value, others do not."),
        ("accuracy",),
    ),
    Term(
        N_("Chances kept"),
        N_(
            "Each decision is a chance: you keep the win or draw, or you lose it. A slower win"
            " keeps it. A review says how many of your chances you kept, and which share in whole"
            " percents. Without decisions there is nothing to count."
        ),
        ("decision",),
        _accurate,
        anchor="accuracy",
    ),
    Term(
        N_("Turning point"),
        N_(
            "The last slip of a game. After it both sides kept the result. A game without a slip"
            " has none."
        ),
        ("slip",),
        _turned,
    ),
)

SEARCH = (
    Term(
        N_("Variation"),
        N_(
            "Moves that could have been played in the game but were not: tried by a click in a"
            " replay, or shown as the way on from a move. Chances kept and turning point judge the"
            " game alone."
        ),
        ("principal-variation",),
    ),
    Term(
        N_("Principal variation"),
        N_(
            "The moves that follow a position if both sides play best. By the solved game both play"
            " as Unbeatable does: the winner hurries, the loser delays, and a draw is the most"
            " difficult one. A program that searches holds a later win as good as a sooner one, and"
            " plays the first best move in reading order."
        ),
        ("variation",),
        _expected,
    ),
    Term(
        N_("Node"),
        N_(
            "A position together with the moves that led there. Different orders of the same moves"
            " make different nodes of one position, so the tree of all games that can follow mostly"
            " has more nodes than positions. A search counts its visits to nodes."
        ),
        ("transposition", "cut-off"),
        _visited,
    ),
    Term(
        N_("Transposition"),
        N_("The same position reached by another order of the same moves."),
        ("position", "node"),
        _transposed,
    ),
    Term(
        N_("Cut-off"),
        N_(
            "A search skips the remaining moves of a position: those it has seen already show that"
            " the move before is no better than another one. The result stays the same."
        ),
        ("node", "alpha-beta"),
    ),
    Term(
        N_("Minimax"),
        N_(
            "A search that visits every node, and supposes that each side then chooses what is best"
            " for it: one side the highest value, the other the lowest."
        ),
        ("node", "value"),
    ),
    Term(
        N_("Alpha-beta"),
        N_(
            "Minimax with cut-offs: the same value in fewer visits. It knows what each side is sure"
            " of already, α and β; once they meet, the rest is cut off."
        ),
        ("minimax", "cut-off"),
    ),
)

SECTIONS: tuple[tuple[str, str, tuple[Term, ...]], ...] = (
    ("board", N_("The board"), BOARD),
    ("values", N_("Values of positions"), VALUES),
    ("hindsight", N_("Verdicts on moves"), VERDICTS),
    ("search", N_("Looking ahead"), SEARCH),
)

TERMS = {term.key: term for _, _, terms in SECTIONS for term in terms}


@dataclass(frozen=True, slots=True)
class TermsPage(Part, rendered_by=("learn/terms.html", "terms_page")):
    """The page of definitions."""

    title: ClassVar = N_("Terms, each of them defined exactly")
    description: ClassVar = N_(
        "Best, mistake, blunder, chances kept, turning point, value, distance,"
        " fork and the others, each defined exactly."
    )

    sections: ClassVar = SECTIONS
    terms: ClassVar = TERMS
