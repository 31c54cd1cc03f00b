"""Every claim of every explanation, in words or drawn, against an independent reading of the rules.

A sentence must have one of the known forms. The tests parse its variable parts, and check its
claims on the plain boards of :mod:`tests.reference`. They use the package only for explanations,
decisions and, early in Square, values from the tablebase.
"""

import gc
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple, TypeAlias

import pytest

from ai.explain import explain_move
from ai.explain.diagram import Diagram
from ai.explain.explanation import REASONS
from ai.explain.persons import COMPUTER
from ai.opponents import OPPONENTS, opponent_for
from ai.opponents.policy import Opponent
from ai.rules.games import GAMES
from ai.study.study import study
from tests.model import cell as cell_named
from tests.model import name
from tests.reference import (
    SIZE,
    WINNING,
    Board,
    Cells,
    after,
    chances,
    completed,
    completing,
    in_words,
    lacking,
    lookahead,
    moves,
    other,
    perfect,
    position,
    pruned_tree,
    result,
    shortest,
    shortest_from,
    threatened_lines,
    to_mover,
    tree,
    worth,
    worths,
)
from tests.rules_again import (
    CENTRE,
    IN_THE_ROW,
    OPPOSITE,
    SIDES,
    by_the_chain,
    by_the_rules,
    by_the_weights,
    forking,
    stops_forks,
    weights,
)
from tests.samples import ACTIVE, ACTIVE_CLASSES, at_random
from tests.test_arena import lots
from tests.test_positions_in_words import expect_stops_and_makes
from tests.test_wins_in_words import LINES, MOVES, expect_brief, expect_loss, expect_win, line_name
from webapp.board.diagrams import key_to

TO_THE_END = ("minimax", "alpha-beta")
ON_SQUARE = ("easy", "medium", "hard", "unbeatable")
SQUARES = at_random("square", range(1, 17), count=200, seed=24)
ROOM = 90  # characters
NOTHING_LIVE = Board("square", "O.X.XXOO.O.XXOXO", "X")


@pytest.fixture(scope="module", autouse=True)
def leave_garbage() -> Iterator[None]:
    """Turn garbage collection off: these tests keep millions of objects, and few are garbage."""
    gc.disable()
    yield
    gc.enable()


# Names and lists.


def items(text: str, conjunction: str = "and") -> list[str]:
    """The items that *text* lists in words, each once."""
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


# The facts for the rules of every player, a second time.


@cache
def forked(board: Board, mark: str, cell: int) -> frozenset[Cells]:
    """The lines through *cell* that *mark* threatens once it has marked it."""
    there = after(board._replace(mover=mark), cell)
    return frozenset(line for line in threatened_lines(there, mark) if cell in line)


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
    """The value of each move to the mover within *depth* plies: 1, 0 or -1."""
    return {c: to_mover(board, lookahead(after(board, c), depth - 1)) for c in moves(board)}


def searched(board: Board, key: str) -> tuple[int, int]:
    """The nodes visited by a search to the end, and the cut-offs; the root has none."""
    if key == "minimax":
        return tree(board)[0], 0
    below = [pruned_tree(after(board, cell), -1, 1) for cell in moves(board)]
    return 1 + sum(visited for _, visited, _ in below), sum(left for *_, left in below)


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
def content(board: Board, key: str, depth: int = 2) -> list[int]:
    """The cells of a player's decision, in order, each as often as its weight."""
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
            return sorted(by_the_rules(board)[1])
        case "chain":
            return [by_the_chain(board)[1]]
    return expected_game(board)[:1] if set(board.marks) != {"."} else moves(board)


# The claims of every form of sentence.


class Claim(NamedTuple):
    """A sentence on a move of the player *key* on *board*: *said* has the variable parts.

    *depth* is medium's depth in plies, at most the number of empty cells.
    """

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
        """The lines that it names; if it counts them first, they are more than two."""
        text = self.said["lines"]
        named = lines_in(self.board.game, text[0].lower() + text[1:])
        assert int(self.said.get("number", len(named))) == len(named)
        assert ("number" in self.said) == (self.board.game == "square" and len(named) > 2)
        return named

    @property
    def left(self) -> dict[int, frozenset[Cells]]:
        """The other side's remaining threats as stated: the lines, by their empty cells."""
        found = defaultdict(set)
        if "left" in self.said:
            assert self.said["you"] == self.you
            for threat in items(self.said["left"]):
                line, cell = threat.rsplit(" on ", 1)
                found[cell_named(self.board.game, cell)].add(LINES[self.board.game][line])
        return {cell: frozenset(lines) for cell, lines in found.items()}


def any_cell(claim: Claim) -> None:
    assert claim.key == "easy"
    assert int(claim.said["all"]) == len(moves(claim.board)) > 1


def only_cell(claim: Claim) -> None:
    assert moves(claim.board) == [claim.cell]


# Medium.


def looked(claim: Claim) -> dict[int, int]:
    """The values within the stated depth, which must be medium's."""
    plies = claim.depth
    ways = {1: "one move", 2: "two moves"}
    said = claim.said.get("looked") or claim.said.get("further")
    assert said == ways.get(plies, f"{plies} moves")
    assert ("depth" in claim.said) <= (plies > 2)
    assert int(claim.said.get("depth", plies)) == plies
    assert len(moves(claim.board)) > 1
    found = ahead(claim.board, claim.depth)
    assert int(claim.said.get("all", len(found))) == len(found)
    return found


