"""Tasks in Django's admin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.recordings.apps.django_admin import PASSWORD, USER
from bench.recordings.judge import Effect
from bench.recordings.task import Task

if TYPE_CHECKING:
    from playwright.async_api import Page

_LIST = "/admin/auth/customer/"
_SURE = "Yes, I\N{RIGHT SINGLE QUOTATION MARK}m sure"


async def _delete(page: Page) -> None:
    await page.get_by_role("link", name="Alan Turing", exact=True).click()
    await page.get_by_role("link", name="Delete").click()
    await page.get_by_role("button", name=_SURE).click()


async def _edit(page: Page) -> None:
    await page.get_by_role("link", name="Grace Hopper", exact=True).click()
    await page.get_by_label("City:").fill("Arlington")
    await page.get_by_role("button", name="Save", exact=True).click()


async def _add(page: Page) -> None:
    await page.get_by_role("link", name="Add customer").click()
    await page.get_by_label("Name:").fill("Donald Knuth")
    await page.get_by_label("Email:").fill("donald@example.org")
    await page.get_by_label("City:").fill("Stanford")
    await page.get_by_label("Status:").select_option("active")
    await page.get_by_role("button", name="Save", exact=True).click()


async def _delete_selected(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="branch12@example.org")
    await row.get_by_role("checkbox").check()
    await page.get_by_label("Action:").select_option("Delete selected customers")
    await page.get_by_role("button", name="Run").or_(page.get_by_role("button", name="Go")).click()
    await page.get_by_role("button", name=_SURE).click()


async def _status_in_list(page: Page) -> None:
    row = page.get_by_role("row").filter(has_text="edsger@example.org")
    await row.get_by_role("combobox").select_option("closed")
    await page.get_by_role("button", name="Save", exact=True).click()


async def _log_in_and_edit(page: Page) -> None:
    await page.get_by_label("Username:").fill(USER)
    await page.get_by_label("Password:").fill(PASSWORD)
    await page.get_by_role("button", name="Log in").click()
    await page.get_by_role("link", name="Barbara Liskov", exact=True).click()
    await page.get_by_label("Email:").fill("liskov@example.org")
    await page.get_by_role("button", name="Save", exact=True).click()


TASKS = (
    Task(
        "django: delete on its page", "Django admin", _LIST, _delete,
        Effect("delete", "alan@example.org"), button=_SURE,
        others={"Alan Turing": "Edsger Dijkstra"},
        other_effect=Effect("delete", "edsger@example.org"),
    ),
    Task(
        "django: edit", "Django admin", _LIST, _edit,
        Effect("change", "grace@example.org", {"city": "Arlington"}),
        button="Save", label="City",
        others={"Grace Hopper": "Ada Lovelace", "Arlington": "Ockham"},
        other_effect=Effect("change", "ada@example.org", {"city": "Ockham"}),
    ),
    Task(
        "django: add", "Django admin", _LIST, _add,
        Effect("add", values={"name": "Donald Knuth", "email": "donald@example.org",
                              "city": "Stanford", "status": "active"}),
        button="Save", label="Email",
        others={"Donald Knuth": "Frances Allen", "donald@example.org": "frances@example.org",
                "Stanford": "Peru", "active": "closed"},
        other_effect=Effect("add", values={"name": "Frances Allen", "email": "frances@example.org",
                                           "city": "Peru", "status": "closed"}),
    ),
    Task(
        "django: delete selected", "Django admin", _LIST, _delete_selected,
        Effect("delete", "branch12@example.org"), button=_SURE,
        others={"Branch 12": "Branch 13"},
        other_effect=Effect("delete", "branch13@example.org"),
    ),
    Task(
        "django: status in the list", "Django admin", _LIST, _status_in_list,
        Effect("change", "edsger@example.org", {"status": "closed"}), button="Save",
        others={"Edsger Dijkstra": "Grace Hopper", "closed": "new"},
        other_effect=Effect("change", "grace@example.org", {"status": "new"}),
        settings={"editable": True},
    ),
    Task(
        "django: log in and edit", "Django admin", _LIST, _log_in_and_edit,
        Effect("change", "barbara@example.org", {"email": "liskov@example.org"}),
        button="Save", label="Email",
        others={"Barbara Liskov": "Alan Turing", "liskov@example.org": "turing@example.org"},
        other_effect=Effect("change", "alan@example.org", {"email": "turing@example.org"}),
        settings={"login": True}, secrets=(PASSWORD,),
    ),
)  # fmt: skip
