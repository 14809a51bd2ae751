"""Pages that are not as they were, and values that do not fit: a run stops and says why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lessonboard.parts.recordings.browser.hosts import host
from lessonboard.parts.recordings.browser.outcome import Rerun
from lessonboard.parts.recordings.workflow.plan import BadParameters, Plan, PlanStep
from tests.parts.recordings.browser.tasks import Circle, kinds_of, lines_of

if TYPE_CHECKING:
    from playwright.async_api import Dialog, Page


async def _send(page: Page) -> None:
    await page.get_by_label("Word").fill("Bern")
    await page.get_by_role("button", name="Send").click()


async def _town(page: Page) -> None:
    await page.get_by_label("Town", exact=True).click()
    await page.keyboard.type("ber")
    await page.get_by_role("option", name="Bergen").click()


async def _country(page: Page) -> None:
    await page.get_by_label("Country").select_option("Chad")


async def _delete(page: Page) -> None:
    page.on("dialog", _accept)
    await page.get_by_role("button", name="Delete").click()


async def _accept(dialog: Dialog) -> None:
    await dialog.accept()


async def _export(page: Page) -> None:
    async with page.expect_download():
        await page.get_by_role("link", name="Export as CSV").click()


def _failure(ran: Rerun) -> str:
    assert ran.failed is not None
    return ran.failed.expected


@pytest.mark.full
def test_what_lies_over_the_page_is_named(circle: Circle) -> None:
    """A banner that was not there when it was recorded; nothing behind it is pressed."""
    plan = circle.taught("widgets/hostile.html", _send)
    banner = '<div id="banner" role="dialog" aria-label="We value your privacy">OK?</div>'
    circle.site.later["<!--banner-->"] = banner
    ran = circle.run(plan, timeout=2.0)
    assert 'the page is covered by the dialog "We value your privacy"' in _failure(ran)
    assert circle.site.done == []


def test_a_field_that_does_not_take_the_value_stops_the_run(circle: Circle) -> None:
    """It was cut off by the page, and is not sent."""
    plan = circle.taught("widgets/hostile.html", _send)
    circle.site.later['<input id="word">'] = '<input id="word" oninput="value = value.slice(0, 3)">'
    ran = circle.run(plan, {"word": "Lisbon"}, timeout=2.0)
    assert 'the field holds "Lis" after typing "Lisbon"' in _failure(ran)
    assert circle.site.done == []


@pytest.mark.full
def test_a_field_that_formats_its_value_is_fine(circle: Circle) -> None:
    """The letters and digits are what was typed."""
    plan = circle.taught("widgets/hostile.html", _send)
    circle.site.later['<input id="word">'] = (
        '<input id="word" oninput="value = value.toUpperCase().replace(/(...)(?=.)/g, \'$1-\')">'
    )
    assert circle.run(plan, {"word": "Lisbon"}).completed
    assert circle.site.done == [{"word": "LIS-BON"}]


@pytest.mark.full
def test_an_option_that_is_gone_stops_the_run(circle: Circle) -> None:
    """Those that are there are named."""
    plan = circle.taught("widgets/fields.html", _country)
    ran = circle.run(plan, {"country": "Peru"}, timeout=1.0)
    assert 'there is no option "Peru"; there are "Austria", "Brazil"' in _failure(ran)


async def _street(page: Page) -> None:
    await page.get_by_label("Street").click()
    await page.keyboard.type("Mil")
    await page.get_by_text("Mill Lane", exact=True).click()


@pytest.mark.parametrize(("street", "is_done"), [("Moon Road", True), ("Moss Hill", False)])
def test_what_the_page_says_anyway_is_no_suggestion(
    circle: Circle, street: str, *, is_done: bool
) -> None:
    """The same words in a sentence over the field are left alone."""
    plan = circle.taught("widgets/combobox.html", _street)
    circle.site.done.clear()
    circle.site.later["<p><label>Street"] = "<p><b>Moon Road</b> or <b>Moss Hill</b><label>Street"
    ran = circle.run(plan, {"street": street}, timeout=1.5)
    assert (ran.failed is None) == is_done
    assert circle.site.done == ([{"street": street}] if is_done else [])


@pytest.mark.full
def test_a_suggestion_that_is_not_offered_stops_the_run(circle: Circle) -> None:
    """A value that begins in the same way is not taken instead."""
    plan = circle.taught("widgets/combobox.html", _town)
    ran = circle.run(plan, {"town": "Berga"}, timeout=1.0)
    assert 'there is no option "Berga"' in _failure(ran)
    assert circle.site.done == []


@pytest.mark.full
def test_a_question_that_nobody_expected_stops_the_run(circle: Circle) -> None:
    """It is dismissed."""
    plan = circle.taught("widgets/hostile.html", _send)
    circle.site.later['onclick="report({ word'] = (
        "onclick=\"if (confirm('Send 3 words?')) report({ word"
    )
    ran = circle.run(plan)
    assert 'which asked "Send 3 words?"' in _failure(ran)
    assert circle.site.done == []


@pytest.mark.full
def test_a_question_is_known_by_what_it_asks(circle: Circle) -> None:
    """Another number is the same question, other words are another one."""
    plan = circle.taught("widgets/dialogs.html", _delete)
    circle.site.later["Delete 7 files?"] = "Delete 12 files?"
    assert circle.run(plan).completed
    assert circle.site.done == [{"confirm": "true"}]
    circle.site.done.clear()
    circle.site.later["Delete 7 files?"] = "Delete the whole account?"
    assert 'the page asked "Delete the whole account?"' in _failure(circle.run(plan, timeout=1.0))
    assert circle.site.done == [{"confirm": "false"}]


@pytest.mark.full
def test_a_question_that_is_not_asked_stops_the_run(circle: Circle) -> None:
    """It may be asked later, or what it was about may not have been done."""
    plan = circle.taught("widgets/dialogs.html", _delete)
    circle.site.later["confirm('Delete 7 files?')"] = "true"
    assert 'did not ask "Delete 7 files?"' in _failure(circle.run(plan, timeout=1.0))


@pytest.mark.full
def test_a_file_that_is_not_there_is_noticed_before_anything_is_done(circle: Circle) -> None:
    """The browser is not even opened."""
    invoice = circle.folder / "invoice.txt"
    invoice.write_text("17")

    async def act(page: Page) -> None:
        await page.get_by_label("Invoice").set_input_files(invoice)

    plan = circle.taught("widgets/files.html", act)
    (parameter,) = plan.parameters
    assert (parameter.name, parameter.kind, parameter.example) == ("invoice", "file", "invoice.txt")
    with pytest.raises(BadParameters, match=r"there is no file .* to upload"):
        circle.run(plan, {"invoice": "/nowhere/x.pdf"})


@pytest.mark.full
def test_a_download_is_kept(circle: Circle) -> None:
    """Where it is and what it holds is told; without it the run stops."""
    plan = circle.taught("widgets/files.html", _export)
    ran = circle.run(plan)
    assert ran.completed, ran.failed
    kept = Path(ran.steps[-1].data["file"])
    assert (kept.name, kept.read_text()) == ("report.csv", "name,city\nAda,Bern\n")
    circle.site.later['href="/report.csv" download'] = 'href="#"'
    assert "no download began of report.csv" in _failure(circle.run(plan, timeout=1.0))


async def _reset(page: Page) -> None:
    await page.get_by_role("button", name="Reset").click()


@pytest.mark.full
def test_what_the_page_itself_changes_is_not_recorded(circle: Circle) -> None:
    """Its scripts dispatch the same events as a program that acts for a person."""
    lines = lines_of(circle.record("widgets/hostile.html", _reset).folder)
    assert kinds_of(lines) == ["click", "end"]


@pytest.mark.full
def test_a_page_that_changes_meanwhile_is_acted_on(circle: Circle) -> None:
    """Once: a button that is drawn anew all the time."""
    ran = circle.run(_looking(circle, _step(1, "CLICK", None, role="button", name="Count")))
    assert ran.completed, ran.failed and ran.failed.expected
    assert circle.site.done == [{"counted": "yes"}]


@pytest.mark.full
def test_a_network_that_is_cut_is_the_reason(circle: Circle) -> None:
    """Not merely that another page was expected."""

    async def act(page: Page) -> None:
        await page.get_by_role("link", name="Next page").click()
        await page.wait_for_url("**/left.html")

    plan = circle.taught("widgets/hostile.html", act)
    circle.site.later['href="left.html"'] = 'href="/cut"'
    assert "could not be loaded (net::ERR_EMPTY_RESPONSE)" in _failure(
        circle.run(plan, timeout=2.0)
    )


def _step(number: int, action: str, value: str | None, **target: Any) -> PlanStep:
    return PlanStep(number, number, action, value, target, f"{action} {number}", {}, {})


def _looking(circle: Circle, *steps: PlanStep) -> Plan:
    start = circle.site.url("widgets/hostile.html")
    return Plan("r", "Looks", (), steps, start, hosts=frozenset({host(start)}))


@pytest.mark.full
def test_checks_wait_for_what_the_page_must_show(circle: Circle) -> None:
    """Of a target or of the page; the first that does not hold stops the run."""
    edit = {"role": "button", "name": "Edit"}
    plan = _looking(
        circle,
        _step(1, "CHECK", None, what="visible", role="heading", name="Hostile"),
        _step(2, "CHECK", "hostile", what="title"),
        _step(3, "CHECK", "Bern", what="text"),
        _step(4, "CHECK", "Blue", what="value", role="combobox", name="Colour"),
        _step(5, "CHECK", "2", what="count", **edit),
        _step(6, "CHECK", None, what="hidden", role="button", name="Gone"),
        _step(7, "CHECK", circle.site.url("widgets/hostile.html"), what="url"),
        _step(8, "CHECK", "3", what="count", **edit),
        _step(9, "CHECK", None, what="visible", role="heading", name="Hostile"),
    )
    ran = circle.run(plan, timeout=1.5)
    assert [step.verdict for step in ran.steps] == ["done"] * 7 + ["failed", "not run"]
    assert 'the number of them is "2" instead of "3"' in _failure(ran)


@pytest.mark.full
def test_what_a_step_reads_is_its_data(circle: Circle) -> None:
    """A text, and the rows of a table by their headers."""
    plan = _looking(
        circle,
        _step(1, "EXTRACT", "text", role="heading", name="Hostile"),
        _step(2, "EXTRACT", "table", role="table"),
    )
    ran = circle.run(plan)
    assert ran.completed, ran.failed
    assert ran.steps[0].data == "Hostile"
    assert [(row["Name"], row["City"]) for row in ran.steps[1].data] == [
        ("Ada", "Bern"), ("Bob", "Rome")]  # fmt: skip
