"""What a person does with a widget is recorded and done again, in a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.workflow.plan import Plan
from lessonboard.parts.recordings.workflow.planning import plan_of
from tests.parts.recordings.browser.tasks import Circle
from tests.parts.recordings.browser.widgets import FILES, WIDGETS, Widget

if TYPE_CHECKING:
    from playwright.async_api import Dialog, Page

ALWAYS = ("typeahead",)
"""Those that a plain run does; a full one does all."""

CASES = [
    pytest.param(widget, id=name, marks=[] if name in ALWAYS else [pytest.mark.full])
    for name, widget in WIDGETS.items()
]


@pytest.mark.parametrize("widget", CASES)
def test_a_widget_is_used_again(circle: Circle, widget: Widget) -> None:
    """The page ends as it did when it was recorded, or as the new values say."""
    folder = _files(circle.folder / "files")

    async def acts(page: Page) -> None:
        if widget.dialogs:
            page.on("dialog", lambda dialog: _answer(dialog, widget))
        await widget.acts(page, folder)

    row = circle.reflect(circle.record(f"widgets/{widget.page}.html", acts))
    assert _state(circle) == widget.state, "the recording did not do it"
    circle.site.done.clear()
    plan = plan_of(row)
    ran = circle.run(plan, {**_chosen(plan, folder), **widget.values})
    assert ran.completed, (
        ran.missed,
        ran.failed and (ran.failed.intent, ran.failed.expected, ran.failed.told_seen),
    )
    assert _state(circle) == (widget.then or widget.state), [
        (step.intent, step.note) for step in ran.steps]  # fmt: skip


async def _answer(dialog: Dialog, widget: Widget) -> None:
    """Answer as a person would, who knows the questions by heart."""
    answer = widget.dialogs[dialog.message]
    if answer is False:
        await dialog.dismiss()
    else:
        await dialog.accept(answer if isinstance(answer, str) else None)


def _state(circle: Circle) -> dict[str, str]:
    """What the page last reported of each of its widgets."""
    state: dict[str, str] = {}
    for report in circle.site.done:
        state.update(report)
    return state


def _files(folder: Path) -> Path:
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return folder


def _chosen(plan: Plan, folder: Path) -> dict[str, str]:
    """The files that the parameters name."""
    return {
        parameter.name: "\n".join(str(folder / name) for name in parameter.example.split("\n"))
        for parameter in plan.parameters
        if set(parameter.example.split("\n")) <= set(FILES)
    }
