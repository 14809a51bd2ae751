"""A person finds the sessions of some days."""

from __future__ import annotations

from tests.parts.web.tasks.conftest import FEW, Person


def test_sessions_of_two_days(person: Person) -> None:
    """Under their days, and of no other."""
    person.click("Sessions")
    person.type(person.tab.locator(".filters input[name=from]"), "2026-11-18")
    person.type(person.tab.locator(".filters input[name=until]"), "2026-11-19")
    person.click(person.tab.locator(".filters button"))
    person.tab.wait_for_url("**from=2026-11-18**")
    assert person.tab.locator("#list h2").all_inner_texts() == ["2026-11-19", "2026-11-18"]
    assert person.clicks <= FEW
