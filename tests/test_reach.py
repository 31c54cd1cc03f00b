"""How others reach the site: a page opened by a name that leads every machine to itself says so."""

import socket
from html import unescape
from itertools import product
from unittest.mock import Mock, call

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.conftest import own_address
from webapp.address import reach as reaching
from webapp.address.reach import Reach, listens, reach
from webapp.friend.invite import qr_code

OWN = "192.168.1.5"
ITSELF = (
    *("localhost", "localhost:5000", "127.0.0.1:5000", "127.1.2.3", "[::1]:5000", "a.localhost"),
    "[::1]",
)
ELSEWHERE = ("example.org", f"{OWN}:5000", "localhost.example.org", "[fe80::1]:80", "127.a.org")
SET = "/puzzles/sheet?theme=fork&count=6"
NEAR, FAR = ADDRESSES = "127.0.0.1", "10.0.0.9"
THERE = {"SERVER_PORT": "8000"}

pytestmark = pytest.mark.usefixtures("no_waits")


@pytest.fixture(autouse=True)
def ports(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Whether the ports of a machine with the address OWN are open, and which it was asked of."""
    monkeypatch.setattr(reaching, "own_address", lambda: OWN)
    monkeypatch.setattr(reaching, "listens", ports := Mock(return_value=True))
    return ports


def test_links_lead_to_the_machine_where_its_own_name_leads_each_to_itself(ports: Mock) -> None:
    ways = product(("http", "https"), (OWN, ""), (True, False))
    for scheme, own, ports.return_value in ways:
        for host in ITSELF:
            port = "5000" if host.endswith(":5000") else {"http": "80", "https": "443"}[scheme]
            ports.reset_mock()
            found = reach(f"{scheme}://{host}", own, port)
            assert found.name == host.removesuffix(":5000").strip("[]")
            assert found.open == bool(own and ports.return_value)
            there = f"{OWN}:5000" if port == "5000" else OWN
            assert found.origin == f"{scheme}://{there if found.open else host}"
            assert ports.mock_calls == ([call(OWN, port)] if own else [])
        for host in ELSEWHERE:
            assert reach(f"{scheme}://{host}", own, "80") == Reach(f"{scheme}://{host}")


def test_whether_the_site_listens_is_tried_and_the_address_sends_nothing() -> None:
    with socket.socket() as server:
        server.bind((NEAR, 0))
        port = f"{server.getsockname()[1]}"
        assert not listens(NEAR, port)
        server.listen()
        assert listens(NEAR, port)
    own = own_address()
    assert not own or socket.inet_aton(own)


def pages(client: FlaskClient, site: str) -> dict[str, str]:
    """All pages that hand out an address to others, as *client* sees them at *site*."""
    opened, there = ["/with", SET], {"base_url": site, "environ_overrides": THERE}
    for path, form in (
        ("/with", {"game": "square", "first": "x", "side": "x"}),
        ("/class", {"theme": "fork", "count": "3", "level": "easy"}),
    ):
        client.get(path, **there)
        made = client.post(path, data=form, **there).location
        opened += (made, f"{made}/seat")
    opened += (f"{made}/wall", f"/puzzles/sheet?class={made.split('/')[-1]}")
    answers = {path: client.get(path, **there) for path in opened}
    assert {it.status_code for it in answers.values()} == {200}
    return {path: unescape(it.text) for path, it in answers.items()}


def test_every_page_with_an_address_for_others_says_which_they_need(
    app: Flask, monkeypatch: pytest.MonkeyPatch, ports: Mock
) -> None:
    monkeypatch.setattr(segno, "make", coded := Mock(wraps=segno.make))
    for site, name, ports.return_value in (
        ("http://localhost:22", "localhost", True),
        ("http://[::1]:22", "::1", False),
    ):
        qr_code.cache_clear()
        coded.reset_mock()
        found = pages(app.test_client(), site)
        assert {made.args for made in ports.mock_calls} == {(OWN, "8000")}
        for page, text in found.items():
            assert f"Only this computer opens {name}. Others need {OWN} in its place." in text, page
            assert ("--host 0.0.0.0" in text) != ports.return_value, page
        assert len(coded.mock_calls) == 5
        origin = reach(site, OWN, "8000").origin
        assert all(made.args[0].startswith(f"{origin}/") for made in coded.mock_calls)


def test_a_visitor_from_elsewhere_learns_no_address_and_no_port(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache that has the page of somebody near does not tell it either. A site with names of its
    own says none.
    """

    def told(path: str, visitor: str, **more: str) -> TestResponse:
        there = THERE | {"REMOTE_ADDR": visitor} | more
        return client.get(path, base_url="http://localhost:22", environ_overrides=there)

    ways = [told("/with", FAR), *(told("/with", NEAR, HTTP_X_FORWARDED_FOR=it) for it in ADDRESSES)]
    for answer in (*ways, told("/with", FAR, HTTP_X_FORWARDED_FOR=NEAR)):
        assert OWN not in answer.text
        assert "Others need the address of this computer in its place." in answer.text
    assert OWN not in told(SET, FAR).text
    assert told(SET, FAR).headers["ETag"] != told(SET, NEAR).headers["ETag"]
    assert "Others need" not in client.get("/with", base_url="http://example.org").text
    monkeypatch.setitem(client.application.config, "TRUSTED_HOSTS", ["localhost", "example.org"])
    assert "Others need" not in client.get("/with").text
