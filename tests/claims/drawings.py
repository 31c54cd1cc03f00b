"""The diagrams of a reason: each is drawn on exactly the cells and lines that its fact names.
:mod:`tests.claims.reasons` holds that the facts are true.
"""

import re
from collections.abc import Collection, Mapping
from itertools import chain
from typing import NamedTuple

from ai.explain import explain_move
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact, FieldKind
from ai.opponents import opponent_for
from ai.pen.diagram import Diagram
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from tests.claims.reasons import content
from tests.model import name
from tests.names_in_words import is_share
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    chances,
    extent,
    greatest,
    in_words,
    live,
    moves,
    other,
    perfect,
    position,
    worths,
)
from tests.reference.players import by_the_weights
from tests.reference.players import weights as weighed
from webapp.board.diagrams import key_to


class Difficult(NamedTuple):
    """A note on a draw; equal to every correct text for its difficulty."""

    chance: float

    def __eq__(self, note: object) -> bool:
        found = re.fullmatch(r"draws: then ([\d,]+) of ([\d,]+) beginners slips?", str(note))
        return bool(found and is_share(found[1], found[2], self.chance))

    def __hash__(self) -> int:
        return hash(self.chance)


class Drawn(NamedTuple):
    """A diagram as it is read: what is noted on cells, the chosen cells, the lines."""

    notes: Mapping[int, object]
    chosen: Collection[int] = frozenset()
    lines: Collection[Cells] = frozenset()


def read(board: Board, shown: Diagram) -> Drawn:
    """The diagram that there is: of this board, every cell in its place, no note on a mark."""
    columns, rows = extent(board.game)
    assert [len(row) for row in shown.rows] == [columns] * rows
    assert (shown.game.columns, shown.game.rows) == (columns, rows)
    cells = [*chain(*shown.rows)]
    assert "".join(cell.mark or "." for cell in cells) == board.marks
    assert [it.name for it in cells] == [name(board.game, at) for at in range(columns * rows)]
    assert not any(cell.note for cell in cells if cell.mark)
    return Drawn(
        {number: cell.note for number, cell in enumerate(cells) if cell.note},
        {number for number, cell in enumerate(cells) if cell.chosen},
        {*shown.lines, *(line for _stroke, line in shown.parts)},
    )


def of_worths(board: Board) -> Drawn:
    """The exact worth of each move; the best ones are chosen, unless all are."""
    wins, every = any(value > 0 for value, _plies in worths(board).values()), moves(board)
    drawn = {} if wins else {cell: Difficult(share) for cell, share in chances(board).items()}
    notes = {cell: in_words(it) for cell, it in worths(board).items()} | drawn
    return Drawn(notes, {*perfect(board)} if len(perfect(board)) < len(every) else set())


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
            return Drawn(notes, best if len(best) < len(values) else set())
        case s.Weighed():
            points = {at: f"{it}" for at, it in fact.points}
            return Drawn(points, {*(fact.most or cells)}, {*fact.lines})
        case s.LiveThrough():
            return Drawn({at: f"{it}" for at, it in fact.lines}, {*cells})
        case s.Forces(course, threats):
            notes = {at: f"{len(course) + 1}" for at, _line in threats}
            notes |= {at: f"{number}" for number, at in enumerate(course, 1)}
            return Drawn(notes, {*course[::2]}, {line for _at, line in threats})
        case s.Answers(_side, found):
            return Drawn({it.lost or 0: f"→ {name(board.game, it.cell)}" for it in found})
        case r.ForkNeeds():
            return Drawn({}, {*cells}, {*fact.row})
        case r.Rolled() | r.Opened():
            return Drawn(by_lot)
    fields = {kind: getattr(fact, field) for field, kind in fact.kinds().items()}
    ringed = fields.get(FieldKind.CELLS, cells) if isinstance(fact, r.CouldFork) else cells
    return Drawn({}, {*ringed}, {*fields.get(FieldKind.LINES, ())})


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
    texts: list[list[str]] = [
        [shown.caption, shown.name, shown.ring, shown.remark] for shown in (by_marks, by_me)
    ]
    assert [in_marks(text, board) for text in texts[1]] == texts[0]
    assert not re.search(r"\b[XO]\b", " ".join(texts[1]))


def in_marks(spoken: str, board: Board) -> str:
    """The sentences *spoken* by the mover, with marks for persons."""
    me, you = board.mover, other(board.mover)
    words = {"i": me, "me": me, "my": f"{me}'s", "mine": f"{me}'s"}
    words |= {"you": you, "your": f"{you}'s", "yours": f"{you}'s"}
    persons = rf"\b({'|'.join(words)})\b"
    return re.sub(persons, lambda found: words[found[0].lower()], spoken, flags=re.IGNORECASE)


GIVEN = {"dotted": "no mark: 1", "dashed": "one mark: 2", "full": "two marks: 5"}
MORE = "two marks: 5, three: 10, …"


def expect_sum(board: Board, mark: str, cell: int, shown: Diagram) -> None:
    """The lines drawn add up to the points of the cell for *mark*, and so do words and key."""
    held = {it: [board.marks[at] for at in it].count(mark) for it in live(board, mark)}
    strokes = {it: ("dotted", "dashed", "full")[min(held[it], 2)] for it in held if cell in it}
    assert {*shown.parts} == {(stroke, line) for line, stroke in strokes.items()}
    given = [held[line] ** 2 + 1 for _stroke, line in shown.parts]
    assert given == sorted(given)
    of = f"Points of {name(board.game, cell)}: "
    terms, _, total = shown.remark.removeprefix(of).removesuffix(".").partition(" = ")
    assert [int(term) for term in terms.split(" + ") if term] == given[::-1]
    assert int(total or terms or 0) == sum(given) == weighed(board, mark)[cell]
    leads = by_the_weights(board)[0].replace("nothing", board.mover)
    assert shown.ring == ("most" if mark == leads else "picked from")
    key = [meaning for stroke, meaning in key_to(shown) if stroke != "best"]
    meant = GIVEN | {"full": MORE} if any(len(it) > 4 for it in WINNING[board.game]) else GIVEN
    assert sorted(key) == sorted(meant[stroke] for stroke in {*strokes.values()})
