"""The environment variables of the site: how each is read, its default, and an example."""

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ai.language import ENGLISH, languages

PREFIX = "FLASK_"
SHORTEST_KEY = 16  # letters

MEMORY = "memory://"  # a value of LIMIT_STORAGE

# Values of GAMES_STORAGE, its schemes with the client's name for them, and the default GAMES_MOST.
OFF, SQLITE = "off", "sqlite"
SCHEMES = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}
MOST = 10_000
SOLVED = "instance/games"  # in the folder of the application

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

# A name or IPv4 address that Werkzeug serves, with a leading dot for all names below it, or a port.
HOST = re.compile(r"\.?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?", re.ASCII)

# An amount, and the time in which it may be used: so many units of seconds.
UNITS = {"second": 1, "minute": 60, "hour": 60 * 60, "day": 24 * 60 * 60}
LIMIT = re.compile(
    rf"0*([1-9]\d*)\s*(?:/|per)\s*([1-9]\d*)?\s*({'|'.join(UNITS)})s?", re.ASCII | re.IGNORECASE
)


class Variable(NamedTuple):
    """*read* makes the value of a text, and raises ValueError with the texts that are valid. An
    error does not show the text of a *secret* one.
    """

    read: Callable[[str], object]
    default: object
    example: str
    secret: bool = False


def boolean(text: str) -> bool:
    """Whether *text* says yes."""
    if text.lower() not in TRUE + FALSE:
        raise ValueError("true or false")
    return text.lower() in TRUE


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number of this range, both ends included."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,15}", text, re.ASCII) or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def text_that(is_valid: Callable[[str], object], must_be: str) -> Callable[[str], str]:
    """Reads a text that *is_valid*; *must_be* says which these are."""

    def read(text: str) -> str:
        if not is_valid(text):
            raise ValueError(must_be)
        return text

    return read


PAGE, MAIL = r"https?://[\w.:\[\]-]+(/\S*)?", r"(mailto:)?[^\s:/@]+@[\w.-]+"
AMOUNT = "an amount above 0 per second, minute, hour or day"

page = text_that(re.compile(PAGE, re.ASCII).fullmatch, "the address of a page, with https://")
contact = text_that(
    re.compile(f"{MAIL}|{PAGE}", re.ASCII).fullmatch,
    "a mail address, or the address of a page with https://",
)
hsts = text_that(
    re.compile(r"(max-age=\d+(; ?\w+)*)?", re.ASCII).fullmatch, "max-age in seconds, or empty"
)
limit = text_that(lambda text: not text or LIMIT.fullmatch(text), f"{AMOUNT}, or empty")
limit_or_off = text_that(
    lambda text: text in {"", OFF} or LIMIT.fullmatch(text), f"{AMOUNT}, empty, or off"
)
language = text_that(lambda text: text in languages(), " or ".join(languages()))
key = text_that(
    lambda text: len(text.strip()) >= SHORTEST_KEY and text.isprintable(),
    f"a random text of {SHORTEST_KEY} letters or more, in one line",
)
folder = text_that(
    lambda text: Path(text).is_absolute() and not Path(text).is_file(),
    "the whole path of a folder, which need not be there",
)


def keys(text: str) -> list[str]:
    """The keys in a JSON list; another *text* is one key."""
    return _list(text) if text.startswith("[") else [text]


def hosts(text: str) -> list[str]:
    """The names in a JSON list, or between commas, in small letters, as browsers ask for them."""
    text = text.lower()
    named = _list(text) if '"' in text else [name.strip() for name in text.split(",")]
    if not all(map(HOST.fullmatch, named)):
        raise ValueError("names of letters, digits, hyphens and dots, with commas between them")
    return named


def _list(text: str) -> list[str]:
    with suppress(ValueError):
        read = json.loads(text)
        if isinstance(read, list) and all(isinstance(item, str) and item for item in read):
            return read
    raise ValueError("a list of texts in JSON")


def counts_storage(text: str) -> str:
    """*text*, the address of a storage for counts, which the library of limits can make."""
    if text == MEMORY:
        return text
    from limits.errors import ConfigurationError  # noqa: PLC0415 - most sites need no Redis
    from limits.storage import storage_from_string  # noqa: PLC0415

    try:
        storage_from_string(text)
    except (ConfigurationError, ValueError):
        raise ValueError("memory:// or redis://HOST of a Redis or Valkey") from None
    return text


def games_storage(text: str) -> str:
    """*text*, the address of a store of games, with three slashes before the path of a file."""
    if text in {OFF, SQLITE} or _is_redis(text):
        return text
    path = re.fullmatch(rf"{SQLITE}:///+(.*[^/])", text)
    file = Path("/", path[1]) if path else None  # on Windows it may begin with a drive
    if not path or not file or file.is_dir() or not file.parent.is_dir():
        raise ValueError(
            "sqlite, sqlite:///PATH of a file in a folder that is there, the address of a Redis or"
            " Valkey, or off"
        )
    return f"{SQLITE}:///{path[1]}"


