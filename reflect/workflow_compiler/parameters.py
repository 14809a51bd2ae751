"""Putting parameters where a recorded value stands, and naming them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from reflect.workflow_compiler.template import Part, escape, parse, unparse

_SHORTEST = 3
_SHORTEST_WIDE = 2
"""A shorter value stands in a text by chance; a sign of a wide script says more than a letter."""

_LONGEST_NAME = 40


def generalised(text: str, values: Iterable[tuple[str, str]]) -> str:
    """A text as a template in which parameters stand for their examples, as whole words.

    Args:
        text: what was recorded or said.
        values: names and examples; the first that fits wins.

    >>> generalised('the link "Numb" {1}', [("song", "Numb")])
    'the link "{song}" {{1}}'
    """
    found = [(name, value) for name, value in values if value in text and _tells(value)]
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
    """Words as the name of a parameter; empty where none can be made of them.

    >>> snake_case("Song name*"), snake_case("2nd line"), snake_case("曲名")
    ('song_name', 'n_2nd_line', '')
    """
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:_LONGEST_NAME].strip("_")
    return f"n_{name}" if name[:1].isdigit() else name


def whole(template: str) -> str | None:
    """The parameter that is all of a template; None where there is more, or less."""
    parts = parse(template)
    return parts[0].text if len(parts) == 1 and parts[0].is_parameter else None


def _tells(value: str) -> bool:
    least = _SHORTEST if value.isascii() else _SHORTEST_WIDE
    return len(value.strip()) >= least


def _whole(value: str) -> str:
    """A pattern for a value that is no part of a longer word."""
    before = r"(?<![A-Za-z0-9_])" if _is_letter(value[0]) else ""
    after = r"(?![A-Za-z0-9_])" if _is_letter(value[-1]) else ""
    return f"{before}{re.escape(value)}{after}"


def _is_letter(sign: str) -> bool:
    return sign.isascii() and (sign.isalnum() or sign == "_")
