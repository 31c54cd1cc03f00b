"""The reason in pen, by the tests' own rules and solver: each stroke is true, and of what the
player itself used; words that name a stroke have its ink.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ai.explain import Explanation, explain_move
from ai.opponents import opponent_for
from ai.rules.games import game_for
from ai.study.study import study
from ai.words.persons import COMPUTER
from ai.words.voice import Turn
from tests import model
from tests.claims.boards import of_value
from tests.claims.pen import WHY, Drawing, read_drawn, ways_of
from tests.claims.reasons import LOOKS, content, marks_on_lines
from tests.names_in_words import CELL, LINES
from tests.reference import (
    WINNING,
    Board,
    Cells,
    after,
    ahead,
    lacking,
    moves,
    other,
    position,
    result,
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
from webapp.board.pen import Pen


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


def moves_made(board: Board, key: str) -> Iterator[tuple[int, Explanation]]:
    """Every move that the player might make on *board*, but those that end the game."""
    opponent, here = opponent_for(game_for(board.game), key), study(position(board))
    for cell in here.decision(opponent).cells:
        told = explain_move(here.moves[cell], opponent, COMPUTER, turn=Turn(7, cell))
        if result(after(board, cell)):
            assert told.drawn.strokes == ()
        else:
            yield cell, told


def expect_strokes(board: Board, key: str) -> None:
    """Each reason of the player is drawn by true strokes, and its words name what they show. Signs
    that no word names have a meaning, each once, in the ink in which they are drawn.
    """
    game, made = game_for(board.game), {*range(len(board.marks))} - {*moves(board)}
    for cell, told in moves_made(board, key):
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
