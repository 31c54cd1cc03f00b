"""The examples of the hosting guide, as they stand in `.github/hosting`, serve whole games.

Ports and paths are replaced, and nothing else. Every visitor has an address of their own.
"""

import json
import os
import random
import re
import resource
import shlex
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from getpass import getuser
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from socket import AF_INET6, create_connection, create_server

import pytest
from werkzeug.test import create_environ

from tests.hosted import (
    GUIDE,
    HOST,
    SLOW_HEADERS,
    STALLED_UPLOAD,
    START_LIMIT,
    Fields,
    Hosted,
    Visitor,
    besieged,
    free_port,
    guided,
    hosted,
    until,
)
from tests.hosting.fronts import EXAMPLES, NGINX_WRITES, adapted, redis, running
from tests.page import HTMX, read, shown
from tests.programs import program
from tests.proof import players
from tests.server import copy_of_the_checkout
from webapp.serving.logs import REQUEST_ID, access_line
from webapp.serving.security import HEADERS, HTTPS_HEADERS

HOST_IN_IPV6 = "::1"
CONNECTIONS_OF_AN_ADDRESS = 256
NAME = "example.org"
CHALLENGES = ".well-known/acme-challenge"

addresses = (f"{IPv4Address('127.0.1.0') + number}" for number in count(1))


@dataclass(frozen=True)
class Site:
    """A site as it is served: the ports of the program in front, the certificates to *trust*, and
    the *machines* behind it. *failures* stops each machine, yields while it is down, and starts it
    again. *challenges* is the folder of files that prove the ownership of the name.
    """

    plain: int
    secure: int
    trust: ssl.SSLContext
    machines: list[Hosted]
    failures: Callable[[], Iterator[None]]
    challenges: Path | None = None

    def visitor(self, *, secure: bool = True) -> Visitor:
        """Somebody new, who comes by HTTPS or does not."""
        port, trust = (self.secure, self.trust) if secure else (self.plain, None)
        return Visitor(port, address=next(addresses), name=NAME, trust=trust)

    @property
    def access_log(self) -> str:
        """The lines of all machines on requests."""
        return "".join(machine.stdout.read_text() for machine in self.machines)


REQUESTS = 200
VARIABLES = {
    "WEB_CONCURRENCY": "1",
    "FLASK_TRUSTED_HOSTS": json.dumps([NAME]),
    "FLASK_LIMIT_REQUESTS": f"{REQUESTS} per hour",
}


