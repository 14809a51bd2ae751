"""Tokens that are known by a prefix, or by a mark within them."""

from __future__ import annotations

import re
from functools import cache

from blackboard.redaction.expressions import Expression
from blackboard.redaction.lines import NEWLINE, PREFIX
from blackboard.redaction.prefixes import BORDERS, COMMON, DISCORD, INSIDE, PREFIXES, SHORTEST
from blackboard.redaction.reading import Reading, Rule, nothing, one
from blackboard.redaction.values import is_issued, is_random

ALPHABETS = {
    "alnum": "A-Za-z0-9",
    "upper": "A-Z0-9",
    "upperdash": "A-Z0-9-",
    "lower": "a-z0-9",
    "hex": "a-fA-F0-9",
    "hexdash": "a-fA-F0-9-",
    "word": r"\w-",
    "dotted": r"\w.-",
    "base64": r"\w.+/=,-",
    "percent": r"\w.%+/=-",
    "dollar": r"\w$-",
    "bang": r"\w.!-",
    "crypt": r"\w$./+=,:-",
    "roblox": r"\w.:|,\s-",
}
_LONGEST = 4096
_STRONG = 4
"""A prefix of so many characters that ends in a sign needs no border before it."""

_WRAP = Expression(rf"{NEWLINE}{PREFIX}")
_LONGEST_BEFORE = 160
_BEFORE = Expression(PREFIX)
_ESCAPE = Expression(r"\\[nrtbf]\Z")
_JWT = Expression(r"eyJ[\w-]{8,8192}+\.[\w-]{8,8192}+(?:\.[\w-]{0,8192}+){0,3}", re.ASCII)
_DISCORD = Expression(r"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])", re.ASCII)


@cache
def run(alphabet: str) -> re.Pattern[str]:
    """The characters of an alphabet, as many as there are."""
    return Expression(f"[{ALPHABETS[alphabet]}]{{0,{_LONGEST}}}", re.ASCII)


def is_bordered(text: str, start: int, also: str = "") -> bool:
    """Whether no letter or digit is before a place, save that of an escape such as `\\n`."""
    before = text[start - 1 : start]
    if not before.isalnum() and (not before or before not in also):
        return True
    if before in "+-" and _is_line_begin(text, start):
        return True  # a line of a diff, or what grep found beside a match
    return _ESCAPE.search(text, max(0, start - 2), start) is not None


def _is_line_begin(text: str, place: int) -> bool:
    """Whether only a number, a place or a sign is before a place on its line."""
    begin = max(text.rfind("\n", 0, place) + 1, place - _LONGEST_BEFORE)
    return _BEFORE.fullmatch(text, begin, place) is not None


def prefixed(prefix: str, kind: str, alphabet: str, fewest: int) -> Rule:
    """The rule for tokens with a prefix."""
    strong = len(prefix) >= _STRONG and not prefix[-1].isalnum()
    known = strong or (len(prefix) >= _STRONG and not prefix.islower())
    also = "" if len(prefix) > _STRONG or strong else "-." if "_" in prefix else "-._/+%"

    def rule(text: str, start: int, end: int) -> Reading:
        if text[start:end] != prefix or not (strong or is_bordered(text, start, also)):
            return nothing(end)
        found = run(alphabet).match(text, end)
        assert found  # it matches nothing, too
        stop = found.end()
        whole = _joined(text, end, stop, alphabet, fewest) if known else stop
        body = text[end:stop] + (_WRAP.sub("", text[stop:whole]) if whole > stop else "")
        body = body.rstrip(".,:")
        if not (is_issued(body, fewest) if known else is_random(body, fewest)):
            return nothing(max(stop, end))
        return one(start, whole if whole > stop else end + len(body), kind)

    return rule


def _joined(text: str, start: int, stop: int, alphabet: str, fewest: int) -> int:
    """Where a token ends that a terminal wrapped: it goes on where a line has nothing else."""
    while stop - start < _LONGEST:
        wrap = _WRAP.match(text, stop)
        more = run(alphabet).match(text, wrap.end()) if wrap else None
        if more is None or more.end() - more.start() < 6:
            return stop
        ended = more.end() == len(text) or text[more.end()] in "\r\n\\\"'`"
        if not ended or not is_random(more[0], 6, 0.3) or more[0].isdigit():
            return stop
        if not _is_cut_off(text, start, stop, fewest):
            return stop
        stop = more.end()
    return stop


def _is_cut_off(text: str, start: int, stop: int, fewest: int) -> bool:
    """Whether a token is too short, or its line as long as a terminal is wide."""
    line = stop - max(text.rfind("\n", 0, stop), text.rfind("\\n", 0, stop)) - 1
    return stop - start < fewest or line >= 72


def inside(literal: str, kind: str, before: str, after: str) -> Rule:
    """The rule for tokens with a mark within them."""
    behind = Expression(rf"(?<![A-Za-z0-9]){before}\Z", re.ASCII)
    ahead = Expression(after, re.ASCII)
    longest = 180

    def rule(text: str, start: int, end: int) -> Reading:
        found = ahead.match(text, start)
        head = behind.search(text, max(0, start - longest), start) if found else None
        if not found or not head or not is_random(text[head.start() : found.end()], 16, 0.6):
            return nothing(end)
        return one(head.start(), found.end(), kind)

    return rule


def jwt(text: str, start: int, end: int) -> Reading:
    """A JSON Web Token (RFC 7519), signed or encrypted."""
    if not is_bordered(text, start):
        return nothing(end)
    found = _JWT.match(text, start)
    if found is None:
        return nothing(start + 8192)
    return one(start, found.end(), "jwt")


def discord(text: str, start: int, end: int) -> Reading:
    """A Discord bot's token: its id in base64, a time, a signature."""
    found = _DISCORD.match(text, start)
    if found is None or not is_bordered(text, start, "-") or not is_random(found[0], 50):
        return nothing(end)
    return one(start, found.end(), "discord-token")


def rules() -> list[tuple[str, Rule]]:
    """The rules of this module by the anchors at which they are tried."""
    short = [*bordered_rules()]
    return [
        *((each[0].lower(), prefixed(*each)) for each in PREFIXES if not _is_short(each[0])),
        *((border + prefix, _behind(border, rule)) for prefix, rule in short for border in BORDERS),
        *((each[0], inside(*each)) for each in INSIDE),
        *((each, discord) for each in DISCORD),
        ("eyj", jwt),
    ]


def bordered_rules() -> list[tuple[str, Rule]]:
    """The rules for prefixes that are tried behind a border, and at the beginning of a text."""
    short = [(each[0].lower(), prefixed(*each)) for each in PREFIXES if _is_short(each[0])]
    return [*short, *((each, discord) for each in COMMON)]


def _behind(border: str, rule: Rule) -> Rule:
    def shifted(text: str, start: int, end: int) -> Reading:
        return rule(text, start + len(border), end)

    return shifted


def _is_short(prefix: str) -> bool:
    return len(prefix) < SHORTEST and (prefix.isalnum() or len(prefix) < 3)
