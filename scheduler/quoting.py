"""Text from transcripts as quotes in GitHub's Markdown, out of which nothing in them can break.

In code neither `@name` nor `#12` nor links mean anything, so a quote tells and pings nobody.
"""

from __future__ import annotations

import re
import unicodedata

from blackboard.redaction.redact import redact

_TICKS = re.compile(r"`+")
_MOST_TICKS = 40
_PLAIN = frozenset(" /,=-")


def fenced(text: str, most: int) -> str:
    """A text as a block of code, whose fence is longer than any run of backticks inside."""
    quote = shortened(cleaned(text), most)
    fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(quote)), default=0))
    return f"{fence}text\n{quote}\n{fence}"


def inline(text: str, most: int) -> str:
    """A text as code within a line, also in a cell of a table.

    A backtick or bar cannot be kept from meaning something in a cell by any number of backticks
    or backslashes around it; as a number of its own it means nothing.

    >>> inline("a | @b", 20)
    '<code>a &#124; &#64;b</code>'
    """
    quote = shortened(" ".join(cleaned(text).split()), most)
    return f"<code>{''.join(map(_numbered, quote))}</code>"


def one_line(text: str, most: int) -> str:
    """A text as the title of something, which is shown as it is."""
    return shortened(" ".join(cleaned(text).split()), most)


def cleaned(text: str) -> str:
    """A text without secrets, and without what cannot be seen but changes what is seen."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    seen = "".join(char for char in lines if char in "\n\t" or _is_visible(char))
    return _TICKS.sub(lambda run: run[0][:_MOST_TICKS], redact(seen).value)


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters, which says so where it was longer."""
    if len(text) <= most:
        return text
    said = " [shortened]"
    return text[: max(0, most - len(said))] + said


def _is_visible(char: str) -> bool:
    """Not a control, a direction mark, or half a character."""
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _numbered(char: str) -> str:
    means_nothing = not char.isascii() or char.isalnum() or char in _PLAIN
    return char if means_nothing else f"&#{ord(char)};"