@pytest.fixture(scope="module")
def served_by_the_unit() -> Iterator[Hosted]:
    """The application on one machine, started by a stand-in for systemd."""
    parser = ConfigParser(interpolation=None, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(EXAMPLES / "tic-tac-why.service")
    service = parser["Service"]
    path, _, arguments = service["ExecStart"].partition(" ")
    assert path == "/opt/tic-tac-why/.venv/bin/python"
    command = f"exec {sys.executable} -m tests.hosting.supervisor {sys.executable} {arguments}"
    variables = dict(pair.split("=", 1) for pair in service["Environment"].split())
    folder = f"/var/lib/{service['StateDirectory']}"
    assert variables.pop("FLASK_GAMES_STORAGE") == f"sqlite://{folder}/games.sqlite"
    assert variables.pop("FLASK_SOLVED_FOLDER") == f"{folder}/solved"
    with hosted(command, **variables, **VARIABLES) as server:
        yield server


SELF_SIGNED = f"""req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2
-subj /CN={NAME} -addext subjectAltName=DNS:{NAME} -keyout privkey.pem -out fullchain.pem"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a throwaway certificate, with certbot's names for its files."""
    folder = tmp_path_factory.mktemp("certificate")
    line = [program("openssl"), *shlex.split(SELF_SIGNED)]
    subprocess.run(line, cwd=folder, check=True, capture_output=True)  # noqa: S603
    return folder


def nginx(stack: ExitStack, folder: Path, certificate: Path, application: Hosted) -> Site:
    """nginx in front of *application*, until *stack* closes."""
    plain, secure = free_port(), free_port()
    replacements = {
        "user www-data;": f"user {getuser()};",
        "/run/nginx.pid": f"{folder}/pid",
        "/var/log/nginx/error.log": f"{folder}/errors",
        "    access_log off;": NGINX_WRITES.format(folder=folder) + "    access_log off;",
        "listen 80": f"listen {HOST}:{plain}",
        "listen [::]:80": f"listen [{HOST_IN_IPV6}]:{plain}",
        "listen 443 ": f"listen {HOST}:{secure} ",
        "listen [::]:443 ": f"listen [{HOST_IN_IPV6}]:{secure} ",
        "127.0.0.1:8000": f"127.0.0.1:{application.port}",
        "/etc/letsencrypt/live/example.org": f"{certificate}",
        "/var/www/html": f"{folder}",
    }
    (folder / "nginx.conf").write_text(adapted("nginx.conf", replacements))
    try:
        create_server((HOST_IN_IPV6, 0), family=AF_INET6).close()
    except OSError:  # the guide says what to do on such a machine
        (command,) = re.findall(r"`(sed --in-place [^`]+) FILE`", GUIDE.read_text())
        subprocess.run([*shlex.split(command), folder / "nginx.conf"], check=True)  # noqa: S603
    trust = ssl.create_default_context(cafile=certificate / "fullchain.pem")
    (challenges := folder / CHALLENGES).mkdir(parents=True)
    line = [program("nginx"), "-c", f"{folder}/nginx.conf", "-p", f"{folder}", "-g", "daemon off;"]
    stack.enter_context(running(line, secure))
    return Site(plain, secure, trust, [application], lambda: restarts(application), challenges)


def caddy(stack: ExitStack, folder: Path, _certificate: Path, application: Hosted) -> Site:
    """Caddy in front, with a certificate of its own making instead of one from the internet."""
    plain, secure = free_port(), free_port()
    options = (
        f"\n{{\n admin off\n local_certs\n skip_install_trust\n default_bind {HOST}\n"
        f" http_port {plain}\n https_port {secure}\n log {{\n  output file {folder}/log\n }}\n"
    )
    behind = f"127.0.0.1:{application.port}"
    text = adapted("Caddyfile", {"\n{\n": options, "127.0.0.1:8000": behind})
    (folder / "Caddyfile").write_text(text)
    line = [program("caddy"), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]
    environment = {"PATH": os.environ["PATH"], "HOME": f"{folder}", "XDG_DATA_HOME": f"{folder}"}
    stack.enter_context(running(line, secure, environment))
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    until(root.exists)
    trust = ssl.create_default_context(cafile=root)
    site = Site(plain, secure, trust, [application], lambda: restarts(application))

    until(site.visitor().is_answered)  # it listens before it has made its certificate
    return site


def restarts(application: Hosted) -> Iterator[None]:
    """Stop *application* as systemd does; it is started again at once."""
    (process,) = application.workers
    os.kill(process, signal.SIGTERM)
    yield
    until(lambda: process not in application.workers and bool(application.workers))
    application.get("/readyz")


def haproxy(stack: ExitStack, folder: Path, certificate: Path, _application: Hosted) -> Site:
    """HAProxy in front of three machines, which are started when it runs already."""
    plain, secure, certbot, *ports = [free_port() for _ in range(6)]
    parts = (certificate / name for name in ("fullchain.pem", "privkey.pem"))
    (folder / "certs").mkdir()
    (folder / "certs" / f"{NAME}.pem").write_text("".join(part.read_text() for part in parts))
    trust = ssl.create_default_context(cafile=certificate / "fullchain.pem")
    (challenges := folder / CHALLENGES).mkdir(parents=True)
    files = [sys.executable, "-m", "http.server", "--bind", HOST, "-d", f"{folder}", f"{certbot}"]
    stack.enter_context(running(files, certbot))
    storage = stack.enter_context(redis(folder, free_port()))
    replacements = {
        "    chroot /var/lib/haproxy\n    user haproxy\n    group haproxy\n": "",
        "bind :80\n": f"bind {HOST}:{plain}\n",
        "bind :443 ": f"bind {HOST}:{secure} ",
        "/etc/haproxy/certs/": f"{folder}/certs/",
        "127.0.0.1:8402": f"{HOST}:{certbot}",
        **{f"10.0.0.1{n}:8000": f"{HOST}:{port}" for n, port in enumerate(ports, 1)},
    }
    (folder / "haproxy.cfg").write_text(adapted("haproxy.cfg", replacements))
    stack.enter_context(running([program("haproxy"), "-db", "-f", f"{folder}/haproxy.cfg"], secure))
    machines: list[Hosted] = []
    stacks: dict[int, ExitStack] = {}

    def start(port: int) -> None:
        """Start the machine at *port*, and return once it has visitors."""
        stacks[port] = own = stack.enter_context(ExitStack())
        kept = {"FLASK_LIMIT_STORAGE": storage, "FLASK_GAMES_STORAGE": storage}
        machine = own.enter_context(hosted(PORT=f"{port}", **kept, **VARIABLES))
        machines.append(machine)
        until(lambda: has_visitors(machine))

    def has_visitors(machine: Hosted) -> bool:
        site.visitor().ask("/position")
        return " GET /position 200 " in machine.stdout.read_text()

    def failures() -> Iterator[None]:
        """Kill each machine, and start another in its place."""
        for machine in [*machines]:
            machines.remove(machine)
            stacks[machine.port].close()
            yield
            start(machine.port)

    site = Site(plain, secure, trust, machines, failures, challenges)
    with ThreadPoolExecutor() as pool:
        list(pool.map(start, ports))
    return site


@pytest.fixture(scope="module", params=[nginx, caddy, haproxy])
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    certificate: Path,
    served_by_the_unit: Hosted,
) -> Iterator[Site]:
    """The site behind each program."""
    with ExitStack() as stack:
        yield request.param(
            stack, tmp_path_factory.mktemp("front"), certificate, served_by_the_unit
        )


