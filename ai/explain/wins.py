"""How a move wins or loses in the game's own terms: lines, threats, forks, and what is prepared."""

from collections.abc import Iterator
from functools import reduce

from ai.exact.tablebase import move_values
from ai.exact.value import Value
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import blocks, cells_listed, lines_listed, lines_with_cells
from ai.language import N_, _, listed, ngettext
from ai.rules.games import Game, WinningSet
from ai.rules.notation import cell_name
from ai.rules.position import Position
from ai.rules.threats import is_fork, threats, threats_made
from ai.study.ideas import fastest_by_threats, losing_move, losing_moves, winning_answer
from ai.study.wins_by_threats import (
    FORK,
    Win,
    beginnings_prepared,
    plies_by_threats,
    prepared,
    win_by_threats,
)

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


def what_it_does(position: Position, cell: int) -> Iterator[str]:
    """How the move on *cell* wins or loses by force; for a drawing move, the threats that it stops
    and makes.

    :raises UnreachablePosition: if no game leads to *position*.
    """
    match move_values(position)[cell].value:
        case Value.WIN:
            yield how_it_wins(position, cell)
        case Value.LOSS:
            yield how_it_loses(position, cell)
        case Value.DRAW:
            yield from what_it_is_good_for(position, cell)


def how_it_wins(position: Position, cell: int) -> str:
    """How the winning move on *cell* forces its win."""
    left = position.play(cell)
    if left.outcome:
        completed = left.outcome.winning_sets
        return _("It completes %(lines)s.", lines=lines_listed(position.game, completed))
    if win := fastest_by_threats(position, cell):
        return _by_threats(position, win)
    made = threats(left.game, left.opponent, left.mover)
    if not made:
        return _quietly(position, left, cell)
    answered = left.play(made[0][0])
    return f"{threatened(left)} {_then_wins(answered, winning_answer(answered))}"


def what_it_is_good_for(position: Position, cell: int) -> Iterator[str]:
    """Sentences on the drawing move on *cell*: the lines that it blocks, else the wins by threats
    that it stops; then the threats after it, else the win by threats that it prepares.
    """
    left = position.play(cell)
    blocked = _blocked(position, cell)
    if blocked:
        yield blocks(position, blocked)
    if left.outcome:
        return
    forced = _forced(left)
    if not blocked:
        yield from _stops(position, reduce(Position.play, forced, left))
    if not forced:
        yield from _makes(position, left, _("It"), keeps=not win_by_threats(position))
        return
    yield threatened(left)
    if further := forced[1:]:
        yield ngettext(
            "Then %(moves)s is forced.",
            "Then %(moves)s are forced in turn.",
            len(further),
            moves=listed(cell_name(left.game, move) for move in further),
        )


def _blocked(position: Position, cell: int) -> list[WinningSet]:
    """The lines that the other side threatened to complete on *cell*."""
    made = threats(position.game, position.opponent, position.mover)
    return [line for at, line in made if at == cell]


def _stops(position: Position, settled: Position) -> Iterator[str]:
    """The prepared wins by threats that a drawing move stops: all forks, else a shortest win. After
    the move and the forced answers the board is *settled*. The move only puts a win off if any
    stands then.
    """
    game, standing = position.game, beginnings_prepared(position)
    again = beginnings_prepared(settled) if settled.to_move is position.to_move else {}
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
        yield _("It puts off %(other)s's win by threats.", other=position.to_move.other)
    elif standing:
        yield _(STOPS_WIN, **_names(game, prepared(position)))


def _forced(position: Position) -> tuple[int, ...]:
    """The forced answers in the drawn *position*, in turn, until no threat stands."""
    forced = []
    while due := threats(position.game, position.opponent, position.mover):
        forced.append(due[0][0])
        position = position.play(due[0][0])
    return tuple(forced)


def _names(game: Game, win: Win) -> dict[str, str]:
    """The names of the first cell of the win by threats *win*, and of its fork."""
    return {"first": cell_name(game, win[0].cell), "fork": cell_name(game, win[-1].cell)}


def how_it_loses(position: Position, cell: int) -> str:
    """How the other side wins by force after the move on *cell*."""
    left = position.play(cell)
    reply = losing_move(position, cell).answer
    if ended := left.play(reply).outcome:
        return _(
            "It leaves %(lines)s open: %(other)s wins on %(cell)s.",
            lines=lines_listed(left.game, ended.winning_sets),
            other=left.to_move,
            cell=cell_name(left.game, reply),
        )
    return _then_wins(left, reply)


def _then_wins(position: Position, cell: int) -> str:
    """The move on *cell* wins for the side to move, and how."""
    return _(
        "Then %(cell)s wins for %(mark)s. %(how)s",
        cell=cell_name(position.game, cell),
        mark=position.to_move,
        how=how_it_wins(position, cell),
    )


