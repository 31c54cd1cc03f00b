"""Measures an application in copies of its process: they know all templates and no position."""

import gc
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from multiprocessing import Pipe, get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from bare import ANSWER, bare, floor
from browser import WARM, Sent, Step, ask
from flask import Flask

KEY = "a key of the tests"
BESIDE = 3  # times at least that the bare page and the floor are asked beside a request
KINDS = "own", "bare", "floor"

Table = dict[str, dict[str, list[float]]]


def by_rows(script: Sequence[Step], figures: Callable[[Step], Mapping[str, float]]) -> Table:
    """The *figures* of all steps of *script*, which are sent in turn, by rows."""
    table: Table = {}
    for step in script:
        row = table.setdefault(step.row, {})
        for name, figure in figures(step).items():
            row.setdefault(name, []).append(figure)
    del table[WARM]
    return table


def timed(app: Flask, script: Sequence[Step]) -> Table:
    """The seconds of the application, the bare page and the floor, asked in turn: the median of
    each request.
    """
    pages = bare(SECRET_KEY=KEY), floor(app)
    cookies = [dict(ask(it, Sent("/", None, {}))[0].headers)["Set-Cookie"] for it in pages]

    def figures(step: Step) -> Mapping[str, float]:
        seconds: dict[str, list[float]] = {kind: [] for kind in KINDS}
        answers: tuple[dict[str, Any], ...] = {}, {ANSWER: (step.answer.body, step.type)}
        for number in range(max(step.times, BESIDE if step.row else 1)):
            if number < step.times:
                answer, spent = ask(app, step.sent)
                step.expect(answer.status)
                seconds["own"].append(spent)
            for kind, page, cookie, environ in zip(KINDS[1:], pages, cookies, answers, strict=True):
                sent = Sent("/", step.sent.form, {**step.sent.headers, "Cookie": cookie})
                seconds[kind].append(ask(page, sent, **environ)[1])
        cookies_sent = len(step.sent.headers.get("Cookie", ""))
        return {"cookies": cookies_sent} | {kind: median(it) for kind, it in seconds.items()}

    return by_rows(script, figures)


def counted(app: Flask, script: Sequence[Step]) -> Table:
    """The calls of Python functions, generators that go on counted, and the bytes of the body."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    def figures(step: Step) -> Mapping[str, float]:
        nonlocal calls
        for _ in range(min(step.times, 2)):  # the second is as all that follow
            calls = 0
            sys.setprofile(count)
            try:
                answer, _seconds = ask(app, step.sent)
            finally:
                sys.setprofile(None)
            step.expect(answer.status)
        return {"calls": calls, "bytes": len(answer.body)}

    return by_rows(script, figures)


def apart(work: Callable[[], Any]) -> Any:
    """The result of *work* in a copy of this process.

    :raises EOFError: if it fails.
    """
    here, there = Pipe(duplex=False)
    copy = get_context("fork").Process(target=lambda: there.send(work()))
    copy.start()
    there.close()
    found = here.recv()
    copy.join()
    return found


def quiet() -> TextIO:
    """A file for stdout. All else that is written there is lost, such as the access log."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return out


def answer_tasks(
    made: Callable[[Flask], Any], tasks: Mapping[str, Callable[[Flask, Any], Any]], **config: object
) -> None:
    """Print a line of JSON for each line of stdin, the name of one of *tasks*, which get the script
    that is *made* at first, and start with an empty store of games.
    """
    out = quiet()
    from webapp import create_app  # noqa: PLC0415 - its log goes to stdout as it is now

    with TemporaryDirectory() as folder:
        storage = f"sqlite://{folder}/games.sqlite"
        own = {"SECRET_KEY": KEY, "GAMES_STORAGE": storage, "ACCESS_LOG": True}
        app = create_app({**own, **config})
        for template in app.jinja_env.list_templates(["html", "json", "xml"]):
            app.jinja_env.get_template(template)
        gc.collect()
        gc.freeze()  # as the server does

        def fresh(work: Callable[[], Any]) -> Any:
            for file in Path(folder).iterdir():
                file.unlink()
            return apart(work)

        script = fresh(partial(made, app))
        for line in sys.stdin:
            found = fresh(partial(tasks[line.strip()], app, script))
            print(json.dumps(found), file=out, flush=True)
