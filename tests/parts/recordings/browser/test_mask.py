"""What a page hides while it is recorded is what the reader of a recording calls secret."""

from __future__ import annotations

import re
from importlib.resources import files

from lessonboard.parts.recordings.sources import sensitive

_FOLDER = files("lessonboard.parts.recordings.browser")
_SCRIPT = _FOLDER.joinpath("mask.js").read_text(encoding="utf-8")


def test_both_know_secrets_by_the_same_names() -> None:
    """A field that only one of them knows is written down, or shown in a picture."""
    declared = re.search(r"NAME = new RegExp\((.*?), \"i\"\);", _SCRIPT, re.DOTALL)
    assert declared
    pieces = re.findall(r'"((?:[^"\\]|\\.)*)"', declared[1])
    pattern = "".join(pieces).replace("\\\\", "\\")
    assert sensitive._NAME.pattern == f"(?i){pattern}"


def test_both_know_what_browsers_fill_in_as_secret() -> None:
    """By the values of the attribute `autocomplete`."""
    declared = re.search(r"AUTOCOMPLETE =\s*/(.*)/;", _SCRIPT)
    assert declared
    assert declared[1] == sensitive._AUTOCOMPLETE.pattern
