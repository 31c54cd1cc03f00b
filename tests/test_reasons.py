"""Reasons in words: for every move of every opponent, and true."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.games import SQUARE, TIC_TAC_TOE, Game
from ai.notation import winning_set_name
from ai.opponents import HUMAN, OPPONENTS
from ai.position import Mark, position_after
from tests.model import Model, cell, name, winning_sets
from tests.strategies import matches, model_of
from webapp.match import Match
from webapp.reasons import explain


@st.composite
def computer_moves(draw: st.DrawFn, *keys: str) -> tuple[Match, int]:
    """A match that one of these opponents plays against itself, and a cell that it holds good."""
    key = draw(st.sampled_from(keys))
    match = draw(matches(x=key, o=key).filter(lambda match: not match.over))
    opponent = match.computer_to_move
    assert opponent
    return match, draw(st.sampled_from(opponent.decide(match.position).cells))


def words(match: Match, number: int) -> tuple[str, str]:
    """The question and the answer, once *number* was played."""
    move = match.played(number).last_computer_move
    assert move
    explained = explain(move)
    return explained.question, explained.answer


def cells_in(game: Game, text: str) -> set[int]:
    """The cells that *text* names."""
    return {cell(game.key, found) for found in re.findall(r"\b[a-d][1-4]\b", text)}


@given(computer_moves(*OPPONENTS))
def test_every_move_of_every_opponent_has_its_reason_and_names_the_cell(
    move: tuple[Match, int],
) -> None:
    match, number = move
    question, answer = words(match, number)
    mark, text = match.position.to_move, name(match.game.key, number)
    assert question == f"Why did {mark} play {text}?"
    assert len(answer.split()) > 3
    assert answer.endswith(".")


@given(matches(x=HUMAN))
def test_the_reason_is_that_of_the_computers_last_move(match: Match) -> None:
    """A match may start from given moves: where the last is not the computer's own, it says so."""
    plain, opponent = model_of(match), match.opponent(Mark.O)
    its_moves = [(ply, c) for ply, c in enumerate(plain.moves) if plain.marks[c] == "O"]
    move = match.last_computer_move
    if not opponent or not its_moves:
        assert move is None
        return
    assert move
    explained = explain(move)
    ply, number = its_moves[-1]
    question, answer = explained.question, explained.answer
    assert bool(explained.figures) == (number in move.decision.cells)
    assert question == f"Why did O play {name(plain.game, number)}?"
    its_own = opponent.decide(position_after(match.game, match.moves[:ply], match.first)).cells
    assert ("would not have played this" in answer) == (number not in its_own)
    if number not in its_own:
        assert cells_in(match.game, answer) == set(its_own)


@given(computer_moves("hard"))
def test_what_hard_says_it_completes_or_blocks_is_a_line_of_three_or_a_square(
    move: tuple[Match, int],
) -> None:
    match, number = move
    _, answer = words(match, number)
    mine, theirs = match.position.to_move, match.position.to_move.other
    marks = model_of(match).marks
    if found := re.fullmatch(r"It (completes|blocks) (.+)\.", answer):
        holder = mine if found[1] == "completes" else theirs
        assert set(re.split(", | and ", found[2])) == {
            winning_set_name(match.game, cells)
            for cells in winning_sets(match.game.key)
            if number in cells and all(marks[c] == holder for c in set(cells) - {number})
        }
    else:
        assert not wins(model_of(match), mine)
        assert not wins(model_of(match), theirs)


@given(computer_moves("hard"))
def test_the_weights_that_hard_tells_are_those_of_the_rule(move: tuple[Match, int]) -> None:
    match, number = move
    _, answer = words(match, number)
    plain = model_of(match)
    weights = {
        mark: {c: weight(plain, mark, c) for c in plain.cells if plain.allows(c)} for mark in Mark
    }
    most = {mark: max(weights[mark].values()) for mark in Mark}
    if wins(plain, Mark.X) or wins(plain, Mark.O):
        assert answer.startswith("It ")
    elif not any(weights[Mark.X].values()) and not any(weights[Mark.O].values()):
        assert answer.startswith("Neither side")
    else:
        mine = match.position.to_move
        both = f"{mine.other}'s best is worth {most[mine.other]}, and {mine}'s {most[mine]}."
        assert both in answer
        leader = mine.other if most[mine.other] > most[mine] else mine
        assert weights[leader][number] == most[leader]
        assert ("its own best" in answer) == (leader is mine)
        here = weights[leader.other][number]
        assert answer.endswith(f"worth most to {leader.other}: {here}.")


