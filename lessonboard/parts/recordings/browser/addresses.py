"""Decide which addresses a run may open: schemes, hosts, and the ways to disguise a host."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_REWRITTEN = re.compile(r"^ | $|[\x00-\x1f\x7f]|^[^?#]*\\")
"""Browsers drop or rewrite these, so that they read another address than a parser does."""

_USER = re.compile(r"[^/?#]*//[^/?#]*@")
_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?")


class Address(NamedTuple):
    """An address of a workflow, and its place in the workflow, such as "step 3".

    `shown` takes its place in messages where a secret is a part of it.
    """

    where: str
    url: str
    shown: str = ""


def host(url: str) -> str:
    """The host that a browser connects to, with its port unless it is the scheme's own.

    >>> host("https://Example.COM.:443/a"), host("http://bücher.example:8080")
    ('example.com', 'xn--bcher-kva.example:8080')
    >>> host("http://shop.example@evil.example/"), host("data:text/html,x")
    ('evil.example', '')
    """
    try:
        parts = urlsplit(url)
        name, port = _canonical(parts.hostname or ""), parts.port
    except ValueError:  # a port that is none, or brackets that do not match
        return ""
    if not name or parts.scheme not in _PORTS:
        return ""
    return name if port in (None, _PORTS[parts.scheme]) else f"{name}:{port}"


def allowed_host(text: str) -> frozenset[str]:
    """What `--allow-host HOST[:PORT]` allows; empty where the text is no such host.

    >>> sorted(allowed_host("Pay.example:443")), allowed_host("https://pay.example/x")
    (['pay.example', 'pay.example:443'], frozenset())
    """
    if "/" in text or "@" in text:
        return frozenset()
    return frozenset(filter(None, (host(f"{scheme}://{text}") for scheme in _PORTS)))


def refusal(url: str, hosts: Iterable[str]) -> str:
    """Why an address may not be opened; empty where it may.

    Args:
        url: the address; a relative one stays on the host of its page.
        hosts: the allowed hosts, as `host` gives them.
    """
    if _REWRITTEN.search(url):
        return "it has line breaks, control characters or backslashes; write them percent-encoded"
    scheme = _SCHEME.match(url)
    if scheme is None and not url.startswith("//"):
        return ""
    if scheme is not None and scheme[1].lower() not in _PORTS:
        return f"only http:// and https:// are opened, not {scheme[1].lower()}:"
    absolute = url if scheme else f"https:{url}"
    if _USER.match(absolute):
        return "a user name precedes its host; remove what precedes the @"
    name = host(absolute)
    if not name:
        return "it names no host"
    known = sorted(hosts)
    if name in known:
        return ""
    recorded = f"the recording's are {', '.join(known)}" if known else "the recording has none"
    return f"the host {name} is not one of the recording ({recorded}); if you mean it, " \
           f"give --allow-host {name}"  # fmt: skip


def refused(addresses: Iterable[Address], hosts: Iterable[str]) -> str:
    """The first address that may not be opened, and why; empty where all may."""
    known = frozenset(hosts)
    for address in addresses:
        reason = refusal(address.url, known)
        if reason and address.shown:
            return (f"{address.where} opens {address.shown!r}: with its secret that is no address "
                    "of an allowed host")  # fmt: skip
        if reason:
            return f"{address.where} opens {address.url[:200]!r}: {reason}"
    return ""


def _canonical(name: str) -> str:
    """A host's name as browsers send it; empty where it is none."""
    name = name.lower().removesuffix(".")
    if ":" in name:
        return f"[{ip_address(name)}]"
    if not name.isascii():
        try:
            name = name.encode("idna").decode()
        except UnicodeError:
            return ""
    return name if _NAME.fullmatch(name) else ""
