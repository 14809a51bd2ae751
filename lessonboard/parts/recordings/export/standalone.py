"""The code of an exported script, which does a workflow with Playwright alone.

`script.py` puts the modules of the runner that find and compare things before it, so that the
script decides as `recording run` does; besides those it may import the standard library and
Playwright.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import (
    Browser,
    Dialog,
    ElementHandle,
    Error,
    Page,
    Playwright,
    Route,
    sync_playwright,
)

from lessonboard.parts.recordings.browser.expected import expected_of, same_place
from lessonboard.parts.recordings.browser.finding import Found, find
from lessonboard.parts.recordings.browser.identity import Doubt, is_switched
from lessonboard.parts.recordings.browser.looking import look
from lessonboard.parts.recordings.browser.target import target_of
from lessonboard.parts.recordings.browser.ways import Wanted

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


class Run:
    """One run in an open browser; `recorded` are the values with which it was recorded."""

    def __init__(
        self, first: Page, values: dict[str, str], recorded: dict[str, str], seconds: float
    ) -> None:
        self.context, self.page, self.seconds = first.context, first, seconds
        self.values, self.recorded = values, recorded
        self.asked: list[str] = []
        self.context.on("dialog", self.dismiss)

    def do(self, step: dict[str, Any]) -> None:
        """Do one step: find its target, act, and wait for what it led to."""
        value, target = rendered(step["value"], self.values), rendered(step["target"], self.values)
        if step["action"] == "OPEN":
            self.page.goto(urljoin(self.page.url, value))
        else:
            free = step["action"] in ("KEYPRESS", "SCROLL", "TYPE")
            named = any(target.get(key) for key in ("name", "label", "placeholder", "locators"))
            found = self.found(step) if named or not free else None
            self.act(step, value, found.element if found else None)
        self.wait_for(rendered(step["after"], self.values))
        if self.asked:
            raise Stopped(f"the page asked {self.asked[0]!r}, and was answered with no")

    def found(self, step: dict[str, Any]) -> Found:
        """Wait for the target, in the page where it was recorded."""
        now, then = (target_of(rendered(step["target"], each))
                     for each in (self.values, self.recorded))  # fmt: skip
        wanted = Wanted(now, then, step["danger"])
        place, end = rendered(step["place"], self.values), time.monotonic() + self.seconds
        last: Found | Doubt | None = None
        while True:
            pages = [page for page in self.pages() if not place or same_place(place, page.url)]
            answer = find(pages, wanted, loosely=False)
            is_sure = not wanted.danger or (isinstance(last, Found) and isinstance(answer, Found)
                                               and last.is_like(answer))  # fmt: skip
            if isinstance(answer, Found) and is_sure and answer.is_still_there():
                self.page = answer.page
                return answer
            last = answer
            if time.monotonic() > end:
                why = f": {answer.reason}" if isinstance(answer, Doubt) else " was not found"
                raise Stopped(f"{now.spoken}{why}" if pages else f"the page {place} is not open")
            self.pause()

    def act(self, step: dict[str, Any], value: Any, element: ElementHandle | None) -> None:
        """Perform an action."""
        action, limit = step["action"], self.seconds * 1000
        if action == "CLICK" and element is not None:
            checked = step["target"].get("checked")
            if checked is not None and is_switched(checked, element.evaluate(step["checked"])):
                return
            if value == "double":
                element.dblclick(timeout=limit)
            else:
                button: Any = value if value in ("right", "middle") else "left"
                element.click(button=button, timeout=limit)
        elif action == "HOVER" and element is not None:
            element.hover(timeout=limit)
        elif action == "TYPE" and element is not None:
            if element.evaluate("(element) => element.tagName") == "SELECT":
                element.select_option(label=value.split("\n"), timeout=limit)
            else:
                element.fill(value, timeout=limit)
        elif action == "TYPE":
            self.page.keyboard.insert_text(value)
        elif action == "KEYPRESS":
            if element is not None:
                element.focus()
            for _ in range(step["times"]):
                self.page.keyboard.press(value)
        elif action == "SCROLL":
            if element is not None:
                element.hover(timeout=limit)
            self.page.mouse.wheel(*value)
        else:
            raise Stopped(f"{action} needs a target")

    def wait_for(self, texts: dict[str, str]) -> None:
        """Wait until a page shows what was recorded."""
        wanted, end = expected_of(texts), time.monotonic() + self.seconds
        self.pause()
        while True:
            missing = [wanted.problems(look(page)) for page in self.pages()]
            if not all(missing):
                return
            if time.monotonic() > end:
                raise Stopped(f"expected {' and '.join(missing[0])}")
            self.pause()

    def dismiss(self, dialog: Dialog) -> None:
        """Answer a question that was not recorded: with no."""
        self.asked.append(dialog.message[:100])
        dialog.dismiss()

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
            _all_steps(browser, workflow, values, options.with_timeout)
            browser.close()
    except (Stopped, Error) as error:
        sys.stderr.write(f"{str(error).splitlines()[0]}\n")
        return 1
    end = "as recorded" if workflow["outcome"] else "outcome unchecked"
    sys.stdout.write(f"done, {end}\n")
    return 0


def _all_steps(
    browser: Browser, workflow: dict[str, Any], values: dict[str, str], seconds: float
) -> None:
    """Do the steps one after another, and wait for what they led to."""
    context = browser.new_context(service_workers="block")
    hosts = set(workflow["hosts"])
    context.route("**/*", lambda route: _only(hosts, route))
    page = context.new_page()
    page.goto(workflow["start"])
    recorded = {each["name"]: each["example"] for each in workflow["parameters"]}
    run = Run(page, values, recorded, seconds)
    for step in workflow["steps"]:
        try:
            run.do(step)
        except (Stopped, Error) as error:
            what = str(error).splitlines()[0]
            raise Stopped(f"step {step['number']} was not done: {what}") from error
        sys.stdout.write(f"ok {step['number']}\n")
        sys.stdout.flush()
    run.wait_for(rendered(workflow["outcome"], values))


def _only(hosts: set[str], route: Route) -> None:
    """Let no page leave for a host that was not recorded."""
    request = route.request
    is_page = request.is_navigation_request() and request.frame.parent_frame is None
    if is_page and urlsplit(request.url).netloc.rpartition("@")[2].lower() not in hosts:
        route.abort("blockedbyclient")
    else:
        route.continue_()