def assert_loss_is_said_rightly(claim: Claim, cells: Collection[int]) -> None:
    """It is the very next reply that wins just where the search looked no further."""
    assert ("depth" in claim.said) == (claim.depth > 2)
    if claim.depth == 2:
        assert all(lacking(after(claim.board, cell), claim.you) for cell in cells)


def found_a_win(claim: Claim) -> None:
    assert looked(claim)[claim.cell] == 1
    if claim.depth <= 2:
        assert result(after(claim.board, claim.cell)) == claim.me


def found_only_losses(claim: Claim) -> None:
    found = looked(claim)
    assert set(found.values()) == {-1}
    assert_loss_is_said_rightly(claim, list(found))


def found_only_draws(claim: Claim) -> None:
    """With best play, where more than one move and one reply are left."""
    assert set(looked(claim).values()) == {0}
    assert claim.depth >= len(moves(claim.board))
    assert (claim.said["draws"] == "Both moves end in a draw") == (len(moves(claim.board)) == 2)
    if len(moves(claim.board)) == 2:
        one, two = moves(claim.board)
        assert {result(after(claim.board, cell)) for cell in (one, two)} == {None}
        assert result(after(after(claim.board, one), two)) == "tie"
        assert result(after(after(claim.board, two), one)) == "tie"


def found_nothing(claim: Claim) -> None:
    """Neither side has a move that wins within two plies, none by force within more."""
    assert set(looked(claim).values()) == {0}
    assert claim.depth < len(moves(claim.board))
    ways = {1: "no win", 2: "no win or loss"}
    assert claim.said.get("nothing") == ways.get(claim.depth)
    assert not lacking(claim.board, claim.me)
    if claim.depth == 2:
        assert not any(lacking(after(claim.board, c), claim.you) for c in moves(claim.board))


def found_what_does_not_lose(claim: Claim) -> None:
    """Every other move loses; of those that are named it says no more than that."""
    found, named = looked(claim), cells_in(claim.board.game, claim.said["cells"], "and")
    assert claim.cell in named
    assert {cell for cell in found if found[cell] == 0} == named
    others = [cell for cell in found if cell not in named]
    assert {found[cell] for cell in others} == {-1}
    assert_loss_is_said_rightly(claim, others)
    if claim.depth == 2:
        assert not any(lacking(after(claim.board, cell), claim.you) for cell in named)


# Hard.


def hard_completes(claim: Claim) -> None:
    assert claim.lines == lacking(claim.board, claim.me)[claim.cell]


def hard_blocks(claim: Claim) -> None:
    assert not lacking(claim.board, claim.me)
    blocks(claim)


def blocks(claim: Claim) -> None:
    """The sentence names all lines that this cell blocks, and all remaining threats."""
    assert claim.lines == lacking(claim.board, claim.you)[claim.cell]
    staysthreatened_lines(claim)


def staysthreatened_lines(claim: Claim) -> None:
    assert claim.left == lacking(after(claim.board, claim.cell), claim.you)


def nothing_is_live(claim: Claim) -> None:
    """Every line with an empty cell has marks of both."""
    assert int(claim.said["all"]) == len(moves(claim.board)) > 1
    for line in WINNING[claim.board.game]:
        assert {claim.board.marks[cell] for cell in line} >= {"X", "O"}


def weighed(claim: Claim) -> None:
    board, said = claim.board, claim.said
    assert not lacking(board, claim.me)
    assert not lacking(board, claim.you)
    assert said["me"] == claim.me
    assert said["sets"] == {"tic-tac-toe": "lines", "square": "squares"}[board.game]
    assert [int(said[own]) for own in ("empty", "one", "two")] == [n**2 + 1 for n in range(3)]
    mine, yours = weights(board, claim.me), weights(board, claim.you)
    theirs_is_more = max(yours.values()) > max(mine.values())
    whose = claim.you if theirs_is_more else claim.me
    assert said["first"] == said["whose"] == said["again"] == whose
    assert said["second"] == other(whose)
    least, most = sorted((max(yours.values()), max(mine.values())))
    assert int(said["more"]) == most > 0
    assert ("less" in said) == (least < most)
    assert int(said.get("less", most)) == least
    leading, following = (yours, mine) if theirs_is_more else (mine, yours)
    assert leading[claim.cell] == max(leading.values())
    assert said["whom"] == (claim.me if theirs_is_more else claim.you)
    assert int(said["here"]) == following[claim.cell]
    among = [following[cell] for cell in leading if leading[cell] == leading[claim.cell]]
    assert int(said["here"]) == max(among)


# Unbeatable.


def wins_at_once(claim: Claim) -> None:
    there = after(claim.board, claim.cell)
    assert result(there) == claim.me
    assert claim.lines == completed(there)


def wins_by_force(claim: Claim) -> None:
    plies = int(claim.said["plies"])
    assert plies > 2
    ways = sum(value > 0 for value, _plies in worths(claim.board).values())
    assert (claim.said["win"] == "The only win") == (ways == 1)
    assert worths(claim.board)[claim.cell] == (1, plies)
    expect_brief(claim.board, claim.cell, claim.said["brief"])
    *threats, fork = claim.said["brief"].split(", then ")
    assert not threats or fork in claim.said["how"] or fork.endswith("makes two at once")
    assert not [
        c for c, (value, d) in worths(claim.board).items() if value > 0 and (d or 0) < plies
    ]
    expect_win(claim.board, claim.cell, claim.said["how"])