@given(computer_moves("medium"))
def test_medium_sees_its_win_and_the_others_threats_and_no_further(
    move: tuple[Match, int],
) -> None:
    match, number = move
    _, answer = words(match, number)
    plain = model_of(match)
    mine, theirs = match.position.to_move, match.position.to_move.other
    threatened = wins(plain, theirs)
    empty = [c for c in plain.cells if plain.allows(c)]
    if len(empty) == 1:
        assert answer == "It was the only empty cell."
    elif wins(plain, mine):
        assert answer.endswith("and found a win.")
        assert number in wins(plain, mine)
    elif len(threatened) > 1:
        assert "whatever it plays, it loses" in answer
    elif threatened:
        assert cells_in(match.game, answer) == threatened == {number}
    else:
        assert ("nothing is decided" in answer) == (len(empty) > 2)
        assert ("ends in a tie" in answer) == (len(empty) == 2)


@given(computer_moves("unbeatable"))
def test_unbeatable_says_that_it_wins_at_once_just_when_it_does(
    move: tuple[Match, int],
) -> None:
    match, number = move
    _, answer = words(match, number)
    assert answer.startswith("It wins at once with ") == bool(model_of(match.played(number)).winner)


@given(computer_moves("minimax"))
def test_what_minimax_expects_is_a_game_to_the_end_that_begins_with_its_move(
    move: tuple[Match, int],
) -> None:
    match, number = move
    _, answer = words(match, number)
    if not match.moves:
        assert "any cell" in answer
        return
    plain = model_of(match)
    if answer == "It was the only empty cell.":
        assert sum(plain.allows(c) for c in plain.cells) == 1
        return
    _, _, line = answer.partition("expects the game to go ")
    expected = [cell("tic-tac-toe", text) for text in re.findall(r"\b[abc][123]\b", line)]
    assert expected[:1] in ([number], [])
    if not expected:
        expected = [number]
    for following in expected:
        plain.play(following)
    assert plain.over
    result = {None: "draw", match.position.to_move: "win"}.get(
        Mark(plain.winner) if plain.winner else None, "lose"
    )
    assert re.search(rf"\b{result}\b", answer)


