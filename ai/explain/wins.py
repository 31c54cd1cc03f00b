"""How a move wins or loses in the game's own terms: lines, threats, forks, and what is prepared."""

from collections.abc import Iterator

from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import blocks, lines_listed, lines_with_cells
from ai.games import Game, WinningSet
from ai.ideas import fastest_by_threats, losing_move, losing_moves, winning_answer
from ai.language import _, listed, ngettext
from ai.notation import cell_name
from ai.position import Mark, Position
from ai.tablebase import move_values
from ai.threats import Threat, threats
from ai.value import Value
from ai.wins_by_threats import Win, plies_by_threats, prepared, win_by_threats


def what_it_does(position: Position, cell: int) -> Iterator[str]:
    """How the move on *cell* wins or loses by force, or what a draw stops and makes, if anything.

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
    """How the move on *cell* wins, which does so by force."""
    left = position.play(cell)
    if left.outcome:
        completed = left.outcome.winning_sets
        return _("It completes %(lines)s.", lines=lines_listed(position.game, completed))
    if win := fastest_by_threats(position, cell):
        return _by_threats(left, win)
    made = threats(left.game, left.opponent, left.mover)
    return _with_a_threat(left, made) if made else _quietly(position, left, cell)


def what_it_is_good_for(position: Position, cell: int) -> Iterator[str]:
    """What the move on *cell*, which draws, stops and what it makes, in sentences: the lines that
    it blocks, or else the win by threats that the other side would have if the mover had passed;
    its threats, or else the win by threats that it prepares.
    """
    left, game = position.play(cell), position.game
    blocked = _blocked(position, cell)
    if blocked:
        yield blocks(position, blocked)
    if left.outcome:
        return
    if not blocked and (stopped := prepared(position)) and not win_by_threats(left):
        yield _stops(game, stopped)
    if made := threats(game, left.opponent, left.mover):
        lines, answer = _threatened(left, made)
        yield _(
            "It threatens %(lines)s, so %(other)s must answer %(answer)s.",
            lines=lines,
            other=left.to_move,
            answer=answer,
        )
    elif win := prepared(left):
        yield prepares(game, win)


def _blocked(position: Position, cell: int) -> list[WinningSet]:
    """The lines that the other side threatened to complete on *cell*."""
    made = threats(position.game, position.opponent, position.mover)
    return [line for at, line in made if at == cell]


def _stop(left: Position, cell: int) -> str:
    """A reply on *cell* that stops all wins by threats, and what beats it."""
    answer = losing_move(left, cell).answer
    name, then = (cell_name(left.game, at) for at in (cell, answer))
    return _("%(cell)s (then %(answer)s)", cell=name, answer=then)


def _stops(game: Game, win: Win) -> str:
    """That the win by threats *win* can no longer be had."""
    fork = cell_name(game, win[-1].cell)
    if win[0].forks:
        return _("It stops the fork on %(fork)s.", fork=fork)
    return _(
        "It stops the threat of %(threat)s, which would lead to a fork on %(fork)s.",
        threat=cell_name(game, win[0].cell),
        fork=fork,
    )


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
    return _(
        "Then %(cell)s wins for %(other)s. %(how)s",
        cell=cell_name(left.game, reply),
        other=left.to_move,
        how=how_it_wins(left, reply),
    )


def winning_diagram(position: Position, cell: int) -> Diagram | None:
    """How the move on *cell* wins, which does so by force: the threats and their answers in turn,
    or, where it is quiet, the answer to each reply. None where neither tells it.
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
    """A note on the cell of each move that loses: the answer that beats it."""
    return {
        move.cell: f"→ {cell_name(position.game, move.answer)}" for move in losing_moves(position)
    }


def _by_threats(left: Position, win: Win) -> str:
    """How the win by threats *win* goes, whose first move led to *left*."""
    first, *rest = win
    if first.forks:
        return _(
            "It forks, and no answer stops it: it threatens %(threats)s.",
            threats=lines_with_cells(left, (threat for _cell, threat in first.threats)),
        )
    lines, answer = _threatened(left, first.threats)
    fork = cell_name(left.game, rest[-1].cell)
    if len(rest) == 1:
        return _(
            "It threatens %(lines)s, so %(other)s must answer %(answer)s; then %(fork)s forks.",
            lines=lines,
            other=left.to_move,
            answer=answer,
            fork=fork,
        )
    return ngettext(
        "It threatens %(lines)s, so %(other)s must answer %(answer)s; then one more threat"
        " leads to a fork on %(fork)s.",
        "It threatens %(lines)s, so %(other)s must answer %(answer)s; then %(num)s more threats"
        " lead to a fork on %(fork)s.",
        len(rest) - 1,
        lines=lines,
        other=left.to_move,
        answer=answer,
        fork=fork,
    )


def _threatened(left: Position, made: tuple[Threat, ...]) -> tuple[str, str]:
    """The names of the threatened lines, and of the one cell that answers them."""
    (answer,) = {cell for cell, _line in made}
    return lines_listed(left.game, (line for _cell, line in made)), cell_name(left.game, answer)


def _with_a_threat(left: Position, made: tuple[Threat, ...]) -> str:
    """How a move wins that threatens, but not for long."""
    lines, answer = _threatened(left, made)
    ((cell, _line), *_rest) = made
    answered = left.play(cell)
    following = winning_answer(answered)
    gains = _(
        "It threatens %(lines)s, so %(other)s must answer %(answer)s; then %(next)s goes on with"
        " the win.",
        lines=lines,
        other=left.to_move,
        answer=answer,
        next=cell_name(left.game, following),
    )
    return f"{gains} {how_it_wins(answered, following)}"


def prepares(game: Game, win: Win, mark: Mark | None = None) -> str:
    """That the win by threats *win* is prepared: by *mark*, or by the move that is told of."""
    who, fork = mark or _("It"), cell_name(game, win[-1].cell)
    if win[0].forks:
        return _("%(who)s prepares a fork on %(fork)s.", who=who, fork=fork)
    return _(
        "%(who)s prepares the threat of %(threat)s, which leads to a fork on %(fork)s.",
        who=who,
        threat=cell_name(game, win[0].cell),
        fork=fork,
    )


def _quietly(position: Position, left: Position, cell: int) -> str:
    """How the move on *cell*, which threatens nothing, wins."""
    game, other = position.game, left.to_move
    blocked = _blocked(position, cell)
    win = prepared(left)
    sentences = []
    if blocked:
        sentences.append(blocks(position, blocked))
    if win:
        sentences.append(prepares(game, win))
    stops = [
        reply
        for reply in left.empty_cells
        if not plies_by_threats(game, left.opponent, left.mover | 1 << reply)
    ]
    if not stops:
        sentences.append(_("Whatever %(other)s replies, a win by threats follows.", other=other))
    else:
        sentences.append(
            ngettext(
                "Of %(replies)s replies only %(cells)s stops all wins by threats, and still loses.",
                "Of %(replies)s replies only %(cells)s stop all wins by threats, and still lose.",
                len(stops),
                replies=len(left.empty_cells),
                cells=listed(_stop(left, cell) for cell in stops),
            )
        )
    return " ".join(sentences)
