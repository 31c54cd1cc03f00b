"""Processes that race at one store of games between friends, each with a store of its own.

It is imported once, in the process from which they are forked.
"""

import json
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

import gevent
from gevent import monkey

from webapp.store import sqlite
from webapp.store.base import GameStore, Kept
from webapp.store.sqlite import SQLiteStore
from webapp.store.storage import store_at

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.proof.races"])

SECONDS = 30.0  # to wait for a change
TICK = 0.005


def racers(count: int = 1) -> ProcessPoolExecutor:
    """So many other processes, each with a store of its own; they begin together."""
    return ProcessPoolExecutor(count, CONTEXT, initializer=CONTEXT.Barrier(count).wait)


@cache
def store_of(uri: str) -> GameStore:
    sqlite.SHORT_PATIENCE = SQLiteStore.patience = SECONDS  # on a busy machine too
    store = store_at(uri, Path())
    assert store
    return store


def change(uri: str, code: str, name: int, times: int) -> None:
    """Add `[name, 0]`, `[name, 1]` and so on to the list that is the text, each once. Every other
    change leaves the game spare. The first process begins it.
    """
    store = store_of(uri)
    store.put(code, 0, "[]", spare=True)
    for number in range(times):
        replaced = False
        while not replaced:
            kept = store.read(code)
            assert kept
            text = json.dumps([*json.loads(kept.thing), [name, number]])
            replaced = store.put(code, kept.version, text, spare=number % 2 == 0)


def stand_still(uri: str, code: str, count: int) -> float:
    """The longest time in which other greenlets could not run, while *count* wait for the game and
    are then woken. The store is older than gevent's locks, as in a server.
    """
    store = store_of(uri)
    monkey.patch_all()
    kept = store.read(code)
    assert kept
    waiters = [gevent.spawn(store.wait, code, kept.version, SECONDS) for _ in range(count)]
    longest, last, end = 0.0, monotonic(), monotonic() + 1
    while not all(waiter.ready() for waiter in waiters):
        gevent.sleep(TICK)
        longest, last = max(longest, monotonic() - last), monotonic()
        if last > end:
            assert not any(waiter.ready() for waiter in waiters), "Nothing has changed yet."
            assert store.put(code, kept.version, "[]")
            end = last + SECONDS
    return longest


def be_ended(uri: str, code: str, count: int) -> bool:
    """End *count* greenlets at any moment of their work at the game, and whether as many work after
    them.
    """
    store = store_of(uri)
    monkey.patch_all()

    def work(times: int) -> Kept[str] | None:
        for number in range(times):
            store.touch(code, "XO"[number % 2])
            store.wait(code, 1, TICK)
        return store.read(code)

    def work_until(number: int) -> None:
        with gevent.Timeout(TICK * (2 + number % 50), False):
            work(1000)

    for _ in range(3):
        ended = [gevent.spawn(work_until, number) for number in range(count)]
        gevent.joinall(ended, raise_error=True)
    after = [gevent.spawn(work, 3) for _ in range(count)]
    gevent.joinall(after, timeout=SECONDS, raise_error=True)
    return {greenlet.value for greenlet in after} == {Kept("[]", 1, frozenset("XO"))}
