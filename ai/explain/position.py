"""Why a position is won, drawn or lost."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from ai.exact.value import Value
from ai.explain.diagram import Diagram, diagram
from ai.explain.persons import Persons, said
from ai.explain.phrases import (
    cells_listed,
    how_soon,
    idea_in_a_word,
    lines_listed,
    moves_of_both,
    of_sets,
)
from ai.explain.wins import answers_noted, how_it_loses, threatened, win_in_words
from ai.language import N_, OR, _, listed, ngettext
from ai.rules.games import Game
from ai.rules.notation import cell_name
from ai.rules.position import Mark, Position
from ai.rules.threats import live
from ai.study.study import Idea, JudgedMove, Study
from ai.study.wins_by_threats import FORK

WITH_IDEA = N_("%(cells)s %(idea)s")
WINS_BY = {
    Idea.LINE: N_("at once"),
    Idea.FORK: N_("by a fork"),
    Idea.THREATS: N_("by threat after threat"),
    Idea.BLOCK: N_("by a block"),
    Idea.THREAT: N_("by a threat"),
    Idea.QUIET: N_("by a quiet move"),
}
LOSES_TO = {
    Idea.LINE: N_("at once"),
    Idea.FORK: N_("to a fork"),
    Idea.THREATS: N_("to threat after threat"),
    Idea.BLOCK: N_("to a block"),
    Idea.THREAT: N_("to a threat"),
    Idea.QUIET: N_("to a quiet move"),
}
WINS = {
    Idea.LINE: (N_("at once on %(cells)s"), N_("at once on %(cells)s")),
    Idea.FORK: (N_("by a fork on %(cells)s"), N_("by forks on %(cells)s")),
    Idea.THREATS: (
        N_("by threat after threat, first %(cells)s"),
        N_("by threat after threat, first one of %(cells)s"),
    ),
    Idea.BLOCK: (N_("by the block %(cells)s"), N_("by the blocks %(cells)s")),
    Idea.THREAT: (N_("by the threat %(cells)s"), N_("by the threats %(cells)s")),
    Idea.QUIET: (N_("by the quiet move %(cells)s"), N_("by the quiet moves %(cells)s")),
}
STILL_OPEN = (
    N_("Live lines: %(own)s for %(me)s, %(others)s for %(thee)s."),
    N_("Live squares: %(own)s for %(me)s, %(others)s for %(thee)s."),
)

# Why a natural answer fails.
TO_TAKE = N_("Taking %(cell)s first fails: then %(you)s can win %(how)s.")
TO_THREATEN = N_("The threat %(cell)s fails: then %(you)s can win %(how)s.")
TO_TAKE_A_STRONG_CELL = N_("Taking %(cell)s, a strong cell, fails: then %(you)s can win %(how)s.")


def why_so(found: Study, persons: Persons | None = None) -> str:
    """Why the position is won, drawn or lost for the side to move, the mover of *persons*; without
    *persons* both are called by their marks.

    :raises ValueError: if the game is over.
    """
    if found.position.outcome:
        raise ValueError("The game is over: there is no move to tell of.")
    persons = persons or Persons.marks(found.position.to_move)
    match found.exact.value:
        case Value.WIN:
            return _why_won(found, persons)
        case Value.DRAW:
            return " ".join(_why_drawn(found, persons))
        case Value.LOSS:
            return " ".join(_why_lost(found, persons))


def _why_won(found: Study, persons: Persons) -> str:
    """The winning moves by their ideas, and the fastest of them."""
    ideas: dict[Idea, list[int]] = {}
    for move in found.winning:
        ideas.setdefault(move.idea, []).append(move.cell)
    game = found.position.game
    moves = _("; ").join(wins_in_words(game, it, ideas[it]) for it in Idea if it in ideas)
    wins = said(N_("%(I)s can win %(moves)s."), persons, moves=moves)
    fastest = found.best_cells
    if len(fastest) == len(found.winning):
        return wins
    cells, soon = cells_listed(game, fastest), how_soon(found.exact)
    faster = _("Fastest: %(cells)s, %(soon)s.", cells=cells, soon=soon)
    return f"{wins} {faster}"


def wins_in_words(game: Game, idea: Idea, cells: Sequence[int]) -> str:
    """How the moves on *cells*, which share an *idea*, win: `by forks on b2 and c1`."""
    return ngettext(*WINS[idea], len(cells), cells=cells_listed(game, cells))


def _why_drawn(found: Study, persons: Persons) -> Iterator[str]:
    """The live lines, the threats that each side must not allow, and the losing moves."""
    position = found.position
    masks = position.game.ordered_masks
    lines = {
        position.to_move: live(masks, position.opponent),
        position.to_move.other: live(masks, position.mover),
    }
    if not any(lines.values()):
        yield _("Nobody can win any more.")
        return
    mine, yours = map(len, lines.values())
    yield said(
        of_sets(position.game, *STILL_OPEN),
        persons,
        own=mine,
        others=yours,
    )
    yield from _who_stops(position, lines, persons)
    if found.losing and found.wins_prepared:
        yield _must_not_allow(found, persons)
    yield _which_lose(found)
    after = found.best.after
    if after.losing:
        danger = _must_not_allow if after.wins_prepared else _how_many_lose
        yield _(
            "After %(cell)s: %(danger)s",
            cell=found.best.name,
            danger=danger(after, persons.swapped),
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
        losing=_by_ideas({move.cell: move.answer.idea for move in found.losing}, found),
    )


def _must_not_allow(found: Study, persons: Persons) -> str:
    """The side to move must not allow this win by threats: all lines or forks at the other side's
    next move, else one shortest win. There must be a prepared win.
    """
    game, win = found.position.game, found.prepared
    if win[0].completes:
        return said(
            N_("%(I)s must not let %(thee)s complete %(lines)s on %(cell)s."),
            persons,
            lines=lines_listed(game, win[0].completes),
            cell=cell_name(game, win[0].cell),
        )
    if win[0].decides:
        forks = [cell for cell, plies in found.wins_prepared.items() if plies == FORK]
        return said(
            N_("%(I)s must not let %(thee)s fork on %(forks)s."),
            persons,
            forks=cells_listed(game, forks, OR),
        )
    return said(N_("%(I)s must not allow %(win)s."), persons, win=win_in_words(game, win))


def _how_many_lose(found: Study, persons: Persons) -> str:
    """The number of losing replies of the side to move, and the ideas that beat them."""
    return said(
        N_("%(losing)s of %(my)s %(replies)s replies %(lose)s."),
        persons,
        losing=len(found.losing),
        replies=len(found.moves),
        lose=they_lose(found.losing),
    )


def _who_stops(
    position: Position, lines: Mapping[Mark, Sequence[int]], persons: Persons
) -> Iterator[str]:
    """Which sides can no longer complete any of their live *lines*; best play stops the others."""
    of_mark = {position.to_move: persons, position.to_move.other: persons.swapped}
    able = [mark for mark in Mark if _may_complete(position, mark, lines[mark])]
    unable = [mark for mark in Mark if lines[mark] and mark not in able]
    if len(unable) == 2:
        yield _("Neither side can complete one any more.")
    elif unable:
        yield said(N_("%(I)s can't complete one any more."), of_mark[unable[0]])
    if len(able) == 2:
        yield _("Best play stops both sides in time.")
    elif able:
        yield said(N_("Best play stops %(mine)s in time."), of_mark[able[0]])


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
    fork`, `lose, 1 at once and 3 to a fork`.
    """
    counts = Counter(move.answer.idea for move in losing)
    if len(counts) == 1:
        idea = _(LOSES_TO[losing[0].answer.idea])
        return ngettext("loses %(idea)s", "lose %(idea)s", len(losing), idea=idea)
    ideas = listed(
        _(WITH_IDEA, cells=counts[idea], idea=_(LOSES_TO[idea])) for idea in Idea if idea in counts
    )
    return _("lose, %(ideas)s", ideas=ideas)


