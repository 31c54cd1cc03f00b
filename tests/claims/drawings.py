"""All that is drawn of a board, by the tests' own rules and solver: the diagrams of a reason, the
reason in pen, and the drawings of a hint and of a wrong try. :mod:`tests.claims.reasons` holds that
the facts of a reason are true.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import chain, pairwise

from ai.explain import explain_move
from ai.facts import looks as k
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact, FieldKind
from ai.facts.looks import look
from ai.opponents import opponent_for
from ai.pen.diagram import Diagram
from ai.rules.games import game_for
from ai.study.study import JudgedMove, study
from ai.words.persons import COMPUTER
from ai.words.told import wrong_try
from ai.words.values import figures
from ai.words.voice import Turn
from tests import model
from tests.claims.boards import of_value
from tests.claims.pen import WHY, Drawing, middle, read_drawn, ways_of
from tests.claims.positions import At, blocked
from tests.claims.reasons import LOOKS, content, marks_on_lines
from tests.model import name
from tests.names_in_words import CELL, LINES
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    ahead,
    completed,
    completing,
    extent,
    greatest,
    in_words,
    keeping,
    lacking,
    moves,
    other,
    perfect,
    position,
    result,
    shortest,
    shortest_from,
    threatened_lines,
    worth,
    worths,
)
from tests.reference.players import (
    BORDERS,
    by_the_chain,
    by_the_rules,
    by_the_weights,
    forked,
    forking,
    handled_corner,
    weights,
)
from webapp.board.diagrams import key_to
from webapp.board.pen import Pen
from webapp.board.pointer import Pointer, hint_pointer, region_pointer, wrong_try_pointer

# The diagrams of a reason: each is drawn on exactly the cells and lines that its fact names.


Drawn = tuple[Mapping[int, object], Collection[int], Collection[Cells]]


def read(board: Board, shown: Diagram) -> Drawn:
    """The notes on cells, the chosen cells and the lines of the diagram, which is of this board,
    has every cell in its place and no note on a mark.
    """
    cells = [*chain(*shown.rows)]
    assert ({*map(len, shown.rows)}, len(shown.rows)) == ({shown.game.columns}, shown.game.rows)
    marked = [(name(board.game, at), mark) for at, mark in enumerate(board.marks)]
    assert [(it.name, it.mark or ".") for it in cells] == marked
    notes = {number: cell.note for number, cell in enumerate(cells) if cell.note}
    assert notes.keys() <= {*moves(board)}
    chosen = {number for number, cell in enumerate(cells) if cell.chosen}
    return notes, chosen, {*shown.lines, *(line for _stroke, line in shown.parts)}


def of_worths(board: Board) -> Drawn:
    """The exact worth of each move; the best ones are chosen, unless all are."""
    notes, best = {cell: in_words(it) for cell, it in worths(board).items()}, {*perfect(board)}
    for cell, figure in figures(study(position(board)).worths).items():
        notes[cell] = f"draws: then {beginners_slip(figure)}"
    return notes, best if len(best) < len(notes) else set(), set()


def beginners_slip(figure: str) -> str:
    """The *figure* of a share in percent, told of people."""
    whole, _point, decimals = figure.partition(".")
    some, among = int(whole + decimals), 10 ** (2 + len(decimals))
    return f"{some:,} of {among:,} beginners slip{'s' * (some == 1)}"


def of_fact(board: Board, fact: Fact, cells: list[int]) -> Drawn:
    """The diagram of *fact* on *board*, for a move that was picked from *cells*."""
    by_lot = {cell: f"1 in {len(cells)}" for cell in cells}
    match fact:
        case s.MovesWorth() | s.RepliesWorth():
            return of_worths(board)
        case s.Saw() | s.Searched():
            unclear = fact.unclear if isinstance(fact, s.Saw) else ()
            values = dict(fact.values) | dict.fromkeys(unclear, 0)
            notes = {at: {1: "wins", 0: "draws", -1: "loses"}[it] for at, it in fact.values}
            chance = by_lot if len(cells) > 1 else {}
            best = {*greatest(values)}
            notes |= {at: chance.get(at, "unclear") for at in unclear}
            return notes, best if len(best) < len(values) else set(), set()
        case s.Weighed():
            points = {at: f"{it}" for at, it in fact.points}
            return points, {*(fact.most or cells)}, {*fact.lines}
        case s.LiveThrough():
            return {at: f"{it}" for at, it in fact.lines}, {*cells}, set()
        case s.Forces(course, threats):
            notes = {at: f"{len(course) + 1}" for at, _line in threats}
            notes |= {at: f"{number}" for number, at in enumerate(course, 1)}
            return notes, {*course[::2]}, {line for _at, line in threats}
        case s.Answers(_side, found):
            return {it.lost or 0: f"→ {name(board.game, it.cell)}" for it in found}, set(), set()
        case r.ForkNeeds():
            return {}, {*cells}, {*fact.row}
        case r.Rolled() | r.Opened():
            return by_lot, set(), set()
    fields = {kind: getattr(fact, field) for field, kind in fact.kinds().items()}
    ringed = fields.get(FieldKind.CELLS, cells) if isinstance(fact, r.CouldFork) else cells
    return {}, {*ringed}, {*fields.get(FieldKind.LINES, ())}


def expect_drawn(board: Board, key: str) -> None:
    """Each move that the player might make has its diagrams, and no other move has any but by lot.
    They are told from the view of the mover, and to each person as they are.
    """
    opponent, cells = opponent_for(game_for(board.game), key), content(board, key)
    for cell, move in study(position(board)).moves.items():
        told, spoken = (explain_move(move, opponent, persons) for persons in (None, COMPUTER))
        assert told.question == f"Why {name(board.game, cell)}?"
        wanted = [of_fact(board, fact, [*dict.fromkeys(cells)]) for fact in told.reason.shown]
        assert [read(board, it) for it in told.diagrams] == wanted, (board, key, cell)
        assert bool(wanted) == (cell in cells)
        found = r.replies(move, told.reason)
        replies = [of_fact(after(board, cell), found, [])] if found else []
        assert [read(after(board, cell), it) for it in told.replies] == replies
        every = told.diagrams + told.replies, spoken.diagrams + spoken.replies
        for by_marks, by_me in zip(*every, strict=True):
            expect_told(board, by_marks, by_me)
        for fact, shown in zip(told.reason.shown, told.diagrams, strict=False):
            if isinstance(fact, s.Weighed):
                expect_sum(board, fact.side, cell, shown)


def expect_told(board: Board, by_marks: Diagram, by_me: Diagram) -> None:
    """The texts of both are the same, but that one calls the persons by their marks."""
    words = [" ".join([it.caption, it.name, it.ring, it.remark]) for it in (by_marks, by_me)]
    me, you = board.mover, other(board.mover)
    persons = {"i": me, "me": me, "my": f"{me}'s", "mine": f"{me}'s"}
    persons |= {"you": you, "your": f"{you}'s", "yours": f"{you}'s"}
    named = re.sub(r"\b\w+\b", lambda it: persons.get(it[0].lower(), it[0]), words[1])
    assert named == words[0]
    assert not re.search(r"\b[XO]\b", words[1])


GIVEN = {"dotted": "no mark: 1", "dashed": "one mark: 2", "full": "two marks: 5"}
MORE = "two marks: 5, three: 10, …"


def expect_sum(board: Board, mark: str, cell: int, shown: Diagram) -> None:
    """The lines drawn add up to the points of the cell for *mark*, and so do words and key."""
    held = marks_on_lines(board, mark, cell)
    strokes = {(LOOKS[min(marks, 2)], line) for line, marks in held.items()}
    assert {*shown.parts} == strokes
    given = [held[line] ** 2 + 1 for _stroke, line in shown.parts]
    assert given == sorted(given)
    of = f"Points of {name(board.game, cell)}: "
    terms, _, total = shown.remark.removeprefix(of).removesuffix(".").partition(" = ")
    assert [int(term) for term in terms.split(" + ") if term] == given[::-1]
    assert int(total or terms or 0) == sum(given)
    leads = by_the_weights(board)[0].replace("nothing", board.mover)
    assert shown.ring == ("most" if mark == leads else "picked from")
    key = {meaning for stroke, meaning in key_to(shown) if stroke != "best"}
    meant = GIVEN | {"full": MORE} if any(len(it) > 4 for it in WINNING[board.game]) else GIVEN
    assert key == {meant[stroke] for stroke, _line in strokes}


# The reason in pen: each stroke is true, and of what the player itself used; words that name a
# stroke have its ink.


def values(board: Board, key: str) -> dict[int, int | None]:
    """The value of each move as the player knows it; None where it saw no end."""
    if key != "medium":
        return {cell: value for cell, (value, _plies) in worths(board).items()}
    return {
        at: value or (None if len(moves(board)) > 2 else 0) for at, value in ahead(board, 2).items()
    }


def fork_lines(board: Board, key: str) -> set[Cells]:
    """The lines of forks that the other side of the mover could make, as far as the player looks
    for them.
    """
    you = other(board.mover)
    if key == "rules" and by_the_rules(board)[0] == 4:
        return {line for at in forking(board, you) for line in forked(board, you, at)}
    if key == "chain" and by_the_chain(board)[0] == "stop fork":
        return {*map(frozenset, BORDERS[handled_corner(board)])}
    return set()


def expect_true(found: Drawing, board: Board, key: str, cell: int) -> None:
    """Every stroke for the move to *cell*."""
    me, you, left = board.mover, other(board.mover), after(board, cell)
    assert found.kinds
    leader = by_the_weights(board)[0] if key == "hard" else ""
    counted = key == "chain" and by_the_chain(board)[0] == "impact"
    if "labels" in found.kinds:
        expect_weighed(found, board, leader, cell)
    elif counted:
        through = [line for line in WINNING[board.game] if cell in line]
        open_ = [it for it in through if not {"X", "O"} <= {board.marks[at] for at in it}]
        assert Counter(found.lines) == Counter((WHY, "dashed", line) for line in open_)
    elif found.lines:
        lines = fork_lines(board, key) or lacking(board, you).get(cell, set())
        assert Counter(found.lines) == Counter((you, "dashed", line) for line in lines)
        assert Counter(found.struck) == Counter(line for line in lines if cell in line)
    for ink in {ink for ink, _cell, _line in found.threats}:
        standing = [(ink, at, line) for at, lines in lacking(left, ink).items() for line in lines]
        made = [it for it in standing if ink == you or cell in it[2]]
        assert Counter(made) == Counter(it for it in found.threats if it[0] == ink)
    expect_ghosts(found, left)
    for kind in found.signs:
        ink, cells = found.of(kind)
        assert len({*cells}) == len(cells)
        match kind:
            case "die" | "ring":
                assert (ink, cells) == (WHY, [cell])
                assert kind == "ring" or len(content(board, key)) == len(moves(board)) > 1
                others = {value for at, value in values(board, key).items() if at != cell}
                assert key not in {"medium", "unbeatable"} or others <= {1}  # else these are drawn
            case "wedge" if ink == me:
                assert sorted(cells) == [*of_value(left, -1)]
            case "wedge" | "even":
                assert ink == (you if kind == "wedge" else WHY)
                value = -1 if kind == "wedge" else 0
                known = values(board, key).items()
                wanted = [at for at, it in known if it == value]
                assert sorted(cells) == [at for at in wanted if kind == "even" or at != cell]
            case _:
                assert kind == "peek"
                assert ink == you
                assert 0 < len(cells) <= 3
                assert not any(ahead(left, 1)[at] for at in cells)


def expect_weighed(found: Drawing, board: Board, leader: str, cell: int) -> None:
    """The live lines through the cell are drawn, and its figure is that of the player's own rules.
    No cell has a greater one, nor one greater than the label of the other side.
    """
    held = marks_on_lines(board, leader, cell)
    wanted = {(leader, LOOKS[min(marks, 2)], line) for line, marks in held.items()}
    assert Counter(found.lines) == Counter(wanted)
    drawn = [held[line] for *_, line in found.lines]
    assert drawn == sorted(drawn, reverse=True)
    points = {mark: weights(board, mark) for mark in (leader, other(leader))}
    assert [mark for mark, *_ in found.labels] == [*points]
    assert found.labels[0][1] == cell
    for mark, where, number in found.labels:
        assert number == points[mark][where] == max(points[mark].values())


def expect_ghosts(found: Drawing, board: Board) -> None:
    """Moves in turn that go on to the end, and keep the value of each."""
    for number, (ink, cell, written) in enumerate(found.ghosts, 1):
        assert (ink, written) == (board.mover, number)
        assert worths(board)[cell][0] == worth(board)[0]
        board = after(board, cell)
    assert bool(found.ghosts) == bool(result(board))


def expect_strokes(board: Board, key: str) -> None:
    """Each reason of the player is drawn by true strokes, and its words name what they show. Signs
    that no word names have a meaning, each once, in the ink in which they are drawn. A move that
    ends the game has none.
    """
    game, made = game_for(board.game), {*range(len(board.marks))} - {*moves(board)}
    opponent, here = opponent_for(game, key), study(position(board))
    for cell in here.decision(opponent).cells:
        told = explain_move(here.moves[cell], opponent, COMPUTER, turn=Turn(7, cell))
        if result(after(board, cell)):
            assert told.drawn.strokes == ()
            continue
        taken = made | {cell}
        drawn = Pen(game, told.drawn.strokes, tuple(sorted(taken))).drawn
        found = read_drawn(drawn, ways_of(board.game), board.game, cell, taken)
        expect_true(found, board, key, cell)
        for turn in range(cell % 2, 6, 2):
            for text, ink in replace(told, turn=Turn(7, turn)).inked:
                if ink:
                    expect_named(text, ink, found, board, key, cell)
        meant = [(kind, ink) for kind in MEANT for ink in dict(found.signs.get(kind, ()))]
        meanings = [(f"{shape}", f"{ink}", text) for shape, ink, text in told.signs]
        assert sorted(meanings) == sorted(
            (kind, ink, MEANT[kind][ink == board.mover]) for kind, ink in meant
        )


MEANT = {  # in the ink of the side to reply, and of the side that moved
    "wedge": ("moves that lose", "replies that lose"),
    "even": ("moves that draw", ""),
    "peek": ("replies tried", ""),
}


COUNTS = {word: number for number, word in enumerate(["one", "two", "three", "four", "five"], 1)}

CELLS = re.compile(CELL)

A_LINE = re.compile("row |column |diagonal |square |shape ")


def expect_named(text: str, ink: str, found: Drawing, board: Board, key: str, cell: int) -> None:
    """An underlined *text* names lines or cells that have strokes in *ink*, or their number or
    figure. In the voice's ink it may name the cell of the move, and the number of a rule.
    """
    lines = [line for of, *_, line in (*found.lines, *found.threats) if of == ink]
    if A_LINE.search(text):
        assert LINES[board.game][text] in lines
    elif names := CELLS.findall(text):
        touched = found.touched(ink) | ({cell} if ink == WHY else set())
        assert {model.cell(board.game, name) for name in names} <= touched
    elif text not in {"line", "lines"}:
        number = COUNTS.get(text.lower().split()[0]) or int(text.split(maxsplit=1)[0])
        signs = [[of for of, _at in found.signs.get(kind, ())] for kind in ("wedge", "even")]
        figures = {figure for of, _at, figure in found.labels if of == ink}
        figures |= {len(inks) for inks in signs if ink in inks}
        figures |= {len(lines), *(len(line) - 1 for line in lines)}
        figures |= {by_the_rules(board)[0]} if key == "rules" else set()
        assert number in figures | ({len(moves(board))} if "die" in found.signs else set())


# The region of a hint, and the drawings of a hint and of a wrong try.


def expect_look(board: Board, move: JudgedMove) -> None:
    """The region holds the best move and more, its fact is true of it, and the loop runs round the
    middle of each of its cells, near the board.
    """
    fact, region = look(move)
    assert {move.cell} < region
    assert holds(board, move.cell, fact, region), (board, move.cell, fact)
    pointer, (columns, rows) = region_pointer(look(move), move.game), extent(board.game)
    assert {*pointer.region} == region
    corners = [complex(int(x), int(y)) for x, y in CORNER.findall(pointer.loop)]
    assert all(0 <= it.real <= columns * 100 and 0 <= it.imag <= rows * 100 for it in corners)
    for one, another in pairwise(corners):
        inwards = [(another - one).conjugate() * (middle(columns, at) - one) for at in region]
        assert all(it.imag >= -abs(another - one) for it in inwards)


CORNER = re.compile(r"(-?\d+) (-?\d+)(?=[LAM]|$)")


def holds(board: Board, cell: int, fact: Fact, region: frozenset[int]) -> bool:
    """Whether the claim of *fact* on the region and the best move on *cell* is true."""
    at = At(board, cell)
    me, you, value, passed = at.me, at.you, at.value, at.passed
    threats = {*completing(at.left, me)}
    there = [it for it in region if board.marks[it] == "."]
    forces = value == 1 and shortest_from(board, cell) == at.plies != 3
    match fact:
        case k.NeedsOneMore(side):
            lacked = {it for it in region if board.marks[it] != side}
            is_way = fact.lines == (region,) and region in WINNING[board.game] and lacked == {cell}
            return is_way and (side == me or not completing(board, me))
        case k.CanFork(side):
            return side == me and value == 1 and len(threats) > 1 and threats < region
        case k.CanForce(side):
            return side == me and forces and threats < region
        case k.CanWinQuietly(side):
            return side == me and value == 1 and not threats
        case k.WouldFork(side):
            forks = (len(completing(after(passed, it), you)) > 1 for it in there)
            return side == you and shortest(passed) == 3 and any(forks)
        case k.WouldForce(side):
            begins = (shortest_from(passed, it) == shortest(passed) for it in there)
            return side == you and shortest(passed) > 3 and any(begins)
        case k.CanThreaten(side):
            return side == me and threats != set() and threats < region
        case k.CanPrepare(side):
            return side == me and value == 0 and shortest(at.again) > 1
        case k.IsHardest(side):
            return side == you and at.drawn[cell] == max(at.drawn.values()) > 0
    return cell in at.best and (at.all_lose if fact == k.LastsLongest() else value == 0)


def lines_of(board: Board, pointer: Pointer) -> set[frozenset[int]]:
    """The winning sets in whose cells the shapes of *pointer* turn or end."""
    columns, found = extent(board.game)[0], set()
    for shape in pointer.shapes:
        middles = re.findall(r"(\d+)\.5,(\d+)\.5(?=[ M]|$)", shape.points)
        found.add(frozenset(int(y) * columns + int(x) for x, y in middles))
    assert found <= {*WINNING[board.game]}
    return found


def expect_hint_drawn(board: Board, move: JudgedMove) -> None:
    """The sets are those that the move completes, else those it blocks, else those it threatens."""
    me, left, pointer = board.mover, after(board, move.cell), hint_pointer(move)
    done, stopped = {*completed(left)}, {*blocked(board, move.cell)}
    expected = done or stopped or {*threatened_lines(left, me)}
    assert lines_of(board, pointer) == expected
    if expected:
        assert pointer.mark == (other(me) if stopped and not done else me)
    assert {*pointer.clear} == {*range(len(board.marks))} - {*moves(left)}
    assert pointer.ghost is None


def expect_hints(board: Board) -> None:
    """The hints at the best moves that are told, and the replies to all wrong tries, are true."""
    here = study(position(board))
    for move in {here.best, here.winner}:
        expect_look(board, move)
        expect_hint_drawn(board, move)
    for move in here.moves.values():
        if move.value_lost:
            expect_wrong_try(board, move)


def expect_wrong_try(board: Board, move: JudgedMove) -> None:
    """The ghost wins, or holds the draw, by the tests' own values, and the words name no other
    cell. It stands where the mover had to go only if no other reply is as good.
    """
    left, you, pointer = after(board, move.cell), other(board.mover), wrong_try_pointer(move)
    assert pointer.ghost is not None
    named = {name(board.game, it) for it in (move.cell, pointer.ghost)}
    assert {*re.findall(CELL, wrong_try(move))} == named
    assert worths(left)[pointer.ghost] == worth(left)
    assert worth(left)[0] == -worths(board)[move.cell][0]
    ended, kept = after(left, pointer.ghost), {*keeping(board)}
    alike = {at for at, found in worths(left).items() if found == worth(left)}
    assert pointer.ghost not in kept or alike <= kept
    lines = lines_of(board, pointer)
    assert {*completed(ended)} in (lines, set())
    for line in lines:
        marks = [ended.marks[at] for at in line]
        assert {*marks} <= {you, "."}
        assert marks.count(".") <= 1
    assert pointer.mark == you
