"""Why a position is won, drawn or lost, and how a game ended: all held against other rules."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from ai.explain.position import ideas_diagram, why_so
from ai.explain.wins import what_it_is_good_for
from ai.study.study import Idea, study
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    Board,
    after,
    completing,
    live,
    moves,
    other,
    position,
    result,
    shortest,
    shortest_from,
    worths,
)
from tests.samples import ACTIVE_CLASSES, at_random, far_from_won
from tests.test_wins_in_words import (
    DOES,
    LINES,
    MOVES,
    expect_loss,
    expect_made,
    expect_prepared,
    expect_value,
    forked,
    forking,
    forms_of,
    listed,
    threatened,
)

CELL = r"[a-d]\d"
LOSES = {
    "at once": Idea.LINE,
    "to a fork": Idea.FORK,
    "to threat after threat": Idea.THREATS,
    "to a threat": Idea.THREAT,
    "to a block": Idea.BLOCK,
    "to a quiet move": Idea.QUIET,
}
WINS = {
    r"at once on (.+)": Idea.LINE,
    r"by (?:a fork|forks) on (.+)": Idea.FORK,
    r"by threat after threat, first (?:one of )?(.+)": Idea.THREATS,
    r"by the blocks? (.+)": Idea.BLOCK,
    r"by the threats? (.+)": Idea.THREAT,
    r"by the quiet moves? (.+)": Idea.QUIET,
}
FAILS = (
    rf"(?:(?P<what>Taking|The threat) (?P<cell>{CELL})(?P<first> first)?"
    r"(?P<strong>, a strong cell,)? fails: then (?P<winner>[XO]) can win (?P<wins>[^.]+))\."
)


def wins_by_ideas(board: Board, text: str) -> dict[int, Idea]:
    """The cells that *text* lists by how they win: `at once on c1; by forks on b2 and a3`. Nouns
    are in the plural for several cells of one idea.
    """
    wins: dict[int, Idea] = {}
    for part in text.split("; "):
        ((idea, found),) = [(i, f) for form, i in WINS.items() if (f := re.fullmatch(form, part))]
        cells = [cell_named(board.game, cell) for cell in listed(found[1])]
        plural = re.search(r"\b(forks|one of|blocks|threats (?=[a-d]))", part)
        assert bool(plural) == (len(cells) > 1 and idea not in {Idea.LINE, Idea.QUIET})
        wins |= dict.fromkeys(cells, idea)
    return wins


def idea_of(board: Board, cell: int) -> Idea:
    """How the move on *cell* wins, which does so by force: by threats where that is as fast."""
    _, distance = worths(board)[cell]
    if shortest_from(board, cell) == distance:
        if distance == 1:
            return Idea.LINE
        return Idea.FORK if forked(board, cell) else Idea.THREATS
    if cell in completing(board, other(board.mover)):
        return Idea.BLOCK
    return Idea.THREAT if completing(after(board, cell), board.mover) else Idea.QUIET


def in_a_word(game: str, idea: Idea) -> str:
    """The name of *idea* on pages: the one of a completed square differs from the API's."""
    return "square" if idea is Idea.LINE and game == "square" else idea.value


def answers(board: Board, cell: int) -> set[int]:
    """The replies that an explanation may name as beating the move on *cell*: the fastest wins, if
    possible by threats.
    """
    left = after(board, cell)
    fastest = min(plies or 0 for value, plies in worths(left).values() if value == 1)
    found = {reply for reply, worth in worths(left).items() if worth == (1, fastest)}
    return {reply for reply in found if shortest_from(left, reply) == fastest} or found


def by_ideas(board: Board, text: str) -> dict[int, Idea]:
    """The cells that *text* lists, each with its idea."""
    found: dict[int, Idea] = {}
    for part in text.split("; "):
        said = re.fullmatch(rf"({CELL}(?:(?:, | and ){CELL})*) (.+)", part)
        assert said, part
        cells = (cell_named(board.game, cell) for cell in listed(said[1]))
        found |= dict.fromkeys(cells, LOSES[said[2]])
    return found


