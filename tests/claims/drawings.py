"""The diagrams of a reason, read back and held to the board by the tests' own rules."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from ai.explain import Explanation, explain_move
from ai.facts import reasons as r
from ai.facts import shown as s
from ai.facts.fact import Fact, FieldKind
from ai.opponents import opponent_for
from ai.pen.diagram import Diagram
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from tests import model
from tests.claims.reasons import content, named
from tests.model import name
from tests.names_in_words import is_share
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    ahead,
    chances,
    completing,
    extent,
    greatest,
    in_words,
    live,
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
    impacts,
)
from tests.reference.players import weights as weighed
from webapp.board.diagrams import key_to


class Difficult(NamedTuple):
    """A note on a draw; equal to every correct text for its difficulty."""

    chance: float

    def __eq__(self, note: object) -> bool:
        found = re.fullmatch(r"draws: then ([\d,]+) of ([\d,]+) beginners slips?", str(note))
        return bool(found and is_share(found[1], found[2], self.chance))

    def __hash__(self) -> int:
        return hash(self.chance)


class Drawn(NamedTuple):
    """A diagram as it is read: what is noted on cells, the chosen cells, the lines."""

    notes: Mapping[int, object]
    chosen: Collection[int] = frozenset()
    lines: Collection[Cells] = frozenset()


def read(board: Board, shown: Diagram) -> Drawn:
    """The diagram that there is: of this board, every cell in its place, no note on a mark."""
    columns, rows = extent(board.game)
    assert [len(row) for row in shown.rows] == [columns] * rows
    assert (shown.game.columns, shown.game.rows) == (columns, rows)
    cells = [*chain(*shown.rows)]
    assert "".join(cell.mark or "." for cell in cells) == board.marks
    assert [it.name for it in cells] == [name(board.game, at) for at in range(columns * rows)]
    assert not any(cell.note for cell in cells if cell.mark)
    return Drawn(
        {number: cell.note for number, cell in enumerate(cells) if cell.note},
        {number for number, cell in enumerate(cells) if cell.chosen},
        {*shown.lines, *(line for _stroke, line in shown.parts)},
    )


def of_worths(board: Board) -> Drawn:
    """The exact worth of each move; the best ones are chosen, unless all are."""
    wins, every = any(value > 0 for value, _plies in worths(board).values()), moves(board)
    drawn = {} if wins else {cell: Difficult(share) for cell, share in chances(board).items()}
    notes = {cell: in_words(it) for cell, it in worths(board).items()} | drawn
    return Drawn(notes, {*perfect(board)} if len(perfect(board)) < len(every) else set())


def of_values(board: Board, depth: int, cells: Collection[int]) -> Drawn:
    """The values in sight; where the game goes on, the chance of the move stands in their place."""
    values, lot = ahead(board, depth), f"1 in {len(cells)}" if len(cells) > 1 else "unclear"
    notes = {at: {1: "wins", 0: "draws", -1: "loses"}[value] for at, value in values.items()}
    if depth < len(values):
        notes |= {at: lot if at in cells else "unclear" for at in values if not values[at]}
    best = {*greatest(values)}
    return Drawn(notes, best if len(best) < len(values) else set())


def of_points(board: Board, mark: str, cell: int, *, leads: bool) -> Drawn:
    """The points of cells for *mark*, and its live lines through *cell*."""
    points = weighed(board, mark)
    lines = {line for line in live(board, mark) if cell in line}
    chosen = greatest(points) if leads else by_the_weights(board)[1]
    return Drawn({at: f"{it}" for at, it in points.items()}, {*chosen}, lines)


def of_forcing(board: Board, cell: int) -> Drawn:
    """The win by threats that begins on *cell*, the first in reading order of the shortest: the
    moves and answers with their numbers, and the threats.
    """
    me, here, lines, course = board.mover, after(board, cell), set[Cells](), [cell]
    while len(answers := completing(here, me)) == 1:
        lines |= threatened_lines(here, me)
        here = after(here, *answers)
        cell = next(at for at in moves(here) if shortest_from(here, at) == shortest(here))
        course += [*answers, cell]
        here = after(here, cell)
    lines |= threatened_lines(here, me)
    notes = dict.fromkeys(answers, f"{len(course) + 1}")
    notes |= {at: f"{number}" for number, at in enumerate(course, 1)}
    return Drawn(notes, {*course[::2]}, lines)


def of_first(fact: Fact, cells: Collection[int]) -> Drawn:
    """The cells that the move was picked from, and the lines of its first *fact*."""
    lines = (field for field, kind in fact.kinds().items() if kind is FieldKind.LINES)
    return Drawn({}, {*cells}, {line for field in lines for line in getattr(fact, field)})


def expected(board: Board, key: str, cell: int, first: Fact) -> Iterator[Drawn]:
    """The diagrams that there should be of a player's move to *cell*, told by the *first* fact."""
    player, depth = named(key)
    cells, you = {*content(board, key)}, other(board.mover)
    by_lot = Drawn(dict.fromkeys(cells, f"1 in {len(cells)}"))
    match player:
        case "medium":
            yield of_values(board, min(depth, len(moves(board))), cells)
        case "hard" if by_the_weights(board)[0] not in {"completes", "blocks"}:
            leads = by_the_weights(board)[0].replace("nothing", board.mover)
            yield of_points(board, leads, cell, leads=True)
            yield of_points(board, other(leads), cell, leads=False)
        case "unbeatable":
            value, plies = worths(board)[cell]
            if value > 0 and plies != 1 and shortest_from(board, cell) == plies:
                yield of_forcing(board, cell)
            yield of_worths(board)
        case "rules" if by_the_rules(board)[0] == 4:
            forks = {at: forked(board, you, at) for at in forking(board, you)}
            yield Drawn({}, {*forks}, frozenset().union(*forks.values()))
            yield of_first(first, cells)
        case "chain" if by_the_chain(board)[0] == "stop fork":
            yield Drawn({}, cells, {frozenset(BORDERS[handled_corner(board)][0])})
        case "chain" if by_the_chain(board)[0] == "impact":
            yield Drawn({at: f"{many}" for at, many in impacts(board).items()}, cells)
        case "minimax" | "alpha-beta" if set(board.marks) != {"."}:
            yield of_values(board, 9, cells)
        case _ if isinstance(first, r.Rolled | r.Opened):
            yield by_lot
        case _:
            yield of_first(first, cells)


