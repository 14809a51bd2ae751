"""The code of an exported script; it may import nothing but the standard library and Playwright."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from playwright.sync_api import (
    Browser,
    Error,
    Frame,
    Locator,
    Page,
    Playwright,
    Route,
    sync_playwright,
)

_CHANGING = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4,}){1,4}|[0-9a-f]{12,}|\d+")
_TEMPLATE = re.compile(r"\{\{|\}\}|\{([a-z][a-z0-9_]*)\}")


class Stopped(Exception):
    """The page is not as it was recorded; nothing more is done."""


def rendered(value: Any, values: dict[str, str]) -> Any:
    """A JSON value with `{name}` replaced by the values of this run; a doubled brace is literal."""
    if isinstance(value, str):
        return _TEMPLATE.sub(lambda m: values[m[1]] if m[1] else m[0][0], value)
    if isinstance(value, dict):
        return {key: rendered(each, values) for key, each in value.items()}
    return [rendered(each, values) for each in value] if isinstance(value, list) else value


def normalised(text: str) -> str:
    """A text in which numbers, identifiers, case and spacing do not count."""
    return _CHANGING.sub("0", " ".join(text.lower().split()))


def same_place(one: str, other: str) -> bool:
    """Whether two addresses are one page."""
    places = [
        unquote(each.partition("#")[0].partition("?")[0]).rstrip("/") for each in (one, other)
    ]
    return normalised(places[0]) == normalised(places[1])


def locators(frame: Frame, target: dict[str, Any]) -> Iterator[Locator]:
    """The ways to find a target, the most reliable first."""
    role, name = target.get("role"), target.get("name")
    if role and name:
        yield frame.get_by_role(role, name=name, exact=True)
    if target.get("label"):
        yield frame.get_by_label(target["label"], exact=True)
    if target.get("placeholder"):
        yield frame.get_by_placeholder(target["placeholder"], exact=True)
    if target.get("text") and not name:
        yield frame.get_by_text(target["text"], exact=True)
    for each in target.get("locators") or []:
        if each.get("by") in ("test id", "id") or (each.get("by") == "css" and not name):
            found = frame.locator(each["selector"])
            yield found.and_(frame.get_by_role(role)) if role else found


def in_its_row(found: Locator, frame: Frame, target: dict[str, Any], script: str) -> list[Locator]:
    """The matches that stand in the recorded row, known by what its key cell says."""
    matches = found.filter(visible=True)
    within = target.get("within") or {}
    if not within.get("cells"):
        return matches.all()
    ask = f"([all, like]) => ({script}).surroundings(all, true, like)"
    stands = frame.evaluate(ask, [matches.element_handles(), within.get("selector") or ""])
    rows = [each.get("within") or {} for each in stands]
    return [matches.nth(n) for n, row in enumerate(rows) if is_row(within, row)]


def is_row(wanted: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a row says in its key cell what the recorded one said, or all of it without one."""
    cells, said = wanted["cells"], row.get("cells") or []
    key = wanted.get("key")
    if key is None:
        return bool(cells == said)
    is_table = wanted.get("kind") == row.get("kind") == "row"
    if is_table and len(said) == len(cells):
        return bool(said[key] == cells[key])
    return cells[key] in said


def the_only(pages: list[Page], target: dict[str, Any], script: str) -> Locator | str:
    """The one element that is meant, or why there is none; `script` reads where things stand."""
    called = target.get("name") or target.get("label") or target.get("text") or "the target"
    problem = f"found no {target.get('role') or 'element'} {called!r}"
    for page in pages:
        for frame in page.frames:
            for way in locators(frame, target):
                if way.filter(visible=True).count() == 0:
                    continue
                matches = in_its_row(way, frame, target, script)
                if len(matches) == 1:
                    return matches[0]
                problem = f"found {len(matches)} of {called!r} where one is meant"
                break
    return problem


def problems(page: Page, wanted: dict[str, str]) -> list[str]:
    """What a page should show and does not."""
    seen = " ".join(page.locator("body").inner_text().split())
    headings = page.get_by_role("heading").all_inner_texts() if wanted.get("heading") else []
    checks = {
        "place": lambda text: same_place(text, page.url),
        "title": lambda text: normalised(text) == normalised(page.title()),
        "heading": lambda text: normalised(text) in map(normalised, headings),
        "text": lambda text: normalised(text) in normalised(seen),
        "absent": lambda text: text not in seen,
    }
    return [f"{key} {text!r}" for key, text in wanted.items() if not checks[key](text)]


