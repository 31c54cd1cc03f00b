"""Things in the store of the site, of whatever kind: found, added, and changed by one way."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import uniform
from typing import Generic, TypeVar

from flask import abort, current_app

from ai.language import _
from webapp.serving import limits
from webapp.serving.cookies import Codec, Unreadable
from webapp.store.base import GameStore, Kept, StoreAway, log

T = TypeVar("T")

TRIES = 200  # of a change, while others are faster: more than pupils who answer at once
PAUSE = 0.02  # seconds at most between two


def games() -> GameStore:
    """The store; raises NotFound if it is switched off."""
    store: GameStore | None = current_app.extensions["games"]
    if store is None:
        abort(404, _("Games with a friend elsewhere are switched off on this site."))
    return store


@dataclass(frozen=True)
class Things(Generic[T]):
    """The things of one kind, which *codec* writes as texts. The key of each is *prefix* and a code
    that matches *code*; no other kind has such keys. It is spare while *is_spare*. The sentence
    *gone* is for codes without one.
    """

    codec: Codec[T]
    code: re.Pattern[str]
    is_spare: Callable[[T], bool]
    gone: str
    prefix: str = ""

    def find(self, code: str) -> Kept[T] | None:
        """The thing of *code*; None if there is none, or it cannot be read, as the log says."""
        store = games()
        kept = store.read(self.prefix + code) if self.code.fullmatch(code) else None
        with suppress(Unreadable):
            return kept and Kept(self.codec.load(kept.thing), kept.version, kept.present)
        log.warning("A text in the store could not be read.")
        return None

    def look(self, code: str) -> Kept[T]:
        """The thing of *code*; raises NotFound if there is none."""
        return self.find(code) or abort(404, _(self.gone))

    def begin(self, code: str, thing: T) -> Kept[T] | None:
        """The thing of *code*: *thing*, if there was none. None if it cannot be read.

        :raises TooManyRequests: if the visitor has begun too many.
        :raises TryLater: if the store is full.
        """
        if found := self.find(code):
            return found
        limits.count("games")
        return Kept(thing, 1, frozenset()) if self._put(code, 0, thing) else self.find(code)

    def change(self, code: str, action: Callable[[T], T], seat: str = "") -> Kept[T]:
        """The thing of *code* after *action*. If another change was faster it begins again, with
        the thing as it is then. Errors of the action leave the thing as it is. Visitors who wait
        for the change find the player of *seat* present.

        :raises NotFound: if there is none.
        :raises StoreAway: if others were always faster.
        """
        for _try in range(TRIES):
            before = self.look(code)
            after = action(before.thing)
            if after == before.thing:
                return before
            self.touch(code, seat)
            if self._put(code, before.version, after):
                return Kept(after, before.version + 1, before.present | {seat})
            time.sleep(uniform(0, PAUSE))  # noqa: S311
        raise StoreAway

    def touch(self, code: str, seat: str) -> None:
        """Note that the player of *seat* is there, if the store can: no request fails for it."""
        if seat:
            with suppress(StoreAway):
                games().touch(self.prefix + code, seat)

    def _put(self, code: str, version: int, thing: T) -> bool:
        text, spare = self.codec.write(thing), self.is_spare(thing)
        return games().put(self.prefix + code, version, text, spare=spare)
