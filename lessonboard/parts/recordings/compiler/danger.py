"""Which steps change something that is not easily changed back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_WORDS = {
    "delete": "delete remove discard destroy erase drop trash purge wipe clear revoke deactivate "
              "unsubscribe terminate archive reset",
    "pay": "pay buy order purchase checkout transfer subscribe donate book reserve",
    "send": "send submit publish post share invite reply forward tweet email broadcast deploy",
    "save": "save update apply create add store confirm approve reject accept merge import upload "
            "register ok yes go run execute finish done",
}  # fmt: skip
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_WORD = re.compile(r"[^\W\d_]+")
_PRESSED = ("button", "menuitem", "link", "img", "")


def danger_of(action_type: str, target: Mapping[str, Any]) -> str:
    """The irreversible effect of a step: delete, pay, send, save, or nothing ("").

    A button that sends a form counts as one that saves, whatever it is called.

    >>> danger_of("CLICK", {"role": "button", "name": "Delete account"})
    'delete'
    >>> danger_of("KEYPRESS", {"role": "button", "name": "Delete account"})
    'delete'
    >>> danger_of("CLICK", {"role": "link", "name": "Orders"})
    ''
    """
    role = str(target.get("role") or "")
    if action_type not in ("CLICK", "KEYPRESS", "DRAG") or role not in _PRESSED:
        return ""
    called = str(target.get("name") or target.get("text") or target.get("test_id") or "")
    named = [_KINDS[word] for word in map(str.lower, _WORD.findall(called)) if word in _KINDS]
    if action_type != "DRAG" and named and (role != "link" or named[0] != "save"):
        return next((kind for kind in _WORDS if kind in named), "")
    return "save" if target.get("submits") else ""
