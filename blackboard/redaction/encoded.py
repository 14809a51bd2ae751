"""Base64 and hexadecimal digits: what they say is read, and judged by the same rules again."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error, a2b_base64
from collections.abc import Callable
from functools import lru_cache

from blackboard.redaction import blocks
from blackboard.redaction.expressions import Expression
from blackboard.redaction.reading import Reading, Rule, final, nothing, one
from blackboard.redaction.spans import Span
from blackboard.redaction.values import is_hex

_BASIC = Expression(r"[A-Za-z0-9+/_-]{6,512}={0,2}")
_SAMPLE = 32
"""Letters by which base64 is distinguished from names, paths and digests."""

_PRINTABLE = bytes((*b"\r\n\t", *range(32, 127)))
_READABLE = 0.9

Find = Callable[[str], list[Span]]


def run_rule(find: Find) -> Rule:
    """The rule for long runs of letters and digits: one that says a secret is cut as a whole."""

    def rule(text: str, start: int, end: int) -> Reading:
        letters = text[start:end]
        if not _may_say(letters[:_SAMPLE]) and not blocks.may_be_of_key(letters):
            return nothing(end)
        block = blocks.block_at(text, start, end)
        if blocks.is_private_key(text, block):
            return one(block.start, block.end, "private-key")
        if any(find(plain) for plain in readings(block.letters)):
            return one(block.start, block.end, "encoded-secret")
        return final(block.end)

    return rule


@lru_cache(maxsize=8192)
def _may_say(letters: str) -> bool:
    """Whether a run may say a text; the same ids come again and again."""
    return bool(readings(letters))


def readings(letters: str) -> list[str]:
    """What base64 or hexadecimal digits may say, wherever they begin."""
    if is_hex(letters):
        digits = letters.removeprefix("0x")
        return [plain for shift in (0, 1) if (plain := _text(_unhexed(digits[shift:])))]
    letters = letters.rstrip("=").replace("-", "+").replace("_", "/")
    parts = [letters[shift:] for shift in range(4) if _text(_unbased(letters[shift:][:_SAMPLE]))]
    return [plain for part in parts if (plain := _text(_unbased(part)))]


def _unhexed(digits: str) -> bytes:
    return bytes.fromhex(digits[: len(digits) & ~1])


def _unbased(letters: str) -> bytes:
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return a2b_base64(letters + "=" * (-len(letters) % 4))
    except ValueError:
        return b""


def _text(data: bytes) -> str:
    """Bytes as text, also two to a character as PowerShell has it; empty where they are none."""
    if 0 in data:
        half = len(data) // 2
        data = data[::2] if data[1::2].count(0) >= _READABLE * half else data[1::2]
    sample = data[:400]
    is_text = len(sample.translate(None, _PRINTABLE)) <= (1 - _READABLE) * len(sample)
    return data.decode("latin-1") if sample and is_text else ""


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


def basic(text: str, start: int, end: int) -> Reading:
    """The user and password of HTTP's basic scheme."""
    found = _BASIC.match(text, end)
    if found is None or not holds_login(found[0]):
        return nothing(end)
    return one(end, found.end(), "basic-login")