def threatened(position: Position) -> str:
    """The threats against the side to move, at least one, and its one answer, if one stops all."""
    game, other = position.game, position.to_move
    standing = threats(game, position.opponent, position.mover)
    lines, answers = [line for _cell, line in standing], {cell for cell, _line in standing}
    if len(answers) > 1:
        return _(
            "%(mark)s threatens %(threats)s: one answer cannot stop that.",
            mark=other.other,
            threats=lines_with_cells(position, lines),
        )
    return _(
        "%(mark)s threatens %(lines)s, so %(other)s must answer %(answer)s.",
        mark=other.other,
        lines=lines_listed(game, lines),
        other=other,
        answer=cells_listed(game, answers),
    )


def winning_diagram(position: Position, cell: int) -> Diagram | None:
    """How the winning move on *cell* wins: a fastest win by threats, with the answers; for a quiet
    move, the answer to each reply. None for a completed line and for a threat that gains time.
    """
    left = position.play(cell)
    if win := () if left.outcome else fastest_by_threats(position, cell):
        notes: dict[int, object] = {}
        for number, step in enumerate(win):
            notes[step.cell] = 2 * number + 1
            notes |= dict.fromkeys(step.answers, 2 * number + 2)
        return diagram(
            position,
            _("The threats and their answers in turn, up to a fork that no answer stops"),
            notes=notes,
            chosen=[step.cell for step in win],
            lines=(threat for step in win for _cell, threat in step.threats),
            name=_("Threats"),
        )
    if left.outcome or threats(left.game, left.opponent, left.mover):
        return None
    return diagram(
        position,
        _(
            "How %(mark)s answers each reply to %(cell)s",
            mark=position.to_move,
            cell=cell_name(position.game, cell),
        ),
        notes=answers_noted(left),
        chosen=(cell,),
        name=_("Replies"),
    )


def answers_noted(position: Position) -> dict[int, str]:
    """For each losing move, a note with the answer that beats it."""
    return {
        move.cell: f"→ {cell_name(position.game, move.answer)}" for move in losing_moves(position)
    }


def _by_threats(position: Position, win: Win) -> str:
    """The course of the win by threats *win* of the side to move in *position*."""
    game, (first, *rest) = position.game, win
    threatens = threatened(position.play(first.cell))
    if first.forks:
        forks = _("It forks.")
        return f"{forks} {threatens}" if _forks(position, first.cell) else threatens
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
    return _(PREPARES_FORK if win[0].forks else PREPARES_WIN, who=who, **_names(game, win))


def _makes(position: Position, left: Position, who: str, *, keeps: bool = True) -> Iterator[str]:
    """The quiet move *who* to *left* prepares a shortest win by threats, if any: one that its side
    did not have in *position*, else one that it keeps, unless *keeps* is false.
    """
    begun = beginnings_prepared(left)
    shortest = [cell for cell, plies in begun.items() if plies == min(begun.values())]
    for cell in shortest:
        win = prepared(left, cell)
        if not (_forks(position, cell) if win[0].forks else win_by_threats(position, cell)):
            yield prepares(left.game, win, who)
            return
    if shortest and keeps:
        win = prepared(left)
        yield _(KEEPS_FORK if win[0].forks else KEEPS_WIN, who=who, **_names(left.game, win))


def _forks(position: Position, cell: int) -> bool:
    """Whether the move on *cell* forks."""
    return is_fork(threats_made(position.game, position.mover, position.opponent, cell))


def _quietly(position: Position, left: Position, cell: int) -> str:
    """How the quiet move on *cell* wins, and how the game goes on if a reply stops all wins by
    threats.
    """
    blocked = _blocked(position, cell)
    sentences = [blocks(position, blocked)] if blocked else []
    return " ".join([*sentences, *_makes(position, left, _("It")), *_goes_on(left)])


def _goes_on(left: Position) -> Iterator[str]:
    """The replies that stop all of the winner's wins by threats; the winner moved last. If there
    are any, the answer to the one that lasts longest, threats that gain time and a quiet move, and
    so on after that.
    """
    game, winner = left.game, left.to_move.other
    stops = [
        reply
        for reply in left.empty_cells
        if not plies_by_threats(game, left.opponent, left.mover | 1 << reply)
    ]
    if not stops:
        yield _("Whatever %(other)s replies, a win by threats follows.", other=left.to_move)
        return
    yield ngettext(
        "Of %(replies)s replies only %(cells)s stops all wins by threats, and still loses.",
        "Of %(replies)s replies only %(cells)s stop all wins by threats, and still lose.",
        len(stops),
        replies=len(left.empty_cells),
        cells=cells_listed(game, stops),
    )
    reply = max(stops, key=lambda cell: losing_move(left, cell).plies)
    moves, position = [cell_name(game, reply)], left.play(reply)
    cell = winning_answer(position)
    end = position.play(cell)
    while made := threats(game, end.opponent, end.mover):
        ((answer, _line), *_rest) = made
        moves.append(
            _(
                "a threat by %(cell)s and its answer %(answer)s",
                cell=cell_name(game, cell),
                answer=cell_name(game, answer),
            )
        )
        position = end.play(answer)
        cell = winning_answer(position)
        end = position.play(cell)
    who = _(
        "After %(moves)s, %(answer)s",
        moves=_(", ").join(moves),
        answer=cell_name(game, cell),
    )
    yield next(_makes(position, end, who), _("%(who)s wins for %(mark)s.", who=who, mark=winner))
    yield from _goes_on(end)