def loses_by_force(claim: Claim) -> None:
    plies = int(claim.said["plies"])
    assert plies > 1
    assert len(moves(claim.board)) > 1
    assert worths(claim.board)[claim.cell] == (-1, plies)
    assert all(value < 0 and (d or 0) <= plies for value, d in worths(claim.board).values())
    expect_loss(claim.board, claim.cell, claim.said["how"])


def keeps_the_only_draw(claim: Claim) -> None:
    assert len(moves(claim.board)) > 1
    assert worths(claim.board)[claim.cell] == (0, None)
    assert {worths(claim.board)[cell][0] for cell in moves(claim.board) if cell != claim.cell} == {
        -1
    }
    expect_stops_and_makes(claim.board, claim.cell, claim.said.get("good") or "")


def draws(claim: Claim) -> None:
    """How many moves keep the draw, and whether one or several of them are the most difficult."""
    values, of_all = worths(claim.board), chances(claim.board)
    drawing = [cell for cell, (value, _) in values.items() if not value]
    assert max(value for value, _ in values.values()) == 0
    assert claim.cell in drawing
    assert int(claim.said["drawing"]) == len(drawing) > 1
    most = perfect(claim.board)
    assert claim.cell in most
    assert claim.said["you"] == claim.you
    if "percent" not in claim.said:
        assert set(of_all.values()) == {0}
        return
    assert ("several" in claim.said) == (len(most) > 1)
    assert is_percentage(claim.said["percent"], of_all[claim.cell])


def is_percentage(text: str, chance: float) -> bool:
    """Whether *text* is *chance* in per cents, to its last digit, 0 and 100 only if exact."""
    found = re.fullmatch("(\\d+(?:\\.(\\d+))?)\N{NO-BREAK SPACE}%", text)
    assert found
    figure, step = float(found[1]), 0.1 ** len(found[2] or "")
    if chance in (0, 1) or figure in (0, 100):
        return figure == 100 * chance
    nearest = min(figure, 100 - figure) > 1.5 * step
    return abs(figure - 100 * chance) < (0.501 if nearest else 1) * step


# The eight rules.


def rule(claim: Claim) -> None:
    """The rule named is the first that any cell satisfies, and this cell satisfies it."""
    number, cells = by_the_rules(claim.board)
    assert int(claim.said["rule"]) == number
    assert claim.cell in cells
    if number > 1:
        assert not lacking(claim.board, claim.me)
    if number > 2:
        assert not lacking(claim.board, claim.you)
    if number > 3:
        assert not [c for c in moves(claim.board) if len(forked(claim.board, claim.me, c)) > 1]
    if number > 4:
        assert not stops_forks(claim.board)


def rule_wins(claim: Claim) -> None:
    rule(claim)
    assert claim.lines == lacking(claim.board, claim.me)[claim.cell]


def rule_blocks(claim: Claim) -> None:
    rule(claim)
    blocks(claim)


def rule_forks(claim: Claim) -> None:
    rule(claim)
    assert claim.lines == forked(claim.board, claim.me, claim.cell)


def rule_stops_the_only_fork(claim: Claim) -> None:
    rule(claim)
    assert claim.said["you"] == claim.you
    assert forking(claim.board, claim.you) == [claim.cell]
    assert claim.lines == forked(claim.board, claim.you, claim.cell)


def rule_stops_several_forks(claim: Claim) -> None:
    """By a threat that leaves no fork, if there is one, else by one whose answer makes none."""
    rule(claim)
    board, game = claim.board, claim.board.game
    assert {claim.said["you"], claim.said["again"]} == {claim.you}
    assert sorted(cells_in(game, claim.said["forks"], "or")) == forking(board, claim.you)
    assert len(forking(board, claim.you)) > 1
    there, forced = after(board, claim.cell), cell_named(game, claim.said["answer"])
    assert lacking(there, claim.me) == {forced: claim.lines}
    assert len(claim.lines) == 1
    assert forced not in forking(there, claim.you)
    assert len(forked(there, claim.you, forced)) < 2


def rule_takes(claim: Claim) -> None:
    rule(claim)
    corner = claim.cell in OPPOSITE
    satisfied = {
        "the centre": claim.cell == CENTRE,
        f"the corner opposite {claim.you}'s": corner
        and claim.board.marks[OPPOSITE.get(claim.cell, 0)] == claim.you,
        "a corner": corner,
        "a side": claim.cell in SIDES,
    }
    assert satisfied[claim.said["what"]]
    assert list(satisfied).index(claim.said["what"]) == int(claim.said["rule"]) - 5


# The chain.


def handler(claim: Claim, wanted: str) -> None:
    """This handler answers, with this cell, and none before it handles the board."""
    assert by_the_chain(claim.board) == (wanted, claim.cell)
    assert bool(lacking(claim.board, claim.me)) == (wanted == "win")
    assert wanted == "win" or bool(lacking(claim.board, claim.you)) == (wanted == "block")


def chain_completes(claim: Claim) -> None:
    handler(claim, "win")
    assert claim.lines == lacking(claim.board, claim.me)[claim.cell]


def chain_blocks(claim: Claim) -> None:
    handler(claim, "block")
    blocks(claim)


def chain_stops_the_fork(claim: Claim) -> None:
    """The corner would be a fork, along both its borders, and is none once the row is played in."""
    handler(claim, "stop fork")
    assert claim.said["you"] == claim.you
    corner = cell_named("tic-tac-toe", claim.said["corner"])
    row, column = (frozenset(border) for border in IN_THE_ROW[corner])
    assert claim.lines == {row}
    assert {corner, claim.cell} <= row
    assert claim.said["row"] == line_name("tic-tac-toe", row)
    assert claim.said["column"] == line_name("tic-tac-toe", column)
    assert {row, column} <= forked(claim.board, claim.you, corner)
    there = after(claim.board, claim.cell)
    if corner != claim.cell:
        assert row not in forked(there, claim.you, corner)


