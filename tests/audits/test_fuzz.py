"""Hostile requests, some hundreds of them: `python -m tests.audits.fuzz` sends many."""

from collections.abc import Iterator

import pytest

from tests.audits.fuzz import Answer, Fuzzer, Wrong, chance_from, check, fuzz, without_limits
from tests.audits.hostile import Request
from tests.browser import signed
from tests.hosted import Hosted, hosted

KEPT = {"game": "tic-tac-toe", "first": "X", "x": "human", "o": "human", "seed": 1}


@pytest.fixture(scope="module")
def server() -> Iterator[Hosted]:
    """A server that counts no requests."""
    with hosted(**without_limits()) as server:
        yield server


# Werkzeug leaves a file to the garbage collector if the form breaks off in it.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
def test_hostile_requests_do_no_harm(server: Hosted) -> None:
    fuzzer = Fuzzer(seed=1)
    with chance_from(fuzzer.lots.lots):
        assert not [*filter(None, fuzz(fuzzer, 800, server))]
    addresses = {rule.endpoint for rule in fuzzer.app.url_map.iter_rules()}
    assert fuzzer.endpoints.keys() == addresses
    assert {200, 303, 400, 404, 405, 409} < fuzzer.statuses.keys()
    assert fuzzer.sessions
    assert fuzzer.pages


def test_a_wrong_answer_is_found() -> None:
    app = Fuzzer(seed=1).app
    before, after = (signed(app, KEPT | {"moves": moves}) for moves in ("b2", "b2a1"))
    request = Request("POST", "/moves", (("Cookie", f"session={before}"),))
    kept = (("Set-Cookie", f"session={after}; Path=/"),)
    check(request, Answer(200, kept, b""))
    for answer in (
        Answer(409, kept, b""),
        Answer(500, (), b""),
        Answer(200, (("Location", "a\r\nb"),), b""),
        Answer(200, (("Content-Length", "2"),), b""),
        Answer(200, (("Set-Cookie", f"session={signed(app, KEPT | {'moves': 'b2b2'})}"),), b""),
    ):
        with pytest.raises(Wrong):
            check(request, answer)
