"""How others reach the site, where the page was opened by a name that leads each to itself."""

import re
from contextlib import suppress
from socket import AF_INET, SOCK_DGRAM, create_connection, socket
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import current_app, g, request

# Names that lead every machine to itself, and the addresses of its own visits.
ITSELF = re.compile(r"(.+\.)?localhost|127(\.\d+){3}|::1", re.IGNORECASE)
VISITS = re.compile(r"(::ffff:)?127(\.\d+){3}|::1")


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