def expect_won(board: Board, text: str) -> str:
    """The form of *text*, true of a won position."""
    found = re.fullmatch(
        rf"([XO]) can win ([^.]+)\.(?: Fastest: (.+), (?:at once|in {MOVES})\.)?", text
    )
    assert found, text
    assert found[1] == board.mover
    winning = {cell: plies or 0 for cell, (value, plies) in worths(board).items() if value == 1}
    assert wins_by_ideas(board, found[2]) == {cell: idea_of(board, cell) for cell in winning}
    fastest = {cell for cell, plies in winning.items() if plies == min(winning.values())}
    named = listed(found[3]) if found[3] else []
    expected = set() if len(fastest) == len(winning) else fastest
    assert {cell_named(board.game, cell) for cell in named} == expected
    assert not named or winning[min(fastest)] == int(found["plies"] or 1)
    return "won"


def beaten_by(board: Board, cell: int) -> set[Idea]:
    """The ideas that may be named as what beats the move on *cell*: mostly one."""
    return {idea_of(after(board, cell), answer) for answer in answers(board, cell)}


def expect_counted(text: str, ideas: list[set[Idea]]) -> None:
    """*text* says how many moves lose to which idea: to which, where there is but one."""
    if not text.startswith("lose, "):
        assert all(LOSES[text.removeprefix("lose ")] in possible for possible in ideas)
        return
    said = (part.split(" ", 1) for part in listed(text.removeprefix("lose, ")))
    counts = {LOSES[idea]: int(number) for number, idea in said}
    assert sum(counts.values()) == len(ideas)
    assert len(counts) > 1
    for idea, count in counts.items():
        assert sum(possible == {idea} for possible in ideas) <= count
        assert sum(idea in possible for possible in ideas) >= count


@cache
def can_win(board: Board, mark: str) -> bool:
    """Whether *mark* wins in any play from *board* on."""
    if (ended := result(board)) is not None:
        return ended == mark
    return any(can_win(after(board, cell), mark) for cell in moves(board))


def expect_drawn(board: Board, text: str) -> str:
    """The form of *text*, true of a drawn position."""
    count = {mark: len(live(board, mark)) for mark in "XO"}
    if text == "Nobody can win any more.":
        assert not any(count.values())
        return "dead"
    assert any(count.values())
    found = re.fullmatch(
        r"Live (?:lines|squares): (\d+) for ([XO]), (\d+) for [XO]\. "
        r"((?:(?:Neither|[XO] can't|Best) [^.]+\. )+)(.+)",
        text,
    )
    assert found
    able = [mark for mark in "XO" if can_win(board, mark)]
    late = [mark for mark in "XO" if count[mark] and mark not in able]
    unable = {0: "", 1: "".join(late) + " can't", 2: "Neither side can"}[len(late)]
    stopped = {0: "", 1: "".join(able) + "'s", 2: "both sides"}[len(able)]
    assert found[4] == (
        f"{unable} complete one any more. " * bool(late)
        + f"Best play stops {stopped} in time. " * bool(able)
    )
    assert not max(value for value, _ in worths(board).values())
    assert found[2] == board.mover
    assert [int(found[1]), int(found[3])] == [count[board.mover], count[other(board.mover)]]
    losing = [cell for cell, (value, _) in worths(board).items() if value == -1]
    kept = {*moves(board)} - {*losing}
    ideas = {cell: beaten_by(board, cell) for cell in losing}
    said = expect_must_not_allow(board, found[5], bool(losing))
    said = expect_after_the_best(board, said)
    if said == "No move loses.":
        assert not losing
        return "safe"
    if some := re.fullmatch(r"Of (\d+) moves (\d+) loses?: (.+)\.", said):
        assert len(losing) <= len(kept)
        assert [int(some[1]), int(some[2])] == [len(moves(board)), len(losing)]
        named = by_ideas(board, some[3])
        assert {*named} == {*losing}
        assert all(idea in ideas[cell] for cell, idea in named.items())
        return "some lose"
    most = re.fullmatch(r"Only (.+) keeps? the draw: the others (.+)\.", said)
    assert most, said
    assert {cell_named(board.game, cell) for cell in listed(most[1])} == kept
    assert len(losing) > len(kept)
    expect_counted(most[2], [*ideas.values()])
    return "most lose"


