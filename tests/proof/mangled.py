"""Malformed requests: bytes that no client of HTTP sends."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tests.proof.hostile import Request

# fmt: off
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