def chain_takes_the_first(claim: Claim) -> None:
    handler(claim, "impact")
    assert set(impacts(claim.board).values()) == {0}
    assert claim.cell == moves(claim.board)[0]


def chain_has_most_impact(claim: Claim) -> None:
    handler(claim, "impact")
    most = int(claim.said["most"])
    assert most > 0
    assert impacts(claim.board)[claim.cell] == most == max(impacts(claim.board).values())
    assert all(count < most for cell, count in impacts(claim.board).items() if cell < claim.cell)


# The searches to the end.


def opens(claim: Claim) -> None:
    assert set(claim.board.marks) == {"."}


def searched_to_the_end(claim: Claim) -> None:
    board, said, values = claim.board, claim.said, ahead(claim.board, 9)
    assert len(values) > 1
    visited, left = searched(board, claim.key)
    nodes, positions = tree(board)
    assert number_in(said.get("visited") or said["different"]) == visited
    assert ("tree" in said) == (left > 0) == (visited < nodes)
    assert ("times" in said) == (left > 0)
    if "tree" in said:
        assert number_in(said["tree"]) == nodes >= visited + left
        assert (said["times"] == "once") == (left == 1)
        assert left == 1 or number_in(said["times"].removesuffix(" times")) == left
    else:
        assert ("positions" in said) == (positions < nodes)
        assert number_in(said.get("positions") or said["different"]) == positions
    value = max(values.values())
    assert claim.cell == min(best(values))
    if "one" in said:
        assert said["one"] == {1: "wins", 0: "draws"}[value]
        assert best(values) == [claim.cell]
    else:
        every = {2: "Both"}.get(len(values), f"All {len(values)}")
        assert said["many"] == {1: "win", 0: "draw", -1: "lose"}[value]
        assert len(best(values)) > 1
        assert said["count"] == (
            every if len(best(values)) == len(values) else f"{len(best(values))}"
        )
    if "line" not in said:
        assert result(after(board, claim.cell))
        return
    line = [cell_named(board.game, text) for text in said["line"].split(", ")]
    assert line[0] == claim.cell
    assert len(line) > 1
    for cell in line:
        assert result(board) is None
        assert cell in moves(board)
        assert cell == min(best(ahead(board, 9)))
        board = after(board, cell)
    assert result(board) == {1: claim.me, 0: "tie", -1: claim.you}[value]


