"""Malformed requests: bytes that no client of HTTP sends."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tests.proof.hostile import Request

LONG, MANY = (8000, 80000), (90, 200, 2000)
IN_CHUNKS = b"\r\nTransfer-Encoding: chunked\r\n\r\n"

# fmt: off
VERSIONS: Sequence[bytes] = (
    b"HTTP/1.0", b"HTTP/0.9", b"HTTP/2.0", b"http/1.1", b"HTTP/1.1 ", b"", b"HTTP/1.\xff", b"ICY",
    b"HTTP/99999999999.1", b"HTTP/1.1\0",
)
LINES: Sequence[bytes] = (
    b"Content-Length: 5", b"Content-Length: -5", b"Content-Length: 5, 5", b"Content-Length: 0x5",
    b"Content-Length: 99999999999999999999", b"Transfer-Encoding: x", b"Host: a\r\nHost: b", b": a",
    b"Transfer-Encoding: chunked, chunked", b"(: a", b"a", b"\0: a", b"a\0: b", b"\xff: a", b"A_B: c",
    b"Expect: nonsense", b"Connection: close, keep-alive", b"Connection: Content-Length",
    b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off", b"Keep-Alive: 9",
)
TARGETS: Sequence[bytes] = (
    b" http://evil.example/", b" http://[/", b" //evil.example/", b" *", b" evil.example:443", b" ",
    b" \\", b" /\0", b" /\xff\xfe", b" /#", b" /a b/", b"\t/", b" ?", b" /" + b"a" * 9000, b" //",
)
CHUNKS: Sequence[bytes] = (
    b"5\r\nabc", b"zz\r\n", b"-1\r\nabc\r\n0\r\n\r\n", b"0\r\n", b"1\r\nab\r\n0\r\n\r\n", b"\r\n",
    b"ffffffffffffffff\r\na", b"1;" + b"a" * 5000 + b"\r\na\r\n0\r\n\r\n", b"1\na\n0\n\n",
    b"0\r\nContent-Length: 5\r\nA\r\n\r\n", b"0\r\n" + b"a: b\r\n" * 500,
)
OTHER_TONGUES: Sequence[bytes] = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9), b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", b"\n", b"GET",
)
# fmt: on


def in_chunks(request: Request, lots: Random) -> Request:
    """*request*, its body sent in chunks."""
    headers = [header for header in request.headers if header[0] != "Content-Length"]
    headers.append(("Transfer-Encoding", "chunked"))
    chunks, rest = b"", request.body
    while rest:
        length = lots.randint(1, len(rest))
        chunks += f"{length:x}\r\n".encode() + rest[:length] + b"\r\n"
        rest = rest[length:]
    return replace(request, headers=(*headers,), body=chunks + b"0\r\n\r\n")


def flipped(raw: bytes, lots: Random) -> bytes:
    """*raw* with some bits the other way."""
    changed = bytearray(raw)
    for _ in range(lots.randint(1, 8)):
        changed[lots.randrange(len(changed))] ^= 1 << lots.randrange(8)
    return bytes(changed)


MANGLINGS: Sequence[Callable[[bytes, Random], bytes]] = (
    lambda raw, lots: raw.replace(b"HTTP/1.1", lots.choice(VERSIONS), 1),
    lambda raw, _: raw.replace(b"\r\n", b"\n"),
    lambda raw, _: raw.replace(b"\r\n", b"\r"),
    lambda raw, _: raw.replace(b"\r\n", b"\r\n ", 1),
    lambda raw, _: raw.replace(b": ", b" : ", 2),
    lambda raw, _: raw.replace(b":", b"", 1),
    lambda raw, lots: raw[: lots.randint(0, len(raw))],
    lambda raw, lots: raw[: lots.randint(0, len(raw))] + lots.randbytes(lots.randint(1, 99)),
    lambda raw, lots: b"".join(lots.choice((b"\r\n", b" ", b"\0")) for _ in range(9)) + raw,
    lambda raw, lots: raw * lots.randint(2, 20),
    lambda raw, _: raw + raw.replace(b"HTTP/1.1", b"HTTP/9.9", 1),
    lambda raw, lots: raw.replace(b"\r\n", b"\r\n" + b"A: b\r\n" * lots.choice(MANY), 1),
    lambda raw, lots: raw.replace(b"\r\n", b"\r\nA: " + b"b" * lots.choice(LONG) + b"\r\n", 1),
    lambda raw, lots: raw.replace(b"\r\n", b"\r\n" + lots.choice(LINES) + b"\r\n", 1),
    lambda raw, lots: raw.replace(b" /", lots.choice(TARGETS), 1),
    lambda raw, lots: raw.replace(b"\r\n\r\n", IN_CHUNKS + lots.choice(CHUNKS), 1),
    flipped,
    lambda _raw, lots: lots.choice(OTHER_TONGUES),
    lambda _raw, lots: lots.randbytes(lots.randint(1, 3000)),
)


def mangled(raw: bytes, lots: Random) -> bytes:
    """A request, malformed in one or two ways."""
    for _ in range(lots.choice((1, 1, 2))):
        raw = lots.choice(MANGLINGS)(raw, lots) or b"\n"
    return raw