def expect_must_not_allow(board: Board, text: str, some_lose: bool) -> str:
    """The rest of *text* after a true sentence on the wins that the side to move must not allow:
    all lines, all forks, or one shortest win. It exists if such a win does and some move loses.
    """
    you = other(board.mover)
    passed = board._replace(mover=you)
    plies = shortest(passed)
    found = re.match(rf"{board.mover} must not (allow|let {you}) ([^.]+)\. ", f"{text} ")
    assert bool(found) == bool(plies and some_lose)
    if not found:
        return text
    if line := re.fullmatch(rf"complete (.+) on ({CELL})", found[2]):
        on = cell_named(board.game, line[2])
        assert threatened(board, you) == {(LINES[board.game][n], on) for n in listed(line[1])}
        dangers = {on}
    elif fork := re.fullmatch(rf"fork on ((?:{CELL}|, | or )+)", found[2]):
        dangers = {cell_named(board.game, at) for at in re.split(r", | or ", fork[1])}
        assert plies == 3
        assert dangers == {at for at in moves(board) if forking(passed, at)}
    else:
        assert found[1] == "allow"
        dangers = {expect_prepared(passed, found[2])}
    for cell in moves(board):
        left = after(board, cell)
        if any(at != cell and shortest_from(left, at) for at in dangers):
            assert worths(board)[cell][0] == -1
    return text[found.end() :]


def expect_after_the_best(board: Board, text: str) -> str:
    """The part of *text* before a true sentence on the most difficult draw: the wins that the other
    side must not allow after it, or its losing replies. The sentence is missing if and only if that
    draw has no losing replies.
    """
    found = re.search(rf" After ({CELL}): (.+)", text)
    best = study(position(board)).best_cells[0]
    left = after(board, best)
    losing = losing_replies(left)
    assert bool(found) == bool(losing)
    if not found:
        return text
    assert cell_named(board.game, found[1]) == best
    if lose := re.fullmatch(rf"(\d+) of {left.mover}'s (\d+) replies (.+)\.", found[2]):
        assert not shortest(left._replace(mover=board.mover))
        assert [int(lose[1]), int(lose[2])] == [len(losing), len(moves(left))]
        assert lose[3].startswith("loses ") == (len(losing) == 1)
        expect_counted(
            lose[3].replace("loses ", "lose "), [beaten_by(left, reply) for reply in losing]
        )
    else:
        assert expect_must_not_allow(left, found[2], True) == ""
    return text[: found.start()]


def losing_replies(board: Board) -> list[int]:
    """The moves that lose in *board*; none once the game is over."""
    if result(board) is not None:
        return []
    return [cell for cell, (value, _) in worths(board).items() if value == -1]


def expect_lost(board: Board, text: str) -> str:
    """The form of *text*, true of a lost position."""
    winner = other(board.mover)
    standing = threatened(board, winner)
    if found := re.fullmatch(rf"{board.mover} can't block ([^.]+) with one move\.", text):
        named = [threat.rsplit(" on ", 1) for threat in listed(found[1])]
        assert standing == {
            (LINES[board.game][line], cell_named(board.game, cell)) for line, cell in named
        }
        assert len({cell for _, cell in standing}) > 1
        return "two threats"
    if found := re.fullmatch(rf"{board.mover} must block (.+?) on ({CELL})\. ((?s:.+))", text):
        answer = cell_named(board.game, found[2])
        assert standing == {(LINES[board.game][line], answer) for line in listed(found[1])}
        expect_loss(board, answer, found[3])
        return "a threat"
    assert not standing
    text = expect_standing(board, text)
    tried = set()
    while found := re.match(FAILS + " ", text):
        expect_failing(board, found)
        tried.add(cell_named(board.game, found["cell"]))
        text = text[found.end() :]
    lines = live_lines(board)
    assert max(lines.values()) < 2 or max(lines, key=lines.__getitem__) in tried
    distances = {cell: distance for cell, (_, distance) in worths(board).items()}
    most = max(plies for plies in distances.values() if plies)
    longest = {cell for cell, plies in distances.items() if plies == most}
    if found := re.fullmatch(rf"Every cell loses in {MOVES}\.", text):
        assert len(longest) == len(distances)
    else:
        found = re.fullmatch(rf"(.+) holds? out longest: {MOVES}\.", text)
        assert found, text
        assert longest < {*distances}
        assert {cell_named(board.game, cell) for cell in listed(found[1])} == longest
    assert int(found["plies"]) == most
    return "prepared"


def expect_standing(board: Board, text: str) -> str:
    """The rest of *text* after a true sentence on the win that the winner prepares, if any."""
    winner = other(board.mover)
    passed = board._replace(mover=winner)
    found = re.match(rf"{winner} could go on with ([^.]+)\. ", text)
    assert bool(found) == bool(shortest(passed))
    if not found:
        return text
    expect_prepared(passed, found[1])
    return text[found.end() :]


