"""Laws of addresses and bodies that are wrong, for some of them and for all."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import cycle, islice, product
from urllib.parse import quote

from flask import Flask

from tests.addresses import ADDED, PRIVATE, PUBLIC
from tests.page import HTMX
from webapp.serving.security import is_api

FORM = "application/x-www-form-urlencoded"
# Each with its type, and the length that its sender names.
UNREADABLE_BODIES = [
    (b"cell=4&", FORM, "12"),  # the visitor leaves: this server does not wait for the rest
    (b"a" * 5000, FORM, "5000"),
    (b"a" * 5000, FORM, "many"),
    (b"x", "multipart/form-data; boundary=y", "1"),
]


def asked(app: Flask) -> Iterator[str]:
    """An address of every endpoint; static files stand before the application."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static":
            values = {**dict.fromkeys(rule.arguments, "b2"), **(rule.defaults or {})}
            if "key" in values:
                values["key"] = "forks"  # of a lesson
            yield app.url_map.bind("").build(rule.endpoint, values)


def expect_ways_without_additions(app: Flask, root: str, count: int, every: int = 1) -> None:
    """An address with characters added leads on by one redirect, with its query, or means the same.
    One of *every* few takes *count* of all additions in turn, below this *root*.
    """
    client, additions = app.test_client(), cycle(ADDED)
    for address in [*(PUBLIC | PRIVATE).values()][::every]:
        path, _, query = address.partition("?")
        if root and "http" in query:
            continue  # which is no address of that root
        for added in islice(additions, min(count, 2) if address == "/" else count):
            if path + added == "//":
                continue  # where the name of a host would begin
            both = [(quote(path + added), query), (path, query + quote(added))]
            for there, said in both[: 2 if query and not is_api(path) else 1]:
                ask = {"query_string": said, "base_url": f"http://localhost{root}"}
                response, head = client.get(there, **ask), client.head(there, **ask)
                if said == query or response.status_code != 200:
                    assert response.status_code == 308, (address, added)
                    assert response.location == f"{root}{address}"
                    assert (response.headers["Cache-Control"], response.text) == ("no-store", "")
                assert head.status_code == response.status_code
                assert head.location == response.location


def expect_answers(app: Flask, methods: Iterable[str], body: bytes, kind: str, length: str) -> None:
    """Every address answers each of the *methods*, whatever *body* comes with it, by htmx every
    other one.
    """
    client = app.test_client()
    for (path, method), headers in zip(product(asked(app), methods), cycle((HTMX, {}))):
        sent = {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": length, "CONTENT_TYPE": kind}
        wrong = f"{path}?seed=no&why=no&ply=no&match=no"
        response = client.open(wrong, method=method, headers=headers, environ_overrides=sent)
        assert response.status_code < 500, (method, path)
        response.close()
        if method == "POST" and path in {"/moves", "/matches", "/settings"} and length == "12":
            assert response.status_code == 400
            assert "Set-Cookie" not in response.headers
