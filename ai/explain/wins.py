"""How a move wins or loses in the game's own terms: lines, threats, forks, and what is prepared."""

from collections.abc import Iterator

from ai.exact.value import Value
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import blocks, cells_listed, lines_listed, lines_with_cells
from ai.language import N_, _, listed, ngettext
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.study.study import JudgedMove, Study
from ai.study.wins_by_threats import FORK, Win

THEN = N_("%(most)s and then %(last)s")
PREPARES_FORK = N_("%(who)s prepares a fork on %(fork)s.")
PREPARES_WIN = N_(
    "%(who)s prepares a win that begins with a threat by %(first)s and leads to a fork on %(fork)s."
)
KEEPS_FORK = N_("%(who)s keeps the fork on %(fork)s.")
KEEPS_WIN = N_("%(who)s keeps a win that begins with a threat by %(first)s.")
STOPS_WIN = N_(
    "It stops a win that begins with a threat by %(first)s and leads to a fork on %(fork)s."
)


def what_it_does(move: JudgedMove) -> Iterator[str]:
    """How *move* wins or loses by force; for a drawing move, the threats that it stops and makes.

    :raises UnreachablePosition: if no game leads to its position.
    """
    match move.exact.value:
        case Value.WIN:
            yield how_it_wins(move)
        case Value.LOSS:
            yield how_it_loses(move)
        case Value.DRAW:
            yield from what_it_is_good_for(move)


def how_it_wins(move: JudgedMove) -> str:
    """How the winning *move* forces its win."""
    if move.completed:
        return _("It completes %(lines)s.", lines=lines_listed(move.game, move.completed))
    if move.win:
        return _by_threats(move)
    if not (made := move.after.threats_against):
        return _quietly(move)
    answer = move.after.moves[made[0][0]]
    return f"{threatened(move.after)} {_then_wins(answer.after.winner)}"


def what_it_is_good_for(move: JudgedMove) -> Iterator[str]:
    """Sentences on the drawing *move*: the lines that it blocks, else the wins by threats that it
    stops; then the threats after it, else the win by threats that it prepares.
    """
    if move.blocked:
        yield blocks(move.position, move.blocked)
    if move.left.outcome:
        return
    forced = _forced(move.after)
    if not move.blocked:
        yield from _stops(move, (forced or [move])[-1].after)
    if not forced:
        yield from _makes(move, _("It"), keeps=not move.before.wins_by_threats)
        return
    yield threatened(move.after)
    if further := forced[1:]:
        yield ngettext(
            "Then %(moves)s is forced.",
            "Then %(moves)s are forced in turn.",
            len(further),
            moves=listed(cell_name(move.game, it.cell) for it in further),
        )


def _stops(move: JudgedMove, settled: Study) -> Iterator[str]:
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
        yield _("It puts off %(other)s's win by threats.", other=move.mark.other)
    elif standing:
        yield _(STOPS_WIN, **_names(game, move.before.prepared))


def _forced(found: Study) -> list[JudgedMove]:
    """The forced answers in a drawn position, in turn, until no threat stands."""
    forced: list[JudgedMove] = []
    while due := found.threats_against:
        forced.append(found.moves[due[0][0]])
        found = forced[-1].after
    return forced


def _names(game: Game, win: Win) -> dict[str, str]:
    """The names of the first cell of the win by threats *win*, and of its fork."""
    return {"first": cell_name(game, win[0].cell), "fork": cell_name(game, win[-1].cell)}


def how_it_loses(move: JudgedMove) -> str:
    """How the other side wins by force after *move*."""
    answer = move.answer
    if not answer.completed:
        return _then_wins(answer)
    return _(
        "It leaves %(lines)s open: %(other)s wins on %(cell)s.",
        lines=lines_listed(move.game, answer.completed),
        other=answer.mark,
        cell=cell_name(move.game, answer.cell),
    )


def _then_wins(move: JudgedMove) -> str:
    """That *move* wins, and how."""
    return _(
        "Then %(cell)s wins for %(mark)s. %(how)s",
        cell=move.name,
        mark=move.mark,
        how=how_it_wins(move),
    )


