"""Which keys can be pressed is known before a browser is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.browser.acting import key
from lessonboard.parts.recordings.browser.deed import CannotDo
from lessonboard.parts.recordings.browser.keys import pressed

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEYS = ["ENTER", "CTRL+A", "CTRL++", "CTRL+SHIFT+DOWN", "+", "SPACE", " ", "~", "é", "F12", "F13",
        "Enter", "enter", "FOO", "ENTER*0", "CTRL+", "NumLock", "NUMLOCK", "NumpadEnter", "Shift",
        "CMD", "AltGraph", "MediaTrackNext", "Digit7", "KeyQ", "Keyq", "Slash"]  # fmt: skip


def test_the_keys_that_are_known_are_those_that_playwright_presses(chromium: str) -> None:
    """No more, for a run would stop there, and no less."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name in KEYS:
            assert _is_pressed(page, pressed(name) or name) is bool(pressed(name)), name
        browser.close()


def _is_pressed(page: Page, name: str) -> bool:
    from playwright.sync_api import Error

    try:
        page.keyboard.press(name)
    except Error:
        return False
    return True


def test_a_key_that_is_none_is_named() -> None:
    """In a run whose value says it."""
    with pytest.raises(CannotDo, match="'FOO', which is no key, as ENTER and"):
        key("FOO")
