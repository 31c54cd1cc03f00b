"""The laws of a game between two friends: seats, moves, rematches, and its text."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest

from ai.rules.games import GAMES, TIC_TAC_TOE
from ai.rules.position import IllegalMove, Mark
from tests.reference import after, empty_board, moves, other, result
from webapp.friend.game import FriendGame, NoSeat
from webapp.friend.responses import GAMES as STORED
from webapp.game.match import BEHIND
from webapp.serving.cookies import Unreadable
from webapp.serving.errors import SiteRefusal

NEW = FriendGame.new(TIC_TAC_TOE, Mark.X, Mark.X, "Ann")


def played(game: FriendGame, lots: Random) -> Iterator[FriendGame]:
    """*game*, which both have joined, after each move up to its end, as the rules of `reference`
    have it. Nothing else that anybody sends in between changes it.
    """
    board = empty_board(game.record.game.key, game.record.first.value)
    seats = {"X": game.x, "O": game.o}
    for ply in range(len(board.marks) + 1):
        shown = "".join(game.record.position.mark_at(it) or "." for it in range(len(board.marks)))
        assert (shown, game.is_over) == (board.marks, result(board) is not None)
        if game.is_over:
            return
        mover, cell = board.mover, lots.choice(moves(board))
        holder, friend, number = seats[mover], seats[other(mover)], game.number
        wrong: list[tuple[tuple[Any, ...], str | None]] = [
            ((friend, cell, ply), "your friend's turn"),
            ((holder, cell, ply + 1), BEHIND),
        ]
        wrong += [((holder, cell, ply, number + 1), BEHIND), ((holder, -1, ply), None)]
        wrong += [((holder, it, ply), None) for it, mark in enumerate(board.marks) if mark != "."]
        for fields, told in wrong:
            with pytest.raises(SiteRefusal if told else IllegalMove, match=told):
                game.play(*fields)
        with pytest.raises(NoSeat):
            game.play("Cleo", cell, ply)
        with pytest.raises(SiteRefusal, match="not over yet"):
            game.ask_rematch(holder, number)
        assert game.play(friend, cell, ply, guest=True) == game, "who joined by this page may press"
        game = game.leave(holder).play(holder, cell, ply, number)
        board = after(board, cell)
        assert not game.left, "who moves is back"
        assert game.play(holder, cell, ply, number) == game, "it came twice"
        with pytest.raises(SiteRefusal, match=BEHIND):
            game.play(friend, cell, ply)
        yield game


@pytest.mark.parametrize(("key", "first"), [*product(GAMES, "XO")])
def test_two_friends_play_rematch_after_rematch(key: str, first: str) -> None:
    """They change sides each time."""
    lots, wins = Random(f"{key} {first}"), {"Ann": 0, "Ben": 0, "": 0}  # noqa: S311
    side = other(first)
    game = FriendGame.new(GAMES[key], Mark(first), Mark(side), "Ann").join("Ben")
    for number in (1, 2, 3):
        assert (game.number, game.holder(Mark(side)), game.free) == (number, "Ann", None)
        for game in played(game, lots):  # noqa: B020 - its last state is the next game's first
            assert FriendGame.from_text(game.text) == game
            assert len(game.text) < 400
        seats = {"X": game.x, "O": game.o}
        winner = game.record.position.outcome
        assert winner
        wins[seats.get(winner.winner or "", "")] += 1
        assert (game.total.x_wins, game.total.o_wins) == (wins[game.x], wins[game.o])
        assert game.total.draws == wins[""]
        with pytest.raises(NoSeat):
            game.ask_rematch("Cleo")
        with pytest.raises(SiteRefusal, match=BEHIND):
            game.ask_rematch("Ann", number + 1)
        asked = game.ask_rematch("Ann", number)
        assert asked.ask_rematch("Ann", number) == asked != game
        assert asked.leave("Ann").ask_rematch("Ben").number == number, "who leaves no longer asks"
        before, game = game, asked.leave("Ben").ask_rematch("Ben", number)
        assert game.ask_rematch("Ann", number) == game, "it came twice"
        assert (game.x, game.o) == (before.o, before.x)
        assert not game.left | game.rematch
        assert (game.record.first, game.record.moves) == (before.record.first, ())
        side = other(side)


def test_seats_are_taken_left_and_come_back_to() -> None:
    assert NEW.free == Mark.O
    assert NEW.mark_of("") is NEW.mark_of("Ben") is None
    assert NEW.join("Ann") == NEW
    for deed in (NEW.leave, NEW.ask_rematch):
        with pytest.raises(NoSeat, match="Join first"):
            deed("Ben")
    tapped = NEW.play("Ben", 4, 0, 1)
    assert (tapped.o, tapped.record.moves) == ("Ben", ()), "X begins"
    with pytest.raises(SiteRefusal, match=BEHIND):
        NEW.play("Ben", 4, 0, 2)
    begun = NEW.play("Ann", 0, 0).play("Ben", 4, 1, 1)
    assert (begun.o, begun.record.moves) == ("Ben", (0, 4))
    with pytest.raises(SiteRefusal, match="Two players are in"):
        begun.join("Cleo")
    gone = begun.leave("Ben")
    assert gone.left == {Mark.O}
    assert gone.join("Ben") == begun


def test_a_seat_goes_to_another_device_once_and_may_come_back() -> None:
    """Never to the other player; who may press twice, and its own browser has it already."""
    game = NEW.join("Ben")
    ann, ben = game.claim(Mark.X), game.claim(Mark.O)
    for ply, cell in enumerate([0, 1, 3, 4, 6]):
        game = game.play("Ben" if ply % 2 else "Ann", cell, ply)
    game = game.ask_rematch("Ann").ask_rematch("Ben")
    assert (game.hand_over(ann, "Ann"), game.claim(Mark.O)) == (game, ann), "it outlasts all that"
    there = game.leave("Ann").hand_over(ann, "phone")
    assert there == there.hand_over(ann, "phone")
    assert (there.x, there.o) == ("Ben", "phone")
    assert not there.left
    assert there.hand_over(ben, "Ben's phone").x == "Ben's phone"
    back = there.hand_over(there.claim(Mark.O), "Ann")
    assert back.o == "Ann"
    for at, claim, heir in ((there, ann, "third"), (back, ann, "third"), (back, ben, "Ann")):
        with pytest.raises(SiteRefusal, match="This code"):
            at.hand_over(claim, heir)
    for claim in ("", " 0", "Ann 99"):
        with pytest.raises(SiteRefusal, match="This code leads to no seat"):
            NEW.hand_over(claim, "third")


def test_another_text_is_no_game() -> None:
    """Or a game, if the value is one that the field may have, or lacks what older ones lack."""
    kept = json.loads(NEW.text)
    values = [None, True, -1, 0.5, "?", "\x00", "a" * 65, [0], [1, -2], [0, 1, True], {"a": 1}]
    for field, value in product(kept, values):
        with suppress(Unreadable):
            found = STORED.codec.load(json.dumps(kept | {field: value}))
            assert json.loads(found.text) == kept | {field: value}
    del kept["moved"]
    assert STORED.codec.load(json.dumps(kept)) == NEW
    lacking = (json.dumps({it: kept[it] for it in kept if it != field}) for field in kept)
    for text in ("", "{}", "[]", "null", '{"game":"chess"}', "\x00", *lacking):
        with pytest.raises(Unreadable):
            STORED.codec.load(text)
