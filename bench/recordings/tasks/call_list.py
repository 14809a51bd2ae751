"""Tasks in the call list, whose items are drawn by a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.recordings.judge import Effect
from bench.recordings.task import Task

if TYPE_CHECKING:
    from playwright.async_api import Page


async def _remove(page: Page) -> None:
    item = page.get_by_role("listitem").filter(has_text="Alan Turing")
    await item.get_by_role("button", name="Remove").click()
    await item.wait_for(state="detached")


async def _tick(page: Page) -> None:
    item = page.get_by_role("listitem").filter(has_text="Edsger Dijkstra")
    await item.get_by_role("checkbox").click()


async def _add(page: Page) -> None:
    await page.get_by_label("Name").fill("Donald Knuth")
    await page.get_by_label("E-mail").fill("donald@example.org")
    await page.get_by_label("City").fill("Stanford")
    await page.get_by_role("button", name="Add").click()
    await page.get_by_text("Donald Knuth").wait_for()


TASKS = (
    Task(
        "call list: remove", "call list", "/", _remove,
        Effect("delete", "alan@example.org"), button="Remove",
        others={"Alan Turing": "Branch 13"},
        other_effect=Effect("delete", "branch13@example.org"),
    ),
    Task(
        "call list: tick", "call list", "/", _tick,
        Effect("change", "edsger@example.org", {"status": "closed"}), button="Called",
        others={"Edsger Dijkstra": "Branch 12"},
        other_effect=Effect("change", "branch12@example.org", {"status": "closed"}),
    ),
    Task(
        "call list: add", "call list", "/", _add,
        Effect("add", values={"name": "Donald Knuth", "email": "donald@example.org",
                              "city": "Stanford"}),
        button="Add", label="City",
        others={"Donald Knuth": "Frances Allen", "donald@example.org": "frances@example.org",
                "Stanford": "Peru"},
        other_effect=Effect("add", values={"name": "Frances Allen", "email": "frances@example.org",
                                           "city": "Peru"}),
    ),
)  # fmt: skip
