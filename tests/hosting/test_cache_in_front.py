"""A cache in front of the application, as a content delivery network is: Debian's nginx."""

from collections.abc import Iterator

import pytest

from tests.addresses import PRIVATE, PUBLIC
from tests.hosted import HOST, Visitor, free_port
from tests.hosting.fronts import NGINX_WRITES, running
from tests.kept_responses import decided_by
from tests.page import HTMX, read, shown
from tests.programs import program
from tests.server import served

SITE = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    gzip on;
    proxy_cache_path {folder}/cache keys_zone=site:1m;
    {writes}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass {application};
            proxy_set_header Host $http_host;
            proxy_cache site;
            proxy_cache_key $scheme$http_host$request_uri;
            proxy_cache_revalidate on;
            proxy_cache_background_update on;
            add_header X-Cache $upstream_cache_status always;
        }}
    }}
}}
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of nginx in front of the application, with an empty cache."""
    folder = tmp_path_factory.mktemp("nginx")
    found, configuration = free_port(), folder / "nginx.conf"
    own = {"folder": folder, "port": found, "writes": NGINX_WRITES.format(folder=folder)}
    with served() as application:
        configuration.write_text(SITE.format(**own, application=application))
        with running([program("nginx"), "-c", f"{configuration}", "-p", f"{folder}"], found):
            yield found


def test_two_visitors_never_see_each_others_games(port: int) -> None:
    visitors = Visitor(port), Visitor(port)
    for first, visitor in zip("xo", visitors, strict=True):
        fields = {"game": "square", "x": "human", "o": "human", "first": first}
        assert visitor.ask("/matches", form=fields).status == 303
        theme = "dark" if first == "x" else "light"
        assert visitor.ask("/settings", form={"theme": theme, "keys": "on"}).status == 303
    for ply, cells in enumerate([(0, 5), (3, 6), (9, 1)]):
        for visitor, cell in zip(visitors, cells, strict=True):
            moved = visitor.ask("/moves", HTMX, {"cell": str(cell), "ply": str(ply)})
            assert moved.status == 200
            assert "Set-Cookie" in moved.headers
    for _ in range(2):
        pages = [visitor.ask("/") for visitor in visitors]
        marks = [shown(read(page.text)).marks for page in pages]
        assert marks == ["X..O.....X......", ".O...OX........."]
        for path in PRIVATE.values():
            answers = [visitor.ask(path) for visitor in visitors]
            assert not {"HIT", "STALE"} & {it.headers["X-Cache"] for it in (*answers, *pages)}
        themes = [visitor.ask("/theme.css").body for visitor in visitors]
        assert b"dark" in themes[0]
        assert b"light" in themes[1]
    assert Visitor(port).ask("/").body not in [page.body for page in pages]


def test_a_page_comes_in_the_language_of_its_visitor(port: int) -> None:
    german, english = Visitor(port), Visitor(port)
    german.ask("/settings", form={"language": "de"})
    for _ in range(2):
        for visitor, headers, tag in (
            (german, {}, "de"),
            (english, {}, "en"),
            (english, {"Accept-Language": "fr"}, "fr"),
        ):
            page = visitor.ask("/learn/terms", headers)
            assert page.headers["Content-Language"] == tag
            assert f'<html lang="{tag}"'.encode() in page.body


def test_what_the_address_decides_is_asked_for_once(port: int) -> None:
    """A page whose language the visitor may choose is, too, by all who have no cookie."""
    player, other, packed = Visitor(port), Visitor(port), {"Accept-Encoding": "gzip"}
    player.ask("/")
    for address in PUBLIC.values():
        one = Visitor(port) if decided_by(address) else player
        path = address.replace("//localhost/", f"//{HOST}:{port}/")  # oEmbed knows its own site
        for headers in ({}, packed):
            first, again = one.ask(path, headers), other.ask(path, headers)
            assert again.headers["X-Cache"] == "HIT", path
            assert first.body == again.body
        assert not other.cookies, "no cookie came out of the cache"
        tag = {"If-None-Match": again.headers["ETag"]}
        assert other.ask(path, tag).status == 304
