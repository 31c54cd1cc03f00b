"""The match in words for screen readers: each turn, and the whole position."""

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from operator import itemgetter

from ai.language import N_, _
from ai.rules import Mark, Position, Record
from ai.rules.threats import live, threats
from ai.words.persons import FRIEND
from ai.words.phrases import cells_listed, lines_listed
from webapp.board.outlines import has_lens
from webapp.game.match import Help, Match
from webapp.game.seen import GameSeen

# The game, its players, and the side that begins.
YOU_BEGIN = N_("%(game)s against %(opponent)s: you are %(mark)s and begin.")
THEY_BEGIN = N_("%(game)s against %(opponent)s: you are %(mark)s; %(first)s begins.")
AS_SET_UP = N_("%(game)s against %(opponent)s, from a position that was set up: you are %(mark)s.")
TWO_BEGIN = N_("%(game)s for two; %(first)s begins.")
TWO_AS_SET_UP = N_("%(game)s for two, from a position that was set up.")
PROGRAMS_BEGIN = N_("%(game)s: %(x)s is X and %(o)s is O; %(first)s begins.")
PROGRAMS_AS_SET_UP = N_("%(game)s, from a position that was set up: %(x)s is X and %(o)s is O.")
PRESS = N_("Press Play or Step, and see why.")


def turn_in_words(match: Match, undone: str = "") -> str:
    """The match since a person's last decision, in order: the game if it has just begun, the moves,
    the winning sets or the threats. *undone* may tell more of an undo than the number of the move.
    """
    return " ".join(_turn(match, undone))


def _turn(match: Match, undone: str) -> Iterator[str]:
    record, position = match.record, match.position
    if (record.ply, Help.UNDO) in match.help and not match.is_over:
        yield undone or _("Back at move %(number)s.", number=record.ply + 1)
    elif match.is_puzzle:
        yield _("Retry move %(number)s.", number=record.ply + 1)
    else:
        # Between two programs each move is announced.
        movers, plies = match.players.people or Mark, reversed(record.plies[:-1])
        decision = next((ply for ply in plies if record.mover_at(ply) in movers), None)
        if decision is None:
            yield _beginning(match)
            decision = record.start.ply
        yield from moves_in_words(record, range(decision, record.ply))
    if not position.outcome:
        yield from threat(position, position.to_move.other)
        if not (match.players.people or record.moves):
            yield _(PRESS)


def _beginning(match: Match) -> str:
    """The game, its players, and the side that begins."""
    players, record, set_up = match.players, match.record, match.is_set_up
    game, first = _(record.game.name), record.first
    if person := players.lone:
        message = AS_SET_UP if set_up else YOU_BEGIN if first is person else THEY_BEGIN
        opponent = players.name(person.other)
        return _(message, game=game, opponent=opponent, mark=person, first=first)
    if players.people:
        return _(TWO_AS_SET_UP if set_up else TWO_BEGIN, game=game, first=first)
    x, o = players.name(Mark.X), players.name(Mark.O)
    message = PROGRAMS_AS_SET_UP if set_up else PROGRAMS_BEGIN
    return _(message, game=game, x=x, o=o, first=first)


def result_in_words(seen: GameSeen) -> tuple[str, str]:
    """The result of a finished game in brief, and a sentence that adds the players, empty if none
    does. After a set-up and to people who share a screen it names marks: the marks of a set-up may
    be other people's.
    """
    outcome, me, of_friends = seen.record.outcome, seen.me, seen.rival is FRIEND
    winner = outcome and outcome.winner
    names = {seat.mark: seat.name for seat in seen.seats}
    if seen.record.start.ply or not (me or seen.players.computer(Mark.X)):
        return (_("%(mark)s wins", mark=winner) if winner else _("A draw")), ""
    if not winner:
        result = _("A draw")
        if not me or of_friends:
            drawn = "" if me else _("%(x)s and %(o)s drew.", x=names[Mark.X], o=names[Mark.O])
            return result, drawn
        if seen.is_triumph:
            result = _("You held %(opponent)s", opponent=names[me.other])
    elif not me:
        result = _("%(winner)s beat %(loser)s", winner=names[winner], loser=names[winner.other])
    elif of_friends:
        result = _("You won") if winner is me else _("Your friend won")
    elif winner is me:
        result = _("You beat %(opponent)s", opponent=names[me.other])
    else:
        result = _("%(opponent)s beat you", opponent=names[winner])
    return result, _("%(result)s.", result=result)


def moves_in_words(record: Record, plies: range) -> Iterator[str]:
    """The last moves, at *plies*, and the cells of each line that wins, played or set up."""
    game, outcome = record.game, record.outcome
    moves = [(record.mover_at(ply), game.cell_names[record.move_at(ply)]) for ply in plies]
    winning_move = moves.pop() if moves and outcome and outcome.winner else None
    for mark, cell in moves:
        yield _("%(mark)s %(cell)s.", mark=mark, cell=cell)
    if not outcome or not outcome.winner:
        return
    ordered = sorted(map(sorted, outcome.winning_sets))
    lines = reduce(
        lambda lines, more: _("%(lines)s, and with %(more)s", lines=lines, more=more),
        (cells_listed(game, cells) for cells in ordered),
    )
    if winning_move:
        mark, cell = winning_move
        yield _("%(mark)s %(cell)s wins with %(lines)s.", mark=mark, cell=cell, lines=lines)
    else:
        yield _("Won with %(lines)s.", lines=lines)


def threat(position: Position, mark: Mark) -> Iterator[str]:
    """A sentence with the cells on which *mark* threatens to win; nothing without a threat."""
    if found := {cell for cell, _line in _threats(position, mark)}:
        cells = cells_listed(position.game, found)
        yield _("%(mark)s threatens %(cells)s.", mark=mark, cells=cells)


def _threats(position: Position, mark: Mark) -> tuple[tuple[int, frozenset[int]], ...]:
    x, o = position.x, position.o
    return threats(position.game, *((x, o) if mark is Mark.X else (o, x)))


def position_in_words(position: Position) -> dict[str, object]:
    """A *position*, read out. The *rows* name their marks and empty cells, and the *threats* of
    both sides their cells and lines. In games with a lens each empty cell has the numbers of lines
    through it that are *live* for X and for O. A game that is over has rows alone.
    """
    game, x, o, open_cells = position.game, position.x, position.o, position.empty_cells
    width, names = game.columns, game.cell_names
    stands = [f"{name} {position.mark_at(cell) or _('empty')}" for cell, name in enumerate(names)]
    rows = [", ".join(stands[start : start + width]) for start in range(0, len(stands), width)]
    found = defaultdict[tuple[Mark, int], list[frozenset[int]]](list)
    for mark in () if position.outcome else Mark:
        for cell, line in sorted(_threats(position, mark), key=itemgetter(0)):
            found[mark, cell].append(line)
    return {
        "rows": [_("Row %(row)s: %(cells)s.", row=at, cells=row) for at, row in enumerate(rows, 1)],
        "threats": [
            _(
                "%(mark)s threatens %(cell)s: %(lines)s.",
                mark=mark,
                cell=names[cell],
                lines=lines_listed(game, lines),
            )
            for (mark, cell), lines in found.items()
        ],
        "live": [
            (names[cell], len(live(lines, o)), len(live(lines, x)))
            for cell in (open_cells if has_lens(game) and not position.outcome else ())
            for lines in [game.masks_through[cell]]
        ],
    }
