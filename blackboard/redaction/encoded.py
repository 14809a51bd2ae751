"""What is written in another way: base64 and escapes are read, and judged again."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable

from blackboard.redaction.expressions import Expression
from blackboard.redaction.reading import Reading, Rule, final, nothing, one
from blackboard.redaction.spans import Span

_PLAIN = (
    "-----BEGIN", "PRIVATE KEY", "password", "Password", "PASSWORD", "passwd", "secret", "SECRET",
    "_token", "Token", "TOKEN", "api_key", "apiKey", "API_KEY", "github_pat_", "sk-ant-",
    "sk-proj-", "glpat-", "xoxb-", "postgres://", "mongodb", "AccountKey",
)  # fmt: skip
"""What is looked for in base64; shorter ones would be found in any of it."""

_RUN = Expression(r"[A-Za-z0-9+/_-]{1,65536}={0,2}")
_BACK = 4096
_LETTERS = Expression(r"[A-Za-z0-9+/_-]{0,4096}\Z")
_ESCAPES = Expression(
    r"(?:\\+x[0-9a-fA-F]{2}){8,2048}|(?:\\+u00[0-7][0-9a-fA-F]){8,2048}"
    r"|(?:&#x?[0-9a-fA-F]{2,3};){8,2048}|(?:%[2-7][0-9a-fA-F]){8,2048}|(?:\\+[01][0-7]{2}){8,2048}"
)
_ESCAPE = Expression(
    r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|&#x([0-9a-fA-F]{2});|&#(\d{2,3});|%([0-9a-fA-F]{2})"
    r"|\\([01][0-7]{2})"
)
_BASES = (16, 16, 16, 10, 16, 8)
_BASIC = Expression(r"[A-Za-z0-9+/_-]{6,512}={0,2}")

Find = Callable[[str], list[Span]]


def alignments(plain: str) -> set[str]:
    """How a text may look within base64: without the letters that its neighbours change.

    >>> sorted(alignments("secret"))
    ['NlY3Jld', 'c2VjcmV0', 'zZWNyZX']
    """
    data = plain.encode()
    found = set()
    for shift in range(3):
        letters = b64encode(b"\0" * shift + data).decode().rstrip("=")
        first = (0, 2, 3)[shift]
        last = len(letters) - (0 if (shift + len(data)) % 3 == 0 else 1)
        found.add(letters[first:last])
    return found


def base64_rule(find: Find) -> Rule:
    """The rule for base64 in which a text stands that is looked for."""

    def rule(text: str, start: int, end: int) -> Reading:
        head = _LETTERS.search(text, max(0, start - _BACK), start)
        begin = head.start() if head else start
        found = _RUN.match(text, begin)
        assert found  # the anchor itself is of it
        if any(find(plain) for plain in readings(found[0])):
            return one(begin, found.end(), "encoded-secret")
        return final(found.end())

    return rule


def readings(letters: str) -> list[str]:
    """What base64 may say, wherever it begins."""
    letters = letters.rstrip("=").replace("-", "+").replace("_", "/")
    found = []
    for shift in range(4):
        part = letters[shift:]
        part = part[: len(part) - (len(part) % 4 == 1)]
        try:
            plain = b64decode(part + "=" * (-len(part) % 4)).decode("latin-1")
        except (Error, ValueError):
            continue
        if _is_text(plain):
            found.append(plain)
    return found


def _is_text(plain: str) -> bool:
    sample = plain[:400]
    return sum(" " <= each <= "~" or each in "\r\n\t" for each in sample) >= 0.9 * len(sample)


def holds_login(letters: str) -> bool:
    """Whether base64 says `user:password`, as in HTTP's basic scheme and Docker's settings."""
    if not _BASIC.fullmatch(letters) or len(letters.rstrip("=")) % 4 == 1:
        return False
    try:
        plain = b64decode(letters.rstrip("=") + "=" * (-len(letters.rstrip("=")) % 4)).decode()
    except (Error, ValueError):
        return False
    user, sign, password = plain.partition(":")
    return bool(sign and len(password) >= 3 and user.isprintable() and password.isprintable())


def escaped_rule(find: Find) -> Rule:
    """The rule for runs of escapes, which spell a text letter by letter."""

    def rule(text: str, start: int, end: int) -> Reading:
        found = _ESCAPES.match(text, start)
        if found is None:
            return nothing(end)
        if find(_unescaped(found[0])):
            while text[start - 1 : start] == "\\":
                start -= 1  # or one of a pair would be left, and escape the mark
            return one(start, found.end(), "encoded-secret")
        return final(found.end())

    return rule


def _unescaped(text: str) -> str:
    letters = []
    for found in _ESCAPE.finditer(text):
        index = found.lastindex or 1
        letters.append(chr(int(found[index], _BASES[index - 1])))
    return "".join(letters)


def basic(text: str, start: int, end: int) -> Reading:
    """The user and password of HTTP's basic scheme."""
    found = _BASIC.match(text, end)
    if found is None or not holds_login(found[0]):
        return nothing(end)
    return one(end, found.end(), "basic-login")


def base64_anchors() -> list[str]:
    """What a text that is looked for may be in base64, in lower case."""
    return sorted({each.lower() for plain in _PLAIN for each in alignments(plain)})


ESCAPE_ANCHORS = tuple(
    sign.format(byte)
    for sign in ("\\x{}", "\\u00{}", "&#x{};", "%{}")
    for byte in ("67", "73", "41", "65", "78", "70", "2d", "68", "6e", "50", "53", "61", "74")
)
"""Escapes of the letters with which tokens and names of secrets begin."""
