"""Detect fields that hold secrets, by their attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_AUTOCOMPLETE = re.compile(r"(?:^|\s)(?:current-password|new-password|one-time-code|cc-[\w-]+)\b")
_NAME = re.compile(
    r"(?i)pass(?:word|wd|phrase|code)|secret|token|(?:api|access|private)[\s_-]?key|credential"
    r"|\b(?:pin|otp|totp|cvv|cvc|ssn|iban)\b|one[\s-]?time|verification[\s-]code"
    r"|security[\s-](?:code|answer)|card[\s_-]?number"
)
_NAMES = ("name", "label", "placeholder", "test_id", "id", "selector")


def is_secret_field(target: Mapping[str, Any]) -> bool:
    """Whether text typed into a target must not be stored.

    >>> is_secret_field({"input_type": "password"}), is_secret_field({"label": "API key"})
    (True, True)
    >>> is_secret_field({"role": "textbox", "name": "Song name"})
    False
    """
    if str(target.get("input_type", "")).lower() == "password":
        return True
    if _AUTOCOMPLETE.search(str(target.get("autocomplete", "")).lower()):
        return True
    return any(_NAME.search(value) for key in _NAMES if isinstance(value := target.get(key), str))