def expect_failing(board: Board, found: re.Match[str]) -> None:
    """A natural answer fails to what is said."""
    cell, ((answer, idea),) = (
        cell_named(board.game, found["cell"]),
        wins_by_ideas(board, found["wins"]).items(),
    )
    assert answer in answers(board, cell)
    left = after(board, cell)
    assert found["winner"] == left.mover
    assert idea_of(left, answer) is idea
    expect_value(after(left, answer), -1)
    if found["what"] == "The threat":
        assert completing(left, board.mover)
    if found["first"]:
        passed = board._replace(mover=other(board.mover))
        assert shortest_from(passed, cell) == shortest(passed)
    if found["strong"]:
        lines = live_lines(board)
        assert lines[cell] == max(lines.values()) > 1


def live_lines(board: Board) -> dict[int, int]:
    """The number of live lines of the side to move through each empty cell."""
    return {at: sum(at in line for line in live(board, board.mover)) for at in moves(board)}


STOPS = (
    r"(?:It blocks (?P<blocked>[^.]+)\.|"
    r"It (?P<does>stops|puts off) the (?P<forks>forks?) on (?P<stopped>[^.]+)\.|"
    r"It puts off (?P<whose>[XO])'s win by threats\.|It stops (?P<win>(?:a |threats)[^.]+)\.)"
)
MAKES = (
    rf"(?:(?P<you>[XO]) must block (?P<lines>.+) on (?P<answer>{CELL})\."
    rf"(?: Then (?P<forced>[^.]+) must follow(?P<turn> in turn)?\.)?|"
    rf"It {DOES.replace('does', 'makes')} (?P<prepared>[^.]+)\.)"
)


def answered_in_turn(board: Board) -> Iterator[tuple[int, Board]]:
    """The one answer to each threat and the board after it, as long as any threat stands."""
    while result(board) is None and (due := completing(board, other(board.mover))):
        (answer,) = due
        board = after(board, answer)
        yield answer, board


def expect_stopped(board: Board, cell: int, said: dict[str, str | None]) -> None:
    """A prepared win by threats of the other side is stopped if none is there once all threats are
    answered and the mover passes, else put off.

    The text names all forks that it stops or that fork again, with the singular for one; else one
    shortest win that it stops.
    """
    you = other(board.mover)
    passed = board._replace(mover=you)
    *_, later = (after(board, cell), *(left for _, left in answered_in_turn(after(board, cell))))
    later = later._replace(mover=you)
    stands = result(later) is None and shortest(later) > 0
    forks = {at for at in moves(board) if shortest(passed) == 3 and forking(passed, at)}
    if stands:
        forks = {at for at in forks if at in moves(later) and forking(later, at)}
    named = listed(said["stopped"]) if said["stopped"] else []
    assert {cell_named(board.game, at) for at in named} == forks
    assert said["does"] == (None if not forks else "puts off" if stands else "stops")
    assert said["forks"] == ("forks" if len(forks) > 1 else "fork" if forks else None)
    assert said["whose"] == (you if shortest(passed) and stands and not forks else None)
    assert bool(said["win"]) == (shortest(passed) > 3 and not stands)
    if said["win"]:
        expect_prepared(passed, said["win"])


def expect_stops_and_makes(board: Board, cell: int, text: str) -> None:
    """*text* tells all that a move which keeps a draw stops and makes."""
    found = re.fullmatch(f"(?:{STOPS})? ?(?:{MAKES})?", text)
    assert found, text
    said, left = found.groupdict(), after(board, cell)
    key, me, you = board.game, board.mover, left.mover
    blocked = {line for line, at in threatened(board, you) if at == cell}
    named = listed(said["blocked"]) if said["blocked"] else []
    assert blocked == {LINES[key][line] for line in named}
    if blocked or result(left):
        assert not any(said[group] for group in ("stopped", "whose", "win"))
    else:
        expect_stopped(board, cell, said)
    made = threatened(left, me)
    if said["lines"]:
        answer = cell_named(key, said["answer"])
        assert said["you"] == you
        assert made == {(LINES[key][line], answer) for line in listed(said["lines"])}
        forced = listed(said["forced"]) if said["forced"] else []
        owners = [f"{side}'s " for _, side in zip(forced, [me, you] * 8, strict=False)]
        told = [
            answer,
            *(cell_named(key, at.removeprefix(of)) for of, at in zip(owners, forced, strict=True)),
        ]
        assert told == [at for at, _ in answered_in_turn(left)]
        assert bool(said["turn"]) == (len(forced) > 1)
        return
    assert not made
    expect_made(board, cell, said["makes"], said["prepared"], keeps=not shortest(board))