def expect_drawn(board: Board, key: str) -> None:
    """Each move that the player might make has its diagrams, and no other move has any. They are
    told from the view of the mover, and to each person as they are.
    """
    opponent = opponent_for(game_for(board.game), key)
    for cell, move in study(position(board)).moves.items():
        told, spoken = (explain_move(move, opponent, persons) for persons in (None, COMPUTER))
        assert told.question == f"Why {name(board.game, cell)}?"
        might = cell in content(board, key)
        wanted = [*expected(board, key, cell, told.reason.facts[0])] if might else []
        assert [read(board, it) for it in told.diagrams] == wanted, (board, key, cell)
        expect_replies(board, key, cell, told, might=might)
        every = told.diagrams + told.replies, spoken.diagrams + spoken.replies
        for by_marks, by_me in zip(*every, strict=True):
            expect_told(board, by_marks, by_me)
        for fact, shown in zip(told.reason.shown, told.diagrams, strict=False):
            if isinstance(fact, s.Weighed):
                expect_sum(board, fact.side, cell, shown)


def expect_replies(board: Board, key: str, cell: int, told: Explanation, *, might: bool) -> None:
    """A player that looked at all replies to a quiet move to the end shows the worth of each; its
    answer to each if the move wins: a fastest win by threats, if no other win is as fast.
    """
    left, shown = after(board, cell), [read(after(board, cell), it) for it in told.replies]
    looked = key in {"minimax", "alpha-beta"} and set(board.marks) != {"."}
    quiet = not result(left) and not completing(left, board.mover) and len(moves(left)) > 1
    if not (might and quiet and (looked or key == "unbeatable")):
        assert not shown
    elif worth(left)[0] > -1:
        assert shown == [of_worths(left)]
    else:
        (answers,) = (it.notes for it in shown)
        assert [*answers] == moves(left)
        for reply, note in answers.items():
            here, answer = after(left, reply), model.cell(board.game, str(note)[2:])
            if 0 < shortest(here) < (worth(left)[1] or 0):
                assert shortest_from(here, answer) == shortest(here)
            else:
                assert worths(here)[answer] == worth(here)


def expect_told(board: Board, by_marks: Diagram, by_me: Diagram) -> None:
    """The texts of both are the same, but that one calls the persons by their marks."""
    texts: list[list[str]] = [
        [shown.caption, shown.name, shown.ring, shown.remark] for shown in (by_marks, by_me)
    ]
    assert [in_marks(text, board) for text in texts[1]] == texts[0]
    assert not re.search(r"\b[XO]\b", " ".join(texts[1]))


def in_marks(spoken: str, board: Board) -> str:
    """The sentences *spoken* by the mover, with marks for persons."""
    me, you = board.mover, other(board.mover)
    words = dict.fromkeys(("i", "me"), me) | dict.fromkeys(("my", "mine"), f"{me}'s")
    words |= {"you": you} | dict.fromkeys(("your", "yours"), f"{you}'s")
    persons = rf"\b({'|'.join(words)})\b"
    return re.sub(persons, lambda found: words[found[0].lower()], spoken, flags=re.IGNORECASE)


GIVEN = {"dotted": "no mark: 1", "dashed": "one mark: 2", "full": "two marks: 5"}
MORE = "two marks: 5, three: 10, …"


def expect_sum(board: Board, mark: str, cell: int, shown: Diagram) -> None:
    """The lines drawn add up to the points of the cell for *mark*, and so do words and key."""
    held = {it: [board.marks[at] for at in it].count(mark) for it in live(board, mark)}
    strokes = {it: ("dotted", "dashed", "full")[min(held[it], 2)] for it in held if cell in it}
    assert {*shown.parts} == {(stroke, line) for line, stroke in strokes.items()}
    given = [held[line] ** 2 + 1 for _stroke, line in shown.parts]
    assert given == sorted(given)
    of = f"Points of {name(board.game, cell)}: "
    terms, _, total = shown.remark.removeprefix(of).removesuffix(".").partition(" = ")
    assert [int(term) for term in terms.split(" + ") if term] == given[::-1]
    assert int(total or terms or 0) == sum(given) == weighed(board, mark)[cell]
    leads = by_the_weights(board)[0].replace("nothing", board.mover)
    assert shown.ring == ("most" if mark == leads else "picked from")
    key = [meaning for stroke, meaning in key_to(shown) if stroke != "best"]
    meant = GIVEN | {"full": MORE} if any(len(it) > 4 for it in WINNING[board.game]) else GIVEN
    assert sorted(key) == sorted(meant[stroke] for stroke in {*strokes.values()})
