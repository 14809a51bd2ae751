"""Convert the assertions and waits of Selenium IDE to checks."""

from __future__ import annotations

import re
from typing import Any

from lessonboard.parts.recordings.sources.lines import line, omitted

Record = dict[str, Any]

_PREFIX = re.compile(r"^(?:assert|verify|waitfor)")
_OF_TARGET = {
    "elementpresent": "visible", "elementvisible": "visible", "visible": "visible",
    "elementeditable": "visible", "editable": "visible", "elementnotpresent": "hidden",
    "elementnotvisible": "hidden", "notvisible": "hidden", "checked": "checked",
    "notchecked": "unchecked",
}  # fmt: skip
_WITH_VALUE = {"text": "text", "value": "value", "selectedvalue": "value"}
_PATTERN = re.compile(r"^(?:exact|glob|regexpi?|regex):")


def check_line(name: str, target: str, value: str, details: Record, where: str) -> Record:
    """The check that an `assert`, `verify` or `waitFor` command makes."""
    what = _PREFIX.sub("", name)
    page = {key: each for key, each in details.items() if key != "target"}
    if what in ("title", "location") and not _is_pattern(target):
        kind = "url" if what == "location" else "title"
        return line("check", {"what": kind, "value": _plain(target)}, page)
    if "target" in details and what in _OF_TARGET:
        return line("check", {"what": _OF_TARGET[what]}, details)
    if "target" in details and what in _WITH_VALUE and not _is_pattern(value):
        return line("check", {"what": _WITH_VALUE[what], "value": _plain(value)}, details)
    return omitted(f"{where} is not checked", details)


def _is_pattern(value: str) -> bool:
    return value.startswith(("glob:", "regexp", "regex:"))


def _plain(value: str) -> str:
    return _PATTERN.sub("", value)
