"""Tasks in Datasette: its forms for queries that write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.recordings.judge import Effect
from bench.recordings.task import Task

if TYPE_CHECKING:
    from playwright.async_api import Page


async def _add(page: Page) -> None:
    await page.get_by_role("link", name="Add a customer").click()
    await page.get_by_label("name").fill("Donald Knuth")
    await page.get_by_label("email").fill("donald@example.org")
    await page.get_by_label("city").fill("Stanford")
    await page.get_by_role("button", name="Run SQL").click()


async def _status(page: Page) -> None:
    await page.get_by_role("link", name="Set the status of a customer").click()
    await page.get_by_label("status").fill("closed")
    await page.get_by_label("email").fill("edsger@example.org")
    await page.get_by_role("button", name="Run SQL").click()


async def _delete(page: Page) -> None:
    await page.get_by_role("link", name="Delete a customer").click()
    await page.get_by_label("email").fill("branch12@example.org")
    await page.get_by_role("button", name="Run SQL").click()


TASKS = (
    Task(
        "datasette: add", "Datasette", "/run", _add,
        Effect("add", values={"name": "Donald Knuth", "email": "donald@example.org",
                              "city": "Stanford"}),
        button="Run SQL", label="city", shows_rows=False,
        others={"Donald Knuth": "Frances Allen", "donald@example.org": "frances@example.org",
                "Stanford": "Peru"},
        other_effect=Effect("add", values={"name": "Frances Allen", "email": "frances@example.org",
                                           "city": "Peru"}),
    ),
    Task(
        "datasette: set status", "Datasette", "/run", _status,
        Effect("change", "edsger@example.org", {"status": "closed"}),
        button="Run SQL", label="status", shows_rows=False,
        others={"edsger@example.org": "ada@example.org", "closed": "active"},
        other_effect=Effect("change", "ada@example.org", {"status": "active"}),
    ),
    Task(
        "datasette: delete", "Datasette", "/run", _delete,
        Effect("delete", "branch12@example.org"),
        button="Run SQL", label="email", shows_rows=False,
        others={"branch12@example.org": "branch13@example.org"},
        other_effect=Effect("delete", "branch13@example.org"),
    ),
)  # fmt: skip
