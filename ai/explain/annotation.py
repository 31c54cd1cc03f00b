"""Move annotations, as in chess: a label, the reason for it, and the better move.

A retry hides its answer: only :func:`better_move`, :func:`with_better_move` and
:func:`verdict_more` name a cell that would have kept what a move gave away.
"""

from collections.abc import Iterator

from ai.exact.value import Exact, Value
from ai.explain.persons import Persons, said
from ai.explain.phrases import lines_listed
from ai.explain.position import WINS_BY, they_lose
from ai.explain.room import fitting, sentence
from ai.explain.values import percent, told_apart
from ai.explain.wins import how_it_wins, what_it_does
from ai.language import N_, _, sentence_case
from ai.study.study import Idea, JudgedMove, Label

THREW_AWAY = {
    Value.WIN: N_("%(cell)s threw the win away"),
    Value.DRAW: N_("%(cell)s threw the draw away"),
}
ONE_CELL_KEPT = {
    Value.WIN: N_("only one cell kept the win"),
    Value.DRAW: N_("only one cell kept the draw"),
}
OVERLOOKED = N_("%(i)s could have won %(how)s")
COULD = N_("%(i)s could win %(how)s")
CAN = N_("%(i)s can win here, %(how)s")
ALLOWED = {
    Idea.LINE: N_("it let %(thee)s win at once"),
    Idea.FORK: N_("it let %(thee)s fork"),
    Idea.THREATS: N_("it let %(thee)s win by threat after threat"),
    Idea.BLOCK: N_("it gave %(thee)s a block that wins"),
    Idea.THREAT: N_("it gave %(thee)s a threat that wins"),
    Idea.QUIET: N_("it gave %(thee)s a quiet move that wins"),
}
ALLOWED_ON = {
    Idea.LINE: N_("it left %(lines)s open on %(cell)s"),
    Idea.FORK: N_("it let %(thee)s fork on %(cell)s"),
    Idea.THREATS: N_("%(cell)s now starts threats %(i)s can't all answer"),
    Idea.BLOCK: N_("it gave %(thee)s the block %(cell)s, which wins"),
    Idea.THREAT: N_("it gave %(thee)s the threat %(cell)s, which wins"),
    Idea.QUIET: N_("it gave %(thee)s the quiet %(cell)s, which wins"),
}


def annotation(judged: JudgedMove, persons: Persons | None = None) -> str:
    """The label of a move and the reason for it; :func:`better_move` adds the better move."""
    label = sentence_case(_(judged.label))
    return _("%(label)s: %(reason)s.", label=label, reason=reason(judged, persons))


def verdict(judged: JudgedMove, persons: Persons | None = None) -> str:
    """The reason for the label of a move, in one or two sentences of at most 90 characters."""
    return sentence(reason(judged, persons))


def verdict_more(judged: JudgedMove, persons: Persons | None = None) -> str:
    """The description of a move in terms of the game without :func:`verdict`, then the better move
    and how it wins. Empty if there is nothing to add.
    """
    told = [in_game_terms(judged, persons, verdict(judged, persons))]
    if better := better_move(judged):
        told.append(better)
        if judged.best.value is Value.WIN:
            told.append(how_it_wins(judged.before.best, persons))
    return " ".join(filter(None, told))


def reason(judged: JudgedMove, persons: Persons | None = None) -> str:
    """The reason for the label of a move, as a clause that follows the label."""
    persons = persons or Persons.marks(judged.mark)
    exact, best = judged.exact, judged.best
    match judged.label:
        case Label.FORCED:
            return _("it was the only empty cell")
        case Label.LOST_ANYWAY if exact == best:
            return _("every move loses, and none holds out longer")
        case Label.LOST_ANYWAY:
            return _("lost already; %(cell)s would have held out longer", cell=_best_cell(judged))
        case Label.ONLY_MOVE if best.value is Value.WIN:
            return _("%(wins)s; everything else threw the win away", wins=_wins(exact))
        case Label.ONLY_MOVE:
            return _("everything else lost")
        case Label.BEST if exact.value is Value.WIN:
            if exact.distance == 1:
                return _wins(exact)
            return _("%(wins)s, and nothing was faster", wins=_wins(exact))
        case Label.BEST:
            return _best_draw(judged, persons)
        case Label.GOOD:
            return _good_draw(judged, persons)
        case Label.SLOWER_WIN:
            return _(
                "%(wins)s, but %(cell)s %(faster)s",
                wins=_wins(exact),
                cell=_best_cell(judged),
                faster=_wins(best),
            )
        case Label.MISSED_WIN:
            return _given_away(judged, _overlooked(judged, persons))
        case Label.MISTAKE | Label.BLUNDER:
            return _given_away(judged, *_allowed(judged, persons))


def _wins(exact: Exact) -> str:
    """How soon a move wins."""
    if exact.distance == 1:
        return _("wins at once")
    return _("wins in %(plies)s", plies=exact.distance)


def _given_away(judged: JudgedMove, *ways: str) -> str:
    """That a move gave value away, and the first of the *ways* for which there is room."""
    lost = _(THREW_AWAY[judged.best.value], cell=judged.name)
    return fitting(*(_("%(lost)s. %(way)s", lost=lost, way=sentence_case(way)) for way in ways))


def _best_draw(judged: JudgedMove, persons: Persons) -> str:
    """The difficulty of a draw, if it is not nothing."""
    difficulty = judged.worth.difficulty
    if not difficulty:
        return _("keeps the draw")
    harder = N_("no draw is harder for %(thee)s: a beginner would lose %(share)s")
    return said(harder, persons, share=percent(difficulty))


