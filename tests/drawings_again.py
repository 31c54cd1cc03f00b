"""Each diagram of a reason read back: its strokes are those of its fact."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import NamedTuple

from ai.exact.value import Value
from ai.explain import explain_move
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact, FieldKind
from ai.opponents import opponent_for
from ai.pen.diagram import Diagram
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from tests.model import name
from tests.names_in_words import is_share
from tests.reason_cases import named
from tests.reference import WINNING, Board, Cells, after, extent, in_words, moves, other, position
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

    notes: Mapping[int, str | Difficult]
    chosen: Collection[int]
    lines: Collection[Cells]


def read(board: Board, shown: Diagram) -> Drawn:
    """The diagram that there is: of this board, every cell in its place, no note on a mark."""
    columns, rows = extent(board.game)
    assert [len(row) for row in shown.rows] == [columns] * rows
    assert (shown.game.columns, shown.game.rows) == (columns, rows)
    cells = [*chain(*shown.rows)]
    assert "".join(cell.mark or "." for cell in cells) == board.marks
    assert [cell.name for cell in cells] == [
        name(board.game, number) for number in range(columns * rows)
    ]
    assert not any(cell.note for cell in cells if cell.mark)
    return Drawn(
        {number: cell.note for number, cell in enumerate(cells) if cell.note},
        {number for number, cell in enumerate(cells) if cell.chosen},
        {*shown.lines, *(line for _stroke, line in shown.parts)},
    )


def drawn(fact: Fact, board: Board, cells: Collection[int]) -> Drawn:
    """The diagram that there should be of *fact*, if the move was picked from *cells*."""
    fields = [(kind, getattr(fact, field)) for field, kind in fact.kinds().items()]
    lines = {line for kind, field in fields if kind is FieldKind.LINES for line in field}
    lines |= {line for kind, field in fields if kind is FieldKind.THREATS for _cell, line in field}
    notes: dict[int, object] = {}
    chosen = {*cells}
    match fact:
        case r.Rolled() | r.Opened():
            notes, chosen = dict.fromkeys(moves(board), f"1 in {len(cells)}"), set()
        case r.CouldFork():
            chosen = {*fact.cells}
        case r.ForkNeeds():
            lines -= {*fact.column}
        case s.LiveThrough():
            notes = dict(fact.lines)
        case s.Weighed():
            notes, chosen = dict(fact.points), {*fact.most} or chosen
        case s.Saw() | s.Searched():
            notes = dict(of_a_search(fact, cells))
            unclear = [*fact.unclear] if isinstance(fact, s.Saw) else []
            values = dict(fact.values) | dict.fromkeys(unclear, Value.DRAW)
            best = {cell for cell, value in values.items() if value is max(values.values())}
            chosen = best if len(best) < len(notes) else set()
        case s.MovesWorth() | s.RepliesWorth():
            wins = any(it.exact.value > 0 for _cell, it in fact.worths)
            for cell, it in fact.worths:
                notes[cell] = in_words((it.exact.value, it.exact.distance))
                if it.difficulty is not None and not wins:
                    notes[cell] = Difficult(it.difficulty)
            chosen = {cell for cell, it in fact.worths if it.best}
        case s.Forces():
            numbers = count(1)
            notes = {cell: next(numbers) for cell in fact.course}
            last = next(numbers)
            notes |= {cell: last for cell, _line in fact.threats if cell not in notes}
            chosen = {*fact.course[::2]}
        case s.Answers():
            notes = {it.lost or 0: f"→ {name(board.game, it.cell)}" for it in fact.answers}
            chosen = set()
    texts = {at: it if isinstance(it, Difficult) else str(it) for at, it in notes.items()}
    return Drawn(texts, chosen, lines)


def of_a_search(fact: s.Saw | s.Searched, cells: Collection[int]) -> Iterator[tuple[int, str]]:
    """The values in words. Where the game goes on, the chance of the move stands in their place."""
    for cell, value in fact.values:
        yield cell, {1: "wins", 0: "draws", -1: "loses"}[value]
    for cell in fact.unclear if isinstance(fact, s.Saw) else ():
        yield cell, f"1 in {len(cells)}" if cell in cells and len(cells) > 1 else "unclear"


def in_marks(spoken: str, board: Board) -> str:
    """The sentences *spoken* by the mover, with marks for persons."""
    me, you = board.mover, other(board.mover)
    words = dict.fromkeys(("i", "me"), me) | dict.fromkeys(("my", "mine"), f"{me}'s")
    words |= {"you": you} | dict.fromkeys(("your", "yours"), f"{you}'s")
    persons = rf"\b({'|'.join(words)})\b"
    return re.sub(persons, lambda found: words[found[0].lower()], spoken, flags=re.IGNORECASE)


GIVEN = {"dotted": "no mark: 1", "dashed": "one mark: 2", "full": "two marks: 5"}
MORE = "two marks: 5, three: 10, …"


def expect_sum(fact: s.Weighed, shown: Diagram) -> None:
    """The lines drawn add up to the points of the cell, and so do the words and the key."""
    marks = [cell.mark for row in shown.rows for cell in row]
    held = {line: [marks[at] for at in line].count(fact.side) for line in fact.lines}
    strokes = {line: ("dotted", "dashed", "full")[min(held[line], 2)] for line in fact.lines}
    assert [*shown.parts] == [(strokes[it], it) for it in sorted(held, key=lambda it: held[it])]
    given = [held[line] ** 2 + 1 for _stroke, line in shown.parts]
    assert sum(given) == dict(fact.points)[fact.cell]
    cell = name(shown.game.key, fact.cell)
    terms, _, total = shown.remark.removeprefix(f"Points of {cell}: ")[:-1].partition(" = ")
    assert [int(term) for term in terms.split(" + ") if term] == given[::-1]
    assert int(total or terms or 0) == sum(given)
    assert shown.ring == ("most" if fact.most else "picked from")
    key = [meaning for stroke, meaning in key_to(shown) if stroke != "best"]
    meant = GIVEN | {"full": MORE} if any(len(it) > 4 for it in WINNING[shown.game.key]) else GIVEN
    assert sorted(key) == sorted(meant[stroke] for stroke in {*dict(shown.parts)})


def expect_drawn(boards: Iterable[Board], key: str, depth: int = 2) -> None:
    """Each move that the player might make has its diagrams, of its facts, and no other move has
    any. They are told from the view of the sides of facts, and to each person as they are.
    """
    for board in boards:
        opponent = opponent_for(game_for(board.game), named(key, depth))
        for cell, move in study(position(board)).moves.items():
            told, spoken = (explain_move(move, opponent, persons) for persons in (None, COMPUTER))
            assert told.question == f"Why {name(board.game, cell)}?"
            facts = told.reason.shown
            shown = [read(board, it) for it in told.diagrams]
            assert shown == [drawn(fact, board, told.decision.cells) for fact in facts]
            replies = [it for it in [r.replies(move, told.reason)] if it]
            left = after(board, cell)
            assert [read(left, it) for it in told.replies] == [
                drawn(it, left, ()) for it in replies
            ]
            every = told.diagrams + told.replies, spoken.diagrams + spoken.replies
            for fact, by_marks, by_me in zip((*facts, *replies), *every, strict=True):
                expect_told(fact, board, by_marks, by_me)
                if isinstance(fact, s.Weighed):
                    expect_sum(fact, by_marks)


def expect_told(fact: Fact, board: Board, by_marks: Diagram, by_me: Diagram) -> None:
    texts, told = (
        [shown.caption, shown.name, shown.ring, shown.remark] for shown in (by_marks, by_me)
    )
    assert [in_marks(text, board) for text in told] == texts
    assert not re.search(r"\b[XO]\b", " ".join(told))
    side = other(board.mover) if isinstance(fact, r.ForkNeeds) else board.mover
    assert re.findall(r"\b[XO]\b", by_marks.caption)[:1] in ([], [getattr(fact, "side", side)])
