"""How a move wins or loses in the game's own terms: lines, threats, forks, and what is prepared.

The mover of *persons* made the move; without *persons* both sides are called by their marks.
"""

from collections.abc import Iterable, Iterator

from ai.exact.value import Value
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import cells_listed, how_soon, lines_listed, lines_with_cells
from ai.explain.room import sentence
from ai.language import N_, OR, _, listed, ngettext
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.study.study import JudgedMove, Study
from ai.study.wins_by_threats import FORK, Step, Win

FORKS = N_("It forks: %(you)s can't block %(all)s with one move.")
UNBLOCKABLE = N_("%(You)s can't block %(all)s with one move.")
THEN = N_("Then %(i)s can play %(cell)s. %(how)s")
REPLIES = N_("%(Your)s replies")
QUIET = N_("It is quiet, but every reply loses.")
# A move of a win by threats, by whether it decides and whether it blocks.
STEPS = {
    (False, False): N_("%(cell)s threatens %(answers)s, which %(you)s must take"),
    (False, True): N_(
        "%(cell)s blocks %(lines)s and threatens %(answers)s, which %(you)s must take"
    ),
    (True, False): N_("%(cell)s threatens %(answers)s at once"),
    (True, True): N_("%(cell)s blocks %(lines)s and threatens %(answers)s at once"),
}


def what_it_does(move: JudgedMove, persons: Persons | None = None) -> Iterator[str]:
    """How *move* wins or loses by force; for a drawing move, the threats that it stops and makes.

    :raises UnreachablePosition: if no game leads to its position.
    """
    match move.exact.value:
        case Value.WIN:
            yield how_it_wins(move, persons)
        case Value.LOSS:
            yield how_it_loses(move, persons)
        case Value.DRAW:
            yield from what_it_is_good_for(move, persons)


def how_it_wins(move: JudgedMove, persons: Persons | None = None) -> str:
    """How the winning *move* forces its win."""
    persons = persons or Persons.marks(move.mark)
    if move.completed:
        return _("It completes %(lines)s.", lines=lines_listed(move.game, move.completed))
    told = [_blocks(move)] if move.blocked else []
    if move.win:
        told.append(_by_threats(move, persons))
    elif answer := move.after.block:
        told += [threatened(move.after, persons), _then_wins(answer.after.winner, persons)]
    else:
        told.append(_quietly(move, persons))
    return " ".join(told)


def in_brief(move: JudgedMove, persons: Persons) -> Iterator[str]:
    """How the winning *move*, which completes no line, wins: clauses, the fullest first."""
    if move.win:
        *threats, fork = move.win
        (forks,) = _steps([fork], move.game, persons)
        cell = cell_name(move.game, fork.cell)
        if not threats:
            yield forks
            yield _("%(cell)s makes two threats at once", cell=cell)
            return
        before = ngettext("a threat", "%(num)s threats", len(threats))
        yield _("%(threats)s, then %(forks)s", threats=before, forks=forks)
        yield _("%(threats)s, then %(cell)s makes two at once", threats=before, cell=cell)
        return
    if answer := move.after.block:
        then = answer.answer.name
        for message in (
            N_("%(you)s must take %(answer)s, then %(cell)s beats every reply"),
            N_("%(you)s must take %(answer)s, then %(cell)s wins"),
        ):
            yield said(message, persons, answer=answer.name, cell=then)
        return
    left = move.after
    if slow := left.slow_replies:
        cells = cells_listed(move.game, (reply.cell for reply in slow))
        message = N_("all but %(cells)s soon allow %(me)s two threats at once")
        clause = said(message, persons, cells=cells)
    elif all(len(way.win) == 1 for way in left.ways):
        clause = said(N_("any reply allows %(me)s two threats at once"), persons)
    else:
        clause = said(N_("any reply soon allows %(me)s two threats at once"), persons)
    if move.blocked:
        yield _("it blocks, and %(clause)s", clause=clause)
    yield clause
    yield said(N_("no reply stops %(my)s threats"), persons)


