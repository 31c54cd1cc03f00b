"""Logs: a line for each request, and what the application has to say, in lines of JSON."""

import json
import logging
import re
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browser import browser_with
from webapp import create_app
from webapp.serving import logs
from webapp.serving.logs import JSONLines, access_line

SETTINGS = {"SECRET_KEY": "any", "PROXY_HOPS": 1}
LOGGED = SETTINGS | {"ACCESS_LOG": True}

SANE = ["a", "0f-8A:z", "Root=1-67-abc", "x" * 128]
OTHERS = [None, "", "a b", "a;b", "<b>", '"', "é", "x" * 129]


def test_every_answer_has_the_id_that_a_proxy_gave_or_one_of_its_own(client: FlaskClient) -> None:
    static = f"{client.application.static_url_path}/style.css"
    paths = ("/theme.css", "/nothing", "/moves", static, "/readyz")
    for given in (*SANE, *OTHERS):
        headers = {} if given is None else {"X-Request-Id": given}
        answers = [client.get(path, headers=headers, buffered=True) for path in paths]
        ids = [answer.headers["X-Request-Id"] for answer in answers]
        assert ids == [given] * 5 if given in SANE else len({given, *ids}) == 6


def test_a_request_is_a_line_with_the_visitors_address_and_no_cookie(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client, address = create_app(LOGGED).test_client(), "/replay/square/b2?ply=1"
    client.set_cookie("tic-tac-why", "hidden")
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Request-Id": "one"}
    size = len(client.get(address, headers=headers).data)
    (line,) = capsys.readouterr().out.splitlines()
    told = re.fullmatch(r"203\.0\.113\.7 GET (\S+) 200 (\d+) (\d+(\.\d+)?)ms one", line)
    assert told
    assert (told[1], int(told[2])) == (address, size)
    assert float(told[3]) > 0
    assert "hidden" not in line


def test_the_access_log_is_on_stdout_where_the_settings_say_so(
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once for each request, however many applications a process has, and in no other log. Where
    nobody reads it the request is answered still.
    """
    for settings, count in ((SETTINGS, 0), *[(LOGGED, 1)] * 2):
        client = create_app(settings).test_client()
        client.get("/healthz")
        assert capsys.readouterr().out.count(" GET /healthz 200 ") == count
    assert not caplog.records
    closed = StringIO()
    closed.close()
    monkeypatch.setattr("sys.stdout", closed)
    assert client.get("/healthz").status_code == 200


def test_whatever_is_asked_the_line_is_one_of_seven_words() -> None:
    for odd in (" a b", "\x00\x1f\n\r\x7f", '\x80\x85\xa0\xff"%', "", "a=b&c?d#e"):
        environ = {"SCRIPT_NAME": "", "PATH_INFO": f"/{odd}", "QUERY_STRING": odd}
        environ |= {"REMOTE_ADDR": odd, "REQUEST_METHOD": f"A{odd}", logs.REQUEST_ID: "one"}
        line = access_line(environ, "200 OK", "-", 0.001)
        assert line.isascii(), line
        assert line.isprintable(), line
        assert len(line.split(" ")) == 7, line


def test_the_application_speaks_in_lines_of_json(app: Flask) -> None:
    try:
        raise ValueError("wrong\nin two lines")
    except ValueError as error:
        caught = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("webapp", logging.ERROR, "", 1, "It is %s.", ("“so”\n",), caught)
    record.created = 0.0625
    with app.test_request_context(environ_overrides={logs.REQUEST_ID: "one"}):
        text = JSONLines().format(record)
    assert len(text.splitlines()) == 1
    line = json.loads(text)
    said = [line[name] for name in ("time", "message", "level", "request", "process")]
    assert said[0] == "1970-01-01T00:00:00.062+00:00"
    assert said[1:] == ["It is “so”\n.", "error", "one", record.process]
    assert line["traceback"].endswith("ValueError: wrong\nin two lines")
    assert "request" not in json.loads(JSONLines().format(record))


def test_a_cookie_that_cannot_be_read_is_logged_once_without_its_contents(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = create_app({"SECRET_KEY": "any"})
    app.test_client().post("/moves", data={"cell": "4", "ply": "0"})
    assert not caplog.records
    for value in ("forged", "forged.again", "eyJtYXRjaCI6e319.Zz.forged"):
        assert browser_with(app, value).get("/").status_code == 200
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "cookie" in record.getMessage()
    assert "forged" not in JSONLines().format(record)
