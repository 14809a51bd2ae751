"""Tasks in sqlite-web, whose rows have icons and whose forms name columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.recordings.judge import Effect
from bench.recordings.task import Task

if TYPE_CHECKING:
    from playwright.async_api import Page

_LIST = "/customer/content/"


async def _delete(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="branch12@example.org")
    await row.get_by_role("link", name="Delete").click()
    await page.get_by_role("button", name="Delete").click()


async def _edit(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="edsger@example.org")
    await row.get_by_role("link", name="Edit").click()
    await page.locator("[name=chk_city]").check()  # what is not ticked cannot be typed into
    await page.get_by_label("city", exact=True).fill("Nuenen")
    await page.get_by_role("button", name="Update").click()


async def _add(page: Page) -> None:
    await page.get_by_role("link", name="Insert").click()
    await page.get_by_label("name", exact=True).fill("Donald Knuth")
    await page.get_by_label("email", exact=True).fill("donald@example.org")
    await page.locator("[name=chk_city]").check()
    await page.get_by_label("city", exact=True).fill("Stanford")
    await page.get_by_role("button", name="Insert").click()


TASKS = (
    Task(
        "sqlite-web: delete", "sqlite-web", _LIST, _delete,
        Effect("delete", "branch12@example.org"), button="Delete",
        others={"Branch 12": "Ada Lovelace"},
        other_effect=Effect("delete", "ada@example.org"),
    ),
    Task(
        "sqlite-web: edit", "sqlite-web", _LIST, _edit,
        Effect("change", "edsger@example.org", {"city": "Nuenen"}),
        button="Update", label="city",
        others={"Edsger Dijkstra": "Grace Hopper", "Nuenen": "Arlington"},
        other_effect=Effect("change", "grace@example.org", {"city": "Arlington"}),
    ),
    Task(
        "sqlite-web: add", "sqlite-web", _LIST, _add,
        Effect("add", values={"name": "Donald Knuth", "email": "donald@example.org",
                              "city": "Stanford"}),
        button="Insert", label="email",
        others={"Donald Knuth": "Frances Allen", "donald@example.org": "frances@example.org",
                "Stanford": "Peru"},
        other_effect=Effect("add", values={"name": "Frances Allen", "email": "frances@example.org",
                                           "city": "Peru"}),
    ),
)  # fmt: skip
