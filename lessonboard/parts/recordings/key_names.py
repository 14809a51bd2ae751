"""Normalise key names of different recorders (pynput, X11, the DOM, Playwright)."""

from __future__ import annotations

import re

MODIFIERS = ("CTRL", "ALT", "SHIFT", "CMD")
"""In their order within a chord; CMD is also the Windows, Super and Meta key."""

_ALIASES = {
    "CTRL": "control ctrl_l ctrl_r control_l control_r controlleft controlright controlormeta",
    "ALT": "option alt_l alt_r alt_gr altgr altgraph altleft altright iso_level3_shift",
    "SHIFT": "shift_l shift_r shiftleft shiftright",
    "CMD": "command cmd_l cmd_r meta meta_l meta_r metaleft metaright super super_l super_r win "
           "windows os",
    "ENTER": "return kp_enter numpadenter", "ESC": "escape", "TAB": "iso_left_tab",
    "BACKSPACE": "back", "DELETE": "del kp_delete", "INSERT": "ins", "SPACE": "spacebar",
    "UP": "arrowup kp_up up_arrow", "DOWN": "arrowdown kp_down down_arrow",
    "LEFT": "arrowleft kp_left left_arrow", "RIGHT": "arrowright kp_right right_arrow",
    "PAGEUP": "page_up prior pgup", "PAGEDOWN": "page_down next pgdn", "HOME": "kp_home",
    "END": "kp_end", "CAPSLOCK": "caps_lock", "PLUS": "+ plus_sign",
    "PRINTSCREEN": "print_screen print", "CONTEXTMENU": "menu context_menu",
}  # fmt: skip
_NAMES = {
    alias: name for name, aliases in _ALIASES.items() for alias in (name.lower(), *aliases.split())
}
_CHARACTERS = {"+": "PLUS", "\n": "ENTER", "\r": "ENTER", "\t": "TAB", "\x1b": "ESC",
               "\x08": "BACKSPACE", "\x7f": "DELETE"}  # fmt: skip
_COUNTED = re.compile(r"(.+)\*([1-9][0-9]{0,4})")
_CODE = re.compile(r"^(?:key|digit|numpad)([a-z0-9])$")


def normal(key: object) -> str:
    """The name of a key or chord, such as ENTER or CTRL+SHIFT+T.

    Accepts a name, a chord joined by "+", or a list of names; returns "" for anything else. A
    single character without modifiers keeps its case.

    >>> normal("Return"), normal(["Control_L", "a"]), normal("<cmd>+<space>"), normal("ctrl++")
    ('ENTER', 'CTRL+A', 'CMD+SPACE', 'CTRL+PLUS')
    """
    names = [name for part in _parts(key) if (name := _one(part))]
    held = [modifier for modifier in MODIFIERS if modifier in names]
    rest = list(dict.fromkeys(name for name in names if name not in MODIFIERS))
    if not held and len(rest) == 1:
        return rest[0]
    named = dict.fromkeys("SPACE" if name == " " else _upper(name) for name in rest)
    return "+".join([*held, *named])


def with_count(key: str, count: int) -> str:
    """The value of a key that was pressed `count` times; `split_count` is its inverse.

    >>> with_count("DOWN", 12), with_count("ENTER", 1)
    ('DOWN*12', 'ENTER')
    """
    return f"{key}*{count}" if count > 1 else key


def split_count(value: str) -> tuple[str, int]:
    """The key or chord in a KEYPRESS value, and how often it is pressed.

    >>> split_count("DOWN*12"), split_count("CTRL+*")
    (('DOWN', 12), ('CTRL+*', 1))
    """
    match = _COUNTED.fullmatch(value)
    return (match[1], int(match[2])) if match else (value, 1)


def _parts(key: object) -> list[str]:
    if isinstance(key, list | tuple):
        return [part for item in key for part in _parts(item)]
    if not isinstance(key, str) or len(key) == 1:
        return [key] if isinstance(key, str) else []
    chord = key.strip()
    parts = [part.strip() for part in chord.removesuffix("++").split("+")]
    return [*filter(None, parts), *(["+"] if chord.endswith("++") else [])]


def _one(part: str) -> str:
    """The name of one key; "" if unknown."""
    if len(part) == 1:
        return _CHARACTERS.get(part, part if part.isprintable() else "")
    name = part.removeprefix("Key.")
    kept = "".join(char for char in name if char.isalnum() or char in "_-")
    code = _CODE.match(kept.lower())
    if named := _NAMES.get(name.lower()) or _NAMES.get(kept.lower()):
        return named
    return code[1] if code else kept if len(kept) == 1 else _upper(kept)


def _upper(name: str) -> str:
    """Upper case for ASCII; elsewhere it could change the character."""
    return name.upper() if name.isascii() else name
