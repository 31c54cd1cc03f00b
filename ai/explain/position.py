"""Why a position is won, drawn or lost, and how a game ended."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ai.exact.value import Value
from ai.explain.diagram import Diagram, diagram
from ai.explain.phrases import cells_listed, lines_listed
from ai.explain.wins import answers_noted, how_it_loses, prepares, threatened
from ai.language import N_, OR, _, listed, ngettext
from ai.rules.notation import cell_name
from ai.rules.position import Mark, Outcome, Position
from ai.rules.record import Record
from ai.rules.threats import live
from ai.study.review import Review
from ai.study.study import Idea, JudgedMove, Study
from ai.study.wins_by_threats import FORK

WITH_IDEA = N_("%(cells)s %(idea)s")
WINS_BY = {
    Idea.LINE: N_("by a line"),
    Idea.FORK: N_("by a fork"),
    Idea.THREATS: N_("by threats"),
    Idea.BLOCK: N_("by a block"),
    Idea.THREAT: N_("by a threat that gains time"),
    Idea.QUIET: N_("by a quiet move"),
}
LOSES_TO = {
    Idea.LINE: N_("to a line"),
    Idea.FORK: N_("to a fork"),
    Idea.THREATS: N_("to a win by threats"),
    Idea.BLOCK: N_("to a block"),
    Idea.THREAT: N_("to a threat that gains time"),
    Idea.QUIET: N_("to a quiet move"),
}

# Why a natural answer fails.
TO_TAKE = N_("To take %(cell)s first fails: then %(answer)s wins %(idea)s.")
TO_THREATEN = N_("To threaten with %(cell)s fails: then %(answer)s wins %(idea)s.")
TO_TAKE_A_STRONG_CELL = N_(
    "To take a strong cell such as %(cell)s, on %(lines)s of %(mark)s's live lines, fails: then"
    " %(answer)s wins %(idea)s."
)


def why_so(found: Study) -> str:
    """Why the position is won, drawn or lost for the side to move.

    :raises ValueError: if the game is over.
    """
    if found.position.outcome:
        raise ValueError("The game is over: there is no move to tell of.")
    match found.exact.value:
        case Value.WIN:
            return _why_won(found)
        case Value.DRAW:
            return " ".join(_why_drawn(found))
        case Value.LOSS:
            return " ".join(_why_lost(found))


def _why_won(found: Study) -> str:
    """The winning moves by their ideas, and the fastest of them."""
    wins = _(
        "%(mark)s wins with %(moves)s.",
        mark=found.position.to_move,
        moves=_by_ideas({move.cell: move.idea for move in found.winning}, found, WINS_BY),
    )
    fastest = found.best_cells
    if len(fastest) == len(found.winning):
        return wins
    faster = ngettext(
        "%(cells)s is the fastest: it wins in %(plies)s.",
        "%(cells)s are the fastest: they win in %(plies)s.",
        len(fastest),
        cells=cells_listed(found.position.game, fastest),
        plies=found.exact.distance,
    )
    return f"{wins} {faster}"


def _why_drawn(found: Study) -> Iterator[str]:
    """The live lines, the threats that each side must not allow, and the losing moves."""
    position = found.position
    game = position.game
    x, o = live(game.ordered_masks, position.o), live(game.ordered_masks, position.x)
    if not x and not o:
        yield _("Nothing is live any more: nobody can complete a line.")
        return
    yield _("Live lines: %(x)s for X, %(o)s for O.", x=len(x), o=len(o))
    yield from _who_stops(position, {Mark.X: x, Mark.O: o})
    if found.losing and found.wins_prepared:
        yield _must_not_allow(found)
    yield _which_lose(found)
    after = found.best.after
    if after.losing:
        yield _(
            "After %(cell)s: %(danger)s",
            cell=found.best.name,
            danger=_must_not_allow(after) if after.wins_prepared else _how_many_lose(after),
        )


def _which_lose(found: Study) -> str:
    """The losing moves of a drawn position, or the drawing moves if these are fewer."""
    if not found.losing:
        return _("No move loses.")
    if len(found.drawing) < len(found.losing):
        return ngettext(
            "Only %(cells)s keeps the draw: the others %(lose)s.",
            "Only %(cells)s keep the draw: the others %(lose)s.",
            len(found.drawing),
            cells=cells_listed(found.position.game, (move.cell for move in found.drawing)),
            lose=they_lose(found.losing),
        )
    return ngettext(
        "Of %(moves)s moves %(num)s loses: %(losing)s.",
        "Of %(moves)s moves %(num)s lose: %(losing)s.",
        len(found.losing),
        moves=len(found.moves),
        losing=_by_ideas({move.cell: move.answer.idea for move in found.losing}, found, LOSES_TO),
    )


def _must_not_allow(found: Study) -> str:
    """The side to move must not allow this win by threats: all lines or forks at the other side's
    next move, else one shortest win. There must be a prepared win.
    """
    game, mark, win = found.position.game, found.position.to_move, found.prepared
    if win[0].completes:
        return _(
            "%(mark)s must not let %(other)s complete %(lines)s on %(cell)s.",
            mark=mark,
            other=mark.other,
            lines=lines_listed(game, win[0].completes),
            cell=cell_name(game, win[0].cell),
        )
    if win[0].decides:
        forks = [cell for cell, plies in found.wins_prepared.items() if plies == FORK]
        return _(
            "%(mark)s must not let %(other)s fork on %(forks)s.",
            mark=mark,
            other=mark.other,
            forks=cells_listed(game, forks, OR),
        )
    return _(
        "%(mark)s must not allow a win that begins with a threat by %(first)s and leads to a fork"
        " on %(fork)s.",
        mark=mark,
        first=cell_name(game, win[0].cell),
        fork=cell_name(game, win[-1].cell),
    )


def _how_many_lose(found: Study) -> str:
    """The number of losing replies of the side to move, and the ideas that beat them."""
    return _(
        "%(losing)s of %(replies)s replies of %(mark)s %(lose)s.",
        losing=len(found.losing),
        replies=len(found.moves),
        mark=found.position.to_move,
        lose=they_lose(found.losing),
    )


def _who_stops(position: Position, lines: Mapping[Mark, Sequence[int]]) -> Iterator[str]:
    """Which sides can no longer complete any of their live *lines*; best play stops the others."""
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
    """Whether some play lets *mark* complete one of its live *lines*: enough moves are left, and
    the other side can avoid to complete a line of its own first.
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


