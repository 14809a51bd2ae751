"""Name what a file is that holds no recording, where its structure shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.source_file import SourceFile

Json = Mapping[str, Any]

_START = 4_000
"""The characters of a text in which its format must show."""


class _Kind(NamedTuple):
    """A kind of file; `fits` is asked with its JSON, or with the beginning of its text."""

    name: str
    fits: Callable[[Any], object]
    advice: str


def refusal(source: SourceFile) -> NotARecording | None:
    """The error that names a file of a known other kind; None if its kind is not known."""
    value: Any = source.json
    kinds: tuple[_Kind, ...] = _JSON if isinstance(value, dict) else ()
    if value is None:
        value, kinds = source.text[:_START], _TEXTS
    found = next((each for each in kinds if each.fits(value)), None)
    return NotARecording(source.path, f"it is {found.name}", found.advice) if found else None


def _is_har(value: Json) -> bool:
    log = value.get("log")
    return isinstance(log, dict) and isinstance(log.get("entries"), list)


def _is_postman(value: Json) -> bool:
    return isinstance(value.get("info"), dict) and isinstance(value.get("item"), list)


_RECORD = "record the task with `lessonboard recording start` or the Recorder of Chrome DevTools"
_GENERATE = "generate a script with `playwright codegen --target python` or `javascript`"

_JSON = (
    _Kind("a HAR file, network traffic and no actions", _is_har, _RECORD),
    _Kind("a Postman collection, requests and no actions on pages", _is_postman, _RECORD),
    _Kind("a project of Selenium IDE", lambda value: isinstance(value.get("tests"), list), _RECORD),
    _Kind("the step list of another tool", lambda value: isinstance(value.get("steps"), list),
          "export it as a recording of Chrome DevTools or as a Playwright script"),
)  # fmt: skip
"""A new kind of JSON adds a line here; the first that fits is named."""

_TEXTS = (
    _Kind("an archive, such as a trace of Playwright", re.compile("^PK\x03\x04").search, _GENERATE),
    _Kind("a Playwright script in Java or C#",
          re.compile(r"com\.microsoft\.playwright|using Microsoft\.Playwright").search, _GENERATE),
    _Kind("a Cypress test", re.compile(r"\bcy\.(?:visit|get|contains)\(").search, _RECORD),
    _Kind("a Puppeteer script", re.compile(r"require\(['\"]puppeteer|from ['\"]puppeteer").search,
          "give the JSON that the Recorder exports, not the script made of it"),
    _Kind("a WebDriver script",
          re.compile(r"from selenium import|org\.openqa\.selenium|selenium-webdriver").search,
          _RECORD),
)  # fmt: skip
"""A new kind of text adds a line here; the first that fits is named."""