class Player(players.Player):
    """Somebody who plays as *visitor*, and tries nothing again."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__([visitor.port], random.Random(0))  # noqa: S311
        self.visitor = visitor

    def ask(self, path: str, form: Fields | None = None, *, htmx: bool = False) -> tuple[int, str]:
        """The status and the text of an answer."""
        answer = self.visitor.ask(path, HTMX if htmx else {}, form)
        return answer.status, answer.text


def test_whole_games_are_played_by_https_on_all_machines(site: Site) -> None:
    """Each visitor's on one of them: a game of one's own is solved there."""
    people = [Player(site.visitor()) for _ in range(24)]
    for player in people:
        player.play()
        assert {*player.visitor.cookies} == {"__Host-tic-tac-why"}
    served = [machine.stdout.read_text() for machine in site.machines]
    met = [[f"\n{player.visitor.address} " in text for text in served] for player in people]
    assert [sum(machines) for machines in met] == [1] * len(people)
    assert all(map(any, zip(*met, strict=True)))


def test_http_only_answers_challenges_and_leads_to_https(site: Site) -> None:
    visitor = site.visitor(secure=False)
    for form in (None, {"cell": "0", "ply": "0"}):
        answer = visitor.ask("/replay/square/b2?ply=1", form=form)
        assert answer.status == 308
        assert not re.search(r"\d", answer.headers.get("Server", "")), "no version"
        host = re.escape(NAME) + rf"(:{site.secure})?"
        location = answer.headers["Location"]
        assert re.fullmatch(rf"https://{host}/replay/square/b2\?ply=1", location)
    assert not visitor.cookies
    if site.challenges:  # Caddy answers them by itself
        (site.challenges / "token").write_text("proof")
        answer = visitor.ask("/.well-known/acme-challenge/token")
        assert (answer.status, answer.text) == (200, "proof")


@pytest.mark.parametrize("path", ["/", "/replay/square/b2?ply=1", "/favicon.ico"])
def test_an_answer_comes_through_as_it_was_made(site: Site, path: str) -> None:
    """Each header once, and compressed once; an unchanged page is confirmed."""
    visitor = site.visitor()
    for encoding in ("gzip", "br"):
        answer = visitor.ask(path, {"Accept-Encoding": encoding})
        names = [name.lower() for name in answer.headers]
        needed = {name.lower() for name in {**HEADERS, **HTTPS_HEADERS}} - {"server"}
        assert needed | {"strict-transport-security", "x-request-id"} <= {*names}
        assert [name for name in {*names} - {"set-cookie"} if names.count(name) > 1] == []
        assert answer.headers.get("Server", HEADERS["Server"]) == HEADERS["Server"], "no product"
        assert path == "/favicon.ico" or answer.headers["Content-Encoding"] == encoding
        assert not answer.body.startswith(b"<")
        if tag := answer.headers["ETag"]:
            again = visitor.ask(path, {"If-None-Match": tag})
            assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)


def test_the_browser_is_offered_http_2(site: Site) -> None:
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with trust.wrap_socket(create_connection((HOST, site.secure)), server_hostname=NAME) as secure:
        assert secure.selected_alpn_protocol() == "h2"


def test_wrong_requests_are_refused(site: Site) -> None:
    """A large body, another name, and a form of another site."""
    for size in (5_000, 1_000_000):
        answer = site.visitor().ask("/moves", form={"cell": "0" * size})
        assert answer.status == 413
        if size < 10_000:
            assert "Content-Security-Policy" in answer.headers, "the page of the application"
    answer = site.visitor().ask("/", {"Host": "example.com"})
    assert answer.status in {400, 421} or not answer.body, "Caddy has no such site"
    assert "example.com" not in answer.text
    form = {"cell": "0", "ply": "0"}
    for origin, status in {f"https://{NAME}": 303, "https://example.com": 403}.items():
        assert site.visitor().ask("/moves", {"Origin": origin}, form).status == status


def test_visitors_are_told_apart_whatever_they_pretend(site: Site) -> None:
    visitor, other = site.visitor(), site.visitor()
    pretended = (f"203.0.113.{number}" for number in count(1))
    statuses = []
    for _ in range(REQUESTS + 2):
        headers = {"X-Forwarded-For": next(pretended), "X-Forwarded-Proto": "http"}
        statuses.append(visitor.ask("/settings", headers).status)
    assert statuses == [200] * REQUESTS + [429] * 2
    assert other.ask("/settings").status == 200
    log = site.access_log
    assert log.count(f"\n{visitor.address} ") == REQUESTS + 2
    assert f"\n{other.address} " in log
    assert "203.0.113." not in log
    answer = other.ask("/", {"X-Request-Id": "pretended"})
    assert site.access_log.count(f" {answer.headers['X-Request-Id']}\n") == 1
    assert "pretended" not in site.access_log


def test_nobody_notices_two_thousand_who_send_half_a_head_and_are_cut_off(site: Site) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a connection is a file
    with besieged(site.plain, 2_000, SLOW_HEADERS) as visitors:
        for _ in range(3):
            assert site.visitor().ask("/").status == 200
            assert site.visitor(secure=False).ask("/").status == 308
        if site.challenges:  # Caddy waits longer without HTTPS
            visitors[0].settimeout(START_LIMIT)
            with suppress(ConnectionError):
                while visitors[0].recv(9999):
                    pass  # HAProxy says that it waits no longer


def test_bodies_that_never_end_take_no_more_connections_than_the_guide_says(site: Site) -> None:
    head = STALLED_UPLOAD.replace(b"localhost", NAME.encode()).replace(b": 12", b": 9999")
    with ExitStack() as stack:
        visitors = []
        for _ in range(CONNECTIONS_OF_AN_ADDRESS + 100):
            plain = create_connection((HOST, site.secure), START_LIMIT)
            visitor = site.trust.wrap_socket(plain, server_hostname=NAME)
            visitors.append(stack.enter_context(visitor))
            visitor.sendall(head)
        until(lambda: sum(map(takes_a_byte, visitors)) <= CONNECTIONS_OF_AN_ADDRESS)
        assert site.visitor().ask("/").status == 200


def takes_a_byte(visitor: ssl.SSLSocket) -> bool:
    """Whether the site takes one more byte of a body, and has not answered."""
    visitor.setblocking(False)
    try:
        visitor.sendall(b"1")
        visitor.recv(1)
    except ssl.SSLWantReadError:
        return True
    except OSError:
        pass
    return False


def test_players_do_not_notice_that_machines_fail_and_come_back(site: Site) -> None:
    player, slow = Player(site.visitor()), [site.visitor() for _ in range(3)]
    form = {"cell": "0", "ply": "0"}
    with ThreadPoolExecutor() as pool:
        # Moves that a machine has accepted and will answer only after it was stopped, where that
        # takes less than their delay.
        waiting = [pool.submit(v.ask, "/moves", {"Cookie": "__Host-delay=3"}, form) for v in slow]
        player.page()
        for _ in site.failures():
            player.play()
        player.play()
        assert [move.result().status for move in waiting] == [303] * 3
    for visitor in slow:
        assert "X" in shown(read(visitor.ask("/").text)).marks


def test_at_home_the_last_command_serves_and_keeps_a_key(tmp_path: Path) -> None:
    copy_of_the_checkout(tmp_path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    *_, command = guided("At home").splitlines()
    assert command.startswith(".venv/bin/python ")
    there = f"cd {shlex.quote(str(tmp_path))} && exec {command}"
    with hosted(there, FLASK_SECRET_KEY="", WEB_CONCURRENCY="1") as server:
        visitor = Visitor(server.port, address=next(addresses), name=f"192.168.0.2:{server.port}")
        Player(visitor).play()
        assert {*visitor.cookies} == {"tic-tac-why"}
        visitor.ask("/", {"X-Forwarded-For": "203.0.113.9"})
        assert "203.0.113.9" not in server.stdout.read_text()
        # The start compressed it, for nobody had before.
        style = re.findall(r'href="(/static/\w+/style\.css)"', visitor.ask("/").text)[0]
        answer = visitor.ask(style, {"Accept-Encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
        assert server.stop() == 0
    key = tmp_path / "instance" / "secret_key"
    assert key.stat().st_mode & 0o777 == 0o600


def test_a_platform_leads_to_https_with_what_the_guide_sets() -> None:
    commands = guided("A platform that reads the Procfile")
    settings = dict(re.findall(r" ([A-Z_]+)=([\w.]+)(?=\s)", commands))
    assert settings.keys() == {"FLASK_HTTPS_ONLY", "GRACEFUL_SECONDS"}
    with hosted(WEB_CONCURRENCY="1", **settings) as server:
        visitor = Visitor(server.port, address=next(addresses), name=NAME)
        answer = visitor.ask("/learn/games", {"X-Forwarded-Proto": "http"})
        there = f"https://{NAME}/learn/games"
        assert (answer.status, answer.headers["Location"]) == (308, there)
        secure = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7, 10.1.2.3"}
        answer = visitor.ask("/learn/games", secure)
        assert (answer.status, "Strict-Transport-Security" in answer.headers) == (200, True)
        assert visitor.ask("/readyz").status == 200
        # The router puts the visitor's address last; what stands before is the visitor's word.
        assert "\n10.1.2.3 GET /learn/games 200 " in server.stdout.read_text()


def test_the_units_are_sound(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    for name in ("tic-tac-why.service", "tic-tac-why.socket"):
        text = (EXAMPLES / name).read_text()
        text = text.replace("/opt/tic-tac-why/.venv/bin/python", sys.executable)
        (tmp_path / name).write_text(text)
    for arguments in (["verify"], ["security", "--offline=yes", "--threshold=20"]):
        line = [analyze, *arguments, f"{tmp_path}/tic-tac-why.service"]
        done = subprocess.run(line, check=False, capture_output=True, text=True)  # noqa: S603
        assert (done.returncode, done.stderr) == (0, "")


def test_the_guide_reads_the_log_as_it_is_written(tmp_path: Path) -> None:
    request = create_environ("/position?a=b") | {"REMOTE_ADDR": "2001:db8::1", REQUEST_ID: "12ab"}
    lines = [
        access_line(
            request, "429 Too Many Requests" if halves < 3 else "200 OK", "-", halves / 2000
        )
        for halves in random.Random(1).sample(range(1, 201), 200)  # noqa: S311
    ]
    log = tmp_path / "log"
    log.write_text("\n".join([*lines, '{"level": "info", "message": "A line of 5 words"}', ""]))
    journal = "journalctl --unit tic-tac-why --since -1h --output cat"
    said = [
        subprocess.check_output(["/bin/sh", "-c", line.replace(journal, f"cat {log}")], text=True)  # noqa: S603
        for line in guided("What to watch").splitlines()
        if line.startswith(journal)
    ]
    assert [sorted(text.splitlines()) for text in said] == [["200 198", "429 2"], ["99"]]
