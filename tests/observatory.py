"""The rules of Mozilla's HTTP Observatory, as far as they depend on what a site answers.

They are those of version 6 of its algorithm, written here in other words: 100 points, fewer for
what is missing, and more for what is better than needed, if at least 90 are left without. This
prints the points of the application on HTTPS, the table of `.github/SECURITY.md`:

    python -m tests.observatory
"""

from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import SimpleCookie

from werkzeug.test import TestResponse

from tests.page import read
from webapp import create_app

HALF_A_YEAR = 180 * 24 * 60 * 60
BROAD = {"*", "http:", "https:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}
INLINE = {"'unsafe-inline'", "data:"}


@dataclass(frozen=True, slots=True)
class Finding:
    """The *points* that a rule gives or takes, and what was *found*."""

    points: int
    found: str


def directives(response: TestResponse) -> dict[str, list[str]]:
    """The Content-Security-Policy of *response*.

    :raises ValueError: if it has a directive twice.
    """
    header = response.headers.get("Content-Security-Policy", "")
    parts = [part.split() for part in header.split(";") if part.strip()]
    policy = {name: sources for name, *sources in parts}
    if len(policy) < len(parts):
        raise ValueError(header)
    return policy


def content_security_policy(response: TestResponse) -> Finding:
    """Ten for a policy that starts from nothing, five for another one without what is unsafe."""
    try:
        policy = directives(response)
    except ValueError:
        return Finding(-25, "a directive twice")
    if not policy:
        return Finding(-25, "none")
    default = policy.get("default-src", ["*"])
    scripts, styles, objects = (
        set(policy.get(f"{kind}-src", default)) for kind in ("script", "style", "object")
    )
    if scripts & (BROAD | INLINE) or objects & BROAD:
        return Finding(-20, "scripts or objects from anywhere")
    if any(source.startswith(("http:", "ftp:")) for part in policy.values() for source in part):
        return Finding(-20, "plain HTTP")
    if "'unsafe-eval'" in scripts | styles:
        return Finding(-10, "`'unsafe-eval'`")
    if styles & (BROAD | INLINE):
        return Finding(0, "styles from anywhere")
    if default == ["'none'"]:
        return Finding(10, "`default-src 'none'`, nothing unsafe")
    return Finding(5, "nothing unsafe")


def cookies(response: TestResponse) -> Finding:
    """Five if every cookie is for HTTPS and this site alone, and those of a session not for
    scripts.
    """
    sent = [
        cookie
        for header in response.headers.getlist("Set-Cookie")
        for cookie in SimpleCookie(header).values()
    ]
    if not sent:
        return Finding(0, "none is sent")
    if any("sess" in cookie.key and not cookie["secure"] for cookie in sent):
        return Finding(-40, "the session on plain HTTP")
    if any("sess" in cookie.key and not cookie["httponly"] for cookie in sent):
        return Finding(-30, "the session for scripts")
    if not all(cookie["secure"] for cookie in sent):
        return Finding(-20, "on plain HTTP")
    if not all(cookie["samesite"] in {"Lax", "Strict", ""} for cookie in sent):
        return Finding(-20, "for other sites")
    if not all(cookie["samesite"] for cookie in sent):
        return Finding(0, "without `SameSite`")
    return Finding(5, "`Secure`, `HttpOnly`, `SameSite`")


def of_header(name: str, points: dict[str, int], *, missing: int = 0, wrong: int = -5) -> "Rule":
    """The rule that gives *points* for what the header says."""

    def rule(response: TestResponse) -> Finding:
        said = response.headers.get(name)
        if said is None:
            return Finding(missing, "none")
        return Finding(points.get(said.lower(), wrong), f"`{said}`")

    return rule


def cross_origin_resource_sharing(response: TestResponse) -> Finding:
    """Nothing, unless any site may read what is answered to its visitor."""
    allowed = response.headers.get("Access-Control-Allow-Origin")
    if allowed is None:
        return Finding(0, "none")
    asked = response.request.headers.get("Origin")
    credentials = response.headers.get("Access-Control-Allow-Credentials") == "true"
    return Finding(-50 if allowed == asked and credentials else 0, f"`{allowed}`")


def strict_transport_security(response: TestResponse) -> Finding:
    """Nothing for half a year or more; the bonus is for the list that browsers come with."""
    said = response.headers.get("Strict-Transport-Security")
    if said is None:
        return Finding(-20, "none")
    ages = [part.strip()[8:] for part in said.split(";") if part.strip().startswith("max-age=")]
    if len(ages) != 1 or not ages[0].isdecimal():
        return Finding(-20, f"`{said}`")
    return Finding(0 if int(ages[0]) >= HALF_A_YEAR else -10, f"`{said}`")


def subresource_integrity(response: TestResponse) -> Finding:
    """Five for digests of scripts, which those of other sites must have."""
    if response.mimetype != "text/html" or response.location:
        return Finding(0, "no page")
    scripts = read(response.text).all("script")
    if not scripts:
        return Finding(0, "no scripts")
    digests = ["integrity" in script.attributes for script in scripts]
    if any("//" in script["src"] for script in scripts):
        return Finding(5 if all(digests) else -5, "scripts of other sites")
    return Finding(5 if any(digests) else 0, "scripts of this site alone")


def x_frame_options(response: TestResponse) -> Finding:
    """Five if other sites cannot put a page into a frame."""
    if "frame-ancestors" in directives(response):
        return Finding(5, "`frame-ancestors` instead")
    if response.headers.get("X-Frame-Options", "").lower() in {"deny", "sameorigin"}:
        return Finding(5, "the header")
    return Finding(-20, "none")


Rule = Callable[[TestResponse], Finding]

RULES: dict[str, Rule] = {
    "Content-Security-Policy": content_security_policy,
    "Cookies": cookies,
    "Cross-Origin-Embedder-Policy": of_header(
        "Cross-Origin-Embedder-Policy",
        {"require-corp": 10, "credentialless": 10, "unsafe-none": 0},
    ),
    "Cross-Origin-Opener-Policy": of_header(
        "Cross-Origin-Opener-Policy",
        {"same-origin": 10, "same-origin-allow-popups": 10, "unsafe-none": 0},
    ),
    "Cross-Origin-Resource-Policy": of_header(
        "Cross-Origin-Resource-Policy", {"same-origin": 10, "same-site": 10, "cross-origin": 0}
    ),
    "Cross-origin resource sharing": cross_origin_resource_sharing,
    "Referrer-Policy": of_header(
        "Referrer-Policy",
        dict.fromkeys(
            ("no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"), 5
        ),
    ),
    "Strict-Transport-Security": strict_transport_security,
    "Subresource integrity": subresource_integrity,
    "X-Content-Type-Options": of_header("X-Content-Type-Options", {"nosniff": 0}, missing=-5),
    "X-Frame-Options": x_frame_options,
}


def redirection(plain: TestResponse) -> Finding:
    """Nothing if plain HTTP leads to HTTPS on the same host at once; *plain* is what it answers."""
    if plain.location is None:
        return Finding(-20, "plain HTTP is answered")
    if plain.location.startswith(f"https://{plain.request.host}/"):
        return Finding(0, "from HTTP to HTTPS at once")
    return Finding(-20, f"to {plain.location}")


def findings(response: TestResponse, plain: TestResponse) -> dict[str, Finding]:
    """What each rule finds in *response*, that on HTTPS, and in what *plain* HTTP answers."""
    return {name: rule(response) for name, rule in RULES.items()} | {
        "Redirection": redirection(plain)
    }


def score(found: dict[str, Finding]) -> int:
    """The sum, to which more than is needed adds only if at least 90 are left without."""
    points = [finding.points for finding in found.values()]
    without = 100 + sum(number for number in points if number < 0)
    return 100 + sum(points) if without >= 90 else without


def of_the_application() -> dict[str, Finding]:
    """What the rules find in the first page of the application, on HTTPS alone."""
    config = {"TESTING": True, "SECRET_KEY": "any", "HTTPS_ONLY": True}
    client = create_app(config).test_client()
    page = client.get("/", base_url="https://localhost")
    return findings(page, client.get("/"))


def table() -> str:
    """The findings, as the document has them."""
    found = of_the_application()
    rows = [f"| {name} | {one.found} | {one.points:+} |" for name, one in found.items()]
    head = ["| rule | found | points |", "| --- | --- | ---: |"]
    return "\n".join([*head, *rows, f"| score, from 100 | | {score(found)} |"])


if __name__ == "__main__":
    print(table())  # noqa: T201
