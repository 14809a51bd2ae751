"""Blocks of base64: one run, or lines of the same length, with what is before each of them."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from typing import NamedTuple

from blackboard.redaction.expressions import Expression
from blackboard.redaction.lines import NEWLINE, PREFIX, SUFFIX

_FAR = 16_384
_LETTERS = frozenset("+/-_")
_AFTER = Expression(r"[A-Za-z0-9_+/-]{0,65536}={0,2}")
_NEXT = Expression(
    rf"{SUFFIX}{NEWLINE}{PREFIX}(?P<run>[A-Za-z0-9+/_-]{{1,200}}={{0,2}})(?![\w+/=-])"
)
_PREVIOUS = Expression(
    rf"(?:{NEWLINE}|\A){PREFIX}(?P<run>[A-Za-z0-9+/_-]{{40,200}}){SUFFIX}{NEWLINE}{PREFIX}\Z"
)
_PREFIX = Expression(PREFIX)
_LINE = 300
_MOST_LINES = 400
_SHORTEST = 40
"""Letters on a line of a block: shorter ones are words below each other."""

_KEY_WIDTHS = (64, 70)
"""Of PEM (RFC 7468) and OpenSSH."""

_FEWEST_LINES = 3
_PUBLIC = Expression(
    r"CERTIFICATE|PUBLIC KEY|SIGNATURE|PGP MESSAGE|ssh-|base64,|sha\d{3}-|Content-|BEGIN DH|CRL"
    r"|REQUEST"
)
_PUBLIC_END = Expression(r"[\s\S]{0,400}?-END (?:CERTIFICATE|PUBLIC|PGP|X509|NEW)")
_FILES = (
    "iVBOR",
    "/9j/",
    "R0lGOD",
    "JVBER",
    "H4sI",
    "UEsD",
    "d09G",
    "UklGR",
    "AAAB",
    "AAAA",
    "Qk0",
)
_OPENSSH = b"openssh-key-v1\0"


class Block(NamedTuple):
    """Where base64 begins and ends, its letters, and how many of them a line has."""

    start: int
    end: int
    letters: str
    width: int
    lines: int


def block_at(text: str, start: int, end: int) -> Block:
    """The block of which a run of letters and digits is a part."""
    begin = start
    while begin > max(0, start - _FAR) and _is_letter(text[begin - 1]):
        begin -= 1
    if text[begin - 1 : begin] == "\\" and text[begin] in "nrt":
        begin += 1
    begin = max(begin, _behind_prefix(text, start))
    after = _AFTER.match(text, end)
    stop = after.end() if after else end
    parts = [text[begin:stop]]
    width = stop - begin
    if _SHORTEST <= width <= 200 and not parts[0].endswith("="):
        begin = _first_line(text, begin, width, parts)
        stop = _last_line(text, stop, width, parts)
    return Block(begin, stop, "".join(parts), width, len(parts))


def _behind_prefix(text: str, start: int) -> int:
    """Where the line begins behind its sign or number, which base64 may have as letters, too."""
    far = max(0, start - _LINE)
    escaped = text.rfind("\\n", far, start)
    line = max(text.rfind("\n", far, start) + 1, escaped + 2 if escaped >= 0 else 0, far)
    found = _PREFIX.match(text, line, start)
    return found.end() if found else line


def may_be_of_key(letters: str) -> bool:
    """Whether a run may be of a private key: neither a name nor a digest is of mixed letters."""
    return not (letters.isalpha() or letters.islower() or letters.isupper())


def _is_letter(sign: str) -> bool:
    return sign in _LETTERS or (sign.isascii() and sign.isalnum())


def _first_line(text: str, begin: int, width: int, parts: list[str]) -> int:
    while len(parts) < _MOST_LINES:
        found = _PREVIOUS.search(text, max(0, begin - 3 * width - 80), begin)
        if found is None or len(found["run"]) < width:
            return begin
        begin = found.end("run") - width
        parts.insert(0, text[begin : found.end("run")])
    return begin


def _last_line(text: str, stop: int, width: int, parts: list[str]) -> int:
    while len(parts) < _MOST_LINES and len(parts[-1]) == width:
        found = _NEXT.match(text, stop)
        if found is None or len(found["run"]) > width:
            return stop
        stop = found.end()
        parts.append(found["run"])
    return stop


def is_private_key(text: str, block: Block) -> bool:
    """Whether base64 is a private key, of which the line before or after may be missing."""
    if block.width < _SHORTEST:
        return False
    head = _head(block.letters)
    if begins_private_key(head):
        return True
    if block.width not in _KEY_WIDTHS or block.lines < _FEWEST_LINES:
        return False
    return _is_binary(head, block) and not _is_public(text, block)


def _head(letters: str) -> bytes:
    try:
        return b64decode(letters[:80])
    except (Error, ValueError):
        return b""


def begins_private_key(data: bytes) -> bool:
    """Whether bytes begin like a private key: a sequence with a version, as no public key has.

    That is PKCS #1 and #8 (RFC 8017, 5958), SEC 1 (RFC 5915), and what OpenSSH writes.
    """
    if data.startswith(_OPENSSH):
        return True
    if len(data) < 16 or data[0] != 0x30:
        return False
    inside = 2 + (data[1] & 0x7F if data[1] & 0x80 else 0)
    version = data[inside : inside + 4]
    return version[:2] == b"\x02\x01" and version[2:3] in (b"\0", b"\1") and version[3:4] in (
        b"\x02", b"\x04", b"\x30",
    )  # fmt: skip


def _is_binary(head: bytes, block: Block) -> bool:
    """Whether a block is neither text nor a file of a known kind, a certificate or public key."""
    letters = block.letters
    if letters.startswith(_FILES) or head[:1] == b"\x30" or not head:
        return False
    mixed = any(map(str.islower, letters)) and any(map(str.isupper, letters))
    printable = sum(32 <= byte < 127 for byte in head)
    return mixed and any(map(str.isdigit, letters)) and printable <= 0.7 * len(head)


def _is_public(text: str, block: Block) -> bool:
    before = text[max(0, block.start - 200) : block.start]
    return bool(_PUBLIC.search(before) or _PUBLIC_END.match(text, block.end))
