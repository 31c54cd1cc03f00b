"""Requests that no browser of ours sends: what a stranger may try, drawn at random, and bytes that
no client of HTTP sends.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import quote, unquote
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule
from werkzeug.test import create_environ, encode_multipart

from ai.opponents import OPPONENTS
from tests.definitions import random_text
from tests.reference import SIZE

Kept = dict[str, Any]

# fmt: off
METHODS = ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "CONNECT", "get", "PRI", "G!")
TEXTS = (
    "", " ", "0", "00", "-1", "1.0", "1e9", "NaN", "9" * 18, "9" * 5000, "२", "²", "null", "[]",
    "on", "<script>", "\"'><b>", "&amp;", "%s%n", "{{7*7}}", "../../etc/passwd", "a\x00b",
    "a\r\nX-Y: z", "\x7f", "🙂", "\u202e", "e\u0301" * 50, "\uffff", "a" * 3000, ";", "=", "&", "#",
)
BYTES = (b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x00", b"\xfe\xff", b"%", b"%zz", b"%u00e9")
SEGMENTS = (
    "..", ".", "", "%2f", "..%2f..%2f", "%00", "%ff", "\\", "*", "?", "%c0%ae", "style.css", "é",
    ";a=b",
)
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json",
    "multipart/form-data", 'multipart/form-data; boundary="' + "b" * 300 + '"', "", ";;;",
    "application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data; boundary=\xff",
)
# `delay` with 1, 2 or 3 makes an answer late, which is tested elsewhere and would take too long.
ODD_COOKIES = (
    "delay=9999", "delay=\xe0\xa5\xa8", "settings=dark.off", "settings=\xff", "=", ";;;",
    "tic-tac-why", 'tic-tac-why="\\377\\000"', "tic-tac-why=a.b.c", "$Version=1", "a=b; " * 2000,
)
ODD_HEADERS = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
    "Content-Encoding", "Expect", "Forwarded", "Host", "HX-Boosted", "HX-Current-URL", "HX-Request",
    "HX-Target", "If-Modified-Since", "If-None-Match", "If-Range", "Origin", "Range", "Referer",
    "Sec-Fetch-Site", "Transfer-Encoding", "Upgrade", "User-Agent", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "X-HTTP-Method-Override", "X-Request-Id",
)
ODD_VALUES = (
    "", "*", "-1", "true", "close", "identity", "gzip", "br", "\xff" * 200, "*;q=0", "en;q=-1",
    "*/*;q=1e999", "gzip;q=x", "," * 500, "a" * 300, "a b", "a..b", "xn--\xff", "\x1b[2J", "//",
    "%00", "100-continue", "Basic \xff", "websocket", "DELETE", "h:99999", "[::1", "http://[",
    "http://evil.example", "http://localhost", "https,https", "same-origin", "cross-site", '"a',
    'W/"b"', "Thu, 99 Jan 99999 00:00:00 GMT", "bytes=0-", "bytes=5-1", "bytes=0-0,1-1", "::1%e",
    "1.2.3.4, ::/0",
)
LENGTHS = ("0", "1", "4096", "4097", "99999999", "", "007")

# Of malformed requests.
VERSIONS = (b"HTTP/1.0", b"HTTP/0.9", b"HTTP/2.0", b"http/1.1", b"", b"HTTP/1.\xff")
LINES = (
    b"Content-Length: 5", b"Content-Length: -5", b"Content-Length: 5, 5", b"Content-Length: 0x5",
    b"Transfer-Encoding: x", b"Transfer-Encoding: chunked, chunked", b"Host: a\r\nHost: b", b": a",
    b"a\0: b", b"\xff: a", b"A: " + b"b" * 80_000, b"\r\n".join([b"A: b"] * 2000),
)
TARGETS = (b" http://[/", b" *", b" ", b" /\0", b" /\xff", b" /a b/", b"\t/", b" /" + b"a" * 9000)
CHUNKS = (
    b"5\r\nabc", b"zz\r\n", b"-1\r\nabc\r\n0\r\n\r\n", b"ffffffffffffffff\r\na",
    b"1;" + b"a" * 5000 + b"\r\na\r\n0\r\n\r\n", b"0\r\n" + b"a: b\r\n" * 500,
)
OTHER_TONGUES = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9), b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n",
)
# fmt: on

EXTRAS = ("help", "retry", "score", "values", "forgotten", "left", "reset", "_permanent")
NUMBERS = ("cell", "ply", "why", "from", "figure", "seconds")
SWITCHES = ("until", "show", "values", "reasons", "keys", "programs", "retry", "theme", "code")
NEEDED = ("game", "x", "o", "first", "cell", "ply", "show", "theme", "keys", "seconds")  # by forms
ODD_JSON: Sequence[Any] = (
    *(None, True, -1, 1.0, 10**40, 1e308, *TEXTS),
    *([], {}, [[], {"a": None}], [0, "hint"], {"easy human": [1]}, {"moves": {"b2": [True]}}),
)


def games_text(lots: Random) -> str:
    """The moves of some game, or what looks like them; a drawn board in front, at times."""
    size = lots.choice((3, 3, 4))
    names = [f"{column}{row + 1}" for column in "abcd"[:size] for row in range(size)]
    text = "".join(lots.sample(names, lots.randint(0, len(names))))
    if lots.random() < 0.3:
        marks = lots.choices("XO.", (1, 1, 3), k=size * size)
        rows = ("".join(marks[start : start + size]) for start in range(0, size * size, size))
        text = "-".join(rows) + text * lots.randint(0, 1)
    return text


def game_text(lots: Random) -> str:
    """The key of a game, a definition of one in any spelling, or what is nearly one."""
    if lots.random() < 0.6:
        return lots.choice((*SIZE, "chess"))
    text = random_text(lots, sizes=range(2, 9), cells=range(4, lots.choice((10, 10, 17))))
    if lots.random() < 0.3:
        place, odd = lots.randrange(len(text)), lots.choice(("9", "!", "-", "a", "a1", "z9", "%"))
        text = text[:place] + odd + text[place + lots.randrange(2) :]
    return text


FIELDS: Mapping[str, Callable[[Random], str]] = {
    "game": game_text,
    **dict.fromkeys(("x", "o", "of"), lambda lots: lots.choice(("human", *OPPONENTS))),
    "first": lambda lots: lots.choice("xoX"),
    **dict.fromkeys(("moves", "text", "variation"), games_text),
    "seed": lambda lots: f"{lots.choice((0, 2**32 - 1, 2**32, lots.randrange(2**32)))}",
    **dict.fromkeys(NUMBERS, lambda lots: f"{lots.randrange(18)}"),
    "match": lambda lots: f"{lots.randrange(2**32):08x}",
    "explained": lambda lots: f"why={lots.randrange(18)}&figure={lots.randrange(18)}",
    **dict.fromkeys(SWITCHES, lambda lots: lots.choice(("on", "off", "end", "dark", "python"))),
}


@dataclass(frozen=True, slots=True)
class Request:
    """A request to *endpoint*, as it goes over the wire: texts are bytes, read as Latin-1."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    endpoint: str = ""

    @property
    def environ(self) -> WSGIEnvironment:
        path, _, query = self.target.partition("?")
        environ = create_environ() | {
            "REQUEST_METHOD": self.method,
            "PATH_INFO": unquote(path, "latin-1"),
            "QUERY_STRING": query,
            "REMOTE_ADDR": "203.0.113.9",
            "wsgi.input": BytesIO(self.body),
        }
        for name, value in self.headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"] = value
        return environ

    @property
    def raw(self) -> bytes:
        lines = [f"{self.method} {self.target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + self.body


def unspaced(text: str) -> str:
    """*text* as in a request line, where a space ends the address."""
    return re.sub(r"[\x00-\x20#\x7f]", lambda found: f"%{ord(found[0]):02x}", text)


class Stranger:
    """Draws requests to the addresses in *rules* from *lots*. *sign* makes a cookie of any payload,
    with the right key. The stranger goes on with the sessions that were *seen* in the answers.
    """

    def __init__(self, lots: Random, rules: Sequence[Rule], sign: Callable[[Any], str]) -> None:
        self.lots, self.sign, self.choice = lots, sign, lots.choice
        self.rules = [rule for rule in rules if rule.methods]
        self.seen: list[tuple[str, Kept]] = []

    def likely(self, chance: float) -> bool:
        return self.lots.random() < chance

    def request(self) -> Request:
        rule = self.choice(self.rules)
        methods = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        method = self.choice(METHODS if self.likely(0.15) else methods)
        cookie, ply = self.cookie()
        headers = {"Host": "localhost", "Cookie": cookie}
        body, query = b"", self.encoded(self.fields(ply))
        if method == "POST" or self.likely(0.05):
            body, headers["Content-Type"] = self.body(self.fields(ply, NEEDED))
            query = query if self.likely(0.1) else ""
            length = self.choice(LENGTHS) if self.likely(0.04) else f"{len(body)}"
            headers["Content-Length"] = length
        for name in self.lots.sample(ODD_HEADERS, self.choice((0, 0, 1, 1, 2, 5))):
            headers[name] = self.choice(ODD_VALUES)
        if self.likely(0.3):
            headers["HX-Request"] = "true"
        target = self.path(rule) + (f"?{query}" if query else "")
        return Request(method, target, headers, body, rule.endpoint)

    def path(self, rule: Rule) -> str:
        """An address that *rule* fits, or all but."""
        parts = re.sub(r"<(?:\w+:)?(\w+)>", self.segment, rule.rule).split("/")
        if self.likely(0.06):
            parts.insert(self.lots.randint(0, len(parts)), self.choice(SEGMENTS))
        end = self.choice(("/", "//", "." * 9, "%", "a" * 3000, "/.." * 50))
        return unspaced("/".join(parts).replace("?", "%3f") + end * self.likely(0.02))

    def segment(self, found: re.Match[str]) -> str:
        if self.likely(0.15):
            return self.choice((*SEGMENTS, quote(self.choice(TEXTS), safe="")))
        if draw := FIELDS.get(found[1].removesuffix("_key")):
            return draw(self.lots)
        return self.choice(
            ("style.css", "game.js", "style.css.br", self.choice(self.rules).endpoint)
        )

    def fields(self, ply: int, needed: Sequence[str] = ()) -> list[tuple[str, str]]:
        """Fields of a form that *needed* some, most of the time, or of an address."""
        names = [*needed] if self.likely(0.9) else []
        names += self.lots.sample(sorted(FIELDS), self.choice((0, 0, 1, 2, 4)))
        found = {name: FIELDS[name](self.lots) for name in names}
        if "ply" in found and self.likely(0.85):
            found["ply"] = f"{ply}"
        if self.likely(0.1):
            found[self.choice((*TEXTS, *FIELDS))] = self.choice(TEXTS)
        if self.likely(0.03):
            return [*found.items(), *[("a", "b")] * self.choice((10, 500, 2000))]
        return [*found.items()]

    def encoded(self, fields: Sequence[tuple[str, str]]) -> str:
        """*fields* as an address or a form has them, or nearly."""
        text = "&".join(f"{quote(name, safe='')}={quote(it, safe='')}" for name, it in fields)
        if self.likely(0.05):
            place = self.lots.randint(0, len(text))
            text = text[:place] + self.choice(BYTES).decode("latin-1") + text[place:]
        if self.likely(0.02):
            text += self.choice(("&" * 100, "&=", "==", ";a=b", "&cell", "&" + "k" * 2500))
        return unspaced(text)

    def body(self, fields: Sequence[tuple[str, str]]) -> tuple[bytes, str]:
        kind, body = TYPES[0], self.encoded(fields).encode("latin-1")
        if self.likely(0.2):
            kind = self.choice(TYPES)
        if kind == TYPES[1]:
            odd = 'cell"; filename="../a\x00"\r\nContent-Type: \xff'
            _, body = encode_multipart(MultiDict([*fields, (odd, "1")]), "b")
        if self.likely(0.05):
            body = body[: self.lots.randint(0, len(body))] + self.choice(BYTES)
        if self.likely(0.02):
            body = self.choice((body * 50, self.lots.randbytes(200), b"\0" * 5000))[:9000]
        return body, kind

    def cookie(self) -> tuple[str, int]:
        """A Cookie header, perhaps damaged, and the ply of the match of which it was made; or 0."""
        if self.likely(0.1):
            return self.choice((*ODD_COOKIES, "; ".join(ODD_COOKIES))), 0
        value, kept = self.sign(self.payload()), Kept()
        if self.seen and self.likely(0.7):
            value, kept = self.choice(self.seen)
        if self.likely(0.12):
            place = self.lots.randrange(len(value))
            junk = self.choice(BYTES).decode("latin-1")
            value = self.choice((value[:place] + junk + value[place + 1 :], value * 99))
        ply = len(re.findall(r"[XO]|[a-d][1-4]", f"{kept.get('moves', '')}"))
        return f"tic-tac-why={value}; __Host-session={value}; session={value}", ply

    def payload(self) -> Any:
        """The payload of a cookie: a session, perhaps with a field changed, or any JSON."""
        kept: Kept = {name: FIELDS[name](self.lots) for name in ("game", "moves", "x", "o")}
        kept |= {"first": self.choice("XO"), "seed": self.lots.randrange(2**32)}
        if self.seen and self.likely(0.5):
            kept = {**self.choice(self.seen)[1]}
        if self.likely(0.3):
            kept[self.choice((*kept, *EXTRAS))] = self.choice(ODD_JSON)
        return kept if self.likely(0.9) else self.choice(ODD_JSON)


def in_chunks(request: Request, lots: Random) -> Request:
    headers = {**request.headers, "Transfer-Encoding": "chunked"}
    headers.pop("Content-Length", None)
    chunks, rest = b"", request.body
    while rest:
        length = lots.randint(1, len(rest))
        chunks += f"{length:x}\r\n".encode() + rest[:length] + b"\r\n"
        rest = rest[length:]
    return replace(request, headers=headers, body=chunks + b"0\r\n\r\n")


def replaced(old: bytes, *by: bytes) -> Callable[[bytes, Random], bytes]:
    """Replaces the first *old* of a request by one of these."""
    return lambda raw, lots: raw.replace(old, lots.choice(by), 1)


MANGLINGS: Sequence[Callable[[bytes, Random], bytes]] = (
    replaced(b"HTTP/1.1", *VERSIONS),
    replaced(b"\r\n", b"\n", b"\r", b"\r\n ", *(b"\r\n" + line + b"\r\n" for line in LINES)),
    replaced(b" /", *TARGETS),
    replaced(b"\r\n\r\n", *(b"\r\nTransfer-Encoding: chunked\r\n\r\n" + it for it in CHUNKS)),
    replaced(b":", b" :", b"", b"::"),
    lambda raw, lots: raw[: lots.randint(0, len(raw))] + lots.randbytes(lots.randint(0, 99)),
    lambda raw, lots: raw * lots.randint(2, 20),
    lambda _raw, lots: lots.choice((*OTHER_TONGUES, lots.randbytes(lots.randint(1, 3000)))),
)


def mangled(raw: bytes, lots: Random) -> bytes:
    """A request, malformed in one or two ways."""
    for _ in range(lots.choice((1, 1, 2))):
        raw = lots.choice(MANGLINGS)(raw, lots) or b"\n"
    return raw