def _is_redis(address: str) -> bool:
    """Whether a client of Redis can read the *address*."""
    scheme, _, rest = address.partition("://")
    if scheme not in SCHEMES:
        return False
    from redis.connection import parse_url  # noqa: PLC0415 - most sites need no Redis

    with suppress(ValueError):
        return bool(parse_url(f"{SCHEMES[scheme]}://{rest}"))  # type: ignore[no-untyped-call]
    return False


SETTINGS = {
    "SECRET_KEY": Variable(key, None, "a-long-random-text", secret=True),
    "SECRET_KEY_FALLBACKS": Variable(keys, None, '["old key"]', secret=True),
    "TRUSTED_HOSTS": Variable(hosts, None, "example.org"),
    "HTTPS_ONLY": Variable(boolean, False, "true"),
    "HSTS": Variable(hsts, "max-age=63072000", "max-age=63072000"),
    "SECURITY_CONTACT": Variable(contact, "", "security@example.org"),
    "SOURCE": Variable(page, "", "https://example.org/source"),
    "LANGUAGE": Variable(language, ENGLISH, ENGLISH),
    "PROXY_HOPS": Variable(whole(0, 16), 0, "1"),
    "LIMIT_REQUESTS": Variable(limit, "1000 per 10 seconds", "1000 per 10 seconds"),
    "LIMIT_MILLISECONDS": Variable(limit, "2000 per 10 seconds", "2000 per 10 seconds"),
    "LIMIT_GAMES": Variable(limit, "100 per hour", "100 per hour"),
    "LIMIT_SOLVES": Variable(limit_or_off, "10 per hour", "10 per hour"),
    "PROCESSES": Variable(whole(1, 1024), 1, "2"),
    "LIMIT_STORAGE": Variable(counts_storage, MEMORY, "redis://localhost", secret=True),
    "GAMES_STORAGE": Variable(games_storage, SQLITE, "sqlite:///var/games.db", secret=True),
    "GAMES_MOST": Variable(whole(1, 10**9), MOST, "10000"),
    "SOLVED_FOLDER": Variable(folder, SOLVED, "/var/lib/tic-tac-why/games"),
    "SOLVED_BYTES": Variable(whole(1_000_000, 10**12), 64_000_000, "64000000"),
    "KEPT_RESPONSES": Variable(whole(0, 10**12), 8_000_000, "8000000"),
    "ACCESS_LOG": Variable(boolean, False, "true"),
}
"""The application's settings, without the prefix of their variables, and those of Flask that it
checks.
"""

SERVER = {
    "PORT": Variable(whole(1, 65535), 8000, "8000"),
    "WEB_CONCURRENCY": Variable(whole(1, 1024), 2, "2"),
    "CONNECTIONS": Variable(whole(1, 10**6), 4096, "4096"),
    "CONNECTIONS_OF_A_VISITOR": Variable(whole(1, 10**6), 200, "200"),
    "KEEP_ALIVE_SECONDS": Variable(whole(1, 3600), 5, "5"),
    "REQUEST_SECONDS": Variable(whole(1, 3600), 10, "10"),
    "GRACEFUL_SECONDS": Variable(whole(0, 3600), 8, "8"),
}
"""The variables of the server."""

# Readers for which an empty text is a value; for others it means the default.
READ_EMPTY = {hsts, limit, limit_or_off}

# Variables of Flask's command.
OTHERS = re.compile(r"APP|DEBUG|ENV_FILE|SKIP_DOTENV|RUN_\w+")


def read(variables: Mapping[str, Variable], prefix: str = "") -> dict[str, object]:
    """The values of *variables* in the environment, or their defaults. Wrong ones end the program
    with status 1 and a line for each.
    """
    values, wrong = {}, []
    for name, variable in variables.items():
        text = os.environ.get(prefix + name)
        try:
            unset = text is None or not (text or variable.read in READ_EMPTY)
            values[name] = variable.default if unset else variable.read(text or "")
        except ValueError as valid:
            seen = "cannot be read" if variable.secret else f"is {text!r}"
            example = f"such as {prefix}{name}={variable.example}"
            wrong.append(f"{prefix}{name} {seen}: it must be {valid}, {example}")
    if wrong:
        sys.exit("\n".join(wrong))
    return values


def unknown() -> list[str]:
    """The variables with the prefix that nothing reads, perhaps misspelt."""
    names = [name.removeprefix(PREFIX) for name in sorted(os.environ) if name.startswith(PREFIX)]
    return [PREFIX + name for name in names if name not in SETTINGS and not OTHERS.fullmatch(name)]