def what_it_is_good_for(move: JudgedMove, persons: Persons | None = None) -> Iterator[str]:
    """Sentences on the drawing *move*: the lines that it blocks, else the wins by threats that it
    stops; then the threats after it, else the win by threats that it prepares.
    """
    persons = persons or Persons.marks(move.mark)
    if move.blocked:
        yield _blocks(move)
    if move.left.outcome:
        return
    forced = _forced(move.after)
    if not move.blocked:
        yield from _stops(move, (forced or [move])[-1].after, persons)
    if not forced:
        yield from _makes(move, keeps=not move.before.wins_by_threats)
        return
    yield threatened(move.after, persons)
    if further := forced[1:]:
        yield ngettext(
            "Then %(moves)s must follow.",
            "Then %(moves)s must follow in turn.",
            len(further),
            moves=listed(
                _owned(it, persons if it.mark is move.mark else persons.swapped) for it in further
            ),
        )


def _owned(move: JudgedMove, persons: Persons) -> str:
    return said(N_("%(my)s %(cell)s"), persons, cell=move.name)


def _blocks(move: JudgedMove) -> str:
    return _("It blocks %(lines)s.", lines=lines_listed(move.game, move.blocked))


def _stops(move: JudgedMove, settled: Study, persons: Persons) -> Iterator[str]:
    """The prepared wins by threats that a drawing move stops: all forks, else a shortest win. After
    the move and the forced answers the board is *settled*. The move only puts a win off if any
    stands then.
    """
    game, standing = move.game, move.before.wins_prepared
    again = settled.wins_prepared if settled.position.to_move is move.mark else {}
    forks = [
        cell
        for cell, plies in standing.items()
        if plies == FORK and (not again or again.get(cell) == FORK)
    ]
    if forks and again:
        yield ngettext(
            "It puts off the fork on %(forks)s.",
            "It puts off the forks on %(forks)s.",
            len(forks),
            forks=cells_listed(game, forks),
        )
    elif forks:
        yield ngettext(
            "It stops the fork on %(forks)s.",
            "It stops the forks on %(forks)s.",
            len(forks),
            forks=cells_listed(game, forks),
        )
    elif standing and again:
        yield said(N_("It puts off %(your)s win by threats."), persons)
    elif standing:
        yield _("It stops %(win)s.", win=win_in_words(game, move.before.prepared))


def _forced(found: Study) -> list[JudgedMove]:
    """The forced answers in a drawn position, in turn, until no threat stands."""
    forced: list[JudgedMove] = []
    while block := found.block:
        forced.append(block)
        found = block.after
    return forced


def how_it_loses(move: JudgedMove, persons: Persons | None = None) -> str:
    """How the other side wins by force after *move*."""
    persons = persons or Persons.marks(move.mark)
    answer = move.answer
    if not answer.completed:
        message = N_("After %(played)s %(i)s can play %(cell)s. %(how)s")
        return _then_wins(answer, persons.swapped, message, played=move.name)
    lines = lines_listed(move.game, answer.completed)
    return _("It leaves %(lines)s open on %(cell)s.", lines=lines, cell=answer.name)


def _then_wins(move: JudgedMove, persons: Persons, message: str = THEN, played: str = "") -> str:
    """The winning *move* in answer, perhaps to the one *played*, and how it wins."""
    how = how_it_wins(move, persons)
    return said(message, persons, cell=move.name, how=how, played=played)


def threatened(found: Study, persons: Persons, *, forks: bool = False) -> str:
    """The threats against the side to move, who is the other one of *persons*, at least one; and
    the one answer, if one stops all. The last move *forks* if two of them run through its cell.
    """
    position, standing = found.position, found.threats_against
    lines, answers = [line for _cell, line in standing], {cell for cell, _line in standing}
    if len(answers) > 1:
        threats = lines_with_cells(position, lines)
        return said(FORKS if forks else UNBLOCKABLE, persons, all=threats)
    return said(
        N_("%(You)s must block %(lines)s on %(answer)s."),
        persons,
        lines=lines_listed(position.game, lines),
        answer=cells_listed(position.game, answers),
    )


def winning_diagram(move: JudgedMove) -> Diagram | None:
    """How the winning *move* wins: a fastest win by threats, with the answers; for a quiet move,
    the answer to each reply. None for a completed line and for a threat that gains time.
    """
    if move.completed:
        return None
    if move.win:
        notes: dict[int, object] = {}
        for number, step in enumerate(move.win):
            notes[step.cell] = 2 * number + 1
            notes |= dict.fromkeys(step.answers, 2 * number + 2)
        return diagram(
            move.position,
            _("The threats and their answers in turn, up to a fork that no answer stops"),
            notes=notes,
            chosen=[step.cell for step in move.win],
            lines=(threat for step in move.win for _cell, threat in step.threats),
            name=_("Threats"),
        )
    if move.after.threats_against:
        return None
    return answers_diagram(move, Persons.marks(move.mark))


