"""Friends play on one machine, and on three behind HAProxy, which share Debian's Redis, for some
seconds: `python -m tests.audits.friends` lets 1,000 pairs play.
"""

import re
from pathlib import Path

from tests.audits.friends import Machines, play
from tests.audits.fuzz import complaints
from tests.hosting.fronts import LASTING
from tests.hosting.test_guide import guided


def test_friends_on_one_machine_play_whole_games(tmp_path: Path) -> None:
    machines = Machines(tmp_path, 0)
    with machines.running():
        counts = play(machines, 8, 0.2)
        assert not counts["cut connections"]
        assert not counts["answers 503"]
        assert not [line for server in machines.servers.values() for line in complaints(server)]


def test_friends_on_several_machines_play_whole_games(tmp_path: Path) -> None:
    machines = Machines(tmp_path, 3)
    with machines.running():
        counts = play(machines, 8, 0.2)
        log = [server.stdout.read_text() for server in machines.servers.values()]
    assert not counts["answers 503"]
    assert all(re.search(r" POST /with/\w+/moves 200 ", lines) for lines in log)


def test_no_move_is_lost_while_machines_and_the_redis_are_killed(tmp_path: Path) -> None:
    machines = Machines(tmp_path, 3)
    with machines.running():
        counts = play(machines, 8, 4, pause=1)
    assert counts["workers killed"] + counts["machines killed"] + counts["Redis killed"] > 2


def test_no_move_is_lost_while_one_machine_and_its_processes_are_killed(tmp_path: Path) -> None:
    """Its games are in a file."""
    machines = Machines(tmp_path, 0)
    with machines.running():
        counts = play(machines, 8, 2, pause=1)
    assert counts["workers killed"] + counts["machines killed"] > 2


def test_the_redis_of_the_guide_keeps_what_it_answered() -> None:
    lines = guided("Several machines").splitlines()
    for name, value in LASTING.items():
        assert f"{name.removeprefix('--')} {value}" in lines
