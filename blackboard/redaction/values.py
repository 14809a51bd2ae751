"""Whether a value is a secret: by runs of one kind of letter, and by parts that read like words.

Entropy does not separate them: `Uint8Array` has as much as a password, `tests/token_store_v2` more
than a short key. What a machine made has few parts that can be pronounced; a name has little else.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from blackboard.redaction.expressions import Expression

_FOLLOWERS = {
    "a": "bcdgilmnprstuy", "b": "aeilosu", "c": "acehiklorstu", "d": "adeilosu",
    "e": "acdefglmnprstvx", "f": "aefilor", "g": "eirs", "h": "aeio", "i": "abcdefglmnoprstvz",
    "k": "e", "l": "adeilostuy", "m": "aeiops", "n": "acdefgiostuv", "o": "bcdglmnoprstuvw",
    "p": "aeiloprsty", "q": "u", "r": "acdeilmnorstuy", "s": "acehilopstu", "t": "acehiloprstuy",
    "u": "abeilmnprst", "v": "aei", "w": "ai", "x": "t", "y": "p", "z": "e",
}  # fmt: skip
"""The letters that often follow a letter: 86 % of the pairs in programs, 30 % of random ones."""

_PAIRS = frozenset(first + second for first, more in _FOLLOWERS.items() for second in more)
_PRONOUNCEABLE = 0.6
"""The share of common pairs: 86 % of words have it, and 5 % of eight random letters."""

_SHORTEST_WORD = 3
_PART = Expression(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_TECHNICAL = Expression(
    r"(?i)(?:u?int|float|utf|base|bigu?int|sha|md|aes|rsa|ed|ec|hs|rs|es|ps|ipv|oauth|http|argon"
    r"|pbkdf|secp|mp|win|arm|amd|log|py|python|node|web|vp|(?<![a-z])[pvskiufhxlaeratg])"
    r"(?:8s|8601|8|16|18n|32|64|128|224|256|384|512|1024|2048|4096|25519|509|86|11y|2e"
    r"|[0-9](?:\.[0-9]+)*)"
    r"(?:id|k1|r1|i?d?x?|array|clamped)(?![a-z0-9])"
)
"""Names that have digits in them, such as `Uint8Array`, `sha256`, `v1.2`."""

_PLACEHOLDER = Expression(
    r"(?i)your|example|sample|dummy|place.?holder|change.?(?:me|this|it)|replace|insert|redacted"
    r"|fixme|\btodo\b|(?-i:x{4,}|X{4,})|\*{3,}|\.{3}|_{4,}|-{4,}|fake|mock|12345|abcd?ef|foobar"
    r"|deadbeef|private\]"
    r"|^(?:test|some|my|the|a)[-_ ]|^(?:test|none|null|true|false|undefined|string"
    r"|password|secret)[\d\W]*(?:\\+n)?$"
)
_EXAMPLE = Expression(
    r"(?i)your|example|sample|place.?holder|change.?me|redacted|(?-i:x{4,}|X{4,})|\*{3,}|\.{3}"
)
_ISSUED_WORDS = 0.8
_FEWEST_LETTERS = 6
_TEMPLATE = Expression(
    r"[$%]\{|\$\(|\{\{|\}\}|^\$+[A-Za-z_]|^%\w+%$|^<.*>$|^\[.*\]$|^\{.*\}$|^\(.*\)$|%[sdr]\b"
    r"|\{\w*\}|\\[()]|=>|::|&&|\|\||[\u2018\u2019\u201c\u201d\u2026\xab\xbb]|^@"
    r"|^(?:https?|file|s3|gs|arn|git|ssh|data|env|op|vault|secretref|ref)[:/]"
)
_DOTTED_NAME = Expression(r"[A-Za-z_$][\w$]*[?!]?(?:(?:\??\.|->|::|/|-)[A-Za-z_$@*]?[\w$*]*)+[;,]?")
_NAME = Expression(r"\w+(?:[._-]\w+)+")
_PATH = Expression(r"(?:[A-Za-z]:|[\w.@~-]*)(?:[/\\][\w.@ -]+)+/?|\.?[\w-]+\.[a-z]{1,5}\d?")
_CALENDAR = Expression(
    r"[\d\s:./TZ+,_-]+(?:[ap]m|ms|s|k|m|g|b|kb|mb|gb|h|d|px|%|x)?", re.IGNORECASE
)
_UUID = Expression(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_COLOUR = Expression(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_HEX = Expression(r"(?:0x)?[0-9a-f]+", re.IGNORECASE)
_SAMPLE = 160
"""Characters by which a longer value is judged: a token does not become another one further on."""


@lru_cache(maxsize=8192)
def is_random(value: str, fewest: int = 16, words: float = 0.5) -> bool:
    """Whether a value was made by a machine: little of it is in parts that read like words.

    Args:
        value: what may be a secret.
        fewest: characters that it must have.
        words: the largest share of letters and digits that words may have.
    """
    value = value[:_SAMPLE]
    if len(value) < fewest or _PLACEHOLDER.search(value):
        return False
    total, plain = _letters_and_words(value)
    return plain <= words * total and total >= 0.6 * len(value) and _varied(value)


def is_issued(value: str, fewest: int) -> bool:
    """Whether what follows a prefix of tokens alone is a token, and no word or example."""
    value = value[:_SAMPLE]
    if len(value) < fewest or _EXAMPLE.search(value):
        return False
    total, plain = _letters_and_words(value)
    return plain <= _ISSUED_WORDS * total and len(set(value)) >= _FEWEST_LETTERS


@lru_cache(maxsize=8192)
def is_password(value: str, *, certain: bool = True) -> bool:
    """Whether a value that is where a password would be is one, and no name, type or placeholder.

    Args:
        value: what is assigned.
        certain: it is a literal (quoted, in a file of settings, or behind a flag); elsewhere it may
            be a word of prose or the name of a variable.
    """
    if not 6 <= len(value) <= 256 or _PLACEHOLDER.search(value) or _TEMPLATE.search(value):
        return False
    if is_random(value, 16) and not _is_code(value):
        return True
    if " " in value or _is_code(value):
        return False
    rest = _TECHNICAL.sub("", value).rstrip("?")
    letters = sum(map(str.isalpha, rest))
    digits = sum(map(str.isdigit, rest))
    signs = len(rest) - letters - digits - sum(map(rest.count, "-_./:,;"))
    if not letters:
        return certain and digits >= 6 and len(set(value)) >= 4
    if certain:
        return bool(digits or signs) or _is_passphrase(value)
    return digits >= 1 and (signs >= 1 or _has_mixture(rest) or is_random(value, 10, 0.3))


def is_uuid(value: str) -> bool:
    """Whether a value is a UUID, which names things more often than it opens them."""
    return _UUID.fullmatch(value) is not None


def is_hex(value: str) -> bool:
    """Whether a value has hexadecimal digits alone, as digests have and some keys."""
    return _HEX.fullmatch(value) is not None


def is_name(value: str) -> bool:
    """Whether a value is words of a program, joined by dots or underscores: `sdk.api_key`."""
    return value.islower() and not _has_digit(value) and _NAME.fullmatch(value) is not None


def is_placeholder(value: str) -> bool:
    """Whether a value is a placeholder for another one: a template, a variable, an example."""
    value = value[:_SAMPLE]
    return bool(_PLACEHOLDER.search(value) or _TEMPLATE.search(value))


def _letters_and_words(value: str) -> tuple[int, int]:
    """How many letters and digits a value has, and how many of them are in words."""
    plain = sum(len(found[0]) for found in _TECHNICAL.finditer(value)) if _has_digit(value) else 0
    rest = _TECHNICAL.sub("-", value) if plain else value
    total = plain
    for part in _PART.findall(rest):
        total += len(part)
        if len(part) >= _SHORTEST_WORD and reads_like_a_word(part):
            plain += len(part)
    return total, plain


@lru_cache(maxsize=8192)
def reads_like_a_word(part: str) -> bool:
    """Whether letters can be pronounced: most pairs of them are common."""
    if part[0].isdigit():
        return False
    folded = part.lower()
    common = sum(folded[place : place + 2] in _PAIRS for place in range(len(folded) - 1))
    return common >= _PRONOUNCEABLE * (len(folded) - 1)


def _has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


def _varied(value: str) -> bool:
    """Whether characters neither repeat nor count up, as in `aaaa`, `0000` and `456789`."""
    steps = [ord(second) - ord(first) for first, second in pairwise(value)]
    even = sum(-1 <= step <= 1 for step in steps)
    return len(set(value)) >= min(8, len(value) // 2) and even <= 0.4 * len(steps)


def _is_code(value: str) -> bool:
    """Whether a value is a name with dots, a path, an address, or a number with its unit."""
    if _CALENDAR.fullmatch(value) or _COLOUR.fullmatch(value):
        return not value.isdigit()
    if _PATH.fullmatch(value) or _DOTTED_NAME.fullmatch(value):
        total, plain = _letters_and_words(value)
        return plain >= 0.5 * total or not _has_digit(value)
    return False


def _is_passphrase(value: str) -> bool:
    """Whether letters alone are a password: several words that begin with capitals, or no words."""
    capitals = sum(map(str.isupper, value))
    if not value.isalpha() or len(value) < 12:
        return value.isalpha() and len(value) >= 8 and is_random(value, 8)
    return value[0].isupper() and 2 <= capitals <= len(value) // 3


def _has_mixture(value: str) -> bool:
    """Whether several digits are among the letters, not only at their end as in `token12`."""
    return _has_digit(value.rstrip("0123456789.,;:!?")) and sum(map(str.isdigit, value)) >= 2