def _good_draw(judged: JudgedMove, persons: Persons) -> str:
    """The difficulty of a draw, and of the most difficult one, in figures that differ."""
    best = judged.before.best
    shares = told_apart(move.worth.difficulty or 0 for move in (best, judged))
    more, share = (_("%(number)s\N{NO-BREAK SPACE}%%", number=it) for it in shares.values())
    return said(
        N_("%(cell)s was harder for %(thee)s: a beginner would lose %(more)s, here %(share)s"),
        persons,
        cell=best.name,
        more=more,
        share=share,
    )


def better_move(judged: JudgedMove) -> str | None:
    """The best move instead of a worse one, and its outcome: `Better: b2 wins in 3.`

    None if the move was best, or if every move loses: the annotation then names the longest.
    """
    if judged.exact == judged.best or judged.best.value is Value.LOSS:
        return None
    if judged.best.value is Value.DRAW:
        return _("Better: %(cell)s, a draw.", cell=_best_cell(judged))
    return _("Better: %(cell)s %(wins)s.", cell=_best_cell(judged), wins=_wins(judged.best))


def with_better_move(text: str, judged: JudgedMove) -> str:
    """*text*, followed by the better move than *judged* if there is one and room for it."""
    if not (better := better_move(judged)):
        return text
    return fitting(f"{text} {better}", text)


def in_game_terms(judged: JudgedMove, persons: Persons | None = None, but: str = "") -> str:
    """Describe a move in lines, threats and forks: the win that it overlooks, how it wins or loses
    by force, or, if it draws and others do not, the threats that it stops and makes. Sentences in
    *but* are left out. Empty if the move was forced or none of this applies.
    """
    persons = persons or Persons.marks(judged.mark)
    return " ".join(it for it in _in_game_terms(judged, persons) if it not in but)


def _in_game_terms(judged: JudgedMove, persons: Persons) -> Iterator[str]:
    if judged.label is Label.FORCED:
        return
    if judged.best.value is Value.WIN and judged.value_lost:
        yield sentence(_overlooked(judged, persons))
    draws = judged.exact.value is Value.DRAW
    if draws and (judged.value_lost or not judged.before.is_decision):
        return
    yield from what_it_does(judged, persons)
    if draws and judged.label is Label.ONLY_MOVE:
        others = judged.before.losing
        if len(others) > 1:
            yield _("All other moves %(lose)s.", lose=they_lose(others))


def wrong_try(judged: JudgedMove, persons: Persons | None = None) -> str:
    """Why a retry refuses a move, in at most 90 characters; empty if the move gives no value away.
    It names no cell that would keep the value. A try is no move: it speaks of what could happen.
    """
    persons = persons or Persons.marks(judged.mark)
    if not judged.value_lost:
        return ""
    better = ""
    if judged.best.value is Value.WIN:
        better = sentence(said(CAN, persons, how=_(WINS_BY[judged.before.winner.idea])))
    if judged.exact.value is Value.DRAW:
        why = _("it only draws")
    else:
        answer = judged.answer
        could = said(COULD, persons.swapped, how=_(WINS_BY[answer.idea]))
        if answer.cell in _keeping(judged):
            why = could
        else:
            why = _("with %(cell)s %(could)s", cell=answer.name, could=could)
    told = _("Not %(cell)s: %(why)s.", cell=judged.name, why=why)
    return fitting(f"{told} {better}", told) if better else told


def slip(
    judged: JudgedMove, persons: Persons | None = None, reply: JudgedMove | None = None
) -> str:
    """How a move gave value away, as a clause of at most 50 characters that names no cell; empty if
    it gave none away. The clause claims no deed that the *reply* was not.
    """
    persons = persons or Persons.marks(judged.mark)
    if not judged.value_lost:
        return ""
    if judged.exact.value is Value.DRAW:
        return _overlooked(judged, persons)
    idea = judged.answer.idea
    if idea in {Idea.BLOCK, Idea.THREAT, Idea.QUIET} and len(_keeping(judged)) == 1:
        return _(ONE_CELL_KEPT[judged.best.value])
    if reply and reply.idea is not idea:
        return said(OVERLOOKED, persons.swapped, how=_(WINS_BY[idea]))
    return said(ALLOWED[idea], persons)


def _keeping(judged: JudgedMove) -> list[int]:
    """The cells that keep the best value."""
    return [move.cell for move in judged.before.moves.values() if not move.value_lost]


def _allowed(judged: JudgedMove, persons: Persons) -> list[str]:
    """How the other side beats a move that gave value away: ways to say it, the longest first. The
    cell of the answer is named unless it would have kept the value.
    """
    answer = judged.answer
    brief = said(ALLOWED[answer.idea], persons)
    if answer.cell in _keeping(judged):
        return [brief]
    lines = lines_listed(judged.game, answer.completed) if answer.completed else ""
    named = said(ALLOWED_ON[answer.idea], persons, cell=answer.name, lines=lines)
    if not lines:
        return [named, brief]
    return [named, _("%(cell)s was left open", cell=answer.name)]


def _overlooked(judged: JudgedMove, persons: Persons) -> str:
    """The idea of the win that a move gave away, without its cell."""
    return said(OVERLOOKED, persons, how=_(WINS_BY[judged.before.winner.idea]))


def move_and_outlook(cell: str, outlook: str) -> str:
    """A move and its outcome."""
    return _("%(cell)s: %(outlook)s.", cell=cell, outlook=outlook)


def _best_cell(judged: JudgedMove) -> str:
    """The name of the cell that the board rings as best, the first if there are several."""
    return judged.before.best.name
