"""Quote text from transcripts in GitHub's Markdown so that it cannot break out.

Inside code `@name`, `#12` and links have no effect, so a quote notifies no one.
"""

from __future__ import annotations

import re
import unicodedata

from blackboard.redaction.redact import redact

_TICKS = re.compile(r"`+")
_MOST_TICKS = 40
_PLAIN = frozenset(" /,=-")


def fenced(text: str, most: int) -> str:
    """A code block whose fence is longer than any run of backticks in the text."""
    quote = shortened(cleaned(text), most)
    fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(quote)), default=0))
    return f"{fence}text\n{quote}\n{fence}"


def inline(text: str, most: int) -> str:
    """Inline code, also valid in a table cell.

    No backticks or backslashes can protect a backtick or bar in a table cell, but a numeric
    character reference does.

    >>> inline("a | @b", 20)
    '<code>a &#124; &#64;b</code>'
    """
    quote = shortened(" ".join(cleaned(text).split()), most)
    return f"<code>{''.join(map(_escaped, quote))}</code>"


def one_line(text: str, most: int) -> str:
    """A text on one line, for use as a title."""
    return shortened(" ".join(cleaned(text).split()), most)


def cleaned(text: str) -> str:
    """A text without secrets and without invisible characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    visible = "".join(char for char in lines if char in "\n\t" or _is_visible(char))
    return _TICKS.sub(lambda run: run[0][:_MOST_TICKS], redact(visible).value)


def shortened(text: str, most: int) -> str:
    """A text of at most `most` characters, marked where it was cut."""
    if len(text) <= most:
        return text
    note = " [shortened]"
    return text[: max(0, most - len(note))] + note


def _is_visible(char: str) -> bool:
    """Not a control character, a direction mark, or half a surrogate pair."""
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escaped(char: str) -> str:
    is_harmless = not char.isascii() or char.isalnum() or char in _PLAIN
    return char if is_harmless else f"&#{ord(char)};"
