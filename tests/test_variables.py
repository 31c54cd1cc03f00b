"""The variables of the environment: what each may be, and that a wrong one never starts."""

import re
import runpy

import pytest

from webapp import ROOT, create_app
from webapp.serving.variables import PREFIX, SERVER, SETTINGS, read

WRONG = {
    "SECRET_KEY": ["two\nlines of letters", "  ", "12345"],
    "SECRET_KEY_FALLBACKS": ["[oldkey1", "[1]", '[""]'],
    "TRUSTED_HOSTS": [
        *("http://example.org", "example.org/", "[example.org]", "a,,b", "*"),
        *("example.org,my_pc", "[::1]:80", "[]", "a.", "bücher.example"),
    ],
    "HTTPS_ONLY": ["maybe", "2", "none"],
    "HSTS": ["63072000", "max-age=1\nX: y"],
    "SECURITY_CONTACT": ["a\nb", "nobody", "javascript:alert(1)"],
    "SOURCE": ["a\nb", "github", "javascript:alert(1)", "https://"],
    "LANGUAGE": ["DE", "tlh", "../en"],
    "PROXY_HOPS": ["one", "-1", "1.0", "17", "\N{ARABIC-INDIC DIGIT ONE}"],
    "LIMIT_REQUESTS": ["many", "0 per second", "10 per fortnight", "-3 per second"],
    "LIMIT_MILLISECONDS": ["0 per second"],
    "LIMIT_GAMES": ["5"],
    "LIMIT_SOLVES": ["5", "OFF", "0 per hour"],
    "PROCESSES": ["0", "many"],
    "LIMIT_STORAGE": [
        *("redis", "redis://host:port", "redis://user:word@[bad", "redis+cluster://word"),
        "valkey://host",  # whose client is not among the requirements
    ],
    "GAMES_STORAGE": [
        *("sqlit", "sqlite://here", "sqlite:////", f"sqlite://{ROOT}", "false"),
        *("sqlite:///no/such/folder/games.sqlite", "redis://host:port", "redis://user:word@[bad"),
        "redis://host?socket_timeout=word",
    ],
    "GAMES_MOST": ["many", "0"],
    "SOLVED_FOLDER": ["games", "./games", f"{ROOT}/README.md"],
    "SOLVED_BYTES": ["64MB", "999999", "-1"],
    "KEPT_RESPONSES": ["8MB", "8_000", "-1"],
    "ACCESS_LOG": ["stdout"],
}


@pytest.mark.usefixtures("checkout")
def test_a_wrong_setting_stops_the_start_in_a_line_with_its_name_and_an_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, setting in SETTINGS.items():
        for text in WRONG[name]:
            monkeypatch.setenv(PREFIX + name, text)
            with pytest.raises(SystemExit) as stopped:
                read(SETTINGS, PREFIX)
            (line,) = str(stopped.value).splitlines()
            assert line.startswith(f"{PREFIX}{name} "), text
            assert f"{PREFIX}{name}={setting.example}" in line
            assert "word" not in line
            assert "oldkey" not in line
        monkeypatch.setenv(PREFIX + name, setting.example)
        assert read(SETTINGS, PREFIX)[name] is not None, name


MEANT: tuple[tuple[str, str, object], ...] = (
    *(("SECRET_KEY", key, key) for key in ("0123456789" * 2, '"a quoted one" too')),
    ("SECRET_KEY_FALLBACKS", "oldkey1", ["oldkey1"]),
    ("SECRET_KEY_FALLBACKS", '["old", "older"]', ["old", "older"]),
    ("TRUSTED_HOSTS", "a.org, .B.org,1.0.0.1:80", ["a.org", ".b.org", "1.0.0.1:80"]),
    ("TRUSTED_HOSTS", '[ "Example.org", ".b.example" ]', ["example.org", ".b.example"]),
    *(("HTTPS_ONLY", text, True) for text in ("true", "True", "on", "YES", "1")),
    *(("HTTPS_ONLY", text, False) for text in ("false", "False", "off", "no", "0", "")),
    ("GAMES_STORAGE", "sqlite:////var/games.sqlite", "sqlite:///var/games.sqlite"),
    *(("GAMES_STORAGE", "", "sqlite"), ("LIMIT_SOLVES", "", ""), ("PROXY_HOPS", "", 0)),
)


@pytest.mark.usefixtures("checkout")
def test_a_setting_is_read_as_it_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text, value in MEANT:
        monkeypatch.setenv(PREFIX + name, text)
        assert read(SETTINGS, PREFIX)[name] == value, name


def test_a_site_is_served_under_each_name_that_it_starts_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("Example.ORG", ".example.com", "my-pc", "a.b-c.d1", "127.0.0.1", "host:8000")
    monkeypatch.setenv("FLASK_TRUSTED_HOSTS", ",".join(names))
    client = create_app().test_client()
    for name in names:
        asked = f"www{name}" if name.startswith(".") else name.lower()
        assert client.get("/theme.css", headers={"Host": asked}).status_code == 200, asked


@pytest.mark.usefixtures("checkout")
def test_a_misspelt_setting_is_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("FLASK_DEBUG", "FLASK_RUN_PORT", "FLASK_SERVER_NAME", "FLASK_HTTP_ONLY"):
        monkeypatch.setenv(name, "1")
    assert create_app().config["SERVER_NAME"] is None
    named = re.findall(r"FLASK_\w+(?= is no setting of this site)", caplog.text)
    assert named == ["FLASK_HTTP_ONLY", "FLASK_SERVER_NAME"]


def test_the_server_does_not_start_with_wrong_variables_and_tells_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = {"WEB_CONCURRENCY": "0", "PORT": "http", "FLASK_LANGUAGE": "DE"}
    known = SERVER | {PREFIX + name: setting for name, setting in SETTINGS.items()}
    for name, text in wrong.items():
        monkeypatch.setenv(name, text)
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("webapp", run_name="__main__")
    with pytest.raises(SystemExit, match="FLASK_LANGUAGE"):
        create_app()
    lines = str(stopped.value).splitlines()
    told = {line.split()[0]: line for line in lines}
    assert len(told) == len(lines)
    assert told.keys() == wrong.keys()
    for name, line in told.items():
        assert line.startswith(f"{name} is {wrong[name]!r}: it must be ")
        assert line.endswith(f" such as {name}={known[name].example}")
