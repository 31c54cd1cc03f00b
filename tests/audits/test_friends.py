"""Friends play on one machine, for some seconds: `python -m tests.audits.friends` lets 1,000 pairs
play.
"""

from pathlib import Path

from tests.audits.friends import Machines, play
from tests.audits.fuzz import complaints


def test_friends_play_whole_games(tmp_path: Path) -> None:
    machines = Machines(tmp_path, 0)
    with machines.running():
        counts = play(machines, 8, 0.2)
        assert not counts["cut connections"]
        assert not counts["answers 503"]
        assert not [line for server in machines.servers.values() for line in complaints(server)]