def they_lose(losing: Sequence[JudgedMove]) -> str:
    """A predicate for the moves *losing*, at least one, by the ideas that beat them: `lose to a
    fork`, `lose, 3 to a fork and 1 to a line`.
    """
    counts = Counter(move.answer.idea for move in losing)
    if len(counts) == 1:
        idea = _(LOSES_TO[losing[0].answer.idea])
        return ngettext("loses %(idea)s", "lose %(idea)s", len(losing), idea=idea)
    ideas = listed(
        _(WITH_IDEA, cells=counts[idea], idea=_(LOSES_TO[idea])) for idea in Idea if idea in counts
    )
    return _("lose, %(ideas)s", ideas=ideas)


def _by_ideas(ideas: Mapping[int, Idea], found: Study, message: Mapping[Idea, N_]) -> str:
    """The cells of *ideas*, grouped by idea in the order of :class:`Idea`."""
    cells: dict[Idea, list[int]] = {}
    for cell, idea in ideas.items():
        cells.setdefault(idea, []).append(cell)
    return _("; ").join(
        _(WITH_IDEA, cells=cells_listed(found.position.game, cells[idea]), idea=_(message[idea]))
        for idea in Idea
        if idea in cells
    )


def _why_lost(found: Study) -> Iterator[str]:
    """The other side's threats or prepared win, why the natural answers fail, and the moves that
    last longest.
    """
    game, winner = found.position.game, found.position.to_move.other
    if standing := found.threats_against:
        yield threatened(found)
        if len({cell for cell, _line in standing}) == 1:
            yield how_it_loses(found.moves[standing[0][0]])
        return
    if win := found.prepared:
        yield prepares(game, win, winner)
    yield from _natural_answers(found)
    longest, plies = found.best_cells, found.exact.distance
    if len(longest) == len(found.moves):
        yield _("Every move lasts %(plies)s plies.", plies=plies)
    else:
        yield ngettext(
            "Only %(cells)s lasts %(plies)s plies; no move lasts longer.",
            "Only %(cells)s last %(plies)s plies; no move lasts longer.",
            len(longest),
            cells=cells_listed(game, longest),
            plies=plies,
        )


