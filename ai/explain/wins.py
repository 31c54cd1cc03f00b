"""How a move wins or loses in the game's own terms: lines, threats, forks, and what is prepared.

The mover of *persons* made the move; without *persons* both sides are called by their marks.
"""

from collections.abc import Iterator

from ai.exact.value import Value
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import cells_listed, lines_listed, lines_with_cells
from ai.language import N_, OR, _, listed, ngettext
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.study.study import JudgedMove, Study
from ai.study.wins_by_threats import FORK, Win

FORKS = N_("It forks: %(you)s can't block %(all)s with one move.")
UNBLOCKABLE = N_("%(You)s can't block %(all)s with one move.")
BLOCK = N_("the block %(cell)s")
FORKS_THEN = N_("%(cell)s forks: %(you)s can't block every threat")


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
    if move.win:
        return _by_threats(move, persons)
    if not (made := move.after.threats_against):
        return _quietly(move, persons)
    answer = move.after.moves[made[0][0]]
    return f"{threatened(move.after, persons)} {_then_wins(answer.after.winner, persons)}"


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
        yield from _makes(move, _("It"), keeps=not move.before.wins_by_threats)
        return
    yield threatened(move.after, persons)
    if further := forced[1:]:
        yield ngettext(
            "Then %(moves)s must follow.",
            "Then %(moves)s must follow in turn.",
            len(further),
            moves=listed(cell_name(move.game, it.cell) for it in further),
        )


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
    while due := found.threats_against:
        forced.append(found.moves[due[0][0]])
        found = forced[-1].after
    return forced


def how_it_loses(move: JudgedMove, persons: Persons | None = None) -> str:
    """How the other side wins by force after *move*."""
    persons = persons or Persons.marks(move.mark)
    answer = move.answer
    if not answer.completed:
        return _then_wins(answer, persons.swapped)
    lines = lines_listed(move.game, answer.completed)
    return _("It leaves %(lines)s open on %(cell)s.", lines=lines, cell=answer.name)


def _then_wins(move: JudgedMove, persons: Persons) -> str:
    """The winning *move* in answer, and how it wins."""
    return said(
        N_("Then %(i)s can play %(cell)s. %(how)s"),
        persons,
        cell=move.name,
        how=how_it_wins(move, persons),
    )


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
    return diagram(
        move.position,
        _("The answer to each reply to %(cell)s", cell=move.name),
        notes=answers_noted(move.after),
        chosen=(move.cell,),
        name=_("Replies"),
    )


def answers_noted(found: Study) -> dict[int, str]:
    """For each losing move, a note with the answer that beats it."""
    return {move.cell: f"→ {move.answer.name}" for move in found.losing}


def _by_threats(move: JudgedMove, persons: Persons) -> str:
    """The course of the win by threats that *move* begins."""
    first, *rest = move.win
    threatens = threatened(move.after, persons, forks=move.forks)
    if first.decides:
        return threatens
    *steps, fork = rest
    names = move.game.cell_names
    then = [_gains(names[it.cell], names[min(it.answers)], persons) for it in steps]
    forks = said(FORKS_THEN, persons, cell=names[fork.cell])
    then_forks = _("Then %(steps)s.", steps=_("; ").join([*then, forks]))
    return f"{threatens} {then_forks}"


def _gains(cell: str, answer: str, persons: Persons) -> str:
    """The threat *cell* and its one *answer*."""
    return said(
        N_("%(cell)s threatens, so %(you)s must take %(answer)s"),
        persons,
        cell=cell,
        answer=answer,
    )


def win_in_words(game: Game, win: Win) -> str:
    """The win by threats *win*, which completes no line at once: `a fork on b2`."""
    first, fork = cell_name(game, win[0].cell), cell_name(game, win[-1].cell)
    if len(win) == 1:
        return _("a fork on %(fork)s", fork=fork)
    if len(win) == 2:
        return _("a threat by %(first)s and then a fork on %(fork)s", first=first, fork=fork)
    return _("threats from %(first)s on, up to a fork on %(fork)s", first=first, fork=fork)


def _makes(move: JudgedMove, who: str, *, keeps: bool = True) -> Iterator[str]:
    """At most one sentence on the quiet *move*, called *who*: it prepares a shortest win by
    threats, or, if *keeps*, it keeps one that its side had before.
    """
    before, after = move.before, move.after
    begun = after.wins_prepared
    for cell in (cell for cell, plies in begun.items() if plies == min(begun.values())):
        win = after.prepared_from(cell)
        if not (before.moves[cell].forks if win[0].decides else before.win_from(cell)):
            yield _("%(who)s prepares %(win)s.", who=who, win=win_in_words(move.game, win))
            return
    if begun and keeps:
        yield _("%(who)s keeps %(win)s.", who=who, win=win_in_words(move.game, after.prepared))


def _quietly(move: JudgedMove, persons: Persons) -> str:
    """How the quiet *move* wins, and how the game goes on if a reply stops all wins by threats."""
    if move.blocked:
        told = [_blocks(move), *_makes(move, _("It"))]
    else:
        told = [*_makes(move, _("It threatens nothing yet, but"))]
        told = told or [_("It threatens nothing yet.")]
    return " ".join([*told, *_goes_on(move.after, persons)])


def _ways(left: Study) -> Iterator[str]:
    """The first cell of a win by threats after each reply: `after a2, from b3 on`. The last holds
    for the most replies; among equals it names the win that is prepared.
    """
    game = left.position.game
    beaten = {
        first: {reply.cell for reply in left.moves.values() if first in reply.after.wins_by_threats}
        for first in left.moves
    }
    prepared = {step.cell for step in left.prepared[:1]}
    usual = max(beaten, key=lambda first: (len(beaten[first]), first in prepared))
    others = {*left.moves} - beaten[usual]
    while others:
        first = max(beaten, key=lambda first: len(beaten[first] & others))
        replies = cells_listed(game, beaten[first] & others, OR)
        yield _(
            "after %(replies)s, from %(first)s on", replies=replies, first=cell_name(game, first)
        )
        others -= beaten[first]
    yield _("after any other, from %(first)s on", first=cell_name(game, usual))


def _goes_on(left: Study, persons: Persons) -> Iterator[str]:
    """The replies that stop all of the winner's wins by threats; the winner moved last. If there
    are any, the answer to the one that lasts longest, threats that gain time and a quiet move, and
    so on after that.
    """
    stops = [reply for reply in left.moves.values() if not reply.after.wins_by_threats]
    if not stops:
        yield said(
            N_("%(You)s can reply anywhere. %(I)s can win by threats: %(ways)s."),
            persons,
            ways=_("; ").join(_ways(left)),
        )
        return
    yield ngettext(
        "Only %(cells)s stops every win by threats, and still loses.",
        "Only %(cells)s stop every win by threats, and still lose.",
        len(stops),
        cells=cells_listed(left.position.game, (reply.cell for reply in stops)),
    )
    reply = max(stops, key=lambda it: it.exact.distance or 0)
    gains, move = [], reply.answer
    while made := move.after.threats_against:
        answer = move.after.moves[made[0][0]]
        gains.append(_gains(move.name, answer.name, persons))
        move = answer.answer
    named = _(BLOCK, cell=move.name) if move.blocked else move.name
    if gains:
        yield _("After %(reply)s, %(gains)s.", reply=reply.name, gains=_("; ").join(gains))
        who = _("Then %(move)s", move=named)
    else:
        who = _("After %(reply)s, %(move)s", reply=reply.name, move=named)
    yield next(_makes(move, who), _("%(who)s wins.", who=who))
    yield from _goes_on(move.after, persons)
