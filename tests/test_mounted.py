"""Below a path of its host every address on every page is there too."""

import pytest
from flask import Flask

from tests.page import read

ROOT = "/games/why"
ADDRESSES = {"href", "src", "action", "formaction", "data-hx-get", "data-hx-post", "data-worker"}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?why=2",
        "/position",
        "/replay/square/b2c3?first=x&ply=1&values=on&programs=on",
        "/replay/nothing/",
        "/search/tic-tac-toe/XX.-OO.-...?at=11",
        "/search/nothing/",
        "/learn",
        "/learn/quiet-moves?cell=9",
        "/learn/games",
        "/learn/openings",
        "/learn/opponents",
        "/learn/strength",
        "/learn/terms",
        "/learn/testing",
        "/learn/api",
        "/puzzles",
        "/puzzles?game=square&theme=fork",
        "/puzzles/square/500?moves=a1b4b2d2",
        "/puzzles/2026-11-01?hint=3",
        "/settings",
        "/nowhere",
    ],
)
def test_every_address_is_below_the_path(app: Flask, path: str) -> None:
    client = app.test_client()
    base = f"http://localhost{ROOT}/"
    client.post("/moves", base_url=base, data={"cell": "4", "ply": "0"})
    page = read(client.get(path, base_url=base).text)
    addresses = [
        str(element.attributes[name])
        for element in page
        for name in ADDRESSES & element.attributes.keys()
    ]
    assert addresses
    for address in addresses:
        assert address.removeprefix("http://localhost").startswith((f"{ROOT}/", "#")), address
