"""The link of a game, its QR code, picture and code, and how others reach the site."""

import re
from base64 import b32encode
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from socket import AF_INET, SOCK_DGRAM, create_connection, socket
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from flask import current_app, g, request

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
# Names that lead every machine to itself, and the addresses of its own visits.
ITSELF = re.compile(r"(.+\.)?localhost|127(\.\d+){3}|::1", re.IGNORECASE)
VISITS = re.compile(r"(::ffff:)?127(\.\d+){3}|::1")
QUIET_ZONE = 4  # modules of white round a QR code, as its standard wants


def code_of(*texts: str) -> str:
    """A code of 16 small letters and digits, which nobody can guess without the *texts*."""
    hashed = sha256(" ".join(texts).encode()).digest()
    return b32encode(hashed[:BYTES]).decode().lower()


class Reach(NamedTuple):
    """How others reach the site: by *origin*, a scheme and host. The page may have been opened by a
    *name* that leads every machine to itself. Then others need the address *own*, that of this
    machine in its network if it has any; the site may be *open* there.
    """

    origin: str
    name: str = ""
    own: str = ""
    open: bool = False


def reach(here: str, own: str, port: str) -> Reach:
    """How others reach the site opened at *here*, on *port* of a machine with the address *own*."""
    url = urlsplit(here)
    if not (name := url.hostname) or not ITSELF.fullmatch(name):
        return Reach(here)
    if own and listens(own, port):
        usual = {"https": "443"}.get(url.scheme, "80")
        there = f"{url.scheme}://{own}:{port}".removesuffix(f":{usual}")
        return Reach(there, name, own, open=True)
    return Reach(here, name, own)


def reach_here() -> Reach:
    """How others reach this site. One that knows its names, or whose visitor comes from elsewhere,
    such as from the host of a container or by a proxy, looks for no address of its machine.
    """
    if "reach" not in g:
        here, known = request.host_url.rstrip("/"), current_app.config["TRUSTED_HOSTS"]
        near = VISITS.fullmatch(request.remote_addr or "")
        own = own_address() if near and "X-Forwarded-For" not in request.headers else ""
        g.reach = Reach(here) if known else reach(here, own, request.environ["SERVER_PORT"])
    found: Reach = g.reach
    return found


def own_address() -> str:
    """The address of this machine in its network; empty without one. It sends nothing: a socket of
    datagrams only chooses the way to an address, here to one that nobody has.
    """
    with suppress(OSError), socket(AF_INET, SOCK_DGRAM) as chooser:
        chooser.connect(("192.0.2.1", 9))
        own: str = chooser.getsockname()[0]
        return "" if ITSELF.fullmatch(own) else own
    return ""


def listens(own: str, port: str) -> bool:
    """Whether a server listens on *port* of this machine's address."""
    with suppress(OSError), create_connection((own, port), timeout=0.2):
        return True
    return False


def for_others(address: str) -> str:
    """*address* with the scheme and host by which others open it."""
    return reach_here().origin + address


def typed(text: str) -> str:
    """The code in *text*, maybe in capitals, as phones begin words; empty if it is none."""
    code = plain(text)
    return code if CODE.fullmatch(code) else ""


@lru_cache(maxsize=256)
def qr_code(text: str) -> tuple[str, int]:
    """The QR code of *text* as the path of an SVG, and its width with white round it."""
    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    path = "".join(
        f"M{run.start() + QUIET_ZONE} {row}h{len(run[0])}v1h-{len(run[0])}z"
        for row, modules in enumerate(matrix, QUIET_ZONE)
        for run in re.finditer(b"\x01+", bytes(modules))
    )
    return path, len(matrix) + 2 * QUIET_ZONE


class Invitation(NamedTuple):
    """The picture of a link: of the *record* so far while a seat is free, else of a game that both
    have *joined*.
    """

    record: Record
    joined: bool

    @property
    def url(self) -> str:
        """The absolute address of the picture."""
        path = absolute(address("sharing.invitation", game_key=self.record.game.key))
        query = f"first={self.record.first.lower()}&moves={self.record.text}"
        return f"{path}?{query}{'&joined=on' if self.joined else ''}"

    @property
    def preview(self) -> Preview:
        """The contents of the picture."""
        record, moves = self.record, self.record.moves
        game, last = _(record.game.name), moves[-1] if moves else None
        if self.joined:
            sentence, leads_to = _("%(game)s, live. You may watch.", game=game), _("Watch it")
        else:
            leads_to = _("No account, no app")
            sentence = _("%(game)s. One tap and you are in.", game=game)
            if last is not None:
                mark, cell = record.mover_at(record.ply - 1), record.game.cell_names[last]
                sentence = _(
                    "%(mark)s took %(cell)s. Tap a cell and you are in.", mark=mark, cell=cell
                )
        headline = _("Two friends play") if self.joined else _("Your friend invites you")
        return Preview(
            record.position, f"{headline}.", sentence, leads_to, last, invites=not self.joined
        )


@reading_address()
def read_invitation(query: Query, game_key: str) -> Invitation:
    """The picture of an address.

    :raises BadAddress: if a field is wrong, or the rules do not allow the moves.
    """
    first = mark(query, "first") if "first" in query else None
    record = parse_record(game_for(game_key), query.get("moves", ""), first)
    return Invitation(record, "joined" in query and switch(query, "joined"))


PICTURE_OF_LINK = PageKind(
    "sharing.invitation",
    ("with/<game_key>.png",),
    read_invitation,
    lambda invitation: (png(invitation.preview), {"Content-Type": "image/png"}),
    PICTURE,
)