def threatened(found: Study) -> str:
    """The threats against the side to move, at least one, and its one answer, if one stops all."""
    position, standing = found.position, found.threats_against
    lines, answers = [line for _cell, line in standing], {cell for cell, _line in standing}
    if len(answers) > 1:
        return _(
            "%(mark)s threatens %(threats)s: one answer cannot stop that.",
            mark=position.to_move.other,
            threats=lines_with_cells(position, lines),
        )
    return _(
        "%(mark)s threatens %(lines)s, so %(other)s must answer %(answer)s.",
        mark=position.to_move.other,
        lines=lines_listed(position.game, lines),
        other=position.to_move,
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
        _(
            "How %(mark)s answers each reply to %(cell)s",
            mark=move.mark,
            cell=move.name,
        ),
        notes=answers_noted(move.after),
        chosen=(move.cell,),
        name=_("Replies"),
    )


def answers_noted(found: Study) -> dict[int, str]:
    """For each losing move, a note with the answer that beats it."""
    return {move.cell: f"→ {move.answer.name}" for move in found.losing}


def _by_threats(move: JudgedMove) -> str:
    """The course of the win by threats that *move* begins."""
    game, (first, *rest) = move.game, move.win
    threatens = threatened(move.after)
    if first.decides:
        forks = _("It forks.")
        return f"{forks} {threatens}" if move.forks else threatens
    fork = cell_name(game, rest[-1].cell)
    if len(rest) == 1:
        then = _("Then %(fork)s forks.", fork=fork)
    else:
        then = ngettext(
            "Then a threat by %(threats)s leads to a fork on %(fork)s.",
            "Then threats by %(threats)s lead to a fork on %(fork)s.",
            len(rest) - 1,
            threats=listed((cell_name(game, step.cell) for step in rest[:-1]), THEN),
            fork=fork,
        )
    return f"{threatens} {then}"


def prepares(game: Game, win: Win, who: str) -> str:
    """A clause: *who*, a mark or a move, prepares the win by threats *win*."""
    return _(PREPARES_FORK if win[0].decides else PREPARES_WIN, who=who, **_names(game, win))


def _makes(move: JudgedMove, who: str, *, keeps: bool = True) -> Iterator[str]:
    """A sentence on the shortest win by threats that the quiet *move*, called *who*, prepares: a
    new one, else one that it *keeps* unless this is false. None without such a win.
    """
    before, after = move.before, move.after
    begun = after.wins_prepared
    for cell in (cell for cell, plies in begun.items() if plies == min(begun.values())):
        win = after.prepared_from(cell)
        if not (before.moves[cell].forks if win[0].decides else before.win_from(cell)):
            yield prepares(move.game, win, who)
            return
    if begun and keeps:
        win = after.prepared
        yield _(KEEPS_FORK if win[0].decides else KEEPS_WIN, who=who, **_names(move.game, win))


def _quietly(move: JudgedMove) -> str:
    """How the quiet *move* wins, and how the game goes on if a reply stops all wins by threats."""
    blocked = [blocks(move.position, move.blocked)] if move.blocked else []
    return " ".join([*blocked, *_makes(move, _("It")), *_goes_on(move.after)])


def _goes_on(left: Study) -> Iterator[str]:
    """The replies that stop all of the winner's wins by threats; the winner moved last. If there
    are any, the answer to the one that lasts longest, threats that gain time and a quiet move, and
    so on after that.
    """
    game, loser = left.position.game, left.position.to_move
    stops = [reply for reply in left.moves.values() if not reply.after.wins_by_threats]
    if not stops:
        yield _("A win by threats follows every reply of %(other)s.", other=loser)
        return
    yield ngettext(
        "Of %(replies)s replies only %(cells)s stops all wins by threats, and still loses.",
        "Of %(replies)s replies only %(cells)s stop all wins by threats, and still lose.",
        len(stops),
        replies=len(left.moves),
        cells=cells_listed(game, (reply.cell for reply in stops)),
    )
    reply = max(stops, key=lambda it: it.exact.distance or 0)
    moves, move = [reply.name], reply.answer
    while made := move.after.threats_against:
        answer = move.after.moves[made[0][0]]
        moves.append(
            _(
                "a threat by %(cell)s and its answer %(answer)s",
                cell=move.name,
                answer=answer.name,
            )
        )
        move = answer.answer
    who = _(
        "After %(moves)s, %(answer)s",
        moves=_(", ").join(moves),
        answer=move.name,
    )
    wins = _("%(who)s wins for %(mark)s.", who=who, mark=loser.other)
    yield next(_makes(move, who), wins)
    yield from _goes_on(move.after)
