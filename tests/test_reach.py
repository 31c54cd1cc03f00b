"""How others reach the site: a page opened by a name that leads every machine to itself says so."""

import socket
from html import unescape
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import own_address
from webapp.friend import invite
from webapp.friend.invite import Reach, listens, qr_code, reach

OWN = "192.168.1.5"
ITSELF = ("localhost", "localhost:5000", "127.0.0.1:5000", "127.1.2.3", "[::1]:5000", "a.localhost")
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
    asked = list[tuple[str, int]]()

    def listens(*place: Any) -> bool:
        asked.append(place)
        return is_open

    monkeypatch.setattr(invite, "listens", listens)
    for host in ITSELF:
        found, port = reach(f"{scheme}://{host}", own), host.rpartition(":5000")[1]
        assert found.name == host.removesuffix(":5000").strip("[]")
        assert found.open == bool(own and is_open)
        there = f"{scheme}://{OWN}{port}" if found.open else f"{scheme}://{host}"
        assert found.origin == there
    ports = [
        5000 if host.endswith(":5000") else {"http": 80, "https": 443}[scheme] for host in ITSELF
    ]
    assert asked == [(OWN, port) for port in ports if own]
    for host in ELSEWHERE:
        assert reach(f"{scheme}://{host}", own) == Reach(f"{scheme}://{host}")


def test_whether_the_site_listens_is_tried_and_the_address_sends_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert listens("127.0.0.1", port)
    assert not listens("127.0.0.1", port)
    own = own_address()
    assert not own or socket.inet_aton(own)


def pages(client: FlaskClient, site: str) -> dict[str, str]:
    """All pages that hand out an address to others, as *client* sees them at *site*."""
    opened = {"friend": "/with", "class-new": "/class", "set": "/puzzles/sheet?theme=fork&count=6"}
    for path, form in (
        ("/with", {"game": "square", "first": "x", "side": "x"}),
        ("/class", {"theme": "fork", "count": "3", "level": "easy"}),
    ):
        client.get(path, base_url=site)
        made = client.post(path, base_url=site, data=form).location
        opened |= {made: made, f"{made} again": f"{made}/seat"}
    opened |= {"wall": f"{made}/wall", "sheet": f"/puzzles/sheet?class={made.split('/')[-1]}"}
    answers = {name: client.get(path, base_url=site) for name, path in opened.items()}
    assert {it.status_code for it in answers.values()} == {200}
    return {name: unescape(it.text) for name, it in answers.items()}


@pytest.mark.parametrize("host", [*ITSELF[:3], ITSELF[4], *ELSEWHERE[:2]])
@pytest.mark.parametrize("is_open", [True, False], ids=["open", "closed"])
def test_every_page_with_an_address_for_others_says_which_they_need(
    app: Flask, monkeypatch: pytest.MonkeyPatch, host: str, is_open: bool
) -> None:
    monkeypatch.setattr(invite, "own_address", lambda: OWN)
    monkeypatch.setattr(invite, "listens", lambda *_place: is_open)
    coded, make = list[str](), segno.make

    def note(text: str, **more: Any) -> segno.QRCode:
        coded.append(text)
        return make(text, **more)

    monkeypatch.setattr(segno, "make", note)
    qr_code.cache_clear()
    found = pages(app.test_client(), f"http://{host}")
    name = host.removesuffix(":5000").strip("[]")
    origin = reach(f"http://{host}", OWN).origin
    for page, text in found.items():
        told = f"Only this computer opens {name}. Others need {OWN} in its place." in text
        assert told == (host in ITSELF), page
        assert ("--host 0.0.0.0" in text) == (told and not is_open), page
    assert len(coded) == 5
    assert {text.startswith(f"{origin}/") for text in coded} == {True}


def test_a_visitor_from_elsewhere_learns_no_address_and_no_port(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invite, "own_address", lambda: pytest.fail("an address is looked for"))
    client = app.test_client()
    text = client.get(
        "/with", base_url="http://localhost:22", environ_base={"REMOTE_ADDR": "10.0.0.9"}
    ).text
    assert "Others need the address of this computer in its place." in text
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", ["localhost", "example.org"])
    assert "Others need" not in client.get("/with").text
