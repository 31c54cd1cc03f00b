"""Advice for the side to move: a hint and its reason, and the best moves."""

from ai.exact.value import Value
from ai.explain.persons import Persons, said
from ai.explain.phrases import cells_listed, how_soon, lines_listed
from ai.explain.room import fitting, sentence
from ai.explain.values import percent
from ai.explain.wins import what_it_does
from ai.language import N_, OR, _, ngettext
from ai.study.study import Idea, JudgedMove, Study

WINS = {
    Idea.FORK: N_("it forks, and %(you)s can't block every threat"),
    Idea.THREATS: N_("it starts threats that %(you)s can't all answer"),
    Idea.BLOCK: N_("a block that wins %(soon)s"),
    Idea.THREAT: N_("a threat that wins %(soon)s"),
    Idea.QUIET: N_("it is quiet, but wins %(soon)s"),
}
LOSES = N_("a beginner in %(your)s place would lose %(share)s")
GIFTS = 3
"""How many cells that give a draw are named; more of them are no surprise."""


def hint(move: JudgedMove, persons: Persons | None = None) -> str:
    """The hint at the best *move* and its reason, in at most 90 characters."""
    persons = persons or Persons.marks(move.mark)
    return fitting(*(_with_cell(move, sentence(reason)) for reason in _reasons(move, persons)))


def hint_reason(move: JudgedMove, persons: Persons | None = None) -> str:
    """The reason of a hint without its cell, in at most 90 characters."""
    return fitting(*map(sentence, _reasons(move, persons or Persons.marks(move.mark))))


def hint_more(move: JudgedMove, persons: Persons | None = None) -> str:
    """The rest of the reason: how the best *move* wins or loses, or the threats that it stops and
    makes. Empty if there is nothing to say.
    """
    return " ".join(what_it_does(move, persons))


def _with_cell(move: JudgedMove, reason: str) -> str:
    return _("Hint: %(cell)s. %(reason)s", cell=move.name, reason=reason)


def _reasons(move: JudgedMove, persons: Persons) -> list[str]:
    """Clauses that say why no move is better, the longest first."""
    if move.completed:
        lines = lines_listed(move.game, move.completed)
        return [_("it wins at once with %(lines)s", lines=lines), _("it wins at once")]
    if len(move.before.moves) == 1:
        return [_("it is the only empty cell")]
    match move.exact.value:
        case Value.WIN:
            return [said(WINS[move.idea], persons, soon=how_soon(move.exact))]
        case Value.LOSS:
            return [_("every move loses, and none holds out longer")]
        case Value.DRAW:
            return _keeps_draw(move, persons)


def _keeps_draw(move: JudgedMove, persons: Persons) -> list[str]:
    """Why no draw is better than the best *move*."""
    if len(move.before.drawing) == 1:
        if not move.blocked:
            return [_("everything else loses")]
        lines = lines_listed(move.game, move.blocked)
        return [
            _("it blocks %(lines)s, and everything else loses", lines=lines),
            _("it blocks, and everything else loses"),
        ]
    if not move.worth.difficulty:
        return [said(N_("it keeps the draw; no draw is hard for %(thee)s here"), persons)]
    hardest = N_("it draws, and makes it hardest for %(thee)s: a beginner would lose %(share)s")
    return [said(hardest, persons, share=percent(move.worth.difficulty))]


def best_in_words(found: Study, persons: Persons | None = None) -> str:
    """The best moves, in at most 90 characters: `c1 wins at once. c2 would give O a draw.`

    :raises ValueError: if the game is over.
    """
    if found.position.outcome:
        raise ValueError("The game is over: no move is best.")
    persons = persons or Persons.marks(found.position.to_move)
    match found.exact.value:
        case Value.WIN:
            return _best_wins(found, persons)
        case Value.DRAW:
            return _best_draws(found, persons)
        case Value.LOSS if len(found.best_cells) == len(found.moves):
            return _("Every cell loses %(soon)s.", soon=how_soon(found.exact))
        case Value.LOSS:
            longest = found.best_cells
            return ngettext(
                "Every move loses; %(cells)s holds out longest.",
                "Every move loses; %(cells)s hold out longest.",
                len(longest),
                cells=cells_listed(found.position.game, longest),
            )


def _best_wins(found: Study, persons: Persons) -> str:
    """The fastest wins, and the few moves that give the win away for a draw."""
    game, fastest = found.position.game, found.best_cells
    soon = how_soon(found.exact)
    if 1 < len(fastest) == len(found.moves):
        return _("Every cell wins %(soon)s.", soon=soon)
    win = ngettext(
        "%(cells)s wins %(soon)s.",
        "%(cells)s win %(soon)s.",
        len(fastest),
        cells=cells_listed(game, fastest),
        soon=soon,
    )
    if not 0 < len(found.drawing) <= GIFTS:
        return win
    drawing = cells_listed(game, (move.cell for move in found.drawing))
    draws = said(N_("%(cells)s would give %(thee)s a draw."), persons, cells=drawing)
    return fitting(f"{win} {draws}", win)


def _best_draws(found: Study, persons: Persons) -> str:
    """The most difficult draws; or all draws, if none is more difficult."""
    game, best = found.position.game, found.best_cells
    if len(found.moves) == 1:
        return _("%(cell)s is the only empty cell.", cell=found.best.name)
    difficulty = found.best.worth.difficulty or 0
    loses = said(LOSES, persons, share=percent(difficulty))
    every = _("Every move draws.")
    if len(best) == len(found.moves):
        after = _("After any of them %(loses)s.", loses=loses)
        return f"{every} {after}" if difficulty else every
    if len(best) == len(found.drawing):
        return ngettext(
            "Only %(cells)s keeps the draw.",
            "Only %(cells)s keep the draw.",
            len(best),
            cells=cells_listed(game, best),
        )
    draw = _("%(count)s moves draw.", count=len(found.drawing)) if found.losing else every
    cells = cells_listed(game, best, OR)
    named = _("After %(cells)s %(loses)s.", cells=cells, loses=loses)
    counted = _("After the best %(count)s %(loses)s.", count=len(best), loses=loses)
    return fitting(f"{draw} {named}", f"{draw} {counted}")