def _natural_answers(found: Study) -> Iterator[str]:
    """Why three answers fail: to take the cell where the other side would go on, to threaten, and
    to take a strong cell.
    """
    win = found.prepared
    named: set[int] = set()
    for message, cell in (
        (TO_TAKE, win[0].cell if win else None),
        (TO_THREATEN, _lasting_threat(found)),
        (TO_TAKE_A_STRONG_CELL, _strong_cell(found.position)),
    ):
        if cell is not None and cell not in named:
            named.add(cell)
            yield _fails(message, found.moves[cell])


def _fails(message: N_, move: JudgedMove) -> str:
    return _(
        message,
        cell=move.name,
        answer=move.answer.name,
        idea=_(WINS_BY[move.answer.idea]),
        mark=move.mark,
        lines=_live_lines(move.position, move.cell),
    )


def _lasting_threat(found: Study) -> int | None:
    """The losing threat that lasts longest, the first of several; None if no move threatens."""
    threatening = [move for move in found.losing if move.after.threats_against]
    longest = max(threatening, key=lambda move: move.exact.distance or 0, default=None)
    return longest.cell if longest else None


def _strong_cell(position: Position) -> int | None:
    """The empty cell on most live lines of the side to move, the first of several; None if no
    cell is on two.
    """
    cell = max(position.empty_cells, key=lambda cell: _live_lines(position, cell))
    return cell if _live_lines(position, cell) > 1 else None


def _live_lines(position: Position, cell: int) -> int:
    """How many lines through *cell* are live for the side to move."""
    return len(live(position.game.masks_through[cell], position.opponent))


def ideas_diagram(found: Study) -> Diagram:
    """The winning moves with their ideas; if there are none, the losing moves with the answers that
    beat them. The other side's threats are highlighted.
    """
    position, mark = found.position, found.position.to_move
    threatened = [line for _cell, line in found.threats_against]
    if found.winning:
        notes = {move.cell: _(move.idea) for move in found.winning}
        return diagram(
            position,
            _("The moves that win for %(mark)s, by their ideas", mark=mark),
            notes=notes,
            chosen=notes,
            lines=threatened,
        )
    return diagram(
        position,
        _("How %(mark)s answers each move that loses", mark=mark.other),
        notes=answers_noted(found),
        lines=threatened,
    )


def ideas_by_ear(found: Study) -> dict[int, str]:
    """The notes of :func:`ideas_diagram` for screen readers, by cell."""
    if found.winning:
        return {move.cell: _("wins %(idea)s", idea=_(WINS_BY[move.idea])) for move in found.winning}
    return {move.cell: _("loses to %(answer)s", answer=move.answer.name) for move in found.losing}


def the_end(record: Record, review: Review) -> str:
    """How the finished game of *record* was won or drawn and, if it has moves, which decided it."""
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
    """The result of a game in which no move gave value away."""
    if outcome.winner:
        return _("%(mark)s could win from the start, and kept the win.", mark=outcome.winner)
    return _("Nobody gave anything away.")


def _decided(move: JudgedMove, winner: Mark | None) -> str:
    """The sentence on *move*, the last one to give value away."""
    number, cell = move.number, move.name
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
