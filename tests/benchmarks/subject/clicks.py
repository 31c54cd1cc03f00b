"""Tasks of the table of clicks: its times, its calls, and the script to send to a server."""

from collections.abc import Sequence
from typing import Any

from browser import HEADERS, Step
from flask import Flask
from measured import answer_tasks, counted, timed
from script import made


def scripted(_app: Flask, script: Sequence[Step]) -> list[Any]:
    """The script as data, without bodies."""
    return [
        (it.row, it.times, it.sent.path, it.sent.form, HEADERS | it.sent.headers, it.answer.status)
        for it in script
    ]


if __name__ == "__main__":
    answer_tasks(made, {"timed": timed, "counted": counted, "scripted": scripted})
