"""The diagrams of a reason: each is drawn on exactly the cells and lines that its fact names.
:mod:`tests.claims.reasons` holds that the facts are true.
"""

import re
from collections.abc import Collection, Mapping
from itertools import chain

from ai.explain import explain_move
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact, FieldKind
from ai.opponents import opponent_for
from ai.pen.diagram import Diagram
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from ai.words.values import figures
from tests.claims.reasons import LOOKS, content, marks_on_lines
from tests.model import name
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    greatest,
    in_words,
    moves,
    other,
    perfect,
    position,
    worths,
)
from tests.reference.players import by_the_weights
from webapp.board.diagrams import key_to

Drawn = tuple[Mapping[int, object], Collection[int], Collection[Cells]]


def read(board: Board, shown: Diagram) -> Drawn:
    """The notes on cells, the chosen cells and the lines of the diagram, which is of this board,
    has every cell in its place and no note on a mark.
    """
    cells = [*chain(*shown.rows)]
    assert ({*map(len, shown.rows)}, len(shown.rows)) == ({shown.game.columns}, shown.game.rows)
    marked = [(name(board.game, at), mark) for at, mark in enumerate(board.marks)]
    assert [(it.name, it.mark or ".") for it in cells] == marked
    notes = {number: cell.note for number, cell in enumerate(cells) if cell.note}
    assert notes.keys() <= {*moves(board)}
    chosen = {number for number, cell in enumerate(cells) if cell.chosen}
    return notes, chosen, {*shown.lines, *(line for _stroke, line in shown.parts)}


def of_worths(board: Board) -> Drawn:
    """The exact worth of each move; the best ones are chosen, unless all are."""
    notes, best = {cell: in_words(it) for cell, it in worths(board).items()}, {*perfect(board)}
    for cell, figure in figures(study(position(board)).worths).items():
        notes[cell] = f"draws: then {beginners_slip(figure)}"
    return notes, best if len(best) < len(notes) else set(), set()


def beginners_slip(figure: str) -> str:
    """The *figure* of a share in percent, told of people."""
    whole, _point, decimals = figure.partition(".")
    some, among = int(whole + decimals), 10 ** (2 + len(decimals))
    return f"{some:,} of {among:,} beginners slip{'s' * (some == 1)}"


def of_fact(board: Board, fact: Fact, cells: list[int]) -> Drawn:
    """The diagram of *fact* on *board*, for a move that was picked from *cells*."""
    by_lot = {cell: f"1 in {len(cells)}" for cell in cells}
    match fact:
        case s.MovesWorth() | s.RepliesWorth():
            return of_worths(board)
        case s.Saw() | s.Searched():
            unclear = fact.unclear if isinstance(fact, s.Saw) else ()
            values = dict(fact.values) | dict.fromkeys(unclear, 0)
            notes = {at: {1: "wins", 0: "draws", -1: "loses"}[it] for at, it in fact.values}
            chance = by_lot if len(cells) > 1 else {}
            best = {*greatest(values)}
            notes |= {at: chance.get(at, "unclear") for at in unclear}
            return notes, best if len(best) < len(values) else set(), set()
        case s.Weighed():
            points = {at: f"{it}" for at, it in fact.points}
            return points, {*(fact.most or cells)}, {*fact.lines}
        case s.LiveThrough():
            return {at: f"{it}" for at, it in fact.lines}, {*cells}, set()
        case s.Forces(course, threats):
            notes = {at: f"{len(course) + 1}" for at, _line in threats}
            notes |= {at: f"{number}" for number, at in enumerate(course, 1)}
            return notes, {*course[::2]}, {line for _at, line in threats}
        case s.Answers(_side, found):
            return {it.lost or 0: f"→ {name(board.game, it.cell)}" for it in found}, set(), set()
        case r.ForkNeeds():
            return {}, {*cells}, {*fact.row}
        case r.Rolled() | r.Opened():
            return by_lot, set(), set()
    fields = {kind: getattr(fact, field) for field, kind in fact.kinds().items()}
    ringed = fields.get(FieldKind.CELLS, cells) if isinstance(fact, r.CouldFork) else cells
    return {}, {*ringed}, {*fields.get(FieldKind.LINES, ())}


def expect_drawn(board: Board, key: str) -> None:
    """Each move that the player might make has its diagrams, and no other move has any but by lot.
    They are told from the view of the mover, and to each person as they are.
    """
    opponent, cells = opponent_for(game_for(board.game), key), content(board, key)
    for cell, move in study(position(board)).moves.items():
        told, spoken = (explain_move(move, opponent, persons) for persons in (None, COMPUTER))
        assert told.question == f"Why {name(board.game, cell)}?"
        wanted = [of_fact(board, fact, [*dict.fromkeys(cells)]) for fact in told.reason.shown]
        assert [read(board, it) for it in told.diagrams] == wanted, (board, key, cell)
        assert bool(wanted) == (cell in cells)
        found = r.replies(move, told.reason)
        replies = [of_fact(after(board, cell), found, [])] if found else []
        assert [read(after(board, cell), it) for it in told.replies] == replies
        every = told.diagrams + told.replies, spoken.diagrams + spoken.replies
        for by_marks, by_me in zip(*every, strict=True):
            expect_told(board, by_marks, by_me)
        for fact, shown in zip(told.reason.shown, told.diagrams, strict=False):
            if isinstance(fact, s.Weighed):
                expect_sum(board, fact.side, cell, shown)


def expect_told(board: Board, by_marks: Diagram, by_me: Diagram) -> None:
    """The texts of both are the same, but that one calls the persons by their marks."""
    words = [" ".join([it.caption, it.name, it.ring, it.remark]) for it in (by_marks, by_me)]
    me, you = board.mover, other(board.mover)
    persons = {"i": me, "me": me, "my": f"{me}'s", "mine": f"{me}'s"}
    persons |= {"you": you, "your": f"{you}'s", "yours": f"{you}'s"}
    named = re.sub(r"\b\w+\b", lambda it: persons.get(it[0].lower(), it[0]), words[1])
    assert named == words[0]
    assert not re.search(r"\b[XO]\b", words[1])


GIVEN = {"dotted": "no mark: 1", "dashed": "one mark: 2", "full": "two marks: 5"}
MORE = "two marks: 5, three: 10, …"


def expect_sum(board: Board, mark: str, cell: int, shown: Diagram) -> None:
    """The lines drawn add up to the points of the cell for *mark*, and so do words and key."""
    held = marks_on_lines(board, mark, cell)
    strokes = {(LOOKS[min(marks, 2)], line) for line, marks in held.items()}
    assert {*shown.parts} == strokes
    given = [held[line] ** 2 + 1 for _stroke, line in shown.parts]
    assert given == sorted(given)
    of = f"Points of {name(board.game, cell)}: "
    terms, _, total = shown.remark.removeprefix(of).removesuffix(".").partition(" = ")
    assert [int(term) for term in terms.split(" + ") if term] == given[::-1]
    assert int(total or terms or 0) == sum(given)
    leads = by_the_weights(board)[0].replace("nothing", board.mover)
    assert shown.ring == ("most" if mark == leads else "picked from")
    key = {meaning for stroke, meaning in key_to(shown) if stroke != "best"}
    meant = GIVEN | {"full": MORE} if any(len(it) > 4 for it in WINNING[board.game]) else GIVEN
    assert key == {meant[stroke] for stroke, _line in strokes}
