"""Replays in which to try the examples of the pages."""

from dataclasses import replace

from ai.rules.record import Record
from webapp.board.players import Players
from webapp.replay.replay import Replay


def replay_with(record: Record, switch: str) -> Replay:
    """The replay of *record* at its end, with one more of its switches on, such as `values`."""
    replay = Replay.of(record, Players())
    return replace(replay, on=replay.on | {switch})
