"""How others reach the site: a page opened by a name that leads every machine to itself says so."""

import socket
from html import unescape
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import own_address
from webapp.address import reach as reaching
from webapp.address.reach import Reach, listens, reach
from webapp.friend.invite import qr_code

OWN = "192.168.1.5"
ITSELF = (
    *("localhost", "localhost:5000", "127.0.0.1:5000", "127.1.2.3", "[::1]:5000", "a.localhost"),
    "[::1]",
)
ELSEWHERE = (
    "example.org",
    f"{OWN}:5000",
    "localhost.example.org",
    "[fe80::1]:80",
    "127.example.org",
)


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("own", [OWN, ""])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_links_lead_to_the_machine_where_its_own_name_leads_each_to_itself(
    monkeypatch: pytest.MonkeyPatch, scheme: str, own: str, is_open: bool
) -> None:
    asked = list[tuple[str, str]]()

    def listens(*place: Any) -> bool:
        asked.append(place)
        return is_open

    monkeypatch.setattr(reaching, "listens", listens)
    for host in ITSELF:
        port = "5000" if host.endswith(":5000") else {"http": "80", "https": "443"}[scheme]
        found = reach(f"{scheme}://{host}", own, port)
        assert found.name == host.removesuffix(":5000").strip("[]")
        assert found.open == bool(own and is_open)
        there = f"{OWN}:5000" if port == "5000" else OWN
        assert found.origin == f"{scheme}://{there if found.open else host}"
        assert asked[-1:] == ([(OWN, port)] if own else [])
    for host in ELSEWHERE:
        assert reach(f"{scheme}://{host}", own, "80") == Reach(f"{scheme}://{host}")


def test_whether_the_site_listens_is_tried_and_the_address_sends_nothing() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = f"{server.getsockname()[1]}"
        assert not listens("127.0.0.1", port)
        server.listen()
        assert listens("127.0.0.1", port)
    own = own_address()
    assert not own or socket.inet_aton(own)


SET = "/puzzles/sheet?theme=fork&count=6"


def pages(client: FlaskClient, site: str, **more: Any) -> dict[str, str]:
    """All pages that hand out an address to others, as *client* sees them at *site*, with *more* in
    its requests.
    """
    opened = {"friend": "/with", "class-new": "/class", "set": SET}
    for path, form in (
        ("/with", {"game": "square", "first": "x", "side": "x"}),
        ("/class", {"theme": "fork", "count": "3", "level": "easy"}),
    ):
        client.get(path, base_url=site, **more)
        made = client.post(path, base_url=site, data=form, **more).location
        opened |= {made: made, f"{made} again": f"{made}/seat"}
    opened |= {"wall": f"{made}/wall", "sheet": f"/puzzles/sheet?class={made.split('/')[-1]}"}
    answers = {name: client.get(path, base_url=site, **more) for name, path in opened.items()}
    assert {it.status_code for it in answers.values()} == {200}
    return {name: unescape(it.text) for name, it in answers.items()}


@pytest.mark.parametrize("host", [*ITSELF[:3], ITSELF[-1], *ELSEWHERE[:2]])
@pytest.mark.parametrize("is_open", [True, False], ids=["open", "closed"])
def test_every_page_with_an_address_for_others_says_which_they_need(
    app: Flask, monkeypatch: pytest.MonkeyPatch, host: str, is_open: bool
) -> None:
    monkeypatch.setattr(reaching, "own_address", lambda: OWN)
    monkeypatch.setattr(reaching, "listens", lambda *_place: is_open)
    coded, make = list[str](), segno.make

    def note(text: str, **more: Any) -> segno.QRCode:
        coded.append(text)
        return make(text, **more)

    monkeypatch.setattr(segno, "make", note)
    qr_code.cache_clear()
    found = pages(app.test_client(), f"http://{host}")
    name = host.removesuffix(":5000").strip("[]")
    origin = reach(f"http://{host}", OWN, "5000" if ":5000" in host else "80").origin
    for page, text in found.items():
        told = f"Only this computer opens {name}. Others need {OWN} in its place." in text
        assert told == (host in ITSELF), page
        assert ("--host 0.0.0.0" in text) == (told and not is_open), page
    assert len(coded) == 5
    assert {text.startswith(f"{origin}/") for text in coded} == {True}


@pytest.mark.parametrize(
    ("visitor", "forwarded"),
    [("10.0.0.9", {}), ("10.0.0.9", {"X-Forwarded-For": "127.0.0.1"})]
    + [("127.0.0.1", {"X-Forwarded-For": it}) for it in ("10.0.0.9", "127.0.0.1")],
)
def test_a_visitor_from_elsewhere_learns_no_address_and_no_port(
    app: Flask, monkeypatch: pytest.MonkeyPatch, visitor: str, forwarded: dict[str, str]
) -> None:
    """Whatever host it asks for, and by a cache that has the page of somebody near."""
    asked, elsewhere = dict[Any, bool](), {"headers": forwarded}
    elsewhere |= {"environ_base": {"REMOTE_ADDR": visitor}}
    monkeypatch.setattr(reaching, "own_address", lambda: OWN)
    monkeypatch.setattr(reaching, "listens", lambda *place: asked.setdefault(place, True))
    site, there = "http://localhost:22", {"SERVER_PORT": "8000"}
    found = pages(app.test_client(), site, environ_overrides=there)
    assert {OWN in text for text in found.values()} == {True}
    assert {*asked} == {(OWN, "8000")}
    found = pages(app.test_client(), site, environ_overrides=there, **elsewhere)
    assert {OWN in text for text in found.values()} == {False}
    assert "Others need the address of this computer in its place." in found["friend"]
    tags = [
        app.test_client().get(SET, base_url=site, **more).headers["ETag"]
        for more in ({}, elsewhere)
    ]
    assert tags[0] != tags[1]
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["localhost", "example.org"])
    assert "Others need" not in app.test_client().get("/with").text