def answers_diagram(move: JudgedMove, persons: Persons) -> Diagram:
    """The answer to each reply to the quiet winning *move*."""
    left, game = move.after, move.game
    answers = {reply.cell: reply.answer.cell for reply in left.moves.values()}
    answers |= {reply: way.win[0].cell for way in left.ways for reply in way.replies}
    return diagram(
        move.left,
        said(N_("%(My)s answer to each of %(your)s replies"), persons),
        notes={reply: f"→ {cell_name(game, answer)}" for reply, answer in answers.items()},
        name=said(REPLIES, persons),
    )


def answers_noted(found: Study) -> dict[int, str]:
    """For each losing move, a note with the answer that beats it."""
    return {move.cell: f"→ {move.answer.name}" for move in found.losing}


def _by_threats(move: JudgedMove, persons: Persons) -> str:
    """The course of the win by threats that *move* begins."""
    threatens = threatened(move.after, persons, forks=move.forks)
    if not (rest := move.win[1:]):
        return threatens
    steps = _("; ").join(_steps(rest, move.game, persons))
    then = said(N_("Then %(steps)s: %(you)s can take only one."), persons, steps=steps)
    return f"{threatens} {then}"


def win_in_words(game: Game, win: Win) -> str:
    """The win by threats *win*, which completes no line at once: `a fork on b2`."""
    first, fork = cell_name(game, win[0].cell), cell_name(game, win[-1].cell)
    if len(win) == 1:
        return _("a fork on %(fork)s", fork=fork)
    if len(win) == 2:
        return _("a threat by %(first)s and then a fork on %(fork)s", first=first, fork=fork)
    return _("threats from %(first)s on, up to a fork on %(fork)s", first=first, fork=fork)


def _makes(move: JudgedMove, *, keeps: bool) -> Iterator[str]:
    """At most one sentence on the quiet *move*: it prepares a shortest win by threats, or, if
    *keeps*, it keeps one that its side had before.
    """
    before, after = move.before, move.after
    begun = after.wins_prepared
    for cell in (cell for cell, plies in begun.items() if plies == min(begun.values())):
        win = after.prepared_from(cell)
        if not (before.moves[cell].forks if win[0].decides else before.win_from(cell)):
            yield _("It prepares %(win)s.", win=win_in_words(move.game, win))
            return
    if begun and keeps:
        yield _("It keeps %(win)s.", win=win_in_words(move.game, after.prepared))


def _quietly(move: JudgedMove, persons: Persons) -> str:
    """How the quiet *move* wins: what beats each reply."""
    left, game = move.after, move.game
    told = [_("Every reply loses.") if move.blocked else _(QUIET)]
    told += [
        _after(cells_listed(game, way.replies, OR), way.win, game, persons)
        for way in left.ways[:-1]
    ]
    told += [_after_slow(reply, persons) for reply in left.slow_replies]
    for way in left.ways[-1:]:
        others = len(told) > 1 and len(way.replies) > 1
        replies = _("any other reply") if others else cells_listed(game, way.replies, OR)
        told.append(_after(replies, way.win, game, persons))
    return "\n".join(told)


def _after_slow(reply: JudgedMove, persons: Persons) -> str:
    """How the answer to *reply* wins, each further reply in a line; in brief if one of these is
    slow again.
    """
    answer = reply.answer
    if answer.after.slow_replies:
        how = sentence(next(in_brief(answer, persons)))
    else:
        how = how_it_wins(answer, persons).replace("\n", "\n– ")
    return _(
        "After %(reply)s: %(cell)s wins %(soon)s. %(how)s",
        reply=reply.name,
        cell=answer.name,
        soon=how_soon(answer.exact),
        how=how,
    )


def _after(replies: str, win: Win, game: Game, persons: Persons) -> str:
    """The course of *win* after any of *replies*."""
    course = _("; ").join(_steps(win, game, persons))
    return _("After %(replies)s: %(course)s.", replies=replies, course=course)


def _steps(win: Iterable[Step], game: Game, persons: Persons) -> Iterator[str]:
    """Every move of *win* with its answers: `c3 blocks row 3 and threatens d1 at once`."""
    for step in win:
        yield said(
            STEPS[step.decides, bool(step.blocks)],
            persons,
            cell=cell_name(game, step.cell),
            lines=step.blocks and lines_listed(game, step.blocks),
            answers=cells_listed(game, step.answers),
        )