Check: TypeAlias = Callable[[Claim], None]
ONLY: dict[str, Check] = {r"It was the only empty cell\.": only_cell}
ME, YOU = "@me", "@you"  # :func:`checked` puts the marks there
AHEAD = r"(?P<looked>one move|two moves|\d moves) ahead"
LOOKED = rf" {ME} looked {AHEAD}\."
LINE = r"(?P<lines>(?:(?:row|column) \w|diagonal( \w\d){3}))"
SOME = r"(?P<lines>[a-d1-4a-z ,]+)"
# Many squares are counted first, and then named.
FEW = r"(?:(?P<number>\d) squares\. )?(?P<lines>[a-zA-Z1-4 ,]+)"
LEFT = r"(?: (?P<you>[XO]) still threatened (?P<left>[a-d1-4a-z ,]+)\.)?"
ANY = rf"{ME} picked any of (?P<all>\d+)"
RULE = r"Rule (?P<rule>{}) of 8: "
FIRST = r" No earlier rule applied\."
SEARCHED: dict[str, Check] = ONLY | {
    rf"The board was empty: {ME} opened anywhere\.": opens,
    r"(?:Only this move (?P<one>wins|draws)"
    rf"|(?P<count>Both|All \d|\d) moves (?P<many>win|draw|lose); {ME} took the first)\."
    rf" {ME} visited (?:(?P<different>[\d,]+) boards, all different"
    r"|boards (?P<visited>[\d,]+) times(?:, (?P<positions>[\d,]+) different ones"
    r"| instead of (?P<tree>[\d,]+)))\."
    rf"(?: {ME} searched each of {ME}'s moves to its exact value, and (?P<times>once|[\d,]+ times)"
    r" skipped replies that could no longer change it\.)?"
    rf"(?: The game {ME} expected: (?P<line>[\w, ]+)\.)?": searched_to_the_end,
}
FORMS: dict[str, dict[str, Check]] = {
    "easy": ONLY | {rf"{ME} rolled dice: (?P<all>\d+) cells, all alike\.": any_cell},
    "medium": ONLY
    | {
        rf"{ME} looked {AHEAD} and found a win\.": found_a_win,
        rf"(?:Whatever {ME} played, {YOU} could win at once|Every move loses within (?P<depth>\d)"
        rf" moves)\. So {ANY} cells\.{LOOKED}": found_only_losses,
        r"(?P<draws>Both moves end in a draw|Every move draws with best play)\."
        rf"{LOOKED}": found_only_draws,
        rf"(?:{ME} looked {AHEAD} and saw (?P<nothing>no win|no win or loss)"
        r"|Best play decides nothing within (?P<depth>\d) moves)\."
        rf" So {ANY} cells\.(?: {ME} looked (?P<further>\d moves) ahead\.)?": found_nothing,
        r"Anything but (?P<cells>.+) loses (?:at once|within (?P<depth>\d) moves)\."
        rf"{LOOKED}": found_what_does_not_lose,
    },
    "hard": ONLY
    | {
        rf"{ME} completed {FEW}\.": hard_completes,
        rf"{ME} blocked {FEW}\.{LEFT}": hard_blocks,
        rf"Nothing can be completed any more, so {ANY} cells\.": nothing_is_live,
        r"(?P<first>[XO])'s best cell had (?P<more>\d+) points, (?P<second>[XO])'s"
        r" (?:only (?P<less>\d+)|too)\. So (?P<me>[XO]) took (?P<whose>[XO])'s\."
        r" A cell has points for its (?P<sets>lines|squares) without marks of the other side:"
        r" (?P<empty>\d) for an empty one, (?P<one>\d) with one own mark, (?P<two>\d) with two\."
        r" Of (?P<again>[XO])'s best cells it had most points for (?P<whom>[XO]) too:"
        r" (?P<here>\d+)\.": weighed,
    },
    "unbeatable": ONLY
    | {
        rf"{ME} completed {FEW}\.": wins_at_once,
        rf"(?P<win>The only win|The fastest win|One of \d fastest wins)"
        rf" \({MOVES}\): (?P<brief>[^.]+)\."
        r" (?P<how>(?s:.+))": wins_by_force,
        rf"Every move loses\. None holds out longer than this: {MOVES}\."
        r" (?P<how>.+)": loses_by_force,
        r"Only this move keeps the draw\.(?: (?P<good>.+))?": keeps_the_only_draw,
        rf"(?P<drawing>\d+) moves draw\. {ME} took (?P<several>one of )?the hardest for"
        r" (?P<you>[XO]): a beginner would lose (?P<percent>[\d.]+\s%)\.": draws,
        rf"(?P<drawing>\d+) moves draw\. After none would a beginner in (?P<you>[XO])'s place lose"
        rf" to {ME}\.": draws,
    },
    "rules": {
        rf"{RULE.format(1)}complete {SOME}\.": rule_wins,
        rf"{RULE.format(2)}block {SOME}\.{LEFT}{FIRST}": rule_blocks,
        rf"{RULE.format(3)}fork, by threats on {SOME}\.{FIRST}": rule_forks,
        rf"{RULE.format(4)}take the cell of {YOU}'s fork\. (?P<you>[XO]) could have forked here,"
        rf" by threats on {SOME}\.{FIRST}": rule_stops_the_only_fork,
        rf"{RULE.format(4)}a threat, which left {YOU} no time to fork\. (?P<you>[XO]) could have"
        rf" forked on (?P<forks>[^.]+)\. This threatened {LINE}, so (?P<again>[XO]) had to answer"
        rf" on (?P<answer>\w\d), which is no fork\.{FIRST}": rule_stops_several_forks,
        rf"{RULE.format('[5-8]')}take (?P<what>[^.]+)\.{FIRST}": rule_takes,
    },
    "chain": {
        rf"{ME} completed {FEW}\.": chain_completes,
        rf"{ME} blocked {FEW}\.{LEFT}": chain_blocks,
        rf"{ME} broke up the fork that (?P<you>[XO]) could have made from the corner"
        r" (?P<corner>\w\d)\. The fork needs (?P<row>row \d) and (?P<column>column \w)\. A mark in"
        rf" {LINE} spoils it\.": chain_stops_the_fork,
        rf"No line is live for either side, so {ME} took the first empty"
        r" cell\.": chain_takes_the_first,
        rf"{ME} saw no corner fork, so {ME} took a cell on most live lines: (?P<most>\d)\."
        r" There was nothing to win or to block\. A line is live until both sides have a mark on"
        r" it; of equal cells the first counts\.": chain_has_most_impact,
    },
    "minimax": SEARCHED,
    "alpha-beta": SEARCHED,
}


# The contents of the diagrams.


class Difficult(NamedTuple):
    """A note on a draw; equal to every correct text for its difficulty."""

    chance: float

    def __eq__(self, note: object) -> bool:
        found = re.fullmatch(r"draw; a beginner on the other side loses (.+) %", str(note))
        return bool(found and is_percentage(f"{found[1]}\N{NO-BREAK SPACE}%", self.chance))

    def __hash__(self) -> int:
        return hash(self.chance)


class Beaten(NamedTuple):
    """A note on a losing *reply* in *left*. It equals every cell that begins the fastest win by
    threats, or the fastest win if threats are slower than perfect play.
    """

    left: Board
    reply: int

    def __eq__(self, note: object) -> bool:
        here = after(self.left, self.reply)
        cell, plies = cell_named(self.left.game, str(note).removeprefix("→ ")), shortest(here)
        if 0 < plies < (worth(self.left)[1] or 0):
            return shortest_from(here, cell) == plies
        return worths(here)[cell] == worth(here)

    def __hash__(self) -> int:
        return hash((self.left, self.reply))


class Drawn(NamedTuple):
    """A diagram as it is read: its caption, what is noted on cells, the chosen cells, the lines."""

    caption: str
    notes: dict[int, str | Difficult | Beaten]
    chosen: frozenset[int]
    lines: tuple[frozenset[int], ...]


def drawn(
    caption: str,
    notes: Mapping[int, object],
    chosen: Collection[int],
    lines: Collection[Cells] = (),
) -> Drawn:
    """The diagram that there should be."""
    ordered = sorted(map(frozenset, lines), key=sorted)
    noted = {
        cell: note if isinstance(note, Difficult | Beaten) else str(note)
        for cell, note in notes.items()
    }
    return Drawn(caption, noted, frozenset(chosen), tuple(ordered))


