"""Two friends at a game, and the same in other terms: seats, moves, rematches, and its text."""

from dataclasses import dataclass, field

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ai.rules.games import GAMES
from ai.rules.position import IllegalMove, Mark
from ai.rules.record import parse_record
from tests.reference import Board, after, empty_board, first_mark, moves, other, result
from webapp.friend.game import FriendGame, NoSeat
from webapp.game.match import BEHIND
from webapp.serving.errors import SiteRefusal

VISITORS = ["Ann", "Ben", "Cleo"]

TAKEN, THEIR_TURN, NOT_OVER = "Two players are in", "your friend's turn", "not over yet"
Refused = type[Exception] | str
"""An error, or the words of a refusal."""

visitors = st.sampled_from(VISITORS)


@dataclass
class Table:
    """A game in other terms: its *board*, and the names at its seats."""

    board: Board
    seats: dict[str, str]
    moves: list[tuple[str, int]] = field(default_factory=list)  # the marks with their cells
    results: list[str] = field(default_factory=list)  # names of winners, empty for draws
    asked: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    number: int = 1

    @property
    def over(self) -> bool:
        return result(self.board) is not None

    @property
    def free(self) -> str:
        """The mark of the free seat; empty if both are taken."""
        return next((mark for mark in "XO" if not self.seats[mark]), "")

    def mark(self, name: str) -> str:
        """The mark of *name*; empty for someone who watches."""
        return next((mark for mark, it in self.seats.items() if it == name != ""), "")

    def sit(self, name: str) -> Refused | None:
        if not self.mark(name):
            if not self.free:
                return TAKEN
            self.seats[self.free] = name
        self.gone.discard(name)
        return None

    def play(self, name: str, cell: int, ply: int, number: int) -> Refused | None:
        mark = self.mark(name) or self.free
        if not mark:
            return NoSeat
        if not self.mark(name) and mark != self.board.mover:
            return self.sit(name) if number == self.number else BEHIND
        if number == self.number and (mark, cell) in self.moves[ply : ply + 1]:
            return None  # sent again
        if (ply, number) != (len(self.moves), self.number):
            return BEHIND
        if not self.over and mark != self.board.mover:
            return THEIR_TURN
        if self.over or cell not in moves(self.board):
            return IllegalMove
        self.board = after(self.board, cell)
        self.moves.append((mark, cell))
        self.seats[mark] = name
        self.gone.discard(name)
        if self.over:
            self.results.append(self.seats.get(result(self.board) or "", ""))
        return None

    def rematch(self, name: str, number: int) -> Refused | None:
        if not self.mark(name):
            return NoSeat
        if number < self.number:
            return None  # sent again
        if number > self.number:
            return BEHIND
        if not self.over:
            return NOT_OVER
        self.asked.add(name)
        self.gone.discard(name)
        if len(self.asked) == 2:
            self.seats = {mark: self.seats[other(mark)] for mark in "XO"}
            self.board = empty_board(self.board.game, first_mark(self.board))
            self.number += 1
            self.moves = []
            self.asked, self.gone = set(), set()
        return None

    def leave(self, name: str) -> Refused | None:
        if not self.mark(name):
            return NoSeat
        self.gone.add(name)
        self.asked.discard(name)
        return None


