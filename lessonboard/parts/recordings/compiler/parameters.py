"""Replace recorded values by parameters, and name parameters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from lessonboard.parts.recordings.compiler.template import Part, escape, parse, unparse

_SHORTEST = 3
_SHORTEST_WIDE = 2
"""A shorter value occurs in texts by chance; CJK characters carry more meaning each."""

_LONGEST_NAME = 40


def generalised(text: str, values: Iterable[tuple[str, str]]) -> str:
    """A text as a template, with examples replaced by their parameters as whole words.

    Args:
        text: a recorded or generated text.
        values: names and examples; the first match wins.

    >>> generalised('the link "Numb" {1}', [("song", "Numb")])
    'the link "{song}" {{1}}'
    """
    found = [(name, value) for name, value in values if value in text and _is_distinctive(value)]
    if not found:
        return escape(text)
    names = {value: name for name, value in reversed(found)}
    either = "|".join(_whole(value) for value in sorted(names, key=len, reverse=True))
    parts: list[Part] = []
    end = 0
    for match in re.finditer(either, text):
        parts += [Part(text[end : match.start()]), Part(names[match[0]], is_parameter=True)]
        end = match.end()
    return unparse([*parts, Part(text[end:])])


def snake_case(words: str) -> str:
    """Words as a parameter name; empty if nothing usable is left.

    >>> snake_case("Song name*"), snake_case("2nd line"), snake_case("曲名")
    ('song_name', 'n_2nd_line', '')
    """
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:_LONGEST_NAME].strip("_")
    return f"n_{name}" if name[:1].isdigit() else name


def whole(template: str) -> str | None:
    """The parameter that makes up the whole template, else None."""
    parts = parse(template)
    return parts[0].text if len(parts) == 1 and parts[0].is_parameter else None


def _is_distinctive(value: str) -> bool:
    least = _SHORTEST if value.isascii() else _SHORTEST_WIDE
    return len(value.strip()) >= least


def _whole(value: str) -> str:
    """A pattern for a value that is not part of a longer word."""
    before = r"(?<![A-Za-z0-9_])" if _is_letter(value[0]) else ""
    after = r"(?![A-Za-z0-9_])" if _is_letter(value[-1]) else ""
    return f"{before}{re.escape(value)}{after}"


def _is_letter(sign: str) -> bool:
    return sign.isascii() and (sign.isalnum() or sign == "_")
