"""Why a position is won, drawn or lost, and its best moves, by the tests' own rules and solver."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from ai.facts import best as b
from ai.facts import positions as p
from ai.facts.effects import CannotBlock
from ai.facts.fact import Fact
from ai.pen.drawings import ideas_diagram
from ai.rules.position import Mark
from ai.study.study import Idea, study
from tests.claims.boards import of_value, sides
from tests.claims.effects import (
    expect_loss,
    expect_prepared,
    forked,
    forking,
    must_block,
    ordered,
    threatened,
)
from tests.model import name
from tests.names_in_words import nouns
from tests.reference import (
    Board,
    after,
    chances,
    completing,
    live,
    moves,
    other,
    perfect,
    position,
    result,
    shortest,
    shortest_from,
    winners_own,
    worth,
    worths,
)


def idea_of(board: Board, cell: int) -> Idea:
    """The idea of a move, by the rules of plain boards."""
    left, mover = after(board, cell), board.mover
    if result(left) == mover:
        return Idea.LINE
    value, plies = worths(board)[cell]
    if value == 1 and plies == shortest_from(board, cell):
        return Idea.FORK if forked(board, cell) else Idea.THREATS
    if cell in completing(board, other(mover)):
        return Idea.BLOCK
    if completing(left, mover):
        return Idea.THREAT
    prepares = value < 1 and shortest(left._replace(mover=mover))
    return Idea.PREPARATION if prepares else Idea.QUIET


def in_a_word(game: str, idea: Idea) -> str:
    """The name of *idea* on pages: the one of a completed shape differs from the API's."""
    return nouns(game)[0] if idea is Idea.LINE else idea.value


def winners(board: Board) -> list[int]:
    """The best moves that an explanation may name: if possible those that win by threats."""
    best = perfect(board)
    return [at for at in best if shortest_from(board, at) == worths(board)[at][1]] or best


def answer_to(board: Board, cell: int) -> tuple[int, Idea]:
    """The first reply that beats the move on *cell*, and its idea."""
    left = after(board, cell)
    answer = winners(left)[0]
    return answer, idea_of(left, answer)


def by_ideas(fact: type[p.Wins | p.Loses], ideas: dict[int, Idea]) -> list[Fact]:
    """A *fact* on the cells of each idea."""
    cells = {idea: tuple(at for at in ideas if ideas[at] is idea) for idea in Idea}
    return [fact(those, idea) for idea, those in cells.items() if those]


def expected_won(board: Board) -> list[Fact]:
    """The winning moves by their ideas, and the fastest if some are slower, and none at once."""
    ideas = {cell: idea_of(board, cell) for cell in of_value(board, 1)}
    fastest, plies = tuple(perfect(board)), worth(board)[1] or 0
    some = len(fastest) < len(ideas) and plies > 1
    return by_ideas(p.Wins, ideas) + [p.Fastest(fastest, plies)] * some


def expected_losing(board: Board) -> list[Fact]:
    """The losing moves by the ideas of what beats them."""
    return by_ideas(p.Loses, {at: answer_to(board, at)[1] for at in of_value(board, -1)})


@cache
def can_win(board: Board, mark: str) -> bool:
    """Whether *mark* wins in any play from *board* on."""
    if (ended := result(board)) is not None:
        return ended == mark
    return any(can_win(after(board, cell), mark) for cell in moves(board))


def expect_drawn(board: Board, facts: Iterator[Fact]) -> None:
    """*facts* tell all of a drawn position."""
    me, you = sides(board)
    lines = {mark: len(live(board, mark)) for mark in Mark}
    if not any(lines.values()):
        assert [*facts] == [p.NobodyCanWin()]
        return
    assert next(facts) == p.StillLive(me, lines[me], lines[you])
    able = [mark for mark in Mark if can_win(board, mark)]
    late = [mark for mark in Mark if lines[mark] and mark not in able]
    if late:
        assert next(facts) == (p.NeitherCanComplete() if late[1:] else p.CannotComplete(*late))
    if able:
        assert next(facts) == (p.BothStoppedInTime() if able[1:] else p.StoppedInTime(*able))
    drawing, losing = of_value(board, 0), of_value(board, -1)
    if losing and shortest(board._replace(mover=you)):
        expect_must_not_allow(board, next(facts))
    expected = expected_losing(board) or [b.EveryDraw()]
    if len(drawing) < len(losing):
        expected.insert(0, b.OnlyDraws(drawing))
    assert [*islice(facts, len(expected))] == expected
    left = after(board, perfect(board)[0])
    if of_value(left, -1):
        care = next(facts)
        assert isinstance(care, p.MustTakeCare)
        assert (care.side, care.cell) == (you, perfect(board)[0])
        if shortest(left._replace(mover=me)):
            expect_must_not_allow(left, *care.then)
        else:
            assert [*care.then] == expected_losing(left)
    assert not [*facts]


