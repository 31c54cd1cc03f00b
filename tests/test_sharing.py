"""The contact for reports of weaknesses."""

from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient


def test_the_host_says_to_whom_a_weakness_is_reported(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it does not say, there is no such file."""
    assert client.get("/.well-known/security.txt").status_code == 404
    for contact, url in {
        "me@example.org": "mailto:me@example.org",
        "mailto:me@example.org": "mailto:me@example.org",
        "https://example.org/security": "https://example.org/security",
    }.items():
        monkeypatch.setitem(client.application.config, "SECURITY_CONTACT", contact)
        response = client.get("/.well-known/security.txt", base_url="https://example.org")
        assert response.content_type == "text/plain; charset=utf-8"
        said = [line.split(": ", 1) for line in response.text.splitlines()]
        assert said[::2] == [
            ["Contact", url],
            ["Canonical", "https://example.org/.well-known/security.txt"],
        ]
        ((name, expires),) = said[1::2]
        assert name == "Expires"
        left = datetime.fromisoformat(expires) - datetime.now(UTC)
        assert timedelta(days=30) < left < timedelta(days=365)  # the standard wants under a year
