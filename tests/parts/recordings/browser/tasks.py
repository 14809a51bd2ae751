"""The circle of the tests: a task is recorded in Chromium, reflected on, and run again."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.browser.outcome import Rerun
from lessonboard.parts.recordings.browser.record_task import Recorded, Wanted, record
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.compiler.compile import compile_recording
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.workflow.plan import Plan
from lessonboard.parts.recordings.workflow.planning import plan_of
from tests.parts.recordings.browser.site import Site

if TYPE_CHECKING:
    from playwright.async_api import Page

Actions = Callable[["Page"], Awaitable[None]]
QUICK = Options(timeout=4.0)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """The manifest of a recording."""
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def kinds_of(lines: list[dict[str, Any]]) -> list[str]:
    """What was done, line by line."""
    return [line["action_type"] for line in lines]


@dataclass
class Circle:
    """A site, a board and a folder for recordings."""

    site: Site
    board: Board
    folder: Path

    def record(self, page: str, actions: Actions, name: str = "A task") -> Recorded:
        """Record what a program does, beginning at a page."""
        wanted = Wanted(self.site.url(page), name, into=self.folder / "recordings", headless=True)
        return record(wanted, actions)

    def reflect(self, recorded: Recorded) -> WorkflowRow:
        """The workflow that rules make of a recording."""
        found = read_recording(recorded.folder)
        ingest(self.board, found)
        compile_recording(self.board, found, self.folder / "workflows")
        return self.board.row("workflows", recorded.session_id)

    def taught(self, page: str, actions: Actions, name: str = "A task") -> Plan:
        """The plan of a task that is recorded now."""
        plan = plan_of(self.reflect(self.record(page, actions, name)))
        self.site.done.clear()
        return plan

    def run(
        self,
        plan: Plan,
        values: dict[str, str] | None = None,
        **options: Any,
    ) -> Rerun:
        """Run a plan; parameters that are not given are as they were recorded."""
        recorded = {parameter.name: parameter.example for parameter in plan.parameters}
        return rerun(plan, {**recorded, **(values or {})}, replace(QUICK, **options))


async def play_numb(page: Page) -> None:
    """A song is searched for and played."""
    await page.get_by_label("Song name").fill("Numb")
    await page.get_by_role("button", name="Search").click()
    await page.get_by_role("button", name="Play Numb", exact=True).click()


async def sign_in(page: Page) -> None:
    """A person signs in."""
    await page.get_by_label("User").fill("ada")
    await page.get_by_label("Password").fill("correct horse battery")
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url("**/welcome.html*")