def expect_draws(board: Board) -> None:
    """The text on every drawing move is true, also if it gives a win away."""
    here = position(board)
    for cell, (value, _) in worths(board).items():
        if not value:
            text = " ".join(what_it_is_good_for(study(here).moves[cell]))
            expect_stops_and_makes(board, cell, text)


def expect_why(board: Board) -> str:
    """The form of the text on *board*, after a check that it is true."""
    text = why_so(study(position(board)))
    value = max(value for value, _ in worths(board).values())
    expect = {1: expect_won, 0: expect_drawn, -1: expect_lost}[value]
    return expect(board, text)


def expect_ideas(board: Board) -> None:
    """The diagram notes the winning moves, else the answers to the losing moves."""
    here, exact = position(board), worths(board)
    threatening = threatened(board, other(board.mover))
    assert {*ideas_diagram(study(here)).lines} == {line for line, _ in threatening}
    notes = {
        cell: drawn.note
        for cell, drawn in enumerate(
            cell for row in ideas_diagram(study(here)).rows for cell in row
        )
        if drawn.note
    }
    winning = {cell for cell, (value, _) in exact.items() if value == 1}
    assert {move.cell for move in study(here).winning} == winning
    if winning:
        assert notes == {cell: in_a_word(board.game, idea_of(board, cell)) for cell in winning}
        lines = [(study(here).moves[cell].variation, board.mover) for cell in winning]
    else:
        losing = study(here).losing
        assert [(move.cell, move.exact.distance) for move in losing] == [
            (cell, plies) for cell, (value, plies) in exact.items() if value == -1
        ]
        assert notes == {move.cell: f"→ {name(board.game, move.answer.cell)}" for move in losing}
        for move in losing:
            answer = move.answer.cell
            assert answer in answers(board, move.cell)
            assert move.answer.idea is idea_of(after(board, move.cell), answer)
            assert move.variation[:2] == (move.cell, answer)
        lines = [(move.variation, other(board.mover)) for move in losing]
    for line, winner in lines:
        end = board
        for cell in line:
            assert not result(end)
            end = after(end, cell)
        assert result(end) == winner


@pytest.mark.long
def test_why_every_position_of_3x3_is_won_drawn_or_lost_is_told_truly() -> None:
    forms = Counter(map(expect_why, ACTIVE_CLASSES))
    assert {*forms} == {
        *("won", "dead", "safe", "some lose", "most lose", "two threats", "a threat", "prepared")
    }
    for board in ACTIVE_CLASSES:
        expect_ideas(board)
        expect_draws(board)


def expect_words(board: Board) -> None:
    """All that is said of *board* is true."""
    expect_why(board)
    expect_ideas(board)
    expect_draws(board)


@pytest.mark.slow
def test_why_positions_of_square_are_won_drawn_or_lost_is_told_truly() -> None:
    won = far_from_won(9, 3)
    lost = [after(b, c) for b in won for c in (move.cell for move in study(position(b)).winning)]
    for board in at_random("square", range(1, 14), 8, seed=2) + won + lost:
        expect_words(board)


@pytest.mark.parametrize(
    ("marks", "mover"),
    [
        ("...X....XO.OOX..", "X"),
        (".XO..X..O....OXX", "O"),
        ("XO....O........X", "O"),
        (".OO..X.X..X.O...", "X"),
        ("X.O.XX.OOXO..O.X", "X"),
        ("X.O......O.....X", "O"),
        ("O.....X......X.O", "X"),
        ("XX..O.X...X.OXOO", "O"),
    ],
)
def test_no_move_is_said_to_do_more_than_it_does(marks: str, mover: str) -> None:
    """Of each, some text claimed too much before."""
    board = Board("square", marks, mover)
    forms_of([board])
    expect_words(board)


@pytest.mark.parametrize("marks", ["OXXX.OXO.X.OOX..", "OX...X.OX.XXXOOO", "XXOXX.OXOOX.XO.O"])
def test_a_side_that_the_other_is_always_before_cannot_complete_a_line(marks: str) -> None:
    """It has enough moves left, but every play of the other side completes a line first."""
    board = Board("square", marks, "XO"[(16 - marks.count(".")) % 2])
    assert expect_why(board) in {"safe", "some lose", "most lose"}
    assert "can't complete" in why_so(study(position(board)))