class TwoFriends(RuleBasedStateMachine):
    """Any sequence of actions by several visitors, at the game and at its model."""

    game: FriendGame
    table: Table

    @initialize(
        key=st.sampled_from([*GAMES]), first=st.sampled_from("XO"), side=st.sampled_from("XO")
    )
    def invite(self, key: str, first: str, side: str) -> None:
        self.game = FriendGame.new(GAMES[key], Mark(first), Mark(side), "Ann")
        self.table = Table(empty_board(key, first), {side: "Ann", other(side): ""})

    def check(self, action: str, expected: Refused | None, *fields: object) -> None:
        """Carry out *action* at the game; the model says how it ends."""
        do = getattr(self.game, action)
        if expected is None:
            self.game = do(*fields)
            return
        before = self.game
        error, told = (SiteRefusal, expected) if isinstance(expected, str) else (expected, None)
        with pytest.raises(error, match=told):
            do(*fields)
        assert self.game == before

    @rule(name=visitors)
    def join(self, name: str) -> None:
        self.check("join", self.table.sit(name), name)

    @rule(name=visitors, cell=st.integers(-1, 16), ply=st.integers(0, 9), number=st.integers(1, 2))
    def play_anything(self, name: str, cell: int, ply: int, number: int) -> None:
        self.check("play", self.table.play(name, cell, ply, number), name, cell, ply, number)

    @rule(name=visitors, data=st.data())
    def play_again(self, name: str, data: st.DataObject) -> None:
        """A move that was made, sent again by anybody: it changes nothing."""
        if self.table.moves:
            ply = data.draw(st.integers(0, len(self.table.moves) - 1))
            fields = (name, self.table.moves[ply][1], ply, self.table.number)
            before = self.game
            self.check("play", self.table.play(*fields), *fields)
            assert self.game == before

    @rule(data=st.data(), times=st.integers(1, 6))
    def play_well(self, data: st.DataObject, times: int) -> None:
        """Moves of those whose turn it is, so that games come to their ends and begin anew."""
        table = self.table
        for _ in range(times):
            name = table.seats[table.board.mover]
            if table.over or not name:
                break
            cell = data.draw(st.sampled_from(moves(table.board)))
            fields = (name, cell, len(table.moves), table.number)
            self.check("play", table.play(*fields), *fields)
        for name in [*table.seats.values()] if table.over and times % 2 else ():
            number = table.number
            self.check("ask_rematch", table.rematch(name, number), name, number)

    @rule(name=visitors, number=st.integers(1, 3))
    def ask_rematch(self, name: str, number: int) -> None:
        self.check("ask_rematch", self.table.rematch(name, number), name, number)

    @rule(name=visitors)
    def leave(self, name: str) -> None:
        self.check("leave", self.table.leave(name), name)

    @rule(name=visitors)
    def change_device(self, name: str) -> None:
        """The seat goes to another browser of the same person, who may press twice, and comes back.
        It goes there once, and never to the other player; its own browser has it already.
        """
        if mark := self.game.mark_of(name):
            used, friend = self.game.claim(mark), self.game.holder(mark.other)
            assert self.game.hand_over(used, name) == self.game.join(name)
            if friend:
                with pytest.raises(SiteRefusal, match="This code"):
                    self.game.hand_over(used, friend)
            there = self.game.hand_over(used, "elsewhere")
            assert there.hand_over(used, "elsewhere") == there
            with pytest.raises(SiteRefusal, match="This code"):
                there.hand_over(used, "third")
            assert there.mark_of("elsewhere") == mark
            assert there.mark_of(name) is None
            self.game = there.hand_over(there.claim(mark), name)
            self.table.gone.discard(name)

    @invariant()
    def they_agree(self) -> None:
        game, table = self.game, self.table
        position = game.record.position
        marks = "".join(position.mark_at(cell) or "." for cell in position.game.cells)
        assert (marks, game.is_over) == (table.board.marks, table.over)
        assert (game.x, game.o, game.number) == (table.seats["X"], table.seats["O"], table.number)
        assert {game.holder(mark) for mark in game.rematch} == table.asked
        assert {game.holder(mark) for mark in game.left} == table.gone
        wins = [table.results.count(table.seats[mark]) if table.seats[mark] else 0 for mark in "XO"]
        assert (game.total.x_wins, game.total.o_wins) == tuple(wins)
        assert game.total.draws == table.results.count("")
        assert game.free == (table.free or None)

    @invariant()
    def its_text_says_all(self) -> None:
        assert FriendGame.from_text(self.game.text) == self.game
        assert len(self.game.text) < 400

    @invariant()
    def the_game_is_legal(self) -> None:
        record = self.game.record
        assert parse_record(record.game, record.text, record.first) == record
        assert not record.start.ply
