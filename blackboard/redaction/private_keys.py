"""Private keys: PEM and its kin, which are between two lines that say so."""

from __future__ import annotations

import re

from blackboard.redaction.expressions import Expression
from blackboard.redaction.lines import NEWLINE, PREFIX, SUFFIX
from blackboard.redaction.reading import Reading, Rule, nothing, one

ANCHORS = ("private key", "openvpn static key", "private-lines", "<rsakeyvalue>")
_HEAD = Expression(r"[^-]{0,4}(?P<head>-{4,5} ?BEGIN )[A-Z0-9 ]{0,40}\Z", re.IGNORECASE)
_REST = Expression(r"(?: BLOCK| V1)?[ -]{0,8}", re.IGNORECASE)
_BODY = Expression(
    rf"(?:{SUFFIX}{NEWLINE}{PREFIX}(?=[A-Za-z0-9+/=]{{16}}|-----|----[ ])"
    r"|(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash):[^\n\\]{0,120}"
    r"|[A-Za-z0-9+/=#.]|\\+[nrt]|\\+/|\\(?=\s)|\s|[\"'][,+]{0,2}(?:\s|\\+[nrt]){0,40}(?:\\\s{0,40})?[\"'])+"
)
_LINES = Expression(
    rf"(?:(?:{SUFFIX}{NEWLINE}{PREFIX}|(?:\s|\\+[nrt]){{0,40}})"
    r"[A-Za-z0-9+/=]{16,}(?=\s|\\|[\"'`<]|\Z))+"
)
"""A key that was cut off: lines of base64 alone, for prose may follow."""

_LONGEST = 32_768
_COST = 400
"""What a failed try counts besides, since a text may repeat the words alone."""

_END = Expression(r"-{4,5} ?END [A-Z0-9 ]{0,60}-{4,5}", re.IGNORECASE)
_LETTERS = Expression(r"[A-Za-z0-9+/]{16,}")
_PUTTY = Expression(
    r"private-lines: ?\d{1,3}(?:\r?\n|\\+r?\\*n)((?:[A-Za-z0-9+/=]{1,80}\s*(?:\\+n)?){1,200})",
    re.IGNORECASE,
)
_XML = Expression(
    r"<RSAKeyValue>[^<]{0,20}(?:<\w+>[^<]{0,4096}</\w+>\s{0,40}){2,12}", re.IGNORECASE
)


def pem(text: str, start: int, end: int) -> Reading:
    """A key from its first line to its last, or to where its base64 ends when that was cut off."""
    head = _HEAD.match(text, max(0, text.rfind("-", max(0, start - 48), start) - 4), start)
    if head is None:
        return nothing(end)
    rest = _REST.match(text, end)
    assert rest  # it matches nothing, too
    begun = rest.end()
    body = _BODY.match(text, begun, begun + _LONGEST)
    last = _END.match(text, body.end()) if body else None
    if body and last is None:
        body = _LINES.match(text, begun, begun + _LONGEST)
    if body is None or not _LETTERS.search(text, begun, body.end()):
        return nothing((body.end() if body else begun) + _COST)
    return one(head.start("head"), last.end() if last else body.end(), "private-key")


def putty(text: str, start: int, end: int) -> Reading:
    """The private lines of a PuTTY key."""
    found = _PUTTY.match(text, start)
    return one(found.start(1), found.end(1), "private-key") if found else nothing(end)


def xml(text: str, start: int, end: int) -> Reading:
    """An RSA key as .NET writes it, unless it is only the public half."""
    found = _XML.match(text, start)
    if found is None or "<d>" not in found[0].lower():
        return nothing(found.end() if found else end)
    return one(found.start() + len("<RSAKeyValue>"), found.end(), "private-key")


def rules() -> list[tuple[str, Rule]]:
    """The rules of this module by the anchors at which they are tried."""
    return list(zip(ANCHORS, (pem, pem, putty, xml), strict=True))
