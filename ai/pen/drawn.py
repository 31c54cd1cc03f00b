"""How moves win and lose, drawn, and heard instead."""

from ai.facts.shown import answers, forces
from ai.language import _
from ai.pen.diagram import Diagram, diagram
from ai.pen.drawings import draw
from ai.study.study import JudgedMove, Study
from ai.words.languages import language
from ai.words.persons import Persons
from ai.words.phrases import idea_in_a_word


def winning_diagram(move: JudgedMove) -> Diagram | None:
    """How the winning *move* wins: a fastest win by threats, with the answers; for a quiet move,
    the answer to each reply. None for a completed line and for a threat that gains time.
    """
    persons = Persons.marks(move.mark)
    if move.completed:
        return None
    if move.win:
        return draw(forces(move), move.position, persons)
    return None if move.after.threats_against else answers_diagram(move, persons)


def answers_diagram(move: JudgedMove, persons: Persons) -> Diagram:
    """The answer to each reply to the quiet winning *move* of the mover of *persons*."""
    return draw(answers(move), move.left, persons.swapped)


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
        by = language().ideas["by"]
        return {move.cell: _("wins %(idea)s", idea=by[move.idea]) for move in found.winning}
    return {move.cell: _("loses to %(answer)s", answer=move.answer.name) for move in found.losing}