@cache
def read(board: Board, shown: Diagram) -> Drawn:
    """The diagram that there is: of this board, every cell in its place, no note on a mark."""
    n = SIZE[board.game]
    assert [len(row) for row in shown.rows] == [n] * n == [shown.game.size] * n
    cells = [cell for row in shown.rows for cell in row]
    assert "".join(cell.mark or "." for cell in cells) == board.marks
    assert [cell.name for cell in cells] == [name(board.game, number) for number in range(n * n)]
    assert not any(cell.note for cell in cells if cell.mark)
    return Drawn(
        shown.caption,
        {number: cell.note for number, cell in enumerate(cells) if cell.note},
        frozenset(number for number, cell in enumerate(cells) if cell.chosen),
        shown.lines,
    )


def words_for(values: dict[int, int], undecided: str = "draw") -> dict[int, str]:
    """The values of a search in words, by cell."""
    return {cell: {1: "win", 0: undecided, -1: "loss"}[value] for cell, value in values.items()}


GIVEN = {"dotted": 1, "dashed": 2, "full": 5}


@pytest.mark.parametrize("boards", [ACTIVE_CLASSES, SQUARES], ids=["tic-tac-toe", "square"])
def test_the_lines_drawn_for_hards_choice_add_up_to_its_weight(boards: Sequence[Board]) -> None:
    for board in boards:
        assert_lines_add_up(board)


IN_KEY = {1: "no mark: 1", 2: "one mark: 2", 5: "two marks: 5"}


def assert_lines_add_up(board: Board) -> None:
    """For each cell chosen by weight, the drawn lines and the sum beside them are right."""
    here, (decides, cells) = position(board), by_the_weights(board)
    for cell in cells if decides in {"X", "O"} else ():
        for shown in explain_move(study(here).moves[cell], OPPONENTS["hard"]).diagrams:
            mark = shown.caption[-1]
            through = {
                frozenset(line): Counter(board.marks[c] for c in line)
                for line in WINNING[board.game]
                if cell in line
            }
            expected = {
                line: counts[mark] ** 2 + 1
                for line, counts in through.items()
                if not counts[other(mark)]
            }
            assert {line: GIVEN[stroke] for stroke, line in shown.parts} == expected
            assert sum(expected.values()) == weights(board, mark)[cell]
            if not expected:
                assert not shown.remark
                continue
            terms = shown.remark.removesuffix(".").removeprefix(
                f"Points of {name(board.game, cell)}: "
            )
            given, _, total = terms.partition(" = ")
            assert sorted(map(int, given.split(" + "))) == sorted(expected.values())
            assert int(total or given) == sum(expected.values())
            key = {stroke: meaning for stroke, meaning in key_to(shown) if stroke != "best"}
            assert key == {
                stroke: IN_KEY[worth]
                for stroke, worth in GIVEN.items()
                if worth in expected.values()
            }


DONE = {"completes": "Completed", "blocks": "Blocked"}


def drawings_of_hard(board: Board, cell: int) -> list[Drawn]:
    me, you = board.mover, other(board.mover)
    decides, cells = by_the_weights(board)
    if decides == "nothing":
        weighing = [(me, moves(board)), (you, moves(board))]
    elif decides in {"completes", "blocks"}:
        lines = lacking(board, me if decides == "completes" else you)[cell]
        return [drawn(f"{DONE[decides]} by {me}", {}, cells, lines)]
    else:
        leading = best(weights(board, decides))
        weighing = [(decides, leading), (other(decides), cells)]
    return [
        drawn(f"The points of each cell for {mark}", weights(board, mark), chosen)
        for mark, chosen in weighing
    ]


@cache
def drawn_line(board: Board, cell: int) -> Drawn:
    """The win by threats that begins on *cell*, the first in reading order of the shortest."""
    caption = "The threats and their answers in turn, up to a fork that no answer stops"
    here, me, chosen = board, board.mover, []
    notes: dict[int, int] = {}
    lines: set[Cells] = set()
    while True:
        here = after(here, cell)
        answers = completing(here, me)
        chosen.append(cell)
        notes |= {cell: len(notes) + 1} | dict.fromkeys(answers, len(notes) + 2)
        lines |= threatened_lines(here, me)
        if len(answers) > 1:
            return drawn(caption, notes, chosen, lines)
        here = after(here, *answers)
        cell = next(c for c in moves(here) if shortest_from(here, c) == shortest(here))


def drawings_of_a_win(board: Board, cell: int) -> list[Drawn]:
    """How the win goes on after the move on *cell*."""
    begins = not result(after(board, cell)) and shortest_from(board, cell)
    return [drawn_line(board, cell)] if begins else []


def in_words_of(board: Board) -> dict[int, str | Difficult]:
    """The worth of each move: the difficulty of draws is told unless a move wins."""
    wins = worth(board)[0] > 0
    return {
        cell: in_words(found) if wins or found[0] else Difficult(chances(board)[cell])
        for cell, found in worths(board).items()
    }


def preferred(board: Board, cells: Sequence[int]) -> Sequence[int]:
    """The *cells*, which nothing sets apart if they are all."""
    return cells if len({*cells}) < len(moves(board)) else []


def drawings_of_unbeatable(board: Board, cell: int) -> list[Drawn]:
    caption = f"The worth of each of {board.mover}'s moves"
    shown = drawn(caption, in_words_of(board), preferred(board, perfect(board)))
    return [*(drawings_of_a_win(board, cell) if worth(board)[0] > 0 else ()), shown]


