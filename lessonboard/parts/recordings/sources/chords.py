"""Combine key-down and key-up events into chords."""

from __future__ import annotations

from lessonboard.parts.recordings.sources import keys


class Chords:
    """The modifiers that are currently held."""

    def __init__(self) -> None:
        self._held: list[str] = []

    def down(self, key: object) -> str:
        """The chord that a key completes, or "" while only modifiers are held."""
        name = keys.normal(key)
        if name in keys.MODIFIERS:
            self._held = [*self._held, name] if name not in self._held else self._held
            return ""
        if len(name) == 1 and self._held == ["SHIFT"]:
            return name.upper() if isinstance(key, str) and key.startswith("Key") else name
        return keys.normal([*self._held, name]) if self._held else name

    def up(self, key: object) -> None:
        """Handle the release of a key."""
        name = keys.normal(key)
        self._held = [held for held in self._held if held != name]