class Run:
    """One run in an open browser."""

    def __init__(self, first: Page, values: dict[str, str], seconds: float, script: str) -> None:
        self.context, self.page, self.values = first.context, first, values
        self.seconds, self.script = seconds, script

    def do(self, step: dict[str, Any]) -> None:
        """Do one step: find its target, act, and wait for what it led to."""
        value, target = rendered(step["value"], self.values), rendered(step["target"], self.values)
        place = rendered(step["place"], self.values)
        if step["action"] == "OPEN":
            self.page.goto(urljoin(self.page.url, value))
        else:
            free = step["action"] in ("KEYPRESS", "SCROLL", "TYPE")
            named = any(target.get(key) for key in ("name", "label", "placeholder", "locators"))
            found = self.found(place, target) if named or not free else None
            self.act(step["action"], value, found)
        self.wait_for(rendered(step["after"], self.values))

    def found(self, place: str, target: dict[str, Any]) -> Locator:
        """Wait for the target, in the page where it was recorded."""
        end = time.monotonic() + self.seconds
        while True:
            pages = [page for page in self.pages() if not place or same_place(place, page.url)]
            answer = (
                the_only(pages, target, self.script) if pages else f"the page {place} is not open"
            )
            if not isinstance(answer, str):
                self.page = answer.page
                return answer
            if time.monotonic() > end:
                raise Stopped(answer)
            self.pause()

    def act(self, action: str, value: Any, found: Locator | None) -> None:
        """Perform an action."""
        limit = self.seconds * 1000
        if action == "CLICK" and found is not None:
            if value == "double":
                found.dblclick(timeout=limit)
            else:
                found.click(button=value if value in ("right", "middle") else "left", timeout=limit)
        elif action == "HOVER" and found is not None:
            found.hover(timeout=limit)
        elif action == "TYPE" and found is not None:
            if found.evaluate("(element) => element.tagName") == "SELECT":
                found.select_option(label=value, timeout=limit)
            else:
                found.fill(value, timeout=limit)
        elif action == "TYPE":
            self.page.keyboard.insert_text(value)
        elif action == "KEYPRESS":
            if found is not None:
                found.focus(timeout=limit)
            self.page.keyboard.press(value)
        elif action == "SCROLL":
            if found is not None:
                found.hover(timeout=limit)
            self.page.mouse.wheel(*value)
        else:
            raise Stopped(f"{action} needs a target")

    def wait_for(self, wanted: dict[str, str]) -> None:
        """Wait until a page shows what was recorded."""
        end = time.monotonic() + self.seconds
        self.pause()
        while wanted:
            try:
                missing = [problems(page, wanted) for page in self.pages()]
            except Error:
                missing = [["a page that has loaded"]]
            if not all(missing):
                return
            if time.monotonic() > end:
                raise Stopped(f"expected {' and '.join(missing[0])}")
            self.pause()

    def pages(self) -> list[Page]:
        """The open pages, the current one first."""
        return sorted(self.context.pages, key=lambda page: page is not self.page)

    def pause(self) -> None:
        """Let the browser work."""
        self.pages()[0].wait_for_timeout(100)


def given(workflow: dict[str, Any], arguments: list[str] | None) -> argparse.Namespace:
    """The command line: an option for each parameter that is no secret."""
    about = workflow["title"].replace("%", "%%")
    parser = argparse.ArgumentParser(description=about, conflict_handler="resolve")
    parser.add_argument("--with-browser", help="The program of the browser.")
    parser.add_argument("--with-window", action="store_true", help="Show what is done.")
    parser.add_argument("--with-timeout", type=float, default=10.0, help="Seconds for a step.")
    for each in workflow["parameters"]:
        if not each["secret"]:
            parser.add_argument(
                f"--{each['name'].replace('_', '-')}", dest=f"value_{each['name']}",
                required=each["default"] is None, default=each["default"],
                help=f"{each['help']} (recorded: {each['example']})".replace("%", "%%"),
            )  # fmt: skip
    return parser.parse_args(arguments)


def values_of(workflow: dict[str, Any], options: argparse.Namespace) -> dict[str, str]:
    """The values of the parameters; secrets from the environment."""
    values = {}
    for each in workflow["parameters"]:
        name = each["name"]
        variable = f"LESSONBOARD_PARAM_{name.upper()}"
        value = os.environ.get(variable) if each["secret"] else getattr(options, f"value_{name}")
        if value is None:
            raise Stopped(f"{name} is a secret: set {variable}")
        values[name] = value
    return values


def launched(playwright: Playwright, options: argparse.Namespace) -> Browser:
    """The browser that was named, else Playwright's own."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        return playwright.chromium.launch(
            executable_path=options.with_browser or os.environ.get("LESSONBOARD_BROWSER"),
            headless=not options.with_window, args=["--no-sandbox"] if is_root else [],
        )  # fmt: skip
    except Error as error:
        raise Stopped(
            f"no browser was started ({str(error).splitlines()[0]}); name one with --with-browser "
            "or LESSONBOARD_BROWSER, or run: playwright install chromium"
        ) from error


def main(workflow: dict[str, Any], arguments: list[str] | None = None) -> int:
    """Do the task; 0 where it led to what was recorded, or nothing of that can be checked."""
    options = given(workflow, arguments)
    try:
        values = values_of(workflow, options)
        with sync_playwright() as playwright:
            browser = launched(playwright, options)
            context = browser.new_context(service_workers="block")
            hosts = set(workflow["hosts"])
            context.route("**/*", lambda route: _only(hosts, route))
            page = context.new_page()
            page.goto(workflow["start"])
            run = Run(page, values, options.with_timeout, workflow["surroundings"])
            for step in workflow["steps"]:
                try:
                    run.do(step)
                except (Stopped, Error) as error:
                    what = str(error).splitlines()[0]
                    raise Stopped(f"step {step['number']} was not done: {what}") from error
                sys.stdout.write(f"ok {step['number']}\n")
                sys.stdout.flush()
            run.wait_for(rendered(workflow["outcome"], values))
            browser.close()
    except (Stopped, Error) as error:
        sys.stderr.write(f"{str(error).splitlines()[0]}\n")
        return 1
    end = "as recorded" if workflow["outcome"] else "outcome unchecked"
    sys.stdout.write(f"done, {end}\n")
    return 0


def _only(hosts: set[str], route: Route) -> None:
    """Let no page leave for a host that was not recorded."""
    request = route.request
    is_page = request.is_navigation_request() and request.frame.parent_frame is None
    if is_page and urlsplit(request.url).netloc.rpartition("@")[2].lower() not in hosts:
        route.abort("blockedbyclient")
    else:
        route.continue_()
