"""Why a position is won, drawn or lost, and how a game ended."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ai.analysis import JudgedMove, Review
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import cells_listed, lines_listed, lines_with_cells
from ai.explain.wins import answers_noted, how_it_loses, prepares
from ai.ideas import LosingMove, WinningIdea, losing_move, losing_moves, winning_ideas
from ai.language import N_, _, listed, ngettext
from ai.notation import cell_name
from ai.position import Mark, Outcome, Position
from ai.record import Record
from ai.tablebase import move_values, probe
from ai.threats import completing_cells, live, threats
from ai.value import Value
from ai.wins_by_threats import prepared

WITH_IDEA = N_("%(cells)s %(idea)s")
WINS_BY = {
    WinningIdea.LINE: N_("by a line"),
    WinningIdea.FORK: N_("by a fork"),
    WinningIdea.THREATS: N_("by threats"),
    WinningIdea.THREAT: N_("by a threat that gains time"),
    WinningIdea.QUIET: N_("by a quiet move"),
}
LOSES_TO = {
    WinningIdea.LINE: N_("to a line"),
    WinningIdea.FORK: N_("to a fork"),
    WinningIdea.THREATS: N_("to a win by threats"),
    WinningIdea.THREAT: N_("to a threat that gains time"),
    WinningIdea.QUIET: N_("to a quiet move"),
}

# How a natural answer fails, of which no line is completed at once.
TO_TAKE = N_("To take %(cell)s first fails: then %(answer)s wins %(idea)s.")
TO_THREATEN = N_("To threaten with %(cell)s fails: then %(answer)s wins %(idea)s.")
TO_TAKE_A_STRONG_CELL = N_(
    "To take a strong cell such as %(cell)s, on %(lines)s of its live lines, fails: then %(answer)s"
    " wins %(idea)s."
)


def why_so(position: Position) -> str:
    """Why *position* is worth what it is to the side to move.

    :raises ValueError: if the game is over.
    """
    if position.outcome:
        raise ValueError("The game is over: there is no move to tell of.")
    match probe(position).value:
        case Value.WIN:
            return _why_won(position)
        case Value.DRAW:
            return " ".join(_why_drawn(position))
        case Value.LOSS:
            return " ".join(_why_lost(position))


def _why_won(position: Position) -> str:
    """Which moves win, by their ideas."""
    winning, best = winning_ideas(position), probe(position)
    wins = _(
        "%(mark)s wins with %(moves)s.",
        mark=position.to_move,
        moves=_by_ideas(position, winning, WINS_BY),
    )
    fastest = [cell for cell, exact in move_values(position).items() if exact == best]
    if len(fastest) == len(winning):
        return wins
    faster = ngettext(
        "%(cells)s is the fastest: it wins in %(plies)s.",
        "%(cells)s are the fastest: they win in %(plies)s.",
        len(fastest),
        cells=cells_listed(position.game, fastest),
        plies=best.distance,
    )
    return f"{wins} {faster}"


def _why_drawn(position: Position) -> Iterator[str]:
    """What is still live, and which moves lose."""
    game = position.game
    x, o = live(game.ordered_masks, position.o), live(game.ordered_masks, position.x)
    if not x and not o:
        yield _("Nothing is live any more: nobody can complete a line.")
        return
    yield _("Live lines: %(x)s for X, %(o)s for O.", x=len(x), o=len(o))
    yield from _who_stops(position, {Mark.X: x, Mark.O: o})
    losing = losing_moves(position)
    if not losing:
        yield _("No move loses.")
        return
    lost = {move.cell for move in losing}
    kept = [cell for cell in position.empty_cells if cell not in lost]
    if len(kept) < len(lost):
        yield ngettext(
            "Only %(cells)s keeps the draw: the others %(lose)s.",
            "Only %(cells)s keep the draw: the others %(lose)s.",
            len(kept),
            cells=cells_listed(game, kept),
            lose=they_lose(losing),
        )
        return
    yield ngettext(
        "Of %(moves)s moves %(num)s loses: %(losing)s.",
        "Of %(moves)s moves %(num)s lose: %(losing)s.",
        len(losing),
        moves=len(position.empty_cells),
        losing=_by_ideas(position, {move.cell: move.idea for move in losing}, LOSES_TO),
    )


def _who_stops(position: Position, lines: Mapping[Mark, Sequence[int]]) -> Iterator[str]:
    """Who can complete none of its live *lines* any more, and who stops the others."""
    able = [mark for mark in Mark if _may_complete(position, mark, lines[mark])]
    unable = [mark for mark in Mark if lines[mark] and mark not in able]
    if len(unable) == 2:
        yield _("Neither side can complete one any more.")
    elif unable:
        yield _("%(mark)s cannot complete one any more.", mark=unable[0])
    if len(able) == 2:
        yield _("With best play each side stops the other's in time.")
    elif able:
        yield ngettext(
            "With best play %(other)s stops that of %(mark)s in time.",
            "With best play %(other)s stops those of %(mark)s in time.",
            len(lines[able[0]]),
            mark=able[0],
            other=able[0].other,
        )


def _may_complete(position: Position, mark: Mark, lines: Sequence[int]) -> bool:
    """Whether *mark* completes one of *lines*, which are live for it, in any play at all: not where
    too few moves are left, or where the other side completes one of its own first, wherever it
    plays.
    """
    sides, is_won = (position.x, position.o), position.game.is_won
    own, others = sides if mark is Mark.X else sides[::-1]
    empty = [1 << cell for cell in position.empty_cells]
    for line in lines:
        lacking = line & ~own
        meanwhile = lacking.bit_count() - (mark is position.to_move)
        elsewhere = [cell for cell in empty if not cell & lacking]
        if any(not is_won[others | sum(cells)] for cells in combinations(elsewhere, meanwhile)):
            return True
    return False


def they_lose(losing: Sequence[LosingMove]) -> str:
    """That *losing*, at least two, lose, and to which ideas: `lose to a fork`, `lose, 3 to a fork
    and 1 to a line`.
    """
    counts = Counter(move.idea for move in losing)
    if len(counts) == 1:
        return _("lose %(idea)s", idea=_(LOSES_TO[losing[0].idea]))
    ideas = listed(
        _(WITH_IDEA, cells=counts[idea], idea=_(LOSES_TO[idea]))
        for idea in WinningIdea
        if idea in counts
    )
    return _("lose, %(ideas)s", ideas=ideas)


def _by_ideas(
    position: Position, ideas: Mapping[int, WinningIdea], message: Mapping[WinningIdea, N_]
) -> str:
    """The cells of *ideas* by their ideas, in the order of these."""
    cells: dict[WinningIdea, list[int]] = {}
    for cell, idea in ideas.items():
        cells.setdefault(idea, []).append(cell)
    return _("; ").join(
        _(WITH_IDEA, cells=cells_listed(position.game, cells[idea]), idea=_(message[idea]))
        for idea in WinningIdea
        if idea in cells
    )


def _why_lost(position: Position) -> Iterator[str]:
    """What the other side threatens or prepares, why the natural answers fail, and what lasts
    longest.
    """
    game, winner = position.game, position.to_move.other
    standing = threats(game, position.opponent, position.mover)
    due = sorted({cell for cell, _line in standing})
    if len(due) > 1:
        yield _(
            "%(mark)s threatens %(threats)s: one answer cannot stop that.",
            mark=winner,
            threats=lines_with_cells(position, (line for _cell, line in standing)),
        )
        return
    if due:
        yield _(
            "%(mark)s threatens %(lines)s, so %(other)s must answer %(answer)s.",
            mark=winner,
            lines=lines_listed(game, (line for _cell, line in standing)),
            other=position.to_move,
            answer=cell_name(game, due[0]),
        )
        yield how_it_loses(position, due[0])
        return
    if win := prepared(position):
        yield prepares(game, win, winner)
    yield from _natural_answers(position)
    losing = losing_moves(position)
    most = max(move.plies for move in losing)
    longest = [move.cell for move in losing if move.plies == most]
    if len(longest) == len(losing):
        yield _("Every move lasts %(plies)s plies.", plies=most)
    else:
        yield ngettext(
            "Only %(cells)s lasts %(plies)s plies; no move lasts longer.",
            "Only %(cells)s last %(plies)s plies; no move lasts longer.",
            len(longest),
            cells=cells_listed(game, longest),
            plies=most,
        )


def _natural_answers(position: Position) -> Iterator[str]:
    """Why it does not help to take the cell on which the other side would go on, to threaten, or to
    take a strong cell.
    """
    win = prepared(position)
    named: set[int] = set()
    for message, cell in (
        (TO_TAKE, win[0].cell if win else None),
        (TO_THREATEN, _lasting_threat(position)),
        (TO_TAKE_A_STRONG_CELL, _strong_cell(position)),
    ):
        if cell is not None and cell not in named:
            named.add(cell)
            yield _fails(message, losing_move(position, cell))


def _fails(message: N_, move: LosingMove) -> str:
    game = move.position.game
    return _(
        message,
        cell=cell_name(game, move.cell),
        answer=cell_name(game, move.answer),
        idea=_(WINS_BY[move.idea]),
        lines=_live_lines(move.position, move.cell),
    )


def _lasting_threat(position: Position) -> int | None:
    """The first of the losing moves that threaten, of those the one that lasts longest; None if
    there is none.
    """
    threatening = [
        move
        for move in losing_moves(position)
        if completing_cells(
            position.game.masks_through[move.cell],
            position.mover | 1 << move.cell,
            position.opponent,
        )
    ]
    longest = max(threatening, key=lambda move: move.plies, default=None)
    return longest.cell if longest else None


def _strong_cell(position: Position) -> int | None:
    """The first of the empty cells through which most lines go that are live for the side to move;
    None if no line is.
    """
    cell = max(position.empty_cells, key=lambda cell: _live_lines(position, cell))
    return cell if _live_lines(position, cell) else None


def _live_lines(position: Position, cell: int) -> int:
    """How many lines through *cell* are live for the side to move."""
    return len(live(position.game.masks_through[cell], position.opponent))


def ideas_diagram(position: Position) -> Diagram:
    """The moves that win, each with its idea; else those that lose, each with the answer that beats
    it. The lines that the other side threatens stand out.
    """
    game, mark = position.game, position.to_move
    threatened = [line for _cell, line in threats(game, position.opponent, position.mover)]
    if winning := winning_ideas(position):
        notes = {cell: _(idea) for cell, idea in winning.items()}
        return diagram(
            position,
            _("The moves that win for %(mark)s, by their ideas", mark=mark),
            notes=notes,
            chosen=winning,
            lines=threatened,
        )
    return diagram(
        position,
        _("How %(mark)s answers each move that loses", mark=mark.other),
        notes=answers_noted(position),
        lines=threatened,
    )


def ideas_by_ear(position: Position) -> dict[int, str]:
    """What :func:`ideas_diagram` notes on each cell, to be heard."""
    if winning := winning_ideas(position):
        return {cell: _("wins %(idea)s", idea=_(WINS_BY[idea])) for cell, idea in winning.items()}
    return {
        move.cell: _("loses to %(answer)s", answer=cell_name(position.game, move.answer))
        for move in losing_moves(position)
    }


def the_end(record: Record, review: Review) -> str:
    """How the game of *record*, which is over, was won or drawn, and which move decided it, if any
    was made.
    """
    outcome, game = record.position.outcome, record.game
    assert outcome
    if outcome.winner:
        how = _(
            "%(mark)s wins with %(lines)s.",
            mark=outcome.winner,
            lines=lines_listed(game, outcome.winning_sets),
        )
    else:
        how = _("A draw: the board is full, and nobody completed a line.")
    if not record.moves:
        return how
    if review.turning_point is None:
        return f"{how} {nothing_given_away(outcome)}"
    return f"{how} {_decided(review.moves[review.turning_point], outcome.winner)}"


def nothing_given_away(outcome: Outcome) -> str:
    """How a game came to *outcome* in which no move gave value away."""
    if outcome.winner:
        return _("%(mark)s could win from the start, and kept the win.", mark=outcome.winner)
    return _("Nobody gave anything away.")


def _decided(move: JudgedMove, winner: Mark | None) -> str:
    """That *move* was the last to give value away."""
    number, cell = move.number, cell_name(move.position.game, move.cell)
    if winner:
        return _(
            "Move %(number)s, %(mark)s %(cell)s, decided it: from then on %(winner)s kept the win.",
            number=number,
            mark=move.mark,
            cell=cell,
            winner=winner,
        )
    return _(
        "Move %(number)s, %(mark)s %(cell)s, decided it: from then on both kept the draw.",
        number=number,
        mark=move.mark,
        cell=cell,
    )
