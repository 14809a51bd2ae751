"""What changes between the recording and the run: the data, the page, or the conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bench.recordings import page_changes
from bench.recordings.customers import CUSTOMERS, INSERT, Customer, Statement
from bench.recordings.door import Weather
from bench.recordings.judge import Possible
from bench.recordings.task import Task

Data = Callable[[Task], list[Statement]]
Pages = Callable[[Task], Weather]


@dataclass(frozen=True)
class Change:
    """A kind of change; `possible` is what a good run does where its effect is possible at all."""

    name: str
    possible: Possible = "right"
    data: Data = lambda _task: []
    pages: Pages = lambda _task: Weather()
    settings: Mapping[str, object] = field(default_factory=dict)
    applies: Callable[[Task], bool] = lambda _task: True


def _on_row(task: Task) -> bool:
    return bool(task.effect.email)


def _has_label(task: Task) -> bool:
    return bool(task.label)


def _row(task: Task) -> Customer:
    return next(row for row in CUSTOMERS if row.email == task.effect.email)


def _added(first_id: int) -> Data:
    rows = (
        Customer("Annie Easley", "annie@example.org", "Birmingham", "new"),
        Customer("Tony Hoare", "tony@example.org", "Colombo", "active"),
    )
    return lambda _task: [(INSERT, (first_id + n, *row)) for n, row in enumerate(rows)]


def _many(_task: Task) -> list[Statement]:
    return [
        (INSERT, (n, f"Office {n}", f"office{n}@example.org", "Paris", "new")) for n in range(1, 8)
    ]


def _reversed(_task: Task) -> list[Statement]:
    return [("UPDATE customer SET id = 1000 - id", ())]


def _other_ids(_task: Task) -> list[Statement]:
    return [("UPDATE customer SET id = id + 4711", ())]


def _gone(task: Task) -> list[Statement]:
    return [("DELETE FROM customer WHERE email = ?", (task.effect.email,))]


def _namesake(task: Task) -> list[Statement]:
    return [(INSERT, (5, _row(task).name, "namesake@example.org", "Lisbon", "new"))]


def _longer_name(task: Task) -> list[Statement]:
    return [(INSERT, (5, f"{_row(task).name} Jr.", "junior@example.org", "Lisbon", "new"))]


def _renamed_row(task: Task) -> list[Statement]:
    return [("UPDATE customer SET name = 'Somebody Else' WHERE email = ?", (task.effect.email,))]


def _other_cells(task: Task) -> list[Statement]:
    kept = set(task.effect.values)
    columns = [name for name in ("city", "status") if name not in kept]
    values = {"city": "Reykjavik", "status": "new"}
    sets = ", ".join(f"{name} = '{values[name]}'" for name in columns)
    return [(f"UPDATE customer SET {sets} WHERE email = ?", (task.effect.email,))]


def _taken(task: Task) -> list[Statement]:
    return [(INSERT, (90, "Who Was First", task.effect.values["email"], "Lagos", "new"))]


def _extra_column(_task: Task) -> list[Statement]:
    return [("ALTER TABLE customer ADD COLUMN phone TEXT DEFAULT '555'", ())]


def _pages(make: Callable[[Task], str]) -> Pages:
    return lambda task: Weather(script=make(task))


CHANGES: tuple[Change, ...] = (
    Change("nothing"),
    Change("rows added before", data=_added(3)),
    Change("rows added after", data=_added(60)),
    Change("order reversed", data=_reversed),
    Change("ids of rows changed", data=_other_ids),
    Change("row gone", "stop", data=_gone, applies=_on_row),
    Change("a second row with its name", data=_namesake, applies=_on_row),
    Change("a row with a longer name", data=_longer_name, applies=_on_row),
    Change("row renamed", "either", data=_renamed_row, applies=_on_row),
    Change("other cells of the row changed", data=_other_cells, applies=_on_row),
    Change("row on page 2", "either", data=_many, settings={"per_page": 5},
           applies=lambda task: _on_row(task) and task.shows_rows),
    Change("column added", data=_extra_column, settings={"column": True}),
    Change("refused by validation", "stop", data=_taken,
           applies=lambda task: "email" in task.effect.values),
    Change("button renamed", "either",
           pages=_pages(lambda task: page_changes.renamed_control(task.button, "Carry on"))),
    Change("a second button with its name", "either",
           pages=_pages(lambda task: page_changes.second_control(task.button))),
    Change("label renamed", applies=_has_label,
           pages=_pages(lambda task: page_changes.renamed_label(task.label, "Particulars"))),
    Change("headings changed", pages=_pages(lambda _task: page_changes.other_headings("Our "))),
    Change("ids of elements changed", pages=_pages(lambda _task: page_changes.other_ids("v2-"))),
    Change("consent bar", pages=_pages(lambda _task: page_changes.consent(covers=False))),
    Change("consent over the page", "either",
           pages=_pages(lambda _task: page_changes.consent(covers=True))),
    Change("drawn late", pages=_pages(lambda _task: page_changes.drawn_late(1200))),
    Change("slow server", pages=lambda _task: Weather(delay=0.8)),
    Change("error page", "stop", pages=lambda _task: Weather(broken=True)),
    Change("login expired", "stop", settings={"login": True},
           applies=lambda task: not task.settings.get("login")),
)  # fmt: skip
"""A new kind of change is an entry here."""
