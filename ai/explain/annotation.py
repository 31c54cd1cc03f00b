"""Move annotations, as in chess: a label, the reason for it, and the better move."""

from collections.abc import Iterator

from ai.exact.value import Value
from ai.explain.phrases import lines_listed
from ai.explain.position import they_lose
from ai.explain.values import outlook, percent, percents
from ai.explain.wins import what_it_does
from ai.language import N_, _, sentence_case
from ai.rules.notation import cell_name
from ai.study.study import Idea, JudgedMove, Label

OVERLOOKED = {
    Idea.LINE: N_("It overlooks a line that could be completed."),
    Idea.FORK: N_("It overlooks a fork."),
    Idea.THREATS: N_("It overlooks a win by threats, in %(plies)s plies."),
    Idea.BLOCK: N_("It overlooks a win in %(plies)s plies that begins with a block."),
    Idea.THREAT: N_("It overlooks a win in %(plies)s plies that begins with a threat."),
    Idea.QUIET: N_("It overlooks a win in %(plies)s plies that begins with a quiet move."),
}
ALLOWED = {
    Idea.FORK: N_("It allows a fork on %(cell)s."),
    Idea.THREATS: N_("It allows a win by threats that begins with %(cell)s."),
    Idea.BLOCK: N_("It allows %(cell)s, a block that wins."),
    Idea.THREAT: N_("It allows %(cell)s, a threat that gains time for a win."),
    Idea.QUIET: N_("It allows %(cell)s, a quiet move that wins."),
}


def cost(judged: JudgedMove) -> str:
    """The outcome of a move that gave value away, without the better move."""
    if judged.exact.value is Value.DRAW:
        return _("it only draws")
    return _("it loses in %(plies)s", plies=judged.exact.distance)


def annotation(judged: JudgedMove) -> str:
    """The label of a move and the reason for it; :func:`better_move` adds the better move."""
    label = sentence_case(_(judged.label))
    return _("%(label)s: %(reason)s.", label=label, reason=reason(judged))


def reason(judged: JudgedMove) -> str:
    """The reason for the label of a move, as a clause that follows the label."""
    exact, best = judged.exact, judged.best
    plies, best_plies = exact.distance, best.distance
    match judged.label:
        case Label.FORCED:
            return _("it was the only empty cell")
        case Label.LOST_ANYWAY if exact == best:
            return _(
                "every move loses, and none lasts longer than this one: %(plies)s plies",
                plies=plies,
            )
        case Label.LOST_ANYWAY:
            return _(
                "it loses in %(plies)s; %(cell)s would have lasted %(longer)s plies",
                plies=plies,
                cell=_best_cell(judged),
                longer=best_plies,
            )
        case Label.ONLY_MOVE if best.value is Value.WIN:
            return _("every other one gives the win away")
        case Label.ONLY_MOVE:
            return _("every other one gives the draw away")
        case Label.BEST if exact.value is Value.WIN:
            return _("it wins in %(plies)s, and none is faster", plies=plies)
        case Label.BEST:
            return _best_draw(judged)
        case Label.GOOD:
            return _good_draw(judged)
        case Label.SLOWER_WIN:
            return _(
                "it wins in %(plies)s, and could have won in %(fewest)s",
                plies=plies,
                fewest=best_plies,
            )
        case Label.MISSED_WIN:
            return _("it only draws, and gives the win away")
        case Label.MISTAKE:
            return _("it loses in %(plies)s, and gives the draw away", plies=plies)
        case Label.BLUNDER:
            return _("it loses in %(plies)s, and gives the win away", plies=plies)


def _best_draw(judged: JudgedMove) -> str:
    """The difficulty of a draw, if it is not nothing."""
    difficulty = judged.worth.difficulty
    if not difficulty:
        return _("it keeps the draw")
    return _(
        "no draw is more difficult: a beginner would lose %(share)s from here",
        share=percent(difficulty),
    )


def _good_draw(judged: JudgedMove) -> str:
    """The difficulty of a draw, and of the most difficult one."""
    best = judged.before.best
    pair = {move.cell: move.worth.difficulty or 0 for move in (judged, best)}
    shares = percents(pair, (best.cell,))
    return _(
        "it keeps the draw, and %(cell)s is more difficult: a beginner would lose %(more)s from"
        " there, and %(share)s from here",
        cell=_best_cell(judged),
        more=shares[best.cell],
        share=shares[judged.cell],
    )


def better_move(judged: JudgedMove) -> str | None:
    """The best move instead of a worse one, and its outcome: `b2: X wins in 3.`

    None if the move was best, or if every move loses: the annotation then names the longest.
    """
    if judged.exact == judged.best or judged.best.value is Value.LOSS:
        return None
    return move_and_outlook(_best_cell(judged), outlook(judged.best, judged.mark))


def in_game_terms(judged: JudgedMove, but: str = "") -> str:
    """Describe a move in lines, threats and forks: the win that it overlooks, how it wins or loses
    by force, or, if it draws and others do not, the threats that it stops and makes. Sentences in
    *but* are left out. Empty if the move was forced or none of this applies.
    """
    return " ".join(said for said in _in_game_terms(judged) if said not in but)


def _in_game_terms(judged: JudgedMove) -> Iterator[str]:
    if judged.label is Label.FORCED:
        return
    if judged.best.value is Value.WIN and judged.value_lost:
        yield _overlooked(judged)
    draws = judged.exact.value is Value.DRAW
    if draws and (judged.value_lost or not judged.before.is_decision):
        return
    yield from what_it_does(judged)
    if draws and judged.label is Label.ONLY_MOVE:
        others = judged.before.losing
        if len(others) > 1:
            yield _("All other moves %(lose)s.", lose=they_lose(others))


def oversight(judged: JudgedMove) -> str:
    """The win given away and the other side's win after it, in brief; empty if there is neither."""
    sentences = [_overlooked(judged)] if judged.best.value is Value.WIN else []
    if judged.exact.value is Value.LOSS:
        sentences.append(_allowed(judged))
    return " ".join(sentences)


def _allowed(judged: JudgedMove) -> str:
    """How the other side beats a losing move: its idea and cell."""
    answer = judged.answer
    cell = cell_name(judged.game, answer.cell)
    if answer.idea is not Idea.LINE:
        return _(ALLOWED[answer.idea], cell=cell)
    completed = lines_listed(judged.game, answer.completed)
    return _("It leaves %(lines)s open on %(cell)s.", lines=completed, cell=cell)


def _overlooked(judged: JudgedMove) -> str:
    """The idea of the win that a move gave away, without its cell."""
    idea = judged.before.winner.idea
    return _(OVERLOOKED[idea], plies=judged.best.distance)


def move_and_outlook(cell: str, outlook: str) -> str:
    """A move and its outcome."""
    return _("%(cell)s: %(outlook)s.", cell=cell, outlook=outlook)


def _best_cell(judged: JudgedMove) -> str:
    """The name of the cell that the board rings as best, the first if there are several."""
    return judged.before.best.name


def slip(judged, persons=None):
    return "it let you fork."
