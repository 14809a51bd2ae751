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


class _Structure(NamedTuple):
    name: str
    fits: Callable[[Json], bool]
    advice: str


class _Wording(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    advice: str


def refusal(source: SourceFile) -> NotARecording | None:
    """The error that names a file of a known other kind; None if its kind is not known."""
    found = _of_json(source.json) if source.json is not None else _of_text(source.text[:_START])
    return NotARecording(source.path, f"it is {found.name}", found.advice) if found else None


def _of_json(value: Any) -> _Structure | None:
    if isinstance(value, list):
        value = {"events": value}
    if not isinstance(value, dict):
        return None
    return next((each for each in _JSON if each.fits(value)), None)


def _of_text(text: str) -> _Wording | None:
    return next((each for each in _TEXTS if each.pattern.search(text)), None)


def _has(*keys: str) -> Callable[[Json], bool]:
    return lambda value: all(key in value for key in keys)


def _list(key: str, *of_each: str) -> Callable[[Json], bool]:
    """Whether a key holds objects, the first of which has some keys."""

    def fits(value: Json) -> bool:
        found = value.get(key)
        first = found[0] if isinstance(found, list) and found else None
        return isinstance(first, dict) and all(each in first for each in of_each)

    return fits


def _is_har(value: Json) -> bool:
    log = value.get("log")
    return isinstance(log, dict) and isinstance(log.get("entries"), list)


def _is_postman(value: Json) -> bool:
    return isinstance(value.get("info"), dict) and isinstance(value.get("item"), list)


def _is_rrweb(value: Json) -> bool:
    events = value.get("events")
    first = events[0] if isinstance(events, list) and events else None
    return isinstance(first, dict) and type(first.get("type")) is int and "timestamp" in first


def _is_package(value: Json) -> bool:
    parts = ("scripts", "dependencies", "devDependencies")
    return "name" in value and any(isinstance(value.get(each), dict) for each in parts)


_RECORD = "record the task with `lessonboard recording start` or the Recorder of Chrome DevTools"
_SAVE_SIDE = "open it in Selenium IDE and save it as a .side project"
_GENERATE = "generate the script again with `playwright codegen --target python` or `javascript`"

_JSON = (
    _Structure("a HAR file, network traffic and no actions", _is_har, _RECORD),
    _Structure("a Postman collection, requests and no actions on pages", _is_postman, _RECORD),
    _Structure("a workflow of n8n", _has("nodes", "connections"), _RECORD),
    _Structure("a workflow of Automa", _has("drawflow"), _RECORD),
    _Structure("a macro of UI.Vision", _list("Commands", "Command"),
               "export it there as a .side project of Selenium IDE"),
    _Structure("a test of TestCafe Studio", _list("fixtures", "tests"), _RECORD),
    _Structure("a report of Playwright's tests", _has("config", "suites"),
               "give the trace.zip of the test"),
    _Structure("a saved login of Playwright (storage state)", _has("cookies", "origins"), _RECORD),
    _Structure("a report of Cypress or Mocha", _has("stats", "results"), _RECORD),
    _Structure("a performance trace of Chrome", _has("traceEvents"),
               "export the recording from the Recorder panel instead"),
    _Structure("a report of Lighthouse", _has("lighthouseVersion"), _RECORD),
    _Structure("the log inside of a Playwright trace", _has("type", "playwrightVersion"),
               "give the whole trace.zip"),
    _Structure("a stream of rrweb events, changes of the page and no targets", _is_rrweb, _RECORD),
    _Structure("an extension's manifest.json", _has("manifest_version"), _RECORD),
    _Structure("a package.json", _is_package, _RECORD),
    _Structure("an OpenAPI description", lambda value: "openapi" in value or "swagger" in value,
               _RECORD),
    _Structure("a flow of Power Automate", _has("definition"), _RECORD),
    _Structure("the step list of another tool", lambda value: isinstance(value.get("steps"), list),
               "export it as a recording of Chrome DevTools or as a Playwright script"),
)  # fmt: skip
"""A new kind of JSON adds a line here; the first that fits is named."""

_TEXTS = (
    _Wording("a Playwright script in Java or C#",
             re.compile(r"com\.microsoft\.playwright|using Microsoft\.Playwright"), _GENERATE),
    _Wording("a list of actions that `playwright codegen --target jsonl` wrote",
             re.compile(r'^\{.*\}\s*\n\{"(?:name|pageGuid|pageAlias)":'), _GENERATE),
    _Wording("the log inside of a Playwright trace",
             re.compile(r'^\{.*"type":\s*"context-options"'), "give the whole trace.zip"),
    _Wording("a Cypress test", re.compile(r"\bcy\.(?:visit|get|contains)\("), _RECORD),
    _Wording("a TestCafe test", re.compile(r"from ['\"]testcafe['\"]|\bfixture\s*[(`]"), _RECORD),
    _Wording("a Puppeteer script", re.compile(r"require\(['\"]puppeteer|from ['\"]puppeteer"),
             "give the JSON that the Recorder exports, not the script made of it"),
    _Wording("a WebDriver script",
             re.compile(r"from selenium import|org\.openqa\.selenium|selenium-webdriver"),
             "give the .side project that it was exported from"),
    _Wording("a workflow of UiPath", re.compile(r"schemas\.uipath\.com|<Activity\b"), _RECORD),
    _Wording("a test plan of JMeter", re.compile(r"<jmeterTestPlan"), _RECORD),
    _Wording("a test of an old Selenium IDE", re.compile(r"selenium\.base|<td>open</td>"),
             _SAVE_SIDE),
    _Wording("a macro of iMacros", re.compile(r"(?m)^VERSION BUILD="), _RECORD),
    _Wording("a test of Robot Framework", re.compile(r"(?m)^\*\*\* (?:Settings|Test Cases)"),
             _RECORD),
)  # fmt: skip
"""A new kind of text adds a line here; the first that fits is named."""