def replies_drawn(board: Board, key: str, cell: int, depth: int) -> list[Drawn]:
    """The worth of each reply to a quiet move, or the answer to each if the move wins. Only a
    player that looked at replies has them; a search that stops short saw no win and no loss.
    """
    left = after(board, cell)
    looks = {"medium": depth > 1 and not max(ahead(board, depth).values()), "unbeatable": True}
    looks |= dict.fromkeys(TO_THE_END, set(board.marks) != {"."})
    quiet = not result(left) and not completing(left, board.mover)
    if not looks.get(key) or not quiet or len(moves(left)) < 2:
        return []
    if worth(left)[0] < 0 and key != "medium":
        caption = f"{board.mover}'s answer to each of {left.mover}'s replies"
        return [drawn(caption, {reply: Beaten(left, reply) for reply in moves(left)}, ())]
    caption = f"The worth of each of {left.mover}'s replies"
    return [drawn(caption, in_words_of(left), preferred(left, perfect(left)))]


def drawings_of_the_rules(board: Board, cell: int) -> list[Drawn]:
    me, you = board.mover, other(board.mover)
    number, cells = by_the_rules(board)
    theirs = {cell: forked(board, you, cell) for cell in forking(board, you)} if number == 4 else {}
    lines: dict[int, Callable[[], Collection[Cells]]] = {
        1: lambda: lacking(board, me)[cell],
        2: lambda: lacking(board, you)[cell],
        3: lambda: forked(board, me, cell),
        4: lambda: threatened_lines(after(board, cell), me) if len(theirs) > 1 else (),
    }
    satisfied = lines.get(number, lambda: ())()
    caption = f"The cells of rule {number}"
    shown = [drawn(caption, {}, cells, satisfied)]
    if number == 4:
        caption = f"{you}'s possible forks"
        shown.insert(0, drawn(caption, {}, theirs, frozenset().union(*theirs.values())))
    return shown


def drawings_of_the_chain(board: Board) -> list[Drawn]:
    handled, cell = by_the_chain(board)
    if handled == "impact":
        caption = "Live lines through each cell"
        return [drawn(caption, impacts(board), [cell])]
    if handled == "stop fork":
        corner = next(
            corner
            for corner, borders in IN_THE_ROW.items()
            if {*map(frozenset, borders)} <= forked(board, other(board.mover), corner)
        )
        lines = frozenset({frozenset(IN_THE_ROW[corner][0])})
    else:
        lines = lacking(board, board.mover if handled == "win" else other(board.mover))[cell]
    caption = {
        "win": f"Completed by {board.mover}",
        "block": f"Blocked by {board.mover}",
        "stop fork": f"The row taken from {other(board.mover)}'s fork",
    }[handled]
    return [drawn(caption, {}, [cell], lines)]


def drawings(board: Board, key: str, cell: int, depth: int = 2) -> list[Drawn]:
    """The expected diagrams of the move to *cell*."""
    me, cells = board.mover, content(board, key, depth)
    match key:
        case "medium":
            found = ahead(board, depth)
            picked_from = len(cells) if max(found.values()) == 0 else 1
            open_to = f"1 in {picked_from}" if picked_from > 1 else "unclear"
            notes = words_for(found, "draw" if depth >= len(moves(board)) else open_to)
            return [drawn(f"As far as {me} looked", notes, preferred(board, cells))]
        case "hard":
            return drawings_of_hard(board, cell)
        case "unbeatable":
            return drawings_of_unbeatable(board, cell)
        case "rules":
            return drawings_of_the_rules(board, cell)
        case "chain":
            return drawings_of_the_chain(board)
        case "minimax" | "alpha-beta" if set(board.marks) != {"."}:
            values = words_for(ahead(board, 9))
            chosen = preferred(board, best(ahead(board, 9)))
            return [drawn(f"The worth of each of {me}'s moves", values, chosen)]
    if len(cells) == 1:
        return [drawn("The only empty cell", {}, cells)]
    chance = f"1 in {len(cells)}"
    return [drawn("The chance of each cell", dict.fromkeys(cells, chance), [])]


# The laws.


LOT = re.compile(
    r"(?P<reason>(?s:.+?))(?: One of \d+ equal cells(?:: (?P<pair>\w\d and \w\d))?\."
    r"| Picked by lot, a cell once for each threat on it: (?P<chances>.+)\.)?"
)


def without_lot(text: str, board: Board, drawn_from: Sequence[int]) -> str:
    """The reason in *text*, after a check of the lot, at its end or counted in it."""
    found, chances = LOT.fullmatch(text), Counter(drawn_from)
    assert found
    if found["chances"]:
        told = re.findall(r"(\w\d) (\d+) in (\d+)", found["chances"])
        assert told == [
            (name(board.game, cell), str(chance), str(chances.total()))
            for cell, chance in chances.items()
        ]
        assert len({*chances.values()}) > 1
        return found["reason"]
    assert len({*chances.values()}) == 1
    if found["pair"]:
        assert re.findall(r"\w\d", found["pair"]) == [name(board.game, cell) for cell in chances]
        return found["reason"]
    cells = re.findall(r"(?:dice:|any of|One of) (\d+)", text)
    assert cells == ([str(len(chances))] if len(chances) > 1 else [])
    return found["reason"]


