"""One of several processes at a store of games between friends.

`python -m tests.racer change URI CODE NAME TIMES` adds so many entries to a list, one a change.
`python -m tests.racer timeouts URI CODE COUNT` ends so many greenlets at any moment, as the server
does with requests that take too long, and then asks again.
`python -m tests.racer greenlets URI CODE COUNT` lets so many greenlets wait for a change, and
prints for how many seconds, at most, none of them let another run.
`python -m tests.racer requests URI` sends the requests that it reads to an application of its own,
one a line: the moment, the path, the form or null, and the cookie. It prints the status, location
and cookie of each answer. It rests between reading a game and changing it, so that requests race.
"""

import json
import sys
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import patch

import gevent
from gevent import monkey

from webapp.friend.store import GameStore, Kept, store_at

SECONDS = 20.0  # to wait for a change
TICK = 0.005
REST = 0.002


def opened(uri: str) -> GameStore:
    """The store at *uri*."""
    store = store_at(uri, Path())
    assert store
    return store


def change(store: GameStore, code: str, name: str, times: int) -> None:
    """Add `[name, 0]`, `[name, 1]` and so on to the list that is the text, each once. Every other
    change leaves the game spare.
    """
    for number in range(times):
        replaced = False
        while not replaced:
            kept = store.read(code)
            assert kept
            text = json.dumps([*json.loads(kept.text), [name, number]])
            replaced = store.replace(code, kept.version, text, spare=number % 2 == 0)


def greenlets(store: GameStore, code: str, count: int) -> float:
    """The longest time in which the others could not run, while *count* wait and are then woken."""
    kept = store.read(code)
    assert kept
    waiters = [gevent.spawn(store.wait, code, kept.version, SECONDS) for _ in range(count)]
    longest, last, end = 0.0, monotonic(), monotonic() + 1
    while not all(waiter.ready() for waiter in waiters):
        gevent.sleep(TICK)
        longest, last = max(longest, monotonic() - last), monotonic()
        if last > end:
            assert not any(waiter.ready() for waiter in waiters), "Nothing has changed yet."
            assert store.replace(code, kept.version, "[]")
            end = last + SECONDS
    return longest


def timeouts(store: GameStore, code: str, count: int) -> None:
    """End *count* greenlets at any moment of their work, and let as many work after them."""

    def work(times: int) -> Kept | None:
        for number in range(times):
            store.touch(code, "XO"[number % 2])
            store.wait(code, 1, TICK)
        return store.read(code)

    def be_ended(number: int) -> None:
        with gevent.Timeout(TICK * (2 + number % 50), False):
            work(1000)

    for _ in range(3):
        gevent.joinall(
            [gevent.spawn(be_ended, number) for number in range(count)], raise_error=True
        )
    after = [gevent.spawn(work, 3) for _ in range(count)]
    gevent.joinall(after, timeout=SECONDS, raise_error=True)
    assert {greenlet.value for greenlet in after} == {Kept("[]", 1, frozenset("XO"))}


def requests(uri: str) -> None:
    """Answer the requests on the lines of the input."""
    # Others start sooner without.
    from tests.conftest import NO_LIMITS  # noqa: PLC0415
    from webapp import create_app  # noqa: PLC0415

    app = create_app({"SECRET_KEY": "races", "GAMES_STORAGE": uri, **NO_LIMITS})
    client, store = app.test_client(use_cookies=False), app.extensions["games"]
    read = store.read

    def read_slowly(code: str) -> Kept | None:
        kept: Kept | None = read(code)
        sleep(REST)
        return kept

    with patch.object(store, "read", read_slowly):
        for line in sys.stdin:
            begin, path, form, cookie = json.loads(line)
            sleep(max(0, begin - monotonic()))
            ask = client.get if form is None else client.post
            response = ask(path, data=form, headers={"Cookie": cookie})
            found = [response.headers.get(name) for name in ("Location", "Set-Cookie")]
            print(json.dumps([response.status_code, *found]), flush=True)  # noqa: T201


def main(kind: str, uri: str, code: str = "", *rest: str) -> None:
    """Do what the arguments say."""
    if kind == "requests":
        requests(uri)
        return
    store = opened(uri)  # as in the first process of a server, before gevent comes in
    if kind == "change":
        name, times = rest
        change(store, code, name, int(times))
    elif kind == "timeouts":
        monkey.patch_all()
        timeouts(store, code, int(rest[0]))
    else:
        monkey.patch_all()
        print(greenlets(store, code, int(rest[0])))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
