"""How facts are drawn: one table, from the type of a fact to its caption and its strokes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ai.exact.value import Value
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact, FieldKind
from ai.language import _
from ai.opponents.hard import weight
from ai.pen.diagram import OF_MARKS, Diagram, Strokes, diagram
from ai.rules import Position
from ai.study.study import JudgedMove, Study
from ai.words.languages import telling
from ai.words.persons import Persons
from ai.words.phrasebook import language
from ai.words.phrases import idea_in_a_word

# The stroke of a field, by its kind.
OF_KIND: Mapping[FieldKind, tuple[str, Callable[[Any], object]]] = {
    FieldKind.CELLS: ("chosen", tuple),
    FieldKind.LINES: ("lines", tuple),
    FieldKind.WEIGHTS: ("notes", dict),
    FieldKind.WORTHS: ("worths", dict),
}


def by_kind(fact: Fact, cells: Sequence[int], _position: Position) -> Strokes:
    """The fields of *fact*: its cells are ringed, lines drawn, weights and worths noted. If it has
    no cells and no worths, *cells* are ringed.
    """
    fields = {OF_KIND[it]: name for name, it in fact.kinds().items() if it in OF_KIND}
    found = {stroke: made(getattr(fact, name)) for (stroke, made), name in fields.items()}
    return cast("Strokes", found if "worths" in found else {"chosen": cells, **found})


def _lot(_fact: Fact, cells: Sequence[int], _position: Position) -> Strokes:
    """The chance of each of *cells*."""
    return {"notes": dict.fromkeys(cells, _in(cells))}


def _in(cells: Sequence[int]) -> str:
    """The chance of one of equal *cells*."""
    return _("1 in %(cells)s", cells=len(cells))


def _values(fact: s.Saw | s.Searched, cells: Sequence[int], _position: Position) -> Strokes:
    """The values of moves that are decided, and the chances of the others. The best are ringed, if
    not all are.
    """
    unclear = fact.unclear if isinstance(fact, s.Saw) else ()
    values = {**dict(fact.values), **dict.fromkeys(unclear, Value.DRAW)}
    best = [cell for cell, value in values.items() if value is max(values.values())]
    by_lot = cells if len(cells) > 1 else ()
    return {
        "worths": dict(fact.values),
        "notes": {cell: _in(cells) if cell in by_lot else _("unclear") for cell in unclear},
        "chosen": best if len(best) < len(values) else (),
    }


def _weighed(fact: s.Weighed, cells: Sequence[int], position: Position) -> Strokes:
    """The points, the lines by what they give to the cell, and their sum."""
    held = {cell for cell, mark in enumerate(position.marks) if mark is fact.side}
    marks = {line: len(line & held) for line in fact.lines}
    lines = sorted(fact.lines, key=lambda line: marks[line])
    given = [weight(marks[line]) for line in lines]
    terms = " + ".join(map(str, reversed(given)))
    if len(given) > 1:
        terms += f" = {sum(given)}"
    cell = position.game.cell_names[fact.cell]
    return {
        "notes": dict(fact.points),
        "chosen": fact.most or cells,
        "parts": [(OF_MARKS[min(marks[line], 2)], line) for line in lines],
        "remark": _("Points of %(cell)s: %(terms)s.", cell=cell, terms=terms) if given else "",
        "ring": _("most") if fact.most else _("picked from"),
    }


def _forced(fact: s.Forces, _cells: Sequence[int], _position: Position) -> Strokes:
    """The threats, and the moves and answers in turn; the last answers have the same number."""
    last = dict.fromkeys((cell for cell, _line in fact.threats), len(fact.course) + 1)
    return {
        "notes": last | {cell: number for number, cell in enumerate(fact.course, 1)},
        "chosen": fact.course[::2],
        "lines": [line for _cell, line in fact.threats],
    }


def _answers(fact: s.Answers, _cells: Sequence[int], position: Position) -> Strokes:
    """Each answer on its reply."""
    found = {it.lost: it.cell for it in fact.answers if it.lost is not None}
    return {
        "notes": {reply: f"→ {position.game.cell_names[cell]}" for reply, cell in found.items()}
    }


# How the strokes of a fact are found, if not by the kinds of its fields.
STROKES: Mapping[type[Fact], Callable[[Any, Sequence[int], Position], Strokes]] = {
    r.Rolled: _lot,
    r.ForkNeeds: lambda fact, cells, _position: {"chosen": cells, "lines": fact.row},
    s.Weighed: _weighed,
    s.Saw: _values,
    s.Searched: _values,
    s.Forces: _forced,
    s.Answers: _answers,
}


def draw(fact: Fact, position: Position, persons: Persons, cells: Sequence[int] = ()) -> Diagram:
    """*fact* drawn on *position*. *persons* names the side to move first; it picked one of *cells*,
    which are ringed unless the fact rings others. A move for a reason without a drawing is drawn as
    one picked by lot.
    """
    drawn = language().drawn
    kind = type(fact) if type(fact) in drawn else r.Rolled
    told = telling(position.game, position.to_move, persons)
    fields = {"side": position.to_move, **vars(fact)}
    kinds = {"side": FieldKind.SIDE, **kind.kinds()}
    pieces = [told.pieces(option, fields, kinds) for option in drawn[kind]]
    texts = ["".join([text for text, _name in it]) for it in pieces]
    return diagram(position, *texts, **STROKES.get(kind, by_kind)(fact, cells, position))


def winning_diagram(move: JudgedMove) -> Diagram | None:
    """How the winning *move* wins: a fastest win by threats, with the answers; for a quiet move,
    the answer to each reply. None for a completed line and for a threat that gains time.
    """
    persons = Persons.marks(move.mark)
    if move.completed:
        return None
    if move.win:
        return draw(s.forces(move), move.position, persons)
    if move.after.threats_against:
        return None
    return draw(s.answers(move), move.left, persons.swapped)


def ideas_diagram(found: Study) -> Diagram:
    """The winning moves with their ideas; if there are none, the losing moves with the answers that
    beat them. The other side's threats are highlighted.
    """
    won, lines = found.winning, [line for _cell, line in found.threats_against]
    if won:
        caption = _("The winning moves and their ideas")
        notes = {move.cell: idea_in_a_word(move.game, move.idea) for move in won}
    else:
        caption = _("The answer to each losing move")
        notes = {move.cell: f"→ {move.answer.name}" for move in found.losing}
    return diagram(found.position, caption, notes=notes, chosen=notes if won else (), lines=lines)


def ideas_by_ear(found: Study) -> dict[int, str]:
    """The notes of :func:`ideas_diagram` for screen readers, by cell."""
    if found.winning:
        by = language().form("ideas", "by")
        return {
            move.cell: _("wins %(idea)s", idea=by[move.idea.name.lower()]) for move in found.winning
        }
    return {move.cell: _("loses to %(answer)s", answer=move.answer.name) for move in found.losing}