@pytest.mark.parametrize(
    ("game", "key", "moves", "played", "says"),
    [
        (TIC_TAC_TOE, "easy", "", "c3", ["Easy", "random"]),
        (SQUARE, "easy", "a1b1", "d4", ["Easy", "random"]),
        (TIC_TAC_TOE, "medium", "", "a1", ["and the reply", "nothing is decided"]),
        # X holds a1 and b1, O holds a2 and b2.
        (TIC_TAC_TOE, "medium", "a1a2b1b2", "c1", ["found a win"]),
        # X holds a1 and b1: all but c1 lose.
        (TIC_TAC_TOE, "medium", "a1b2b1", "c1", ["lose", "c1"]),
        # X holds three corners and so has two threats.
        (TIC_TAC_TOE, "medium", "a1b2c3c1a3", "b3", ["whatever it plays"]),
        (TIC_TAC_TOE, "minimax", "", "b2", ["empty", "any cell"]),
        # In reply to a corner only the centre draws, to the centre the four corners do.
        (TIC_TAC_TOE, "minimax", "a1", "b2", ["only this move", "draw"]),
        (TIC_TAC_TOE, "minimax", "b2", "a1", ["4 moves draw", "takes the first"]),
        (TIC_TAC_TOE, "hard", "a1a2b1b2", "c1", ["completes row 1"]),
        (TIC_TAC_TOE, "hard", "a1b2b1", "c1", ["blocks row 1"]),
        # Four lines run through the centre, and both sides weigh the same.
        (TIC_TAC_TOE, "hard", "", "b2", ["O's best is worth 4, and X's 4", "its own best"]),
        # XOX XOO OX. : no line can be completed by anybody.
        (TIC_TAC_TOE, "alpha-beta", "a1", "b2", ["only this move", "draw", "skipping"]),
        (TIC_TAC_TOE, "rules", "", "b2", ["Rule 5 of 8", "the centre"]),
        (TIC_TAC_TOE, "rules", "a1a2b1b2", "c1", ["Rule 1 of 8", "wins with row 1"]),
        (TIC_TAC_TOE, "rules", "a1b2b1", "c1", ["Rule 2 of 8", "blocks row 1"]),
        # Two corners and an open edge between: the third corner threatens along two edges.
        (TIC_TAC_TOE, "rules", "a1a2c1b1", "c3", ["Rule 3 of 8", "two threats", "column c"]),
        (
            TIC_TAC_TOE,
            "rules",
            "a1b2c3",
            "b1",
            ["Rule 4 of 8", "on c1 or a3", "threatens column b", "answer on b3"],
        ),
        (TIC_TAC_TOE, "rules", "b2", "a1", ["Rule 7 of 8", "takes a corner"]),
        (TIC_TAC_TOE, "chain", "", "b2", ["first cell on the most lines", "4 here"]),
        (TIC_TAC_TOE, "chain", "a1a2b1b2", "c1", ["completes row 1"]),
        (TIC_TAC_TOE, "chain", "a1b2b1", "c1", ["blocks row 1"]),
        (
            TIC_TAC_TOE,
            "chain",
            "a1b2c3",
            "b1",
            ["X could make two threats", "corner c1", "playing in row 1 takes that row away"],
        ),
        (TIC_TAC_TOE, "hard", "a1b1c1b2a2c2b3a3", "c3", ["Neither side"]),
        # The worked example of the rules: other weighs 8 here, own 3.
        (
            SQUARE,
            "hard",
            "b1b3b2c3c4",
            "c2",
            ["O's best is worth 8, and X's 4", "one of O's best", "most to X: 3"],
        ),
        (TIC_TAC_TOE, "unbeatable", "a1a2b1b2", "c1", ["wins at once with row 1"]),
        # O took an edge beside X's corner: X wins by force, with its third move from here.
        (TIC_TAC_TOE, "unbeatable", "a1b1", "b2", ["wins by force in 5 plies"]),
        # X has two threats: O can only stop one.
        (TIC_TAC_TOE, "unbeatable", "a1b2c3c1a3", "b3", ["loses", "2 plies"]),
        (TIC_TAC_TOE, "unbeatable", "a1", "b2", ["Only this move keeps the draw"]),
        # After an edge four moves draw; the centre is hard to meet, though one reply only loses.
        (
            TIC_TAC_TOE,
            "unbeatable",
            "b1",
            "b2",
            ["moves that keep the draw", "1 of X's 7 replies loses"],
        ),
        (
            TIC_TAC_TOE,
            "rules",
            "a1b2b3",
            "a3",
            ["Rule 4 of 8", "two threats at once here, on column a and row 3"],
        ),
        (TIC_TAC_TOE, "chain", "b2a1c3c1a3a2b1b3", "c2", ["No line can be filled"]),
        (TIC_TAC_TOE, "minimax", "a3a2c2c3b3c1a1b2", "b1", ["only empty cell"]),
        (TIC_TAC_TOE, "alpha-beta", "a3b1b2", "a1", ["all 6 moves lose"]),
    ],
)
def test_every_kind_of_reason_has_its_words(
    game: Game, key: str, moves: str, played: str, says: list[str]
) -> None:
    numbers = [cell(game.key, text) for text in re.findall("[a-d][1-4]", moves)]
    first = Mark.O if (key, moves[:2]) == ("hard", "b1") else Mark.X
    match = Match(game=game, x=key, o=key, first=first, moves=tuple(numbers))
    assert cell(game.key, played) in OPPONENTS[key].decide(match.position).cells
    _, answer = words(match, cell(game.key, played))
    for part in says:
        assert part in answer


def weight(plain: Model, mark: str, number: int) -> int:
    """The weight of the empty cell *number* for *mark*: t² + 1 from each live line through it."""
    total = 0
    for cells in winning_sets(plain.game):
        marks = [plain.marks[c] for c in cells]
        if number in cells and set(marks) <= {mark, "."}:
            total += marks.count(mark) ** 2 + 1
    return total


def wins(plain: Model, mark: str) -> set[int]:
    """The cells with which *mark* would complete a winning set at once."""
    found = set()
    for cells in winning_sets(plain.game):
        empty = {number for number in cells if plain.marks[number] == "."}
        if len(empty) == 1 and all(plain.marks[number] == mark for number in cells - empty):
            found |= empty
    return found


def test_before_the_computer_moved_there_is_nothing_to_ask() -> None:
    assert Match().last_computer_move is None
    assert Match(o="human", moves=(4, 0)).last_computer_move is None
    assert Match(moves=(4, 0)).computer_move(0) is None
