"""The laws of a game between two friends: seats, moves, rematches, and its text."""

import json
from itertools import product

from hypothesis import settings

from ai.rules.games import TIC_TAC_TOE
from ai.rules.position import Mark
from tests.two_friends import TwoFriends
from webapp.friend.game import FriendGame

TestTwoFriends = TwoFriends.TestCase
TestTwoFriends.settings = settings(stateful_step_count=30)
NEW = FriendGame.new(TIC_TAC_TOE, Mark.X, Mark.X, "Ann")


def test_a_claim_outlasts_moves_rematches_and_the_other_claim() -> None:
    game = NEW.join("Ben")
    ann, ben = game.claim(Mark.X), game.claim(Mark.O)
    for ply, cell in enumerate([0, 1, 3, 4, 6]):
        game = game.play("Ben" if ply % 2 else "Ann", cell, ply)
    game = game.ask_rematch("Ann").ask_rematch("Ben").hand_over(ann, "Ann's phone")
    assert game.hand_over(ben, "Ben's phone").o == "Ann's phone"
    assert game.hand_over(ben, "Ben's phone").x == "Ben's phone"


def test_texts_of_before_seats_were_counted_are_read() -> None:
    kept = json.loads(NEW.text)
    del kept["moved"]
    assert FriendGame.from_text(json.dumps(kept)) == NEW


def test_another_text_is_no_game() -> None:
    """Or a game, if the value is one that the field may have."""
    kept = json.loads(NEW.text)
    values = [None, True, -1, 0.5, "?", "\x00", "a" * 65, [0], [1, -2], [0, 1, True], {"a": 1}]
    for field, value in product(kept, values):
        found = FriendGame.from_text(json.dumps(kept | {field: value}))
        assert not found or json.loads(found.text) == kept | {field: value}
    for text in ("", "{}", "[]", "null", '{"game":"chess"}', "\x00"):
        assert FriendGame.from_text(text) is None
    for field in kept.keys() - {"moved"}:
        rest = {name: value for name, value in kept.items() if name != field}
        assert FriendGame.from_text(json.dumps(rest)) is None
