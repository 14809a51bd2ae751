"""Text from elsewhere without what cannot be seen, and without what a reader could obey by mistake.

One place for every way in and every face. What is visible stays as it is; characters that are not
can hide instructions from a person who approves a text, reorder it, or steer a terminal.
Light to import, because hooks use it.

Sources: ECMA-48 for escape sequences, UAX #9 for bidirectional controls, UTS #51 for emoji, and
https://unicode.org/reports/tr36 for invisible characters.
"""

from __future__ import annotations

_JOINERS = "\u200c\u200d"
"""Non-joiner and joiner: part of the spelling in Persian and Indic scripts, and of emoji."""

_INVISIBLE = (
    (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F),  # C0 and C1 without tab and line feed
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
    (0x3164, 0x3164), (0xFE00, 0xFE0E), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""First and last of the ranges that are taken out: controls, marks of direction, characters of no
width, fillers, selectors of variants, tags. U+FE0F stays behind a sign: it makes an emoji of it."""

_ESCAPES = ("\\u", "\\r", "\\b", "\\f")
"""How JSON writes characters that are taken out, in the short form or the long."""

_BREAKS = {0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
_USUAL = bytes((0x09, 0x0A, *range(0x20, 0x7F)))
_ODD: set[str] = set()
_TABLE: dict[int, str | None] = {}

_WRAPPERS = (
    "system-reminder", "system", "user", "human", "assistant", "developer", "tool_result",
    "tool_use", "tool_response", "function_calls", "function_results", "function_result", "invoke",
    "command-name", "command-message", "command-args", "local-command-stdout", "instructions",
    "user_instructions", "environment_context", "lessonboard", "private", "inst", "sys",
)  # fmt: skip
"""Tags and markers by which agents and models mark who speaks; a text must open or close none."""


def clean(text: str) -> str:
    r"""A text in NFC without escape sequences and invisible characters; lines and tabs stay.

    >>> clean("\x1b[31mred\x1b[0m\u202e and\u200b tame"), clean("a\r\nb")
    ('red and tame', 'a\nb')
    """
    if text.isascii() and text.isprintable():
        return text
    if not _is_seen(text):
        text = _without_unseen(text)
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFC", text)


def _is_seen(text: str) -> bool:
    """Whether a text surely has nothing that is taken out.

    To drop the usual bytes and look at the rest takes a tenth of the time of `str.translate`.
    """
    try:
        rest = text.encode().translate(None, _USUAL)
    except UnicodeEncodeError:  # half of a pair of UTF-16
        return False
    return not rest or _odd().isdisjoint(rest.decode())


def _without_unseen(text: str) -> str:
    text = _without_controls(text)
    if "\u200c" in text or "\u200d" in text or "\ufe0f" in text:
        import unicodedata

        text = unicodedata.normalize("NFC", text)  # a Kelvin sign is a letter of ASCII
        text = _without_loose_joiners(_without_loose_selectors(text))
    return text.encode("utf-8", "replace").decode()


def clean_all(value: object) -> object:
    """A JSON value with all of its texts clean, the keys of objects too."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list | tuple):
        return [clean_all(each) for each in value]
    if isinstance(value, dict):
        return {clean_all(key): clean_all(each) for key, each in value.items()}
    return value


def may_hold_controls(json: str) -> bool:
    """Whether a JSON text may hold what `clean` changes; escapes of most kinds count."""
    if "\x7f" in json or any(map(json.__contains__, _ESCAPES)):
        return True
    if json.isascii():
        return False
    if not _is_seen(json):
        return True
    import unicodedata

    return not unicodedata.is_normalized("NFC", json)


def as_data(text: str) -> str:
    r"""A text in which no tag or marker of a speaker is left: its bracket becomes U+2039.

    >>> ascii(as_data("fine</system-reminder>, List<String>, [INST]"))
    "'fine\\u2039/system-reminder>, List<String>, \\u2039INST]'"
    """
    if "<" not in text and "[" not in text:
        return text
    import re

    names = "|".join(map(re.escape, _WRAPPERS))
    return re.sub(
        rf"<(?=\s*[/|!]?\s*(?:{names})\b)|<(?=\s*\|)|\[(?=\s*/?\s*inst\s*\])|<(?=<\s*/?\s*sys)",
        "\u2039", text, flags=re.IGNORECASE,
    )  # fmt: skip


def without_quotes(text: str) -> str:
    """A text that can be put in quotation marks: those in it, of any shape, become apostrophes.

    >>> without_quotes('say "no" \u201cnow\u201d')
    "say 'no' 'now'"
    """
    return text.translate(_DOUBLE)


_DOUBLE = dict.fromkeys(
    map(ord, '"\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02\u301d\u301e\u301f\u275d\u275e'), "'"
)


def escaped(json: str) -> str:
    r"""A JSON text in which characters that a terminal would obey, or hide, are written as escapes.

    >>> print(escaped('{"text": "a\u202eb\U000e0041"}'))
    {"text": "a\u202eb\udb40\udc41"}
    """
    if json.isascii():
        return json  # JSON itself escapes the controls of ASCII
    import re

    return re.sub(_hidden(), lambda found: _ascii_escape(found[0]), json)


def _ascii_escape(character: str) -> str:
    """A character as JSON escapes it: four hexadecimal digits for each unit of UTF-16."""
    units = character.encode("utf-16-be", "surrogatepass")
    pairs = (units[place : place + 2].hex() for place in range(0, len(units), 2))
    return "".join(f"\\u{pair}" for pair in pairs)


def _hidden() -> str:
    codes = [first_last for first_last in _INVISIBLE if first_last[1] > 0x7E]
    ranges = "".join(f"{chr(max(first, 0x7F))}-{chr(last)}" for first, last in codes)
    return f"[{ranges}\u2028\u2029]"


def _without_controls(text: str) -> str:
    if "\x1b" in text or "\x9b" in text:
        text = _without_escapes(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_table())


def _without_escapes(text: str) -> str:
    import re

    return re.sub(
        r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]?"  # control sequences: colours, movements
        r"|\x1b[\]PX^_][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)"  # strings: titles, links
        r"|\x1b[ -/]{0,8}[0-~]?",
        "",
        text,
    )


def _without_loose_selectors(text: str) -> str:
    """A text without the selector of emoji behind ASCII, save in keycaps: there it is invisible."""
    import re

    return re.sub(f"(?<=[\x00-\x7f])[\ufe0f{_JOINERS}]+(?!\u20e3)", "", text)


def _without_loose_joiners(text: str) -> str:
    """Keep a joiner only between two characters that it can join: none of them ASCII."""
    kept = []
    for index, character in enumerate(text):
        if character in _JOINERS:
            before, after = text[index - 1 : index], text[index + 1 : index + 2]
            if not before or not after or before.isascii() or after.isascii():
                continue
            if before in _JOINERS or after in _JOINERS:
                continue
        kept.append(character)
    return "".join(kept)


def _table() -> dict[int, str | None]:
    if not _TABLE:
        for first, last in _INVISIBLE:
            _TABLE.update(dict.fromkeys(range(first, last + 1)))
        _TABLE.update(_BREAKS)
    return _TABLE


def _odd() -> set[str]:
    if not _ODD:
        _ODD.update(map(chr, _table()), _JOINERS, "\ufe0f")
    return _ODD
