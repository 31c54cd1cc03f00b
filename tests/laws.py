"""Laws of any board of any game, and of any game move by move: the program finds what the tests'
own reference finds. A law says nothing of a board that the reference cannot solve soon.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import chain, islice
from xml.etree import ElementTree

import pytest

from ai.exact.tablebase import move_worths, probe
from ai.exact.value import from_movers_side
from ai.explain import explain_move
from ai.odds.random_play import odds_after_moves
from ai.opponents import OPPONENTS
from ai.opponents.policy import Opponent
from ai.pen.diagram import Diagram
from ai.rules.games import game_for, mask
from ai.rules.notation import NotationError
from ai.rules.position import IllegalMove, Mark, NoSuchCell, Outcome, UnreachablePosition, parse
from ai.rules.record import Record, parse_record
from ai.search.minimax import Window, alpha_beta, minimax
from ai.search.orders import by_window, classes, searching
from ai.search.tree import tree_size
from ai.study.moves_from_here import moves_from_here
from ai.study.review import Accuracy, review
from ai.study.study import study
from ai.study.theory import WinCounts
from ai.study.wins_by_threats import Win, win_length
from tests.claims.games import lost_for_good, record_of
from tests.claims.positions import idea_of
from tests.claims.reasons import content
from tests.model import name
from tests.names_in_words import is_percentage
from tests.page import is_in_a_ring
from tests.reference import (
    Board,
    after,
    ahead,
    chances,
    completed,
    completing,
    courses,
    diagram,
    difficulties,
    exchanged,
    extent,
    first_best_line,
    first_mark,
    games_from,
    greatest,
    images,
    in_words,
    is_soon_solved,
    keeping,
    key,
    moved,
    moves,
    other,
    perfect,
    plain,
    position,
    reachable,
    result,
    shortest,
    shortest_from,
    to_mover,
    tree,
    turns,
    value_and_distance,
    winners_own,
    worth,
    worths,
)
from tests.reference.players import Three, lots, mean, odds
from tests.reference.searches import nodes_in_order
from tests.samples import pair, played
from webapp.board.board import Cell, Glyph, Stage
from webapp.board.diagrams import glyphs, key_to
from webapp.board.players import Players
from webapp.game.match import Match, Retry
from webapp.game.match_page import match_page
from webapp.game.session import Session

# Rules.


def expect_marks(board: Board) -> None:
    """A position knows its marks, the side to move and the result."""
    here, ended = position(board), result(board)
    held = {mark: {c for c, m in enumerate(board.marks) if m == mark} for mark in "XO."}
    assert [mark or "." for mark in here.marks] == [*board.marks]
    assert (here.to_move, here.ply) == (board.mover, len(board.marks) - len(moves(board)))
    assert here.empty_cells == tuple(sorted(held["."]))
    assert (here.mover, here.opponent) == key(board)
    winner = Mark(ended) if ended in held else None
    assert here.outcome == (Outcome(winner, completed(board)) if ended else None)
    if ended:
        record = Record(here)
        assert (record.moves, record.positions) == ((), (here,))
        with pytest.raises(IllegalMove, match="over"):
            record.play(0)


def expect_moves(board: Board) -> None:
    """A move, by number or name, adds one mark and passes the turn, or is refused with a reason."""
    here, over, cells = position(board), result(board), range(len(board.marks))
    for cell in (-9, -1, *cells, len(cells), 99):
        if not over and cell in moves(board):
            left, named = here.play(cell), name(board.game, cell)
            assert plain(left) == after(board, cell)
            assert here.play(named) == here.play(named.upper()) == left
            assert Record(here).play(named) == Record(here, (cell,))
            continue
        why = ("over" if over else "taken") if cell in cells else f"no cell {cell}.* {cells[-1]}"
        with pytest.raises(IllegalMove, match=why) as refused:
            here.play(cell)
        assert (refused.type is NoSuchCell) == (cell not in cells)
    assert plain(here) == board


def expect_text(board: Board) -> None:
    """A position is read as it is written: in rows, in one word, as its repr, as the start of a
    record. Without the mark that began, X did if it can have.
    """
    here, rows, first = position(board), diagram(board), first_mark(board)
    game, odd = here.game, len(moves(board)) % 2 != len(board.marks) % 2
    for text in (str(here), rows, board.marks, "\t \n".join(board.marks)):
        assert parse(game, text, board.mover) == here
    assert (here.rows, repr(here)) == (rows, f"<{board.game} {rows}, {board.mover} to move>")
    for text in (rows, board.marks):
        assert parse_record(game, text, first) == Record(here)
        alone = parse_record(game, text)
        assert alone.first == (first if odd else "O" if result(board) == "X" else "X")
        assert str(alone.start) == str(here)
    if odd:
        with pytest.raises(UnreachablePosition, match=f"^These .* if {board.mover} moved first: X"):
            parse_record(game, rows, board.mover)
    width = extent(board.game)[0]
    with pytest.raises(NotationError, match=f"^The rows of the board are {width} cells"):
        parse(game, f"{rows[:1]}-{rows[1:width]}{rows[width + 1 :]}", board.mover)


def expect_drawn_in_a_notebook(board: Board) -> None:
    """A notebook draws each mark in its cell."""
    drawn = ElementTree.fromstring(position(board)._repr_svg_())  # noqa: S314 - our own
    found = ["."] * len(board.marks)
    for group in drawn.iter("{http://www.w3.org/2000/svg}g"):
        x, y = map(int, re.findall(r"\d+", group.attrib["transform"]))
        at = y // 20 * extent(board.game)[0] + x // 20
        found[at] = "O" if "circle" in group[0].tag else "X"
    assert "".join(found) == board.marks
    assert drawn.attrib["aria-label"].replace(" ", "") == board.marks


def expect_symmetries(board: Board) -> None:
    """All images have one canonical position, one of them. A symmetry moves all marks of a mask,
    and its frames are the symmetries that turn it to its least image.
    """
    symmetries = game_for(board.game).symmetries
    assert {it.cells for it in symmetries} == turns(board.game)
    keys = {key(image) for image in images(board)}
    (found,) = {symmetries.canonical(*sides) for sides in keys}
    assert found in keys
    for marks in (*key(board), sum(key(board))):
        cells = [cell for cell in range(len(board.marks)) if marks >> cell & 1]
        turned = [mask(it.cells[cell] for cell in cells) for it in symmetries]
        assert [it(marks) for it in symmetries] == turned
        for _again in range(2):
            least = symmetries.to_least(marks)
            assert [it in least for it in symmetries] == [it == min(turned) for it in turned]
        firsts, ways = symmetries.least
        assert firsts[marks] == turned[ways[marks]] == min(turned)


# Values.


def expect_worths(board: Board) -> None:
    """The tables have each value, distance and difficulty, and so the same moves are best."""
    here, found = position(board), move_worths(position(board))
    assert [*found] == (moves(board) if result(board) is None else [])
    assert {cell: it.exact for cell, it in found.items()} == study(here).values
    for cell, it in found.items():
        assert it.exact == from_movers_side(probe(here.play(cell)))
    if not is_soon_solved(board):
        assert probe(here) == max((it.exact for it in found.values()), key=lambda it: it.rank)
        return
    drawn = difficulties(board)
    assert pair(probe(here)) == value_and_distance(board)
    for cell, worth_of in worths(board, value_and_distance).items() if found else ():
        assert pair(found[cell].exact) == worth_of
        assert found[cell].difficulty == (float(drawn[cell]) if cell in drawn else None)
    best = perfect(board)
    assert not best or [*study(here).best_cells] == best
    ringed = best if len(best) < len(found) else []
    assert [cell for cell, it in found.items() if it.best] == ringed


# Players.


def players(board: Board) -> list[Opponent]:
    """The programs that play the game."""
    return [it for it in OPPONENTS.values() if it.plays(game_for(board.game))]


def expect_policies(board: Board) -> None:
    """Every program decides as its rules say, the same each time, and not once the game is over."""
    here = position(board)
    for opponent in players(board):
        if result(board):
            with pytest.raises(ValueError, match="over"):
                opponent.decide(here)
            continue
        decision = opponent.decide(here)
        assert [*lots(decision)] == content(board, opponent.key), opponent.key
        assert opponent.decide(here) == decision
        assert opponent.decide(position(exchanged(board))).reason == decision.reason
        expect_alike(board, opponent)


def expect_alike(board: Board, opponent: Opponent) -> None:
    """A symmetric policy plays the images of its cells in the image of the board, each as often;
    and it does not matter what the marks are called.
    """
    here = opponent.decide(position(board)).probabilities
    assert opponent.decide(position(exchanged(board))).probabilities == here
    for to in turns(board.game) if opponent.symmetric else ():
        there = opponent.decide(position(moved(board, to))).probabilities
        assert there == {to[cell]: chance for cell, chance in here.items()}


def overall(board: Board) -> Three:
    """The odds of random play from *board*: the mean over all moves."""
    if result(board):
        return odds(board, moves, moves)
    found = odds_after_moves(position(board)).values()
    return mean([(Fraction(a), Fraction(b), Fraction(c)) for a, b, c in map(astuple, found)])


def expect_random_odds(board: Board) -> None:
    """A recursion over all games finds the same odds of random play after each move. On boards with
    many games they are the mean of the odds after each reply.
    """
    for cell, found in odds_after_moves(position(board)).items():
        left = after(board, cell)
        again = odds(left, moves, moves) if len(moves(left)) < 9 else overall(left)
        assert tuple(map(Fraction, astuple(found))) == again, cell


# Searches.


def expect_searched(board: Board) -> None:
    """Both searches find what a recursion finds. Minimax visits the whole tree, and alpha-beta less
    just where it cuts off something.
    """
    if result(board):
        for search in (minimax, alpha_beta):
            with pytest.raises(ValueError, match="over"):
                search(position(board))
        return
    for depth in (1, 2, 3, 9)[: 4 if len(moves(board)) < 7 else 2]:
        found, pruned = minimax(position(board), depth), alpha_beta(position(board), depth)
        values = ahead(board, depth)
        best = greatest(values)
        for it in (found, pruned):
            assert (it.values, it.value, [*it.best_cells]) == (values, values[best[0]], best)
            assert it.depth == min(depth, len(values))
            assert [*it.principal_variation] == first_best_line(board, depth)
        assert (found.nodes, found.cutoffs) == (tree(board, depth)[0], 0)
        assert (pruned.nodes < found.nodes) == (pruned.cutoffs > 0)
        assert pruned.nodes + pruned.cutoffs <= found.nodes
        expect_counted(board, depth, pruned.nodes)


def expect_counted(board: Board, depth: int, nodes: int) -> None:
    """Orders lie between the best and the worst, and positions and classes are those of plain
    boards; *nodes* are those of alpha-beta in reading order.
    """
    here = position(board)
    size, (reading, best, worst) = tree_size(here, depth), each_order(board, depth)
    boards = set[Board]().union(*islice(courses(board), depth + 1))
    assert best <= reading == nodes <= worst <= size.nodes == tree(board, depth)[0]
    assert size.positions == len(boards)
    assert classes(here, depth) == len({min(images(reached)) for reached in boards})


def each_order(board: Board, depth: int | None = None) -> list[int]:
    """The nodes of alpha-beta in reading order, in the best order and in the worst."""
    return [*by_window(position(board), depth)[Window.EACH].values()]


def expect_windows_and_orders(board: Board) -> None:
    """The second search and the recorded one count the same nodes."""
    here = position(board)
    if result(board) or len(moves(board)) > 5:
        return
    for window, found in by_window(here).items():
        for order, nodes in found.items():
            assert nodes == nodes_in_order(board, window, order)
            walked = searching(here.game, window, order)(here)
            assert (walked.nodes, walked.value) == (nodes, minimax(here).value)
            assert walked.best_cells[0] in minimax(here).best_cells


# Studies.


def expect_rows(board: Board) -> None:
    """A row holds all twins, and what it says is true of each. Twins are where the turns that leave
    the board as it is take a cell. The best come first, equals in reading order. On small boards
    the games and positions that can follow are counted. Programs choose moves as they decide.
    """
    here = study(position(board))
    programs = players(board) if here.moves else []
    shares = {it: it.decide(here.position).probabilities for it in programs}
    found, rows = odds_after_moves(here.position), moves_from_here(here)
    own = [to for to in turns(board.game) if moved(board, to) == board]
    assert sorted(cell for row in rows for cell in row.cells) == [*here.moves]
    for row in rows:
        assert [*row.cells] == sorted({to[row.cell] for to in own})
        for move in map(here.moves.__getitem__, row.cells):
            assert move.idea is idea_of(board, move.cell)
            assert (move.worth, move.idea) == (row.move.worth, row.move.idea)
            assert len(move.after.losing) == len(row.move.after.losing)
            assert len(move.after.moves) == len(row.move.after.moves)
            assert found[move.cell] == row.odds
        chosen = {it: sum(shares[it].get(at, Fraction(0)) for at in row.cells) for it in shares}
        assert row.choosers == {it: chance for it, chance in chosen.items() if chance}
        left = after(board, row.cell)
        counted = (*tree(left), games_from(left)) if len(board.marks) < 10 else None
        assert (row.tree and astuple(row.tree)) == counted
    ranks = [(row.move.worth.merit, -row.cell) for row in rows]
    assert ranks == sorted(ranks, reverse=True)
    assert not rows or rows[0].move.worth.exact == here.exact


def expect_playable(board: Board, win: Win) -> None:
    """Every step says what is threatened and completed, and the answer is the only one."""
    winner = board.mover
    for step in win[:-1]:
        board = after(board, step.cell)
        assert dict(Counter(cell for cell, _ in step.threats)) == completing(board, winner)
        assert all(cell in threat for cell, threat in step.threats)
        assert not step.completes
        (answer,) = step.answers
        assert not step.decides
        board = after(board, answer)
    board = after(board, win[-1].cell)
    if win[-1].completes:
        assert frozenset(win[-1].completes) == completed(board)
        assert not win[-1].threats
    else:
        assert win[-1].decides
        assert dict(Counter(cell for cell, _ in win[-1].threats)) == completing(board, winner)
        assert not completing(board, other(winner))


def expect_wins(board: Board) -> None:
    """A win by threats is found just where there is one, and can be played; so is one that the side
    that moved last has prepared, after a pass.
    """
    here, passed = study(position(board)), board._replace(mover=other(board.mover))
    if result(board):
        assert (here.wins_by_threats, here.wins_prepared, here.prepared) == ({}, {}, ())
        return
    begun = {cell: here.win_from(cell) for cell in moves(board)}
    first = min(here.wins_by_threats, key=here.wins_by_threats.__getitem__, default=None)
    for start, win, plies in (
        (board, () if first is None else begun[first], shortest(board)),
        (passed, here.prepared, shortest(passed)),
        *((board, win, shortest_from(board, cell)) for cell, win in begun.items()),
    ):
        assert win_length(win) == plies, board
        if win:
            expect_playable(start, win)
    assert all(win[0].cell == cell for cell, win in begun.items() if win)


def expect_played_out(board: Board, line: Iterable[int], value: int, distance: int | None) -> None:
    """The game ends after *line*, no sooner, with that value to the mover, in as many plies."""
    end = board
    for cell in line:
        assert result(end) is None
        end = after(end, cell)
    assert result(end) == {1: board.mover, 0: "tie", -1: other(board.mover)}[value]
    assert distance in {None, board.marks.count(".") - end.marks.count(".")}


def expect_perfect_play(board: Board) -> None:
    """Both play as Unbeatable does to the end. The variation of each move leads to its worth."""
    here = study(position(board))
    expect_played_out(board, here.principal_variation, *worth(board))
    for cell, it in worths(board).items() if here.moves else ():
        expect_played_out(board, here.moves[cell].variation, *it)
    left = board
    for cell in here.principal_variation:
        assert cell == OPPONENTS["unbeatable"].decide(position(left)).cells[0]
        left = after(left, cell)


# Retries and values as pages show them.


def expect_retry_in_room(board: Board) -> None:
    """A retry of *board* has room for its task, after each wrong try, and with the answer."""
    here, game = position(board), board.game
    begun = Match(Record(here), Players(), 0, retry=Retry(here.ply))
    wrong = [move.cell for move in study(here).moves.values() if move.value_lost]
    for n in range(len(wrong) + 1 if begun.is_puzzle else 0):
        tried = replace(begun, retry=Retry(here.ply, tuple(wrong[:n])))
        for match in (tried, tried.ask_hint(), tried.ask_hint().ask_hint()):
            said = match_page(Session(match, values=True)).advice
            assert len(said) <= 90
            first = f"Not {name(game, wrong[n - 1])}. " if n else "Find a move that keeps the "
            assert said.startswith("Hint: " if match.hinted else first)


FOUND = {"wins": "win", "draws": "only-draw", "loses": "loss"}  # by a search


def on_board(board: Board) -> dict[int, Cell]:
    """The cell of each move on the board, with its value."""
    values = tuple(study(position(board)).worths.items())
    cells = Stage(position(board), values=values).cells
    return {cell: cells[cell] for cell, _worth in values}


def expect_glyphs(board: Board) -> None:
    """Each move has its value in its name, and a true glyph: its kind, the winner's moves or the
    percent, a ring if it is best. Explanations have the same glyphs; those of a search, which finds
    values alone, no figures.
    """
    here, found, best = study(position(board)), worths(board), perfect(board)
    for cell, valued in on_board(board).items():
        assert valued.worth.partition(":")[0] == in_words(found[cell])
        assert valued.worth in valued.label
        glyph = valued.glyph
        (value, plies), chance = found[cell], chances(board).get(cell, 0)
        assert glyph
        assert glyph.best == (cell in best and len(best) < len(found))
        if value:
            kind = "win" if value > 0 else "loss"
            assert (glyph.kind, glyph.figure) == (kind, f"{winners_own(plies or 0)}")
        elif worth(board)[0] > 0:
            assert (glyph.kind, glyph.figure) == ("only-draw", "")
        else:
            assert glyph.kind == "draw"
            assert is_in_a_ring(glyph.figure, 100 * chance)
            assert not glyph.exact or is_percentage(glyph.exact, chance)
    for opponent in players(board) if here.moves else ():
        for cell in here.decision(opponent).cells:
            told, left = explain_move(here.moves[cell], opponent), after(board, cell)
            for shown, of in (
                *((it, board) for it in told.diagrams),
                *((it, left) for it in told.replies),
            ):
                expect_drawn_as_noted(shown, of)


def expect_drawn_as_noted(shown: Diagram, board: Board) -> None:
    """The diagram *shown* of *board* has the glyphs of its notes, and its key just their signs."""
    drawn, cells = glyphs(shown), [*chain(*shown.rows)]
    if any(it.note.startswith(("wins ", "loses ", "draws:")) for it in cells):
        assert drawn == {cell: it.glyph for cell, it in on_board(board).items()}
    else:
        found = {at: it for at, it in enumerate(cells) if it.note in FOUND}
        assert drawn == {at: Glyph(FOUND[it.note], best=it.chosen) for at, it in found.items()}
    rings = {"best"} if any(it.best for it in drawn.values()) or shown.ring else set()
    signs = {it.kind for it in drawn.values()} | {stroke for stroke, _line in shown.parts}
    assert {kind for kind, _meaning in key_to(shown)} == signs | rings


ON_A_BOARD: Sequence[Callable[[Board], None]] = (
    *(expect_marks, expect_moves, expect_text, expect_drawn_in_a_notebook, expect_symmetries),
    *(expect_worths, expect_policies, expect_random_odds),
    *(expect_searched, expect_windows_and_orders),
    *(expect_rows, expect_wins, expect_perfect_play),
    *(expect_retry_in_room, expect_glyphs),
)


# Games.

TO_X = {"X": 1, "tie": 0, "O": -1}


def expect_reviewed(boards: list[Board], start: int) -> None:
    """The review from *start* on judges each move, as the review of the whole game does. Accuracy
    counts the moves at which value could be lost.
    """
    later = boards[start:]
    whole, rest = review(record_of(boards)), review(record_of(later))
    told = [(move.position, move.cell) for move in rest.moves]
    assert told == [*zip(map(position, later), played(later), strict=False)]
    assert rest.course() == (whole.course()[start:] if told else ())
    for mark in Mark:
        right = [
            cell in keeping(board)
            for board, cell in zip(later, played(later), strict=False)
            if board.mover == mark and len(keeping(board)) < len(moves(board))
        ]
        assert rest.accuracy(mark) == Accuracy(sum(right), len(right))


def expect_result_given_away(boards: list[Board]) -> None:
    """Start value, plus what O gave away, less what X gave away. The last to give decided it."""
    found = review(record_of(boards))
    course = found.course()
    gave = {
        mark: sum(move.value_lost for move in found.moves if move.mark is mark) for mark in Mark
    }
    assert course == tuple(to_mover(board, worth(board)[0]) for board in boards)
    assert course[0] + gave[Mark.O] - gave[Mark.X] == TO_X[result(boards[-1]) or ""]
    assert found.turning_point == lost_for_good(boards)


def counted_wins(game: str) -> list[WinCounts]:
    """How the won positions of a game are won, counted one by one, symmetric ones once."""
    active = {board for first in "XO" for board in reachable(game, first) if not result(board)}
    worth_of = {board: worth(board) for board in active if board.mover == "X"}
    worth_of = {min(images(board)): found for board, found in worth_of.items()}
    counted = []
    for distance in sorted({n for value, n in worth_of.values() if value == 1 and n}):
        boards = [board for board in worth_of if worth_of[board] == (1, distance)]
        slow = [board for board in boards if shortest(board) != distance]
        fastest = {
            board: [after(board, cell) for cell, it in worths(board).items() if it == worth(board)]
            for board in slow
        }
        quiet = [b for b in slow if not any(completing(left, "X") for left in fastest[b])]
        passed = [all(shortest(left._replace(mover="X")) for left in fastest[b]) for b in quiet]
        replies = [
            max(
                ([shortest(after(left, cell)) > 0 for cell in moves(left)] for left in fastest[b]),
                key=sum,
            )
            for b in quiet
        ]
        waits = (sum(map(all, replies)), sum(map(len, replies)), sum(map(sum, replies)))
        fast = len(boards) - len(slow)
        counted.append(WinCounts(distance, len(boards), fast, len(quiet), sum(passed), *waits))
    return counted
