"""Tasks in Flask-Admin, whose row buttons are icons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.recordings.judge import Effect
from bench.recordings.task import Task

if TYPE_CHECKING:
    from playwright.async_api import Page

_LIST = "/admin/customers/"


async def _delete(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="grace@example.org")
    await row.get_by_title("Delete Record").click()


async def _edit(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="alan@example.org")
    await row.get_by_title("Edit Record").click()
    await page.get_by_label("Email").fill("turing@example.org")
    await page.get_by_role("button", name="Save", exact=True).click()


async def _add(page: Page) -> None:
    await page.get_by_role("link", name="Create").click()
    await page.get_by_label("Name").fill("Donald Knuth")
    await page.get_by_label("Email").fill("donald@example.org")
    await page.get_by_label("City").fill("Stanford")
    await page.get_by_role("button", name="Save", exact=True).click()


async def _delete_selected(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="branch13@example.org")
    await row.get_by_title("Select record").check()
    await (
        page.get_by_role("button", name="With selected")
        .or_(page.get_by_text("With selected"))
        .first.click()
    )
    await page.get_by_role("link", name="Delete", exact=True).click()


TASKS = (
    Task(
        "flask-admin: delete", "Flask-Admin", _LIST, _delete,
        Effect("delete", "grace@example.org"), button="Delete Record", accepts_dialogs=True,
        others={"Grace Hopper": "Barbara Liskov"},
        other_effect=Effect("delete", "barbara@example.org"),
    ),
    Task(
        "flask-admin: edit", "Flask-Admin", _LIST, _edit,
        Effect("change", "alan@example.org", {"email": "turing@example.org"}),
        button="Save", label="Email",
        others={"Alan Turing": "Ada Lovelace", "turing@example.org": "countess@example.org"},
        other_effect=Effect("change", "ada@example.org", {"email": "countess@example.org"}),
    ),
    Task(
        "flask-admin: add", "Flask-Admin", _LIST, _add,
        Effect("add", values={"name": "Donald Knuth", "email": "donald@example.org",
                              "city": "Stanford"}),
        button="Save", label="City",
        others={"Donald Knuth": "Frances Allen", "donald@example.org": "frances@example.org",
                "Stanford": "Peru"},
        other_effect=Effect("add", values={"name": "Frances Allen", "email": "frances@example.org",
                                           "city": "Peru"}),
    ),
    Task(
        "flask-admin: delete selected", "Flask-Admin", _LIST, _delete_selected,
        Effect("delete", "branch13@example.org"), button="Delete", accepts_dialogs=True,
        others={"Branch 13": "Edsger Dijkstra"},
        other_effect=Effect("delete", "edsger@example.org"),
    ),
)  # fmt: skip
