"""Who may ask: one person on this machine, by a link that only their terminal printed. Pure.

A page on loopback can be reached by every program and every web site that the browser has open.
So a request must name this server (against DNS rebinding), bring the cookie that the first link set
(against other users, servers and sites), and a change must come from a form of this page (against
forgery): from this origin, with the form token.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hmac import compare_digest, new
from secrets import token_hex, token_urlsafe
from typing import NamedTuple

HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine under which the page answers, beside that of its own start."""

_LONGEST = 200


class Secrets(NamedTuple):
    """What this server gives to its one user.

    Args:
        token: part of the first link, and valid for nothing else.
        session: the cookie that the link sets.
        form: the key of the token in every form.
        host: the name under which the link opens the page.
    """

    token: str
    session: str
    form: str
    host: str = HOSTS[0]


class Refused(NamedTuple):
    """An HTTP status, and why in a sentence with what to do."""

    status: int
    reason: str


def new_secrets(platform: str = sys.platform) -> Secrets:
    """Secrets that cannot be guessed.

    Browsers send a cookie to all ports of a host, so the page has a host that no other server
    knows: below `localhost` every name is this machine (RFC 6761, 6.3). Safari asks the system for
    it, which does not know that.
    """
    host = HOSTS[0] if platform == "darwin" else f"{token_hex(8)}.localhost"
    return Secrets(token_urlsafe(32), token_urlsafe(32), token_urlsafe(32), host)


def cookie_name(port: int) -> str:
    """The cookie of the server on a port: cookies of one host are sent to all its ports."""
    return f"lessonboard-{port}"


def refused_host(host: str, port: int, own: str = HOSTS[0]) -> Refused | None:
    """Why the server that a request names is another than this one; None where it is this one."""
    if host in {f"{each}:{port}" for each in (own, *HOSTS)}:
        return None
    return Refused(
        421, f"this is no server for {host[:_LONGEST]!r}; open the address that was printed"
    )


def refused_session(cookies: Mapping[str, str], secrets: Secrets, port: int) -> Refused | None:
    """Why a request is not of the one who was given the link; None where it is."""
    if _same(cookies.get(cookie_name(port), ""), secrets.session):
        return None
    return Refused(
        403,
        "this page is for the person who started it: open the link that `lessonboard web` printed",
    )


def form_token(secrets: Secrets, board: str) -> str:
    """The token in every form of a server while it shows a board.

    >>> form_token(Secrets("", "", "key"), "one") == form_token(Secrets("", "", "key"), "other")
    False
    """
    return new(secrets.form.encode(), board.encode(), "sha256").hexdigest()


def refused_change(
    headers: Mapping[str, str], form: Mapping[str, list[str]], token: str
) -> Refused | None:
    """Why a change is not asked for by a form with that token; None where it is.

    Browsers send the origin with every form; what sends none is no browser, or hides it.
    """
    origin, host = headers.get("origin", ""), headers.get("host", "")
    if origin != f"http://{host}":
        return Refused(403, f"a change must come from this page, not from {origin[:_LONGEST]!r}")
    if not _same(form.get("form_token", [""])[-1], token):
        return Refused(
            403, "this form is of an earlier start of the server, or of another board: load its "
            "page again"
        )  # fmt: skip
    return None


def is_token(given: str, secrets: Secrets) -> bool:
    """Whether a link's token is that of this server."""
    return _same(given, secrets.token)


def _same(given: str, wanted: str) -> bool:
    return compare_digest(given.encode(), wanted.encode())


HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # With `no-referrer` browsers would send "null" as the origin of our own forms.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""What every answer carries."""
