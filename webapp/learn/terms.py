"""The examples on the page of definitions: the program makes them from a few positions and a game.

The sentences stand in `templates/learn/terms.html`, and name the values of their example.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from ai.language import _, listed, number, pgettext, sentence_case
from ai.odds.random_play import odds_after_moves
from ai.pen.diagram import Diagram, diagram
from ai.pen.drawings import winning_diagram
from ai.rules import SQUARE, TIC_TAC_TOE, Mark, Position, Record, game_text, parse, parse_game
from ai.search.minimax import alpha_beta
from ai.search.tree import tree_size
from ai.study.moves_from_here import moves_from_here
from ai.study.review import review
from ai.study.study import JudgedMove, study
from ai.words.told import verdict_in_words, what_it_does
from ai.words.values import outlook, percent
from webapp.learn.opponents import ONE_CORNER, TWO_CORNERS
from webapp.replay.replay import Replay

EMPTY = Position(TIC_TAC_TOE)
TWO_WAYS_TO_WIN = parse(TIC_TAC_TOE, "X.O .X. O..")
WON_IN_FIVE = parse(TIC_TAC_TOE, "X.O ... ...")
WON_QUIETLY = parse(SQUARE, "..XO ...O OX.. ....")
BOTH_THREATEN = parse(TIC_TAC_TOE, "XX. OO. ...")
LOST = parse(TIC_TAC_TOE, "XO. .X. ...")
ONE_CELL_LEFT = parse(TIC_TAC_TOE, "XOX XOO OX.")
DECIDED = Record(EMPTY, parse_game(TIC_TAC_TOE, "a1b2c3c1a3a2b3"))
ORDERS = ("a1b2c3", "c3b2a1")

# Terms that label a move, each with a move that has the label.
LABELLED = {
    "best": (TWO_CORNERS, "b1"),
    "good": (EMPTY, "b2"),
    "only-move": (ONE_CORNER, "b2"),
    "slower-win": (TWO_WAYS_TO_WIN, "b1"),
    "missed-win": (WON_IN_FIVE, "b2"),
    "mistake": (TWO_CORNERS, "c1"),
    "blunder": (WON_IN_FIVE, "b1"),
    "lost-anyway": (LOST, "b3"),
    "forced": (ONE_CELL_LEFT, "c3"),
}


class TermExample(NamedTuple):
    """An example of a term: *values* for its sentence, a replay to try it, perhaps a diagram."""

    values: Mapping[str, object]
    replay: Replay
    diagram: Diagram | None = None


def examples() -> dict[str, TermExample]:
    """The examples by the anchors of their terms."""
    (same,) = {Record(EMPTY, parse_game(TIC_TAC_TOE, it)).position for it in ORDERS}
    orders = TermExample({"orders": listed(ORDERS)}, Replay.of(Record(same)).switched("values"))
    return {
        **{term: _labelled(position, name) for term, (position, name) in LABELLED.items()},
        "win-by-threats": _won(WON_IN_FIVE),
        "quiet": _won(WON_QUIETLY),
        **_of_best_play(),
        **_of_first_moves(),
        "idea": _ideas(),
        **_of_a_game(),
        "node": _visits(),
        "transposition": orders,
    }


def _annotation(move: JudgedMove) -> str:
    """The label of *move* and why it holds."""
    return f"{sentence_case(_(move.label))}. {verdict_in_words(move)}"


def _labelled(position: Position, name: str) -> TermExample:
    """The move on the cell of that *name*, as a review annotates it."""
    here = study(position)
    (cell,) = parse_game(position.game, name)
    move = here.moves[cell]
    caption = _(
        "%(label)s: %(mark)s on %(cell)s, and what each move is worth",
        label=sentence_case(_(move.label)),
        mark=move.mark,
        cell=name,
    )
    return TermExample(
        {"mark": move.mark, "cell": name, "told": _annotation(move)},
        Replay.of(Record(position).play(cell)).switched("values"),
        diagram(position, caption, worths=here.worths, chosen={cell}),
    )


def _won(position: Position) -> TermExample:
    """How the best move of *position* wins."""
    best = study(position).best
    record = Record(position, best.before.principal_variation)
    told = {"mark": position.to_move, "cell": best.name, "told": what_it_does(best)}
    replay = replace(Replay.of(record).switched("ideas"), ply=position.ply + 1)
    return TermExample(told, replay, winning_diagram(best))


def _of_best_play() -> dict[str, TermExample]:
    """How a won game ends."""
    here, replay = study(WON_IN_FIVE), Replay.of(Record(WON_IN_FIVE)).switched("values")
    moves = here.principal_variation
    told = {"outlook": outlook(here.exact, WON_IN_FIVE.to_move), "plies": len(moves)}
    names = {"moves": game_text(TIC_TAC_TOE, moves, " ")}
    return {
        "distance": TermExample(told, replay),
        "principal-variation": TermExample(names, replay.continued(moves, made=0)),
    }


def _of_first_moves() -> dict[str, TermExample]:
    """How often a beginner loses after a first move, and the odds after the one in the centre."""
    worths = study(EMPTY).worths
    cells = {"corner": "a1", "side": "b1", "centre": "b2"}
    numbers = {place: parse_game(TIC_TAC_TOE, name)[0] for place, name in cells.items()}
    lost = {it: percent(worths[cell].difficulty or 0, 1) for it, cell in numbers.items()}
    odds = odds_after_moves(EMPTY)[numbers["centre"]]
    shares = {"x": odds.x_wins, "o": odds.o_wins, "draws": odds.draws}
    chances = {name: number(100 * float(share), 1) for name, share in shares.items()}
    return {
        "difficulty": TermExample(lost, Replay.of(Record(EMPTY)).switched("values")),
        "odds": TermExample(chances, Replay.of(Record(EMPTY)).switched("table")),
    }


def _ideas() -> TermExample:
    """The idea of each move."""
    said = [
        _(
            "%(cell)s (%(idea)s)",
            cell=TIC_TAC_TOE.cell_names[row.cell],
            idea=pgettext("idea", row.move.idea),
        )
        for row in moves_from_here(study(BOTH_THREATEN))
    ]
    return TermExample({"ideas": listed(said)}, Replay.of(Record(BOTH_THREATEN)).switched("table"))


def _of_a_game() -> dict[str, TermExample]:
    """The turning point of a game, and the chances that each side kept."""
    found, replay = review(DECIDED), Replay.of(DECIDED).switched("values")
    names = game_text(DECIDED.game, DECIDED.moves, " ")
    move = found.turn
    assert move
    turn = {
        "moves": names,
        "number": move.number,
        "mark": move.mark,
        "cell": DECIDED.game.cell_names[move.cell],
        "annotation": _annotation(move),
    }
    kept = {"moves": names, "sides": [(mark, found.accuracy(mark)) for mark in Mark]}
    return {"turning-point": TermExample(turn, replay), "accuracy": TermExample(kept, replay)}


def _visits() -> TermExample:
    """The tree below a position, and the part that Alpha-beta visits."""
    tree, cut = tree_size(TWO_CORNERS), alpha_beta(TWO_CORNERS)
    counts = {
        "nodes": number(tree.nodes),
        "positions": number(tree.positions),
        "visited": number(cut.nodes),
        "cutoffs": cut.cutoffs,
    }
    return TermExample(counts, Replay.of(Record(TWO_CORNERS)).switched("programs"))
