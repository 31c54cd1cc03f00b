"""The policies as a browser enforces them: our own pages never meet them, and others would."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.chromium import TIMEOUT, await_reports
from tests.e2e.player import Player
from tests.server import served

# A script that an attacker would run against each directive.
ATTACKS = {
    "document.body.innerHTML = '<p>'": "require-trusted-types-for",
    "trustedTypes.createPolicy('other', {})": "trusted-types",
    "document.body.setAttribute('style', 'color: red')": "style-src-attr",
    "document.body.append(document.createElement('style'))": "style-src-elem",
    "new Image().src = 'http://other.example/'": "img-src",
    "fetch('http://other.example/')": "connect-src",
    "document.body.appendChild(document.createElement('base')).href = '/a'": "base-uri",
}


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """The address of the application behind a proxy."""
    with served(PROXY_HOPS=1) as address:
        yield address


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """How to open a context with a service worker, whose proxy says that it came by HTTPS."""
    return {
        **browser_context_args,
        "extra_http_headers": {"X-Forwarded-Proto": "https"},
        "service_workers": "allow",
    }


def test_our_own_pages_meet_no_policy(fresh: Player) -> None:
    """Behind a proxy; on their own, errors of any page fail its test. The browser knows every
    feature that is denied, or would say so, and links can be copied.
    """
    page, said = fresh, list[str]()
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.goto("/")
    assert page.evaluate("() => crossOriginIsolated")
    assert page.evaluate("() => document.featurePolicy.allowsFeature('clipboard-write')")
    page.cell("b2").click()
    page.expect_ply(2)
    for address in ("/replay/tic-tac-toe/b2a1c3?first=x&ply=0", "/learn/api", "/nowhere"):
        page.goto(address)
        expect(page.get_by_role("main")).to_be_visible()
    assert [text for text in said if "status of 404" not in text] == []


def test_what_an_attacker_would_do_is_refused(fresh: Player, page_errors: list[str]) -> None:
    page = fresh
    page.goto("/")
    for attack, directive in ATTACKS.items():
        refused = page.evaluate(
            f"""() => new Promise((refuse) => {{
                 const heard = (event) => refuse(event.effectiveDirective);
                 document.addEventListener("securitypolicyviolation", heard, {{ once: true }});
                 setTimeout(() => refuse("not at all"), {TIMEOUT});
                 try {{ {attack}; }} catch {{}}
               }})"""
        )
        assert refused == directive, attack
    await_reports(page.context)
    page_errors.clear()
