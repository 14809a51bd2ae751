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
    r"|passwort|kennwort|mot[\s_-]de[\s_-]passe|contrase(?:ñ|n)a|\b(?:senha|mdp|hasło|haslo)\b"
    r"|wachtwoord|lösenord|пароль|密码|密碼|パスワード|비밀번호"
)
_STEP = re.compile(r"[>/\s](?![^\[]*\])")
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
    named = [value for key in _NAMES if isinstance(value := target.get(key), str)]
    return any(_NAME.search(value) for value in (*named, *_ends(target.get("locators"))))


def _ends(locators: object) -> list[str]:
    """What CSS and XPath locators say of the element itself."""
    known = locators if isinstance(locators, list) else []
    paths = [each.get("selector") for each in known
             if isinstance(each, dict) and each.get("by") in ("id", "css", "xpath")]  # fmt: skip
    return [_STEP.split(path)[-1] for path in paths if isinstance(path, str)]