def _by_ideas(ideas: Mapping[int, Idea], found: Study) -> str:
    """Losing cells by the *ideas* that beat them, in the order of :class:`Idea`."""
    cells: dict[Idea, list[int]] = {}
    for cell, idea in ideas.items():
        cells.setdefault(idea, []).append(cell)
    return _("; ").join(
        _(WITH_IDEA, cells=cells_listed(found.position.game, cells[idea]), idea=_(LOSES_TO[idea]))
        for idea in Idea
        if idea in cells
    )


def _why_lost(found: Study, persons: Persons) -> Iterator[str]:
    """The other side's threats or prepared win, why the natural answers fail, and the moves that
    last longest.
    """
    game = found.position.game
    if block := found.block:
        yield threatened(found, persons.swapped)
        if len({cell for cell, _line in found.threats_against}) == 1:
            yield how_it_loses(block, persons)
        return
    if win := found.prepared:
        yield said(N_("%(You)s could go on with %(win)s."), persons, win=win_in_words(game, win))
    yield from _natural_answers(found, persons)
    longest = found.best_cells
    if len(longest) == len(found.moves):
        yield _("Every cell loses %(soon)s.", soon=how_soon(found.exact))
    else:
        yield ngettext(
            "%(cells)s holds out longest: %(moves)s.",
            "%(cells)s hold out longest: %(moves)s.",
            len(longest),
            cells=cells_listed(game, longest),
            moves=moves_of_both(found.exact),
        )


def _natural_answers(found: Study, persons: Persons) -> Iterator[str]:
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
            move, answer = found.moves[cell], found.moves[cell].answer
            how = wins_in_words(answer.game, answer.idea, (answer.cell,))
            yield said(message, persons, cell=move.name, how=how)


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
    position = found.position
    threatened = [line for _cell, line in found.threats_against]
    if found.winning:
        notes = {move.cell: idea_in_a_word(move.game, move.idea) for move in found.winning}
        return diagram(
            position,
            _("The winning moves and their ideas"),
            notes=notes,
            chosen=notes,
            lines=threatened,
        )
    return diagram(
        position,
        _("The answer to each losing move"),
        notes=answers_noted(found),
        lines=threatened,
    )


def ideas_by_ear(found: Study) -> dict[int, str]:
    """The notes of :func:`ideas_diagram` for screen readers, by cell."""
    if found.winning:
        return {move.cell: _("wins %(idea)s", idea=_(WINS_BY[move.idea])) for move in found.winning}
    return {move.cell: _("loses to %(answer)s", answer=move.answer.name) for move in found.losing}
