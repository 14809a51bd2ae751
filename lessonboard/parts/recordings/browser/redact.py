"""Remove typed secrets from everything else that is written."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.browser.observation import Action
from lessonboard.parts.recordings.browser.spellings import Spellings
from lessonboard.parts.recordings.sources import SECRET

_SHORTEST = 4
"""A shorter secret occurs in too many texts by chance."""


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

    def _spellings(self) -> list[Spellings]:
        """Those of the secrets, the longest first, as one may be a part of another."""
        return list(map(_spelled, sorted(self._secrets.values(), key=len, reverse=True)))

    def _without(self, value: Any) -> Any:
        if isinstance(value, str):
            for spellings in self._spellings():
                value = spellings.replaced(value, SECRET)
            return value
        if isinstance(value, dict):
            return {key: self._without(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._without(item) for item in value]
        return value


@lru_cache(maxsize=8)
def _spelled(secret: str) -> Spellings:
    return Spellings(secret)
