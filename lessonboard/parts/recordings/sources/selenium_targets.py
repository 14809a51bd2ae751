"""Targets from the locators of Selenium IDE."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lessonboard.parts.recordings.sources import locators
from lessonboard.parts.recordings.sources.elements import INPUT_ROLES, ROLES
from lessonboard.parts.recordings.sources.locators import Locator
from lessonboard.parts.recordings.sources.selectors import of_playwright

Target = dict[str, Any]

_STRATEGY = re.compile(r"^([a-zA-Z]+)=(.*)$", re.DOTALL)
_CONTAINS = re.compile(r":contains\(")
_PATTERN = re.compile(r"^(?:exact|glob):")
_INNER_TEXT = re.compile(
    r"^//([a-z][a-z0-9]*)\[(?:contains\()?(?:\.|text\(\))(?:,|=)\s*'([^']+)'\)?\]$"
)
_PATH_ID = re.compile(r"^//([a-z][a-z0-9]*|\*)\[@id='([^']+)'\]$")


class _Way(NamedTuple):
    target: Target
    locator: Locator


def of_selenium(target: object, targets: object = None) -> Target:
    """A target from a command's locator and its alternatives; {} where they name nothing.

    >>> found = of_selenium("id=q", [["id=q", "id"], ["css=#q", "css:finder"]])
    >>> found["id"], found["locators"][0]
    ('q', {'by': 'id', 'selector': '[id="q"]'})
    """
    given = [target, *(_first(each) for each in (targets if isinstance(targets, list) else ()))]
    ways = [way for each in given if isinstance(each, str) and (way := _way(each.strip()))]
    found: Target = {}
    for way in ways:
        for name, value in way.target.items():
            found.setdefault(name, value)
    role = INPUT_ROLES.get(found.get("input_type", "")) or ROLES.get(found.get("tag", ""))
    if role:
        found.setdefault("role", role)
    ranked = locators.ranked(way.locator for way in ways)
    return {**found, "locators": ranked} if ranked else found


def selector_of(target: object) -> str:
    """The Playwright selector of a locator alone, or ""."""
    way = _way(target.strip()) if isinstance(target, str) else None
    return way.locator.selector if way else ""


def _way(text: str) -> _Way | None:
    match = _STRATEGY.match(text)
    strategy, value = (match[1], match[2]) if match else ("", text)
    if text.startswith(("//", "(//")):
        strategy, value = "xpath", text
    if not value.strip():
        return None
    match strategy.lower():
        case "id" | "identifier":
            return _Way({"id": value}, Locator("id", _attribute("id", value)))
        case "name":
            selector = _attribute("name", value)
            return _Way({"selector": selector}, Locator("css", selector))
        case "css":
            selector = _CONTAINS.sub(":has-text(", value)
            return _Way(_without_locators(of_playwright(selector)), locators.by_css(selector))
        case "linktext" | "link":
            name = _PATTERN.sub("", value)
            return _Way({"role": "link", "name": name}, locators.by_role("link", name))
        case "partiallinktext":
            return _Way({"role": "link"}, locators.by_role("link", value, exact=False))
        case "xpath":
            return _Way(_of_path(value), locators.by_xpath(value))
    return None


def _of_path(path: str) -> Target:
    text, id_ = _INNER_TEXT.match(path), _PATH_ID.match(path)
    if text:
        return {"tag": text[1], "text": text[2]}
    return {"id": id_[2], **({} if id_[1] == "*" else {"tag": id_[1]})} if id_ else {}


def _attribute(name: str, value: str) -> str:
    return f"[{name}={locators.in_attribute(value).removesuffix('s')}]"


def _without_locators(target: Target) -> Target:
    return {name: value for name, value in target.items() if name not in ("locators", "nth")}


def _first(pair: object) -> object:
    return pair[0] if isinstance(pair, list) and pair else None
