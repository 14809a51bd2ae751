"""The addresses of a workflow: which are allowed, and the hosts that they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from lessonboard.parts.recordings.sources import ADDRESS_BAR

_IGNORED = re.compile(r"[\x00-\x20]")
"""What browsers leave out of an address, also from the middle of `java\\nscript:`."""

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)
_OTHERS = frozenset(
    """about blob chrome chrome-extension data devtools edge file filesystem ftp intent jar
    javascript mailto resource smb ssh vbscript view-source ws wss""".split()
)


def scheme(text: str) -> str:
    """The scheme of an address, in small letters; empty where it has none.

    >>> scheme("HTTPS://a.example"), scheme("java\\tscript:alert(1)"), scheme("localhost:8000/a")
    ('https', 'javascript', '')
    """
    match = _SCHEME.match(_IGNORED.sub("", text))
    return match[1].lower() if match else ""


def is_web(text: str) -> bool:
    """Whether a browser may be sent to an address; titles of pages without one pass as well.

    >>> is_web("https://a.example"), is_web("Inbox: 3 new"), is_web("file:///etc/passwd")
    (True, True, False)
    """
    found = scheme(text)
    return found in ("http", "https", "") or not (
        found in _OTHERS or _IGNORED.sub("", text)[len(found) + 1 :].startswith("/")
    )


def host(text: str) -> str:
    """The host and port of an address of the web; empty where there is none, or a parameter.

    >>> host("https://Ada@Shop.Example:8443/a"), host("{address}"), host("https://{host}/a")
    ('shop.example:8443', '', '')
    """
    if scheme(text) not in ("http", "https"):
        return ""
    try:
        found = urlsplit(_IGNORED.sub("", text).replace("\\", "/")).netloc
    except ValueError:
        return ""
    return "" if "{" in found else found.rpartition("@")[2].lower()


def hosts(workflow: Mapping[str, Any]) -> frozenset[str]:
    """The hosts that a workflow names."""
    return frozenset(filter(None, map(host, _addresses(workflow))))


def _addresses(workflow: Mapping[str, Any]) -> Iterator[str]:
    yield str(workflow.get("start") or "")
    yield str((workflow.get("outcome") or {}).get("place") or "")
    for step in (workflow.get("plan") or {}).get("steps") or ():
        target = step.get("target") or {}
        yield str(target.get("url") or "")
        yield str((step.get("before") or {}).get("place") or "")
        yield str((step.get("after") or {}).get("place") or "")
        if all(target.get(key) == ADDRESS_BAR[key] for key in ("role", "name")):
            yield str(step.get("action_value") or "")
