"""A test client as a browser: visits with any cookie, and plays."""

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.page import HTMX
from webapp.game.session import CODEC, Session
from webapp.serving.cookies import signer

SESSION, SALT = "tic-tac-why", "cookie-session"  # the name of its cookie, and how it is signed

ATTRIBUTES = "Secure; HttpOnly; Expires=Mon, 21 Dec 2026 21:22:55 GMT; Path=/; SameSite=Lax"
"""What is sent with a cookie on HTTPS."""


def signed(app: Flask, payload: object, salt: str = SALT) -> str:
    """A cookie with *payload*, by default of the session, signed with the right key."""
    with app.test_request_context():
        return str(signer(salt).dumps(payload))


def browser_with(app: Flask, cookie: str, name: str = SESSION) -> FlaskClient:
    client = app.test_client()
    client.set_cookie(name, cookie)
    return client


def browser_in(app: Flask, session: Session) -> FlaskClient:
    return browser_with(app, signed(app, session.cookie))


def cookie_of(client: FlaskClient, name: str = SESSION) -> str:
    cookie = client.get_cookie(name)
    return cookie.value if cookie else ""


def kept(client: FlaskClient) -> Session:
    with client.application.test_request_context():
        return CODEC.load(signer(SALT).loads(cookie_of(client)))


def post(client: FlaskClient, path: str, *, htmx: bool = False, **fields: object) -> TestResponse:
    """The response to these fields of a form."""
    return client.post(path, data=fields, headers=HTMX if htmx else {})


def play(client: FlaskClient, *cells: int, ply: int = 0) -> None:
    """Click *cells*, each one ply after the other, from *ply* on: two people do."""
    for at, cell in enumerate(cells, ply):
        assert post(client, "/moves", cell=cell, ply=at).status_code == 303