def expect_must_not_allow(board: Board, fact: Fact) -> None:
    """*fact* tells the wins that the side to move must not allow: all lines, all forks, or one
    shortest win. A move that allows one loses.
    """
    me, you = sides(board)
    passed, standing = board._replace(mover=you), threatened(board, you)
    dangers = {cell for cell, _line in standing}
    if dangers:
        assert fact == p.MustNotAllowLines(me, ordered(line for _cell, line in standing), *dangers)
    elif dangers := {at for at in moves(board) if forking(passed, at)}:
        assert fact == p.MustNotAllowForks(me, tuple(sorted(dangers)))
    else:
        assert isinstance(fact, p.MustNotAllowThreats)
        assert fact.side is me
        expect_prepared(passed, fact.first, fact.fork)
        dangers = {fact.first}
    for cell in moves(board):
        if any(at != cell and shortest_from(after(board, cell), at) for at in dangers):
            assert worths(board)[cell][0] == -1


def expect_lost(board: Board, facts: list[Fact]) -> None:
    """*facts* tell why a position is lost."""
    me, you = sides(board)
    standing, passed, first = threatened(board, you), board._replace(mover=you), None
    if len(completing(board, you)) > 1:
        assert facts == [CannotBlock(me, tuple(sorted(standing, key=lambda it: sorted(it[1]))))]
        return
    if standing:
        assert facts[0] == must_block(board)
        (answer,) = completing(board, you)
        expect_loss(board, answer, facts[1:])
        return
    if shortest(passed):
        fact, *facts = facts
        assert isinstance(fact, p.GoesOn)
        assert fact.side is you
        expect_prepared(passed, fact.first, fact.fork)
        first = fact.fork if fact.first is None else fact.first
    cells, plies = tuple(perfect(board)), worth(board)[1] or 0
    every = len(cells) == len(moves(board))
    end = b.EveryCell(plies) if every else b.Longest(cells, plies)
    assert facts == [*expected_failing(board, first), end]


def expected_failing(board: Board, first: int | None) -> Iterator[Fact]:
    """Why three answers fail, each told once: to take the cell where the other side would begin,
    the threat that lasts longest, and the cell on most live lines, if on two or more.
    """
    lines = {at: sum(at in line for line in live(board, board.mover)) for at in moves(board)}
    threats = (at for at in lines if completing(after(board, at), board.mover))
    lasting = max(threats, key=lambda at: worths(board)[at][1] or 0, default=None)
    strong = max(lines, key=lines.__getitem__) if max(lines.values()) > 1 else None
    if first is not None:
        yield p.TakingFails(first, *answer_to(board, first))
    if lasting not in {first, None}:
        yield p.ThreatFails(lasting, *answer_to(board, lasting))
    if strong not in {first, lasting, None}:
        yield p.StrongCellFails(strong, *answer_to(board, strong))


def expect_why(board: Board) -> tuple[Fact, ...]:
    """The facts on why *board* is won, drawn or lost, after a check that they are true."""
    facts = p.why(study(position(board)))
    if worth(board)[0] == 1:
        assert [*facts] == expected_won(board)
    elif worth(board)[0] == 0:
        expect_drawn(board, iter(facts))
    else:
        expect_lost(board, [*facts])
    return facts


def expect_ideas(board: Board) -> None:
    """The diagram notes the winning moves, else the answers to the losing ones. Variations lead to
    the end.
    """
    here, you = study(position(board)), other(board.mover)
    diagram = ideas_diagram(here)
    assert {*diagram.lines} == {line for _at, line in threatened(board, you)}
    drawn = enumerate(cell for row in diagram.rows for cell in row)
    winning, losing = of_value(board, 1), of_value(board, -1)
    notes = {cell: in_a_word(board.game, idea_of(board, cell)) for cell in winning}
    beaten = {cell: answer_to(board, cell)[0] for cell in losing if not winning}
    notes |= {cell: f"→ {name(board.game, answer)}" for cell, answer in beaten.items()}
    assert {cell: it.note for cell, it in drawn if it.note} == notes
    for cell in notes:
        first, *then = here.moves[cell].variation
        assert first == cell
        assert not beaten or then[0] == beaten[cell]
        end = after(board, cell)
        for at in then:
            assert not result(end)
            end = after(end, at)
        assert result(end) == (you if beaten else board.mover)


def expect_best(board: Board) -> None:
    """The facts on the best moves are true and complete."""
    drawn, cells, every = chances(board), tuple(perfect(board)), moves(board)
    winning, losing = of_value(board, 1), of_value(board, -1)
    (plies,) = {worths(board)[cell][1] or 0 for cell in cells}
    (me, you), share = sides(board), float(drawn.get(cells[0], 0))
    expected: list[Fact]
    if len(losing) == len(every):
        expected = [b.EveryCell(plies) if len(cells) == len(every) else b.Longest(cells, plies)]
    elif winning:
        expected = [b.WinsFirst(me, cells, winners_own(plies) if plies > 1 else None)]
        if 0 < len(drawn) <= 3:
            expected.append(b.WouldDraw(you, tuple(sorted(drawn))))
    elif len(every) == 1:
        expected = [b.LastCell(*every)]
    elif {*cells} == {*drawn} < {*every}:
        expected = [b.OnlyDraws(cells)]
    else:
        expected = [b.Draws(len(drawn)) if losing else b.EveryDraw()]
        if share:
            expected.append(b.BeginnerLoses(you, () if len(cells) == len(every) else cells, share))
    assert [*b.best(study(position(board)))] == expected
