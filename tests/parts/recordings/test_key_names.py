"""Keys: one name for each, whichever name the recorder used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.key_names import normal


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Return", "ENTER"), ("Key.enter", "ENTER"), ("NumpadEnter", "ENTER"), ("TAB", "TAB"),
        ("Escape", "ESC"), ("Key.cmd", "CMD"), ("Super_L", "CMD"), ("CMD+SPACE", "CMD+SPACE"),
        (["Control_L", "a"], "CTRL+A"), ("shift+ctrl+T", "CTRL+SHIFT+T"), ("ctrl++", "CTRL+PLUS"),
        ("ArrowDown", "DOWN"), ("Page_Up", "PAGEUP"), ("f12", "F12"), ("a", "a"), ("É", "É"),
        (" ", " "), ("+", "PLUS"), ("KeyA", "a"), ("Digit1", "1"), ("", ""), (None, ""), (7, ""),
        ({"a": 1}, ""), ("\n", "ENTER"), ("\x00", ""), (["ctrl", " "], "CTRL+SPACE"),
        ("<space>", "SPACE"), (["ctrl", "CTRL"], "CTRL"),
    ],
)  # fmt: skip
def test_a_key_has_one_name(given: object, name: str) -> None:
    """pynput's, X11's, the DOM's and Playwright's."""
    assert normal(given) == name


@given(st.text(max_size=20) | st.lists(st.text(max_size=5), max_size=4))
def test_a_name_stays_what_it_is(key: object) -> None:
    """Normalising twice changes nothing."""
    assert normal(normal(key)) == normal(key)