def in_marks(spoken: str, board: Board) -> str:
    """The sentences *spoken* by the mover, with marks for persons."""
    me, you = board.mover, other(board.mover)
    words = dict.fromkeys(("i", "me"), me) | dict.fromkeys(("my", "mine"), f"{me}'s")
    words |= {"you": you} | dict.fromkeys(("your", "yours"), f"{you}'s")
    persons = rf"\b({'|'.join(words)})\b"
    return re.sub(persons, lambda found: words[found[0].lower()], spoken, flags=re.IGNORECASE)


def checked(key: str, board: Board, cell: int, said: str, depth: int = 2) -> str:
    """The form of the sentence *said*, after a check of all its claims."""
    assert said.endswith("."), said
    assert not re.search(r"  |\b1 (?:plies|replies|moves|nodes|times)|None of the 1|\btie", said)
    marks = {ME: board.mover, YOU: other(board.mover)}
    forms = [
        (form, found)
        for form in FORMS[key]
        if (found := re.fullmatch(re.sub("@me|@you", lambda who: marks[who[0]], form), said))
    ]
    assert len(forms) == 1, said
    ((form, found),) = forms
    left_open = {group: text for group, text in found.groupdict().items() if text is not None}
    FORMS[key][form](Claim(board, cell, key, min(depth, len(moves(board))), left_open))
    return form


def forms_of(key: str, opponent: Opponent, board: Board, depth: int = 2) -> Iterator[str]:
    """The form of the sentence about each move; sentences and diagrams were found to be true."""
    here = position(board)
    decision = opponent.decide(here)
    assert [*lots(decision)] == content(board, key, depth), board
    for cell in decision.cells:
        explanation = explain_move(study(here).moves[cell], opponent)
        spoken = explain_move(study(here).moves[cell], opponent, COMPUTER)
        assert in_marks(spoken.text, board) == explanation.text
        captions, of_spoken = (
            [(it.caption, it.name, it.ring, it.remark) for it in told.diagrams + told.replies]
            for told in (explanation, spoken)
        )
        assert [tuple(in_marks(text, board) for text in texts) for texts in of_spoken] == captions
        assert not re.search(r"\b[XO]\b", " ".join([spoken.text, *chain(*of_spoken)]))
        reason = without_lot(explanation.text, board, content(board, key, depth))
        yield checked(key, board, cell, reason, depth)
        shown = [read(board, diagram) for diagram in explanation.diagrams]
        assert shown == drawings(board, key, cell, depth), (key, board, cell)
        replies = [read(after(board, cell), diagram) for diagram in explanation.replies]
        assert replies == replies_drawn(board, key, cell, depth), (key, board, cell)


@pytest.mark.long
@pytest.mark.parametrize("key", OPPONENTS)
def test_every_explanation_on_3x3_is_of_a_known_form_and_true(key: str) -> None:
    """And no form is known for nothing; one of Hard's has positions on Square alone."""
    boards = [*ACTIVE_CLASSES, *([NOTHING_LIVE] if key == "hard" else ())]
    forms = {form for board in boards for form in forms_of(key, OPPONENTS[key], board)}
    assert forms == set(FORMS[key])


@pytest.mark.slow
@pytest.mark.parametrize("key", ON_SQUARE)
def test_every_explanation_on_square_is_of_a_known_form_and_true(key: str) -> None:
    for board in SQUARES:
        assert list(forms_of(key, OPPONENTS[key], board))


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 3, 4, 5, 6, 7, 8, 9])
def test_medium_tells_and_draws_as_far_as_it_looks(depth: int) -> None:
    for board in [b for b in ACTIVE_CLASSES[depth % 2 :: 2] if len(moves(b)) < 7]:
        opponent = opponent_for(GAMES[board.game], f"medium:depth={depth}")
        assert list(forms_of("medium", opponent, board, depth))


@pytest.mark.slow
@pytest.mark.parametrize("key", OPPONENTS)
def test_of_a_move_that_it_would_not_play_the_explanation_names_those_that_it_would(
    key: str,
) -> None:
    """And shows no diagram, for the player used nothing."""
    opponent = OPPONENTS[key]
    for board in [*ACTIVE_CLASSES[::2], *(SQUARES[::4] if key in ON_SQUARE else ())]:
        here = position(board)
        for cell in moves(board):
            explanation = explain_move(study(here).moves[cell], opponent)
            assert explanation.question == f"Why {name(board.game, cell)}?"
            assert bool(explanation.diagrams) == (cell in content(board, key))
            refusal = f"{opponent.name} would have played "
            assert explanation.text.startswith(refusal) == (cell not in content(board, key))
            if cell not in content(board, key):
                preferred = explanation.text.removeprefix(refusal).removesuffix(".")
                assert cells_in(board.game, preferred, "or") == set(content(board, key))


@pytest.mark.slow
@pytest.mark.parametrize("key", OPPONENTS)
def test_every_reason_has_room_beside_the_board(key: str) -> None:
    """Of the moves that it would not play too, by marks and as it speaks itself."""
    opponent = OPPONENTS[key]
    for board in [*ACTIVE, *at_random("square", range(1, 17), count=3_000, seed=6)]:
        if opponent.plays(GAMES[board.game]):
            for move in study(position(board)).moves.values():
                for persons in (None, COMPUTER):
                    assert len(explain_move(move, opponent, persons).short) <= ROOM


def test_every_reason_of_every_opponent_has_its_words_and_its_diagrams() -> None:
    given = {
        type(opponent.decide(position(board)).reason)
        for opponent in OPPONENTS.values()
        for board in ACTIVE_CLASSES
    }
    assert given == set(REASONS)
