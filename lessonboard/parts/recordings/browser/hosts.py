"""What a run may open: addresses of http and https on the hosts of the recording.

Only whole pages are checked: frames, images, scripts, `fetch` and web sockets of a page may come
from and go to any host, as the page that was recorded decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lessonboard.parts.recordings.compiler.template import names, render
from lessonboard.parts.recordings.workflow.plan import BadParameters, NotRunnable, Plan

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

_PORTS = {"http": 80, "https": 443}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_REWRITTEN = re.compile(r"^ | $|[\x00-\x1f\x7f]|^[^?#]*\\")
"""Browsers drop or rewrite these, so that they read another address than a parser does."""

_USER = re.compile(r"[^/?#]*//[^/?#]*@")
_NO_TARGET = "No target with given id"
"""What the browser says of a frame within a page."""

_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?")


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
    """Why an address may not be opened; empty where it may, as a relative one.

    Args:
        url: the address.
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
    name, known = host(absolute), sorted(hosts)
    if not name:
        return "it names no host"
    if name in known:
        return ""
    recorded = f"the recording's are {', '.join(known)}" if known else "the recording has none"
    return f"the host {name} is not one of the recording ({recorded}); if you mean it, " \
           f"give --allow-host {name}"  # fmt: skip


def allowed_hosts(
    plan: Plan, values: Mapping[str, str], more: Iterable[str] = (), url: str = ""
) -> frozenset[str]:
    """The hosts that a run may open.

    Args:
        plan: the workflow, with its hosts.
        values: the values of its parameters, which open no other host.
        more: the user's `--allow-host`.
        url: where the run begins, if elsewhere than the workflow.

    Raises:
        NotRunnable: an address of the plan may not be opened.
        BadParameters: what the user allows is no host.
    """
    hosts = {*plan.hosts, host(url)} - {""}
    for text in more:
        if not allowed_host(text):
            raise BadParameters(f"--allow-host {text!r} is no host; give HOST or HOST:PORT")
        hosts |= allowed_host(text)
    secret = {parameter.name for parameter in plan.parameters if parameter.sensitive}
    for where, template in _templates(plan):
        opened = render(template, values)
        reason = refusal(opened, hosts) if opened != "about:blank" else ""
        if reason and secret.intersection(names(template)):
            opened, reason = template, "with its secret that is no address of an allowed host"
        if reason:
            raise NotRunnable(
                f"{plan.recording} was not run: {where} opens {opened[:200]!r}: {reason}"
            )
    return frozenset(hosts)


class Guard:
    """Blocks navigation to hosts that are not allowed; `blocked` lists the refused addresses.

    The browser asks about documents alone, by DevTools' Fetch domain: what is routed by Playwright
    is every request, and the browser then keeps nothing in its cache.
    """

    def __init__(self, hosts: frozenset[str]) -> None:
        self._hosts = hosts
        self.blocked: list[str] = []

    @property
    def refused(self) -> str:
        """What was not opened last, and why; empty where nothing was blocked."""
        if not self.blocked:
            return ""
        address = self.blocked[-1]
        return f"{address.partition('?')[0]} was not opened: {refusal(address, self._hosts)}"

    def watch(self, opened: BrowserContext) -> None:
        """Check every navigation of this context's browser from now on, redirects too."""
        assert opened.browser, "this context is a browser's"
        self._browser = opened.browser.new_browser_cdp_session()
        self._browser.on("Fetch.requestPaused", self._check)
        self._browser.send("Fetch.enable", {"patterns": [{"resourceType": "Document"}]})
        opened.on("close", self._end)

    def strayed(self, pages: Iterable[Page]) -> str:
        """The address of a page that got to a forbidden host all the same, else an empty text."""
        return next((page.url for page in pages if not self.allows(page.url)), "")

    def allows(self, url: str) -> bool:
        """Whether a page may be shown: one of an allowed host, or an empty one."""
        inner = url.removeprefix("blob:")  # made by a page of the host that follows
        return url in ("", "about:blank") or host(inner) in self._hosts

    def _end(self, _closed: BrowserContext) -> None:
        """Let go of a browser that outlives the context."""
        from playwright.sync_api import Error

        with suppress(Error):
            self._browser.detach()

    def _check(self, asked: dict[str, Any]) -> None:
        from playwright.sync_api import Error

        url, answer = asked["request"]["url"], {"requestId": asked["requestId"]}
        is_blocked = not self.allows(url) and self._is_page(asked["frameId"])
        with suppress(Error):  # the page went elsewhere or was closed meanwhile
            if is_blocked:
                self.blocked.append(url)
                refused = {**answer, "errorReason": "BlockedByClient"}
                self._browser.send("Fetch.failRequest", refused)
            else:
                self._browser.send("Fetch.continueRequest", answer)

    def _is_page(self, frame: str) -> bool:
        """Whether a frame is a whole page: it is a target of the browser, and has its number."""
        from playwright.sync_api import Error

        try:
            found = self._browser.send("Target.getTargetInfo", {"targetId": frame})
        except Error as error:
            return _NO_TARGET not in str(error)
        return bool(found["targetInfo"]["type"] == "page")


def _templates(plan: Plan) -> Iterator[tuple[str, str]]:
    """The addresses of a plan with where they are."""
    yield "the start", plan.start
    for step in plan.steps:
        typed = (step.value or "") if step.is_address else ""
        for template in (typed, step.before.get("place", ""), step.after.get("place", "")):
            yield f"step {step.number}", template


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
