"""Say why the first page did not open."""

from __future__ import annotations

import re
from http import HTTPStatus

from blackboard.redaction.redact import redact
from lessonboard.parts.recordings.browser.chromium import BrowserFailed

_ERROR = re.compile(r"net::(ERR_\w+)")
_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "no such host is known; check the address, and the network",
    "ERR_INTERNET_DISCONNECTED": "this machine is offline",
    "ERR_CONNECTION_REFUSED": "nothing answers there; start the application",
    "ERR_CONNECTION_TIMED_OUT": "it did not answer in time; try again",
    "ERR_ABORTED": "it is a download, or no page",
}
_CERTIFICATE = ("its certificate is not valid ({}); no page is opened whose host is not proven, so "
                "have the certificate trusted on this machine")  # fmt: skip
SIGN_IN = "ERR_INVALID_AUTH_CREDENTIALS"
"""What Chromium reports where it would ask for a name and password in a dialog of its own."""

_SIGN_IN = (
    "it asks for a user name and password in a dialog of the browser (HTTP 401), which cannot be "
    "answered here; only applications with a page for signing in can be recorded and run"
)


def code(message: str) -> str:
    """The browser's code in the driver's message, such as "ERR_CONNECTION_REFUSED", or ""."""
    found = _ERROR.search(message)
    return found[1] if found else ""


def failure(url: str, message: str) -> str:
    """Why a page did not open, and what to do.

    >>> failure("http://a.example", "Page.goto: net::ERR_INTERNET_DISCONNECTED at http://a.example")
    'could not open http://a.example: this machine is offline'
    """
    known = code(message)
    if known.startswith("ERR_CERT_"):
        reason = _CERTIFICATE.format(known)
    elif known == SIGN_IN:
        reason = _SIGN_IN
    elif "Timeout" in message:
        reason = "it did not load in time; try again, or give a longer --timeout"
    else:
        lines = message.strip().splitlines() or ["for no known reason"]
        reason = _REASONS.get(known, lines[0])
    return redact(f"could not open {url}: {reason}").value  # type: ignore[no-any-return] # a text


def check(url: str, status: int) -> None:
    """Check the HTTP status of the first page.

    Raises:
        BrowserFailed: the server could not answer.
    """
    if status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return
    phrases = {each.value: f" {each.phrase}" for each in HTTPStatus}
    raise BrowserFailed(redact(
        f"could not open {url}: its server answered {status}{phrases.get(status, '')}; "
        "nothing was done, try again when it works"
    ).value)  # fmt: skip
