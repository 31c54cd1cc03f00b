"""Hostile requests, some hundreds of them: `python -m tests.proof.fuzz` sends many."""

import pytest

from tests.browser import signed
from tests.hosted import hosted
from tests.proof.fuzz import Answer, Fuzzer, check, fuzz, without_limits
from tests.proof.hostile import Request
from webapp.game import session

KEPT = {"game": "tic-tac-toe", "first": "X", "x": "human", "o": "human", "seed": 1}


# Werkzeug leaves a file to the garbage collector if the form breaks off in it.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
def test_hostile_requests_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzzer = Fuzzer(seed=2)
    monkeypatch.setattr(session, "randbelow", fuzzer.here.lots.randrange)
    with hosted(**without_limits()) as server:
        assert not [*fuzz(fuzzer, 1200, server)]
    addresses = {rule.endpoint for rule in fuzzer.app.url_map.iter_rules()}
    assert fuzzer.endpoints.keys() == addresses
    assert {200, 303, 400, 404, 405, 409} < fuzzer.statuses.keys()
    assert fuzzer.sessions


def test_a_wrong_answer_is_found() -> None:
    fuzzer = Fuzzer(seed=1)
    sessions = {moves: KEPT | {"moves": moves} for moves in ("b2", "b2a1", "b2b2")}
    before, after, wrong = (signed(fuzzer.app, kept) for kept in sessions.values())
    request = Request("POST", "/moves", {"Cookie": f"tic-tac-why={before}"})
    kept = (("Set-Cookie", f"tic-tac-why={after}; Path=/"),)
    check(request, Answer(200, kept, b""))
    fuzzer.show(after, sessions["b2a1"])
    for cookie, moves in ((after, "b2"), (wrong, "b2b2")):
        with pytest.raises(AssertionError):
            fuzzer.show(cookie, sessions[moves])
    for answer in (
        Answer(409, kept, b""),
        Answer(500, (), b""),
        Answer(200, (("Location", "a\r\nb"),), b""),
        Answer(200, (("Content-Length", "2"),), b""),
    ):
        with pytest.raises(AssertionError):
            check(request, answer)
