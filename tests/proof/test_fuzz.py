"""Hostile requests, some hundreds of them: `python -m tests.proof.fuzz` sends many."""

import pytest

from tests.hosted import hosted
from tests.proof.fuzz import Fuzzer, fuzz, without_limits
from webapp.game import session


# Werkzeug leaves a file to the garbage collector if the form breaks off in it.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
def test_hostile_requests_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzzer = Fuzzer(seed=2)
    monkeypatch.setattr(session, "randbelow", fuzzer.here.lots.randrange)
    with hosted(**without_limits()) as server:
        assert not [*fuzz(fuzzer, 1400, server)]
    addresses = {rule.endpoint for rule in fuzzer.app.url_map.iter_rules()}
    assert fuzzer.endpoints.keys() == addresses
    assert {200, 303, 400, 404, 405, 409} < fuzzer.statuses.keys()
    assert fuzzer.sessions
