"""Friends play on one machine, and on three that share Debian's Redis, for some seconds:
`python -m tests.proof.friends` lets 1,000 pairs play.
"""

import re
from pathlib import Path

import pytest

from tests.hosted import guided
from tests.hosting.fronts import LASTING
from tests.proof.friends import Machines, play


@pytest.mark.parametrize("count", [0, 3], ids=["one machine", "several"])
def test_friends_play_and_lose_no_move_while_any_kind_is_killed(tmp_path: Path, count: int) -> None:
    machines = Machines(tmp_path, count)
    with machines.running():
        counts = play(machines, 8, 0.2)
        assert not {"cut", "refused", "turned away"} & {*counts}
        servers = machines.servers.values()
        assert not [line for server in servers for line in server.complaints()]
        logs = [server.stdout.read_text() for server in servers]
        assert all(re.search(r" POST /with/\w+/moves 200 ", lines) for lines in logs)
        counts = play(machines, 8, 3, 1)
    assert sum(counts[f"{kind} killed"] for kind in ("workers", "machines", "Redis")) > 2


def test_the_redis_of_the_guide_keeps_what_it_answered() -> None:
    lines = guided("Several machines").splitlines()
    for name, value in LASTING.items():
        assert f"{name.removeprefix('--')} {value}" in lines
