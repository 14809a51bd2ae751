"""Remove typed secrets from everything else that is written."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.shared_names import SECRET

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.observation import Action

_SHORTEST = 4
"""A shorter secret occurs in too many texts by chance."""

_BLANK = r"(?:\s|\+|(?i:%20|%0a|%0d|%09|&nbsp;|%c2%a0|&#(?:32|10|13|9|x20|xa|xd);)|\\[nrt])+"
"""Pages show line breaks and several blanks as one; addresses write them in their own way."""

_HEAD = 24
"""Characters by which a longer text is known; messages cut it off anywhere after them."""


class Redactor:
    """Holds the secrets of one run, in memory only.

    >>> redactor = Redactor()
    >>> redactor.remember("the password field", "open sesame")
    >>> redactor.clean({"url": "/in?p=open+sesame", "title": "Welcome"})
    {'url': '/in?p=[secret]', 'title': 'Welcome'}
    """

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}

    def remember(self, field: str, secret: str) -> None:
        """Register the content of a field as a secret."""
        bare = secret.strip()
        known = bare if len(bare) >= _SHORTEST else secret  # pages strip what is long enough
        if bare and len(known) >= _SHORTEST:
            self._secrets[field] = known

    def clean(self, value: Any) -> Any:
        """A JSON value with every secret replaced."""
        return redact_all(self._without(value)).value

    def cleaned(self, action: Action) -> Action:
        """An action without the secrets typed so far."""
        return replace(action, action=self.clean(action.action), details=self.clean(action.details))

    def text(self, value: str) -> str:
        """A text with every secret replaced."""
        return str(self.clean(value))

    def _without(self, value: Any) -> Any:
        if isinstance(value, str):  # the longest first, as one may be a part of another
            for secret in sorted(self._secrets.values(), key=len, reverse=True):
                value = spelled(secret).sub(SECRET, value)
            return value
        if isinstance(value, dict):
            return {key: self._without(item) for key, item in value.items()}
        return [self._without(item) for item in value] if isinstance(value, list) else value


@lru_cache(maxsize=8)
def spelled(text: str) -> re.Pattern[str]:
    """A pattern for a text however pages, addresses, markup, JSON and messages spell it.

    Of a long text the beginning is enough, and all that follows of it is taken.

    >>> spelled("a b/c").sub("x", "?q=a+b%2Fc&r")
    '?q=x&r'
    """
    units = [_BLANK if piece.isspace() else _unit(piece) for piece in re.findall(r"\s+|\S", text)]
    return re.compile("".join([*units[:_HEAD], *(f"(?:{unit})?" for unit in units[_HEAD:])]))


def _unit(character: str) -> str:
    """A pattern for a character in any spelling, the longest first."""
    code = ord(character)
    percent = "".join(f"%{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))
    spellings = {percent, json.dumps(character)[1:-1], escape(character),
                 f"&#{code};", f"&#x{code:x};", f"\\u{code:04x}", f"\\x{code:02x}"}  # fmt: skip
    if not character.isalnum():
        spellings.add(f"\\{character}")
    either = "|".join(re.escape(each) for each in sorted(spellings - {character}, key=len)[::-1])
    return f"(?:(?i:{either})|{re.escape(character)})"
