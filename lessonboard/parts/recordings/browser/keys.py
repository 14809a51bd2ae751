"""The keys that Playwright presses, by the names that recordings give them; pure."""

from __future__ import annotations

import re

_NAMES = {
    "CTRL": "Control", "ALT": "Alt", "SHIFT": "Shift", "CMD": "Meta", "ENTER": "Enter",
    "TAB": "Tab", "ESC": "Escape", "SPACE": "Space", "BACKSPACE": "Backspace",
    "DELETE": "Delete", "INSERT": "Insert", "UP": "ArrowUp", "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft", "RIGHT": "ArrowRight", "PAGEUP": "PageUp", "PAGEDOWN": "PageDown",
    "HOME": "Home", "END": "End", "PLUS": "+", "CAPSLOCK": "CapsLock",
    "CONTEXTMENU": "ContextMenu", "PRINTSCREEN": "PrintScreen",
}  # fmt: skip
_OTHERS = "AltGraph|ControlOrMeta|ScrollLock|Pause|NumLock|Backquote|Minus|Equal|Backslash|" \
          "Bracket(?:Left|Right)|Semicolon|Quote|Comma|Period|Slash|AudioVolume(?:Mute|Down|Up)|" \
          "Media(?:TrackNext|TrackPrevious|PlayPause)"  # fmt: skip
_ONE = (
    r"(?:[ -~]|F[1-9]|F1[0-2]|Key[A-Z]|Digit[0-9]|(?:Shift|Control|Alt|Meta)(?:Left|Right)|"
    r"Numpad(?:[0-9]|Divide|Multiply|Subtract|Add|Decimal|Enter)|"
    rf"{'|'.join(filter(str.isalpha, _NAMES.values()))}|{_OTHERS})"
)
_PRESSED = re.compile(rf"{_ONE}(?:\+{_ONE})*")
"""A chord of the names in Playwright's layout of a keyboard, which is that of the US."""


def pressed(name: str) -> str:
    """Playwright's name of a key or chord; "" where it has none.

    >>> pressed("CTRL+SHIFT+T"), pressed("ESC"), pressed("F5"), pressed("FOO")
    ('Control+Shift+t', 'Escape', 'F5', '')
    """
    parts = name.split("+") if name != "+" else ["PLUS"]
    chord = "+".join(_NAMES.get(part, part.lower() if len(part) == 1 else part) for part in parts)
    return chord if _PRESSED.fullmatch(chord) else ""
