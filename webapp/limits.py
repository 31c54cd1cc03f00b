"""How much one visitor may ask for in a while, and how long an address may be."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from time import time

from flask import Flask, abort, current_app, request
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from webapp import caching, health

# Far more than that of the longest game with a variation of it.
LONGEST_ADDRESS = 2000

LONGEST_NAME = 45  # of a network address, as text

PAUSE = 10  # seconds for which storage that could not be reached is left alone
TIMEOUTS = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), 0.5)


class Limiter:
    """Counts what visitors ask for, in the storage at *uri*; in this process alone, as long as that
    cannot be reached.
    """

    def __init__(self, uri: str) -> None:
        self.shared = FixedWindowRateLimiter(
            storage_from_string(uri, wrap_exceptions=True, **TIMEOUTS)
        )
        self.own = FixedWindowRateLimiter(MemoryStorage())
        self.paused_until = 0.0

    def count(self, limit: RateLimitItem, what: str) -> None:
        """Count one more of *what* the visitor of this request asks for.

        :raises TooManyRequests: if that is more than *limit*.
        """
        key = (what, visitor())
        wait = None
        if time() >= self.paused_until:
            try:
                wait = _wait(self.shared, limit, key)
            except StorageError as error:
                current_app.logger.warning("Each process counts requests for itself: %s", error)
                self.paused_until = time() + PAUSE
        if wait is None:
            wait = _wait(self.own, limit, key)
        if wait:
            raise TooManyRequests(retry_after=wait)


def _wait(limiter: FixedWindowRateLimiter, limit: RateLimitItem, key: tuple[str, str]) -> int:
    """How many seconds to wait for what was asked for; none if that is within *limit*."""
    if limiter.hit(limit, *key):
        return 0
    return max(1, ceil(limiter.get_window_stats(limit, *key).reset_time - time()))


def visitor() -> str:
    """Whom a request is counted for: its address, or the network of the IPv6 addresses that one
    visitor has to choose from; without the port that some proxies name.
    """
    text = request.remote_addr or ""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return text[:LONGEST_NAME]  # whatever a proxy let pass
    if isinstance(address, IPv6Address):
        network = IPv6Network((int(address), 64), strict=False)
        return str(address.ipv4_mapped or network)
    return text


def init_app(app: Flask) -> None:
    """Refuse addresses that are too long, and visitors who ask for too much at once.

    All requests count that come this far: what :mod:`webapp.caching` keeps does not, so it comes
    before. What must be drawn counts once more. A setting that is empty is no limit.
    """
    limiter = Limiter(app.config["LIMIT_STORAGE"])
    requests, drawings = (
        parse(text) if (text := app.config[name]) else None
        for name in ("LIMIT_REQUESTS", "LIMIT_DRAWINGS")
    )

    def count() -> None:
        if request.path in health.PROBES:
            return
        if requests:
            limiter.count(requests, "requests")
        if drawings and request.endpoint in caching.LIVES:
            limiter.count(drawings, "drawings")

    app.before_request(refuse_long_address)
    app.before_request(count)


def refuse_long_address() -> None:
    """Refuse an address that says more than any page needs.

    :raises RequestURITooLarge: if it does.
    """
    if len(request.path) + len(request.query_string) > LONGEST_ADDRESS:
        abort(414)
