"""Secrets that only their surroundings give away: manifests, cookies, keys in JSON, `.pgpass`."""

from __future__ import annotations

from blackboard.redaction.expressions import Expression
from blackboard.redaction.lines import NEWLINE, PREFIX, SUFFIX
from blackboard.redaction.reading import Reading, Rule, final, nothing
from blackboard.redaction.spans import Span
from blackboard.redaction.values import is_placeholder, is_random

_WINDOW = 4000
_KIND = Expression(r"""(?i)(?:(?<=\\n)|(?<![A-Za-z]))kind\\*["']?[ ]{0,3}:[ ]{0,3}\\*["']?\Z""")
_DATA = Expression(rf"""\\*["']?(?:data|stringData)\\*["']?:\s*(?:\{{|{SUFFIX}(?={NEWLINE}))""")
_ENTRY = Expression(
    rf"""(?:{SUFFIX}{NEWLINE}{PREFIX}|[ \t,]){{1,40}}(?:\\*["'])?[\w.-]{{1,80}}"""
    r"""(?:\\*["'])?:[ ]{0,4}(?:\\*["'])?"""
    r"""(?P<value>[^\s"'\\,{}]{4,65536})(?:\\*["'])?"""
)
_COOKIES = Expression(r"""\\*["']?[ ]{0,3}[:=,][ ]{0,3}\\*["'`]?(?P<all>[^\n"'`\\]{8,4096})""")
_COOKIE = Expression(r"(?P<name>[\w.-]{1,80})=(?P<value>[^\s;,\"']{12,4096})")
_PUBLIC_COOKIES = Expression(
    r"(?i)^(?:path|domain|expires|max-age|samesite|_ga\w*|_gid|_fbp|intercom-id\w*|locale|theme)$"
)
_JWK = Expression(
    r"""\\*"(?:d|p|q|dp|dq|qi|k)\\*"\s{0,3}:\s{0,3}\\*"(?P<value>[\w-]{16,1024})\\*\""""
)
_HOST = Expression(r"(?<![\w/:])(?!\d+\Z)[\w.*-]{1,120}\Z")
_PGPASS = Expression(r"""[\w*-]{1,64}:[\w*-]{1,64}:(?P<value>[^\s:"'\\@/]{3,128})(?=[\s"'\\]|\Z)""")


def manifest(text: str, start: int, end: int) -> Reading:
    """The values of a Kubernetes secret, which are base64 of whatever; `data` may come first."""
    if not _KIND.search(text, max(0, start - 40), start):
        return nothing(end)
    spans: list[Span] = []
    for block in _DATA.finditer(text, max(0, start - _WINDOW), end + _WINDOW):
        place = block.end()
        while entry := _ENTRY.match(text, place, place + _WINDOW):
            if not is_placeholder(entry["value"]):
                spans.append(Span(entry.start("value"), entry.end("value"), "kubernetes-secret"))
            place = entry.end()
    return final(end + _WINDOW // 2, *spans)


def cookies(text: str, start: int, end: int) -> Reading:
    """The values of cookies that let somebody in: those that a machine made."""
    found = _COOKIES.match(text, end)
    if found is None:
        return nothing(end)
    spans = [
        Span(each.start("value"), each.end("value"), "cookie")
        for each in _COOKIE.finditer(text, found.start("all"), found.end("all"))
        if not _PUBLIC_COOKIES.match(each["name"]) and is_random(each["value"], 16)
    ]
    return final(found.end(), *spans)


def jwk(text: str, start: int, end: int) -> Reading:
    """The private numbers of a JSON Web Key (RFC 7517)."""
    spans = [
        Span(each.start("value"), each.end("value"), "private-key")
        for each in _JWK.finditer(text, max(0, start - _WINDOW), end + _WINDOW)
        if is_random(each["value"], 16)
    ]
    return final(end + _WINDOW // 2, *spans)


def pgpass(text: str, start: int, end: int) -> Reading:
    """The password of a line of `.pgpass`."""
    found = _PGPASS.match(text, end)
    host = found and _HOST.search(text, max(0, start - 130), start)
    if not found or not host or is_placeholder(found["value"]) or found["value"].isdigit():
        return nothing(end)
    return Reading((Span(found.start("value"), found.end("value"), "password"),), found.end())


def rules() -> list[tuple[str, Rule]]:
    """The rules of this module by the anchors at which they are tried."""
    return [
        ("secret", manifest),
        ("cookie", cookies),
        ("kty", jwk),
        (":5432:", pgpass),
        (":5433:", pgpass),
        (":*:", pgpass),
    ]
