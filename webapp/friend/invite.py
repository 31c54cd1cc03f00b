"""The link of a game, its QR code, picture and code."""

import re
from base64 import b32encode
from functools import lru_cache
from hashlib import sha256

from ai.language import _
from ai.rules import Record, game_for, parse_record
from ai.typed import plain
from webapp.address.kinds import PageKind, Query, reading_address
from webapp.board.parts import absolute, address
from webapp.board.preview import Preview, png
from webapp.serving.caching import PICTURE
from webapp.serving.params import mark, switch

BYTES = 10  # of a code: 80 bits
CODE = re.compile("[a-z2-7]{16}")
QUIET_ZONE = 4  # modules of white round a QR code, as its standard wants


def code_of(*texts: str) -> str:
    """A code of 16 small letters and digits, which nobody can guess without the *texts*."""
    hashed = sha256(" ".join(texts).encode()).digest()
    return b32encode(hashed[:BYTES]).decode().lower()


def typed(text: str) -> str:
    """The code in *text*, maybe in capitals, as phones begin words; empty if it is none."""
    code = plain(text)
    return code if CODE.fullmatch(code) else ""


@lru_cache(maxsize=256)
def qr_code(text: str) -> tuple[str, int]:
    """The QR code of *text* as the path of an SVG, and its width with white round it."""
    import segno  # noqa: PLC0415 - few pages have a code

    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    path = "".join(
        f"M{run.start() + QUIET_ZONE} {row}h{len(run[0])}v1h-{len(run[0])}z"
        for row, modules in enumerate(matrix, QUIET_ZONE)
        for run in re.finditer(b"\x01+", bytes(modules))
    )
    return path, len(matrix) + 2 * QUIET_ZONE


def picture_url(record: Record, joined: bool) -> str:
    """The absolute address of the picture of a link, as in :func:`preview`."""
    path = absolute(address("sharing.invitation", game_key=record.game.key))
    query = f"first={record.first.lower()}&moves={record.text}"
    return f"{path}?{query}{'&joined=on' if joined else ''}"


def preview(record: Record, joined: bool) -> Preview:
    """The picture of a link: of the *record* so far while a seat is free, else of a game that both
    have *joined*.
    """
    game, last = _(record.game.name), record.moves[-1] if record.moves else None
    if joined:
        headline, sentence = _("Two friends play"), _("%(game)s, live. You may watch.", game=game)
        return Preview(record.position, f"{headline}.", sentence, _("Watch it"), last)
    headline, leads_to = _("Your friend invites you"), _("No account, no app")
    sentence = _("%(game)s. One tap and you are in.", game=game)
    if last is not None:
        mark, cell = record.mover_at(record.ply - 1), record.game.cell_names[last]
        sentence = _("%(mark)s took %(cell)s. Tap a cell and you are in.", mark=mark, cell=cell)
    return Preview(record.position, f"{headline}.", sentence, leads_to, last, invites=True)


@reading_address()
def read_invitation(query: Query, game_key: str) -> tuple[Record, bool]:
    """The record of an address, and whether both have joined its game."""
    first = mark(query, "first", missing=None)
    record = parse_record(game_for(game_key), query.get("moves", ""), first)
    return record, switch(query, "joined", missing=False)


PICTURE_OF_LINK = PageKind(
    "sharing.invitation",
    ("with/<game_key>.png",),
    read_invitation,
    lambda read: png(preview(*read)),
    PICTURE,
)
