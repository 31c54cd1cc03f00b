"""A class of thirty behind one address, while processes are killed: nothing is lost or refused."""

from pathlib import Path

from tests.hosting.pupils import play


def test_a_class_behind_one_address_loses_nothing_while_processes_are_killed(
    tmp_path: Path,
) -> None:
    figures = play(tmp_path, kills=2, think=3)
    assert figures["killed"] == 2
    assert "answers 429 or 5xx" not in figures
