"""Every claim of every explanation, told or drawn, against an independent reading of the rules.

A sentence must have one of the known forms. What the form leaves open is read back, and what it
claims is checked on the plain boards of :mod:`tests.reference`; of the package are asked only the
sentence, the drawings and the cells, and, early in Square, the values of the solved game.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from math import isqrt
from statistics import fmean
from typing import NamedTuple, TypeAlias

import pytest
from webapp.figures import Figure, figures
from webapp.reasons import answer, explain

from ai.games import GAMES
from ai.opponents import OPPONENTS, opponent_for
from ai.policy import Decision
from ai.tablebase import hardest_draws, probe
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    ACTIVE,
    SIZE,
    WINNING,
    Board,
    Cells,
    after,
    at_random,
    completed,
    completing,
    lookahead,
    moves,
    other,
    position,
    result,
    squared_distances,
    to_mover,
    value_and_distance,
)
from tests.rules_again import (
    CENTRE,
    IN_THE_ROW,
    OPPOSITE,
    SIDES,
    by_the_chain,
    by_the_rules,
    forking,
    stops_forks,
)
from webapp.board import outline
from webapp.match import ComputerMove

ON_SQUARE = ("easy", "medium", "hard", "unbeatable")
SQUARES = at_random("square", range(1, 17), count=500, seed=24)


# Names and lists.


def line_name(game: str, cells: Cells) -> str:
    """What a line or square is called, by the distances between its cells."""
    names = [name(game, cell) for cell in sorted(cells)]
    if game == "square":
        side = squared_distances(4, cells)[0]
        upright = isqrt(side) ** 2 == side
        return " ".join(["square" if upright else "tilted square", *names])
    columns, rows = ({text[i] for text in names} for i in (0, 1))
    if len(rows) == 1:
        return f"row {rows.pop()}"
    return f"column {columns.pop()}" if len(columns) == 1 else " ".join(["diagonal", *names])


LINES = {game: {line_name(game, cells): cells for cells in WINNING[game]} for game in GAMES}


def items(text: str, conjunction: str = "and") -> list[str]:
    """What *text* lists as one would say it, each once."""
    found = re.split(f", | {conjunction} ", text)
    *most, last = found
    assert text == (f"{', '.join(most)} {conjunction} {last}" if most else last)
    assert len(set(found)) == len(found)
    return found


def lines_in(game: str, text: str) -> set[Cells]:
    """The lines that *text* lists."""
    return {LINES[game][named] for named in items(text)}


def cells_in(game: str, text: str, conjunction: str) -> set[int]:
    """The cells that *text* lists."""
    return {cell_named(game, named) for named in items(text, conjunction)}


def number_in(text: str) -> int:
    """The number written in *text*, its thousands set apart."""
    number = int(text.replace(",", ""))
    assert text == f"{number:,}"
    return number


# What the rules of every player go by, a second time.


@cache
def lacking(board: Board, mark: str) -> dict[int, frozenset[Cells]]:
    """The cells with which *mark* would complete lines, each with these lines."""
    mine = board._replace(mover=mark)
    return {cell: completed(after(mine, cell)) for cell in completing(board, mark)}


@cache
def forked(board: Board, mark: str, cell: int) -> frozenset[Cells]:
    """The lines through *cell* that *mark* threatens once it has marked it."""
    there = after(board._replace(mover=mark), cell)
    return frozenset(line for line in _threatened(there, mark) if cell in line)


def _threatened(board: Board, mark: str) -> set[Cells]:
    wanted = sorted([".", *mark * (len(min(WINNING[board.game])) - 1)])
    return {line for line in WINNING[board.game] if sorted(board.marks[c] for c in line) == wanted}


@cache
def weights(board: Board, mark: str) -> dict[int, int]:
    """For every empty cell t² + 1 from each line without a mark of the other side, t of *mark*."""
    found = dict.fromkeys(moves(board), 0)
    for line in WINNING[board.game]:
        counts = Counter(board.marks[cell] for cell in line)
        if not counts[other(mark)]:
            for cell in line & set(found):
                found[cell] += counts[mark] ** 2 + 1
    return found


@cache
def impacts(board: Board) -> dict[int, int]:
    """For every empty cell the lines through it that do not hold marks of both sides."""
    fillable = [
        line
        for line in WINNING[board.game]
        if not {"X", "O"} <= {board.marks[cell] for cell in line}
    ]
    return {cell: sum(cell in line for line in fillable) for cell in moves(board)}


@cache
def ahead(board: Board, depth: int) -> dict[int, int]:
    """What each move is worth to the mover as far as *depth* plies show."""
    return {c: to_mover(board, lookahead(after(board, c), depth - 1)) for c in moves(board)}


@cache
def worth(board: Board) -> tuple[int, int | None]:
    """Value and distance to the mover, looked up only where it would take too long to work out."""
    if board.game == "tic-tac-toe" or len(moves(board)) <= 6:
        return value_and_distance(board)
    exact = probe(position(board))
    return int(exact.value), exact.distance


@cache
def worths(board: Board) -> dict[int, tuple[int, int | None]]:
    """Value and distance of each move to the mover, itself counted."""
    found = {}
    for cell in moves(board):
        value, distance = worth(after(board, cell))
        found[cell] = (-value, None if distance is None else distance + 1)
    return found


def losing_replies(board: Board, cell: int) -> int:
    """How many replies to *cell* lose by force."""
    there = after(board, cell)
    return sum(value < 0 for value, _ in worths(there).values()) if not result(there) else 0


@cache
def beaten(board: Board) -> float:
    """How often the side to move loses if it plays at random, from a draw, against perfect play."""
    if result(board):
        return 0.0
    return fmean(_answered(after(board, cell)) for cell in moves(board))


def _answered(board: Board) -> float:
    """The same once it has moved: a win that is forced is won."""
    if result(board):
        return 0.0
    if worth(board)[0]:
        return 1.0
    return max(
        beaten(after(board, cell)) for cell, (value, _) in worths(board).items() if not value
    )


@cache
def perfect(board: Board) -> list[int]:
    """The fastest wins, the slowest losses, or the draws that beat random play most often."""
    won = {cell: distance or 0 for cell, (value, distance) in worths(board).items() if value > 0}
    lost = {cell: distance or 0 for cell, (value, distance) in worths(board).items() if value < 0}
    if won:
        return [cell for cell in won if won[cell] == min(won.values())]
    if len(lost) == len(moves(board)):
        return [cell for cell in lost if lost[cell] == max(lost.values())]
    if board.game == "square" and len(moves(board)) > 6:
        return list(hardest_draws(position(board)))
    drawn = {cell: beaten(after(board, cell)) for cell in moves(board) if cell not in lost | won}
    most = max(drawn.values())
    return [cell for cell in drawn if drawn[cell] > most - 1e-9]


@cache
def by_the_weights(board: Board) -> tuple[str, list[int]]:
    """What decides for hard, and its cells: the mark of whose maximum is followed."""
    me, you = board.mover, other(board.mover)
    mine, yours = weights(board, me), weights(board, you)
    for decides, mark in (("completes", me), ("blocks", you)):
        if cells := completing(board, mark):
            return decides, sorted(cells.elements())
    if not any([*mine.values(), *yours.values()]):
        return "nothing", moves(board)
    leader, follower = (yours, mine) if max(yours.values()) > max(mine.values()) else (mine, yours)
    leading = [cell for cell in leader if leader[cell] == max(leader.values())]
    most = max(follower[cell] for cell in leading)
    return (you if leader is yours else me), [cell for cell in leading if follower[cell] == most]


@cache
def game_tree(board: Board) -> int:
    """The positions of the whole game from *board* on, itself included."""
    below = [] if result(board) else [game_tree(after(board, cell)) for cell in moves(board)]
    return 1 + sum(below)


@cache
def pruned_tree(board: Board, low: int, high: int) -> tuple[int, int, int]:
    """The value to X between the bounds, the positions seen, and those that were left early."""
    if result(board):
        return lookahead(board, 0), 1, 0
    seen, left = 1, 0
    for cell in moves(board):
        value, below, left_below = pruned_tree(after(board, cell), low, high)
        seen, left = seen + below, left + left_below
        if board.mover == "X":
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            left += cell != max(moves(board))
            break
    return (low if board.mover == "X" else high), seen, left


def searched(board: Board, key: str) -> tuple[int, int]:
    """The positions that a search to the end sees, and those that it leaves early."""
    if key == "minimax":
        return game_tree(board), 0
    below = [pruned_tree(after(board, cell), -1, 1) for cell in moves(board)]
    return 1 + sum(seen for _, seen, _ in below), sum(left for *_, left in below)


def best(values: dict[int, int]) -> list[int]:
    """The cells of the greatest value."""
    return [cell for cell, value in values.items() if value == max(values.values())]


@cache
def expected_game(board: Board) -> list[int]:
    """The moves to the end where both play the first of the best."""
    if result(board):
        return []
    cell = min(best(ahead(board, 9)))
    return [cell, *expected_game(after(board, cell))]


@cache
def first_rule(board: Board) -> tuple[int, list[int]]:
    """The first of the eight rules that applies, and the cells that satisfy it.

    Forks, which take long to find, are looked for only where nothing is to complete or to block.
    """
    for number, mark in enumerate((board.mover, other(board.mover)), 1):
        if cells := sorted(completing(board, mark)):
            return number, cells
    return by_the_rules(board)


@cache
def first_handler(board: Board) -> tuple[str, int]:
    """The handler of the chain that answers, and its cell."""
    return by_the_chain(board)


@cache
def forks(board: Board, mark: str) -> list[int]:
    """The cells by which *mark* would make two threats at once."""
    return forking(board, mark)


@cache
def content(board: Board, key: str, depth: int = 2) -> list[int]:
    """The cells that a player is to be content with, in order, as often as they are to be drawn."""
    match key:
        case "easy":
            return moves(board)
        case "medium":
            return best(ahead(board, depth))
        case "hard":
            return by_the_weights(board)[1]
        case "unbeatable":
            return perfect(board)
        case "rules":
            return sorted(first_rule(board)[1])
        case "chain":
            return [first_handler(board)[1]]
    return expected_game(board)[:1] if set(board.marks) != {"."} else moves(board)


# What every form of sentence claims.


class Told(NamedTuple):
    """What was told of a move: by which player, on which board, and what the form left open."""

    board: Board
    cell: int
    key: str
    depth: int
    said: dict[str, str]

    @property
    def me(self) -> str:
        return self.board.mover

    @property
    def you(self) -> str:
        return other(self.board.mover)

    @property
    def lines(self) -> set[Cells]:
        return lines_in(self.board.game, self.said["lines"])


def any_cell(told: Told) -> None:
    """That any would do is the claim of the drawing, which shows the cells."""
    assert told.said["name"] == "Easy"


def only_cell(told: Told) -> None:
    assert moves(told.board) == [told.cell]


# Medium.


def looked(told: Told) -> dict[int, int]:
    """What was seen, from as far as was said."""
    plies = min(told.depth, len(moves(told.board)))
    ways = {1: "at its own move", 2: "at its own move and the reply"}
    assert told.said["looked"] == ways.get(plies, f"{plies} plies ahead")
    assert len(moves(told.board)) > 1
    return ahead(told.board, told.depth)


def found_a_win(told: Told) -> None:
    assert looked(told)[told.cell] == 1
    if told.depth <= 2:
        assert result(after(told.board, told.cell)) == told.me


def found_only_losses(told: Told) -> None:
    assert set(looked(told).values()) == {-1}
    if told.depth == 2:
        for there in (after(told.board, cell) for cell in moves(told.board)):
            assert any(result(after(there, reply)) == told.you for reply in moves(there))


def found_only_ties(told: Told) -> None:
    """With best play, where more than one move and one reply are left."""
    assert set(looked(told).values()) == {0}
    assert told.depth >= len(moves(told.board))
    if len(moves(told.board)) == 2:
        assert {result(after(told.board, cell)) for cell in moves(told.board)} == {None}
        one, two = moves(told.board)
        assert result(after(after(told.board, one), two)) == "tie"
        assert result(after(after(told.board, two), one)) == "tie"


def found_nothing(told: Told) -> None:
    assert set(looked(told).values()) == {0}
    assert told.depth < len(moves(told.board))


def found_what_does_not_lose(told: Told) -> None:
    seen, named = looked(told), cells_in(told.board.game, told.said["cells"], "and")
    assert told.cell in named
    assert {cell: seen[cell] for cell in seen if cell in named} == dict.fromkeys(sorted(named), 0)
    assert {seen[cell] for cell in seen if cell not in named} == {-1}


# Hard.


def hard_completes(told: Told) -> None:
    assert told.lines == lacking(told.board, told.me)[told.cell]


def hard_blocks(told: Told) -> None:
    assert not lacking(told.board, told.me)
    assert told.lines == lacking(told.board, told.you)[told.cell]


def nothing_is_live(told: Told) -> None:
    """Every line with an empty cell has marks of both."""
    for line in WINNING[told.board.game]:
        assert {told.board.marks[cell] for cell in line} >= {"X", "O"}


def weighed(told: Told) -> None:
    board, said = told.board, told.said
    assert not lacking(board, told.me)
    assert not lacking(board, told.you)
    assert (said["you"], said["me"]) == (told.you, told.me)
    assert said["sets"] == {"tic-tac-toe": "lines", "square": "squares"}[board.game]
    mine, yours = weights(board, told.me), weights(board, told.you)
    assert int(said["yours"]) == max(yours.values())
    assert int(said["mine"]) == max(mine.values())
    assert max(*mine.values(), *yours.values()) > 0
    theirs_is_more = max(yours.values()) > max(mine.values())
    assert said["whose"] == (f"{told.you}'s best" if theirs_is_more else "its own best")
    leading, following = (yours, mine) if theirs_is_more else (mine, yours)
    assert leading[told.cell] == max(leading.values())
    assert said["whom"] == (told.me if theirs_is_more else told.you)
    assert int(said["here"]) == following[told.cell]
    among = [following[cell] for cell in leading if leading[cell] == leading[told.cell]]
    assert int(said["here"]) == max(among)


# Unbeatable.


def wins_at_once(told: Told) -> None:
    there = after(told.board, told.cell)
    assert result(there) == told.me
    assert told.lines == completed(there)


def wins_by_force(told: Told) -> None:
    plies = int(told.said["plies"])
    assert plies > 2
    assert worths(told.board)[told.cell] == (1, plies)
    assert not [c for c, (value, d) in worths(told.board).items() if value > 0 and (d or 0) < plies]


def loses_by_force(told: Told) -> None:
    plies = int(told.said["plies"])
    assert plies > 1
    assert len(moves(told.board)) > 1
    assert worths(told.board)[told.cell] == (-1, plies)
    assert all(value < 0 and (d or 0) <= plies for value, d in worths(told.board).values())


def keeps_the_only_draw(told: Told) -> None:
    assert len(moves(told.board)) > 1
    assert worths(told.board)[told.cell] == (0, None)
    assert {worths(told.board)[cell][0] for cell in moves(told.board) if cell != told.cell} == {-1}


def draws(told: Told) -> None:
    values = worths(told.board)
    drawing = [cell for cell, (value, _) in values.items() if not value]
    assert max(value for value, _ in values.values()) == 0
    assert told.cell in drawing
    assert int(told.said["drawing"]) == len(drawing) > 1
    losing = losing_replies(told.board, told.cell)
    assert ("losing" in told.said) == (losing > 0)
    if not losing:
        return
    assert int(told.said["losing"]) == losing
    assert told.said["you"] == told.you
    assert int(told.said["replies"]) == len(moves(after(told.board, told.cell))) > 1
    assert told.said["lose"] == ("loses" if losing == 1 else "lose")


# The eight rules.


def rule(told: Told) -> None:
    """The rule named is the first that any cell satisfies, and this cell satisfies it."""
    number, cells = first_rule(told.board)
    assert int(told.said["rule"]) == number
    assert told.cell in cells
    if number > 1:
        assert not lacking(told.board, told.me)
    if number > 2:
        assert not lacking(told.board, told.you)
    if number > 3:
        assert not [c for c in moves(told.board) if len(forked(told.board, told.me, c)) > 1]
    if number > 4:
        assert not stops_forks(told.board)


def rule_wins(told: Told) -> None:
    rule(told)
    assert told.lines == lacking(told.board, told.me)[told.cell]


def rule_blocks(told: Told) -> None:
    rule(told)
    assert told.lines == lacking(told.board, told.you)[told.cell]


def rule_forks(told: Told) -> None:
    rule(told)
    assert told.lines == forked(told.board, told.me, told.cell)
    assert {"two": 2, "three": 3}[told.said["count"]] == len(told.lines)


def rule_stops_the_only_fork(told: Told) -> None:
    rule(told)
    assert told.said["you"] == told.you
    assert forks(told.board, told.you) == [told.cell]
    assert told.lines == forked(told.board, told.you, told.cell)
    assert {"two": 2, "three": 3}[told.said["count"]] == len(told.lines)


def rule_stops_several_forks(told: Told) -> None:
    """By a threat that leaves no fork, if there is one, else by one whose answer makes none."""
    rule(told)
    board, game = told.board, told.board.game
    assert {told.said["you"], told.said["again"]} == {told.you}
    assert sorted(cells_in(game, told.said["forks"], "or")) == forks(board, told.you)
    assert len(forks(board, told.you)) > 1
    assert all(len(forked(board, told.you, cell)) > 1 for cell in forks(board, told.you))
    there, forced = after(board, told.cell), cell_named(game, told.said["answer"])
    assert lacking(there, told.me) == {forced: told.lines}
    assert len(told.lines) == 1
    assert forced not in forks(there, told.you)
    assert len(forked(there, told.you, forced)) < 2


def rule_takes(told: Told) -> None:
    rule(told)
    corner = told.cell in OPPOSITE
    satisfied = {
        "the centre": told.cell == CENTRE,
        f"the corner opposite {told.you}'s": corner
        and told.board.marks[OPPOSITE.get(told.cell, 0)] == told.you,
        "a corner": corner,
        "a side": told.cell in SIDES,
    }
    assert satisfied[told.said["what"]]
    assert list(satisfied).index(told.said["what"]) == int(told.said["rule"]) - 5


# The chain.


def handler(told: Told, wanted: str) -> None:
    """This handler answers, with this cell, and none before it handles the board."""
    assert first_handler(told.board) == (wanted, told.cell)
    assert bool(lacking(told.board, told.me)) == (wanted == "win")
    assert wanted == "win" or bool(lacking(told.board, told.you)) == (wanted == "block")


def first_line(told: Told, mark: str) -> None:
    """The one line named is the first in reading order that *mark* can complete."""
    (line,) = told.lines
    assert told.cell in line
    assert sorted(line) == min(map(sorted, _threatened(told.board, mark)))


def chain_completes(told: Told) -> None:
    handler(told, "win")
    first_line(told, told.me)


def chain_blocks(told: Told) -> None:
    handler(told, "block")
    first_line(told, told.you)


def chain_stops_the_fork(told: Told) -> None:
    """The corner would be a fork, along both its borders, and is none once the row is played in."""
    handler(told, "stop fork")
    assert told.said["you"] == told.you
    corner = cell_named("tic-tac-toe", told.said["corner"])
    (row,) = told.lines
    assert {corner, told.cell} <= row == set(IN_THE_ROW[corner][0])
    column = frozenset(IN_THE_ROW[corner][1])
    assert {row, column} <= forked(told.board, told.you, corner)
    there = after(told.board, told.cell)
    if corner != told.cell:
        assert row not in forked(there, told.you, corner)


def chain_takes_the_first(told: Told) -> None:
    handler(told, "impact")
    assert set(impacts(told.board).values()) == {0}
    assert told.cell == moves(told.board)[0]


def chain_has_most_impact(told: Told) -> None:
    handler(told, "impact")
    most = int(told.said["most"])
    assert most > 0
    assert impacts(told.board)[told.cell] == most == max(impacts(told.board).values())
    assert all(count < most for cell, count in impacts(told.board).items() if cell < told.cell)


# The searches to the end.


def opens(told: Told) -> None:
    assert set(told.board.marks) == {"."}


def searched_to_the_end(told: Told) -> None:
    board, said, values = told.board, told.said, ahead(told.board, 9)
    assert len(values) > 1
    seen, left = searched(board, told.key)
    assert (number_in(said["seen"]), number_in(said.get("left", "0"))) == (seen, left)
    assert seen + left <= game_tree(board)
    assert ("left" in said) == (left > 0) == (seen < game_tree(board))
    value = max(values.values())
    assert told.cell == min(best(values))
    assert said.get("one", said.get("many")) == {1: "win", 0: "draw", -1: "lose"}[value]
    if "one" in said:
        assert best(values) == [told.cell]
    else:
        every = {2: "both"}.get(len(values), f"all {len(values)}")
        count = every if len(best(values)) == len(values) else str(len(best(values)))
        assert len(best(values)) > 1
        assert (said.get("all") or said["count"]) == count
    if "line" not in said:
        assert result(after(board, told.cell))
        return
    line = [cell_named(board.game, text) for text in said["line"].split(", ")]
    assert line[0] == told.cell
    assert len(line) > 1
    for cell in line:
        assert result(board) is None
        assert cell in moves(board)
        assert cell == min(best(ahead(board, 9)))
        board = after(board, cell)
    assert result(board) == {1: told.me, 0: "tie", -1: told.you}[value]


Claim: TypeAlias = Callable[[Told], None]
ONLY: dict[str, Claim] = {r"It was the only empty cell\.": only_cell}
LOOKED = r"It looked (?P<looked>at its own move(?: and the reply)?|\d+ plies ahead)"
LINE = r"(?P<lines>(?:(?:row|column) \w|diagonal( \w\d){3}))"
SOME = r"(?P<lines>[a-d1-4a-z ,]+)"
YOU = r"(?P<you>[XO])"
RULE = r"Rule (?P<rule>{}) of 8 is the first that applies: "
SEARCHED: dict[str, Claim] = ONLY | {
    r"The board was empty: it opens with any cell\.": opens,
    r"It searched (?P<seen>[\d,]+) positions"
    r"(?:, skipping at (?P<left>[\d,]+) of them what could no longer matter)?: "
    r"(?:only this move leads to a (?P<one>win|draw)"
    r"|(?:(?P<all>both|all \d)|(?P<count>\d)) moves (?P<many>win|draw|lose),"
    r" and it takes the first)\."
    r"(?: It expects the game to go (?P<line>[\w, ]+)\.)?": searched_to_the_end,
}
FORMS: dict[str, dict[str, Claim]] = {
    "easy": {r"(?P<name>.+) plays at random: any empty cell will do\.": any_cell},
    "medium": ONLY
    | {
        rf"{LOOKED}, and found a win\.": found_a_win,
        rf"{LOOKED}: whatever it plays, it loses, so any empty cell will do\.": found_only_losses,
        rf"{LOOKED}: every move (?:ends in a tie|draws if both play well)\.": found_only_ties,
        rf"{LOOKED}: nothing is decided yet, so any empty cell will do\.": found_nothing,
        rf"{LOOKED}: all moves lose but (?P<cells>.+)\.": found_what_does_not_lose,
    },
    "hard": {
        rf"It completes {SOME}\.": hard_completes,
        rf"It blocks {SOME}\.": hard_blocks,
        r"Neither side can complete anything any more: any empty cell will do\.": nothing_is_live,
        r"Weighing the (?P<sets>lines|squares) still open through each cell, (?P<you>[XO])'s best"
        r" is worth (?P<yours>\d+), and (?P<me>[XO])'s (?P<mine>\d+)\. So it takes one of"
        r" (?P<whose>[XO]'s best|its own best) cells, and of these one that is worth most to"
        r" (?P<whom>[XO]): (?P<here>\d+)\.": weighed,
    },
    "unbeatable": ONLY
    | {
        rf"It wins at once with {SOME}\.": wins_at_once,
        r"It wins by force in (?P<plies>\d+) plies, this one included: no move is"
        r" faster\.": wins_by_force,
        r"Every move loses to perfect play: this one lasts (?P<plies>\d+) plies, and none lasts"
        r" longer\.": loses_by_force,
        r"Only this move keeps the draw\.": keeps_the_only_draw,
        r"Perfect play draws\. Of the (?P<drawing>\d+) moves that keep the draw, none beats random"
        r" play more often\.(?: Right now (?P<losing>\d+) of (?P<you>[XO])'s (?P<replies>\d+)"
        r" replies (?P<lose>loses?)\.)?": draws,
    },
    "rules": {
        rf"{RULE.format(1)}it wins with {SOME}\.": rule_wins,
        rf"{RULE.format(2)}it blocks {SOME}\.": rule_blocks,
        rf"{RULE.format(3)}it makes (?P<count>\w+) threats at once, on {SOME}\.": rule_forks,
        rf"{RULE.format(4)}{YOU} could make (?P<count>\w+) threats at once here, on"
        rf" {SOME}\.": rule_stops_the_only_fork,
        rf"{RULE.format(4)}{YOU} could make two threats at once on (?P<forks>[^.]+)\. This"
        rf" threatens {LINE}, so (?P<again>[XO]) must answer on (?P<answer>\w\d), which makes no"
        r" two threats\.": rule_stops_several_forks,
        rf"{RULE.format('[5-8]')}it takes (?P<what>.+)\.": rule_takes,
    },
    "chain": {
        rf"It completes {LINE}\.": chain_completes,
        rf"It blocks {LINE}\.": chain_blocks,
        rf"{YOU} could make two threats at once from the corner (?P<corner>\w\d): playing in {LINE}"
        r" takes that row away\.": chain_stops_the_fork,
        r"No line can be filled any more: it takes the first empty cell\.": chain_takes_the_first,
        r"Nothing to win or to block, and none of the corner forks that it looks for: it takes the"
        r" first cell on the most lines that one side can still fill, (?P<most>\d)"
        r" here\.": chain_has_most_impact,
    },
    "minimax": SEARCHED,
    "alpha-beta": SEARCHED,
}


# What the drawings show.


class Drawn(NamedTuple):
    """A drawing as it is read: its caption, what is noted on cells, the chosen cells, the lines."""

    caption: str
    notes: dict[int, str]
    chosen: frozenset[int]
    outlines: tuple[str, ...]


def drawn(
    board: Board,
    caption: str,
    notes: Mapping[int, object],
    chosen: Collection[int],
    lines: Collection[Cells] = (),
) -> Drawn:
    """The drawing that there should be."""
    outlines = sorted(outline(GAMES[board.game], line) for line in lines)
    noted = {cell: str(note) for cell, note in notes.items()}
    return Drawn(caption, noted, frozenset(chosen), tuple(outlines))


def read(board: Board, figure: Figure) -> Drawn:
    """The drawing that there is: of this board, every cell in its place, no note on a mark."""
    n = SIZE[board.game]
    assert figure.game is GAMES[board.game]
    assert [len(row) for row in figure.rows] == [n] * n
    cells = [cell for row in figure.rows for cell in row]
    assert "".join(cell.mark or "." for cell in cells) == board.marks
    assert [cell.name for cell in cells] == [name(board.game, number) for number in range(n * n)]
    assert not any(cell.note for cell in cells if cell.mark)
    return Drawn(
        figure.caption,
        {number: cell.note for number, cell in enumerate(cells) if cell.note},
        frozenset(number for number, cell in enumerate(cells) if cell.chosen),
        figure.outlines,
    )


def words_for(values: dict[int, int], undecided: str = "draw") -> dict[int, str]:
    """What the values of a search are called."""
    return {cell: {1: "win", 0: undecided, -1: "loss"}[value] for cell, value in values.items()}


def exactly(value: int, distance: int | None) -> str:
    """What an exact value is called."""
    return f"{'win' if value > 0 else 'loss'} in {distance}" if value else "draw"


def drawings_of_hard(board: Board, cell: int) -> list[Drawn]:
    me, you = board.mover, other(board.mover)
    decides, cells = by_the_weights(board)
    if decides == "nothing":
        weighing = [(me, moves(board)), (you, moves(board))]
    elif decides in {"completes", "blocks"}:
        lines = lacking(board, me if decides == "completes" else you)[cell]
        return [drawn(board, f"What {me} {decides}", {}, cells, lines)]
    else:
        leading = best(weights(board, decides))
        weighing = [(decides, leading), (other(decides), cells)]
    return [
        drawn(board, f"What each cell is worth to {mark}", weights(board, mark), chosen)
        for mark, chosen in weighing
    ]


@cache
def drawings_of_unbeatable(board: Board) -> list[Drawn]:
    me, you = board.mover, other(board.mover)
    values = {cell: exactly(*worth) for cell, worth in worths(board).items()}
    shown = [drawn(board, f"What each move is worth to {me}", values, perfect(board))]
    losing = {cell: losing_replies(board, cell) for cell in values if values[cell] == "draw"}
    won = any(value.startswith("win") for value in values.values())
    if len(losing) > 1 and any(losing.values()) and not won:
        caption = f"How many of {you}'s replies to it lose"
        shown.append(drawn(board, caption, losing, perfect(board)))
    return shown


def drawings_of_the_rules(board: Board, cell: int) -> list[Drawn]:
    me, you = board.mover, other(board.mover)
    number, cells = first_rule(board)
    theirs = {cell: forked(board, you, cell) for cell in forks(board, you)} if number == 4 else {}
    lines: dict[int, Callable[[], Collection[Cells]]] = {
        1: lambda: lacking(board, me)[cell],
        2: lambda: lacking(board, you)[cell],
        3: lambda: forked(board, me, cell),
        4: lambda: _threatened(after(board, cell), me) if len(theirs) > 1 else (),
    }
    satisfied = lines.get(number, lambda: ())()
    also = ", and what this one does" if satisfied else ""
    caption = f"Rule {number}: the cells that satisfy it{also}"
    shown = [drawn(board, caption, {}, cells, satisfied)]
    if number == 4:
        caption = f"Where {you} could make two threats"
        shown.insert(0, drawn(board, caption, {}, theirs, frozenset().union(*theirs.values())))
    return shown


def drawings_of_the_chain(board: Board) -> list[Drawn]:
    handled, cell = first_handler(board)
    if handled == "impact":
        caption = "How many lines through each cell one side can still fill"
        return [drawn(board, caption, impacts(board), [cell])]
    if handled == "stop fork":
        corner = next(
            corner
            for corner, borders in IN_THE_ROW.items()
            if {*map(frozenset, borders)} <= forked(board, other(board.mover), corner)
        )
        line = frozenset(IN_THE_ROW[corner][0])
    else:
        mark = board.mover if handled == "win" else other(board.mover)
        line = min(_threatened(board, mark), key=sorted)
    caption = {
        "win": f"What {board.mover} completes",
        "block": f"What {board.mover} blocks",
        "stop fork": f"The row taken from {other(board.mover)}'s fork",
    }[handled]
    return [drawn(board, caption, {}, [cell], [line])]


def drawings(board: Board, key: str, cell: int, depth: int = 2) -> list[Drawn]:
    """What is to be drawn of the move to *cell*."""
    me, cells = board.mover, content(board, key, depth)
    match key:
        case "medium":
            undecided = "open" if depth < len(moves(board)) else "draw"
            seen = words_for(ahead(board, depth), undecided)
            return [drawn(board, f"As far as {me} looked", seen, cells)]
        case "hard":
            return drawings_of_hard(board, cell)
        case "unbeatable":
            return drawings_of_unbeatable(board)
        case "rules":
            return drawings_of_the_rules(board, cell)
        case "chain":
            return drawings_of_the_chain(board)
        case "minimax" | "alpha-beta" if set(board.marks) != {"."}:
            order = {cell: ply for ply, cell in enumerate(expected_game(board), 1)}
            values = words_for(ahead(board, 9))
            return [
                drawn(board, f"What each move is worth to {me}", values, cells),
                drawn(board, "The game that it expects", order, cells),
            ]
    return [drawn(board, "Any of these cells", {}, cells)]


# The laws.


def decisions(key: str, boards: Collection[Board]) -> Iterator[tuple[Board, Decision[object], int]]:
    """Every move that a player is content with on these boards."""
    for board in boards:
        decision = opponent_for(GAMES[board.game], key).decide(position(board))
        for cell in decision.cells:
            yield board, decision, cell


def lots(decision: Decision[object]) -> list[int]:
    """The cells, each as often as it is to be drawn."""
    pairs = zip(decision.cells, decision.weights, strict=True)
    return [cell for cell, weight in pairs for _ in range(weight)]


def sentence(key: str, board: Board, decision: Decision[object], cell: int) -> str:
    """What is said of a move."""
    return answer(position(board), opponent_for(GAMES[board.game], key), decision, cell)


def checked(key: str, board: Board, cell: int, said: str, depth: int = 2) -> str:
    """The one form that the sentence has, once all that it claims was found to hold."""
    assert said.endswith("."), said
    assert not re.search(r"  | 1 (?:plies|replies|moves|positions)|None", said), said
    forms = [(form, found) for form in FORMS[key] if (found := re.fullmatch(form, said))]
    assert len(forms) == 1, said
    ((form, found),) = forms
    left_open = {group: text for group, text in found.groupdict().items() if text is not None}
    FORMS[key][form](Told(board, cell, key, depth, left_open))
    return form


@pytest.mark.parametrize("key", OPPONENTS)
def test_every_sentence_about_3x3_is_of_a_known_form_and_true(key: str) -> None:
    """And no form is known for nothing."""
    seen = {
        checked(key, board, cell, sentence(key, board, decision, cell))
        for board, decision, cell in decisions(key, ACTIVE)
    }
    assert seen == set(FORMS[key])


@pytest.mark.parametrize("key", OPPONENTS)
def test_every_drawing_of_3x3_shows_what_the_rules_give(key: str) -> None:
    for board, decision, cell in decisions(key, ACTIVE):
        assert lots(decision) == content(board, key), board
        shown = [read(board, figure) for figure in figures(position(board), decision, cell)]
        assert shown == drawings(board, key, cell), (board, cell)


@pytest.mark.parametrize("key", ON_SQUARE)
def test_every_sentence_about_square_is_of_a_known_form_and_true(key: str) -> None:
    for board, decision, cell in decisions(key, SQUARES):
        checked(key, board, cell, sentence(key, board, decision, cell))


@pytest.mark.parametrize("key", ON_SQUARE)
def test_every_drawing_of_square_shows_what_the_rules_give(key: str) -> None:
    for board, decision, cell in decisions(key, SQUARES):
        assert lots(decision) == content(board, key), board
        shown = [read(board, figure) for figure in figures(position(board), decision, cell)]
        assert shown == drawings(board, key, cell), (board, cell)


@pytest.mark.parametrize("depth", [1, 3, 4, 5, 6, 7, 8, 9])
def test_medium_tells_and_draws_as_far_as_it_looks(depth: int) -> None:
    key = f"medium:depth={depth}"
    for board, decision, cell in decisions(key, [b for b in ACTIVE[::7] if len(moves(b)) < 7]):
        checked("medium", board, cell, sentence(key, board, decision, cell), depth)
        shown = [read(board, figure) for figure in figures(position(board), decision, cell)]
        assert shown == drawings(board, "medium", cell, depth), (board, cell)


@pytest.mark.parametrize("key", OPPONENTS)
def test_of_a_move_that_was_set_up_it_is_told_what_the_player_prefers(key: str) -> None:
    """And nothing is drawn, for the player used nothing."""
    opponent = OPPONENTS[key]
    for board in [*ACTIVE[::11], *(SQUARES[::11] if key in ON_SQUARE else ())]:
        here, decision = position(board), opponent.decide(position(board))
        for cell in moves(board):
            move = ComputerMove(here.ply, here, cell, opponent, decision)
            told = explain(move)
            assert told.question == f"Why did {board.mover} play {name(board.game, cell)}?"
            if cell in content(board, key):
                assert told.answer == sentence(key, board, decision, cell)
                assert told.figures == figures(here, decision, cell)
                continue
            setting = f"{opponent.name} would not have played this, but "
            assert told.answer.startswith(setting)
            preferred = told.answer.removeprefix(setting).removesuffix(".")
            assert cells_in(board.game, preferred, "or") == set(content(board, key))
            assert told.answer.endswith(".")
            assert told.figures == ()
