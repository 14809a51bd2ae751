"""The pages of recordings and their workflows."""

from __future__ import annotations

from lessonboard.pages.page import Page

PAGES = (
    Page("/recordings", f"{__name__}.recordings:recordings", "Recordings"),
    Page("/recordings/edit", f"{__name__}.workflow_edits:edited", is_change=True),
    Page("/recordings/step", f"{__name__}.workflow_edits:step_changed", is_change=True),
    Page("/recordings/parameter", f"{__name__}.workflow_edits:parameter_changed", is_change=True),
    Page("/recordings/undo", f"{__name__}.workflow_edits:undone", is_change=True),
    Page("/recordings/run", f"{__name__}.runs:started", is_change=True),
    Page("/recordings/stop", f"{__name__}.runs:stopped", is_change=True),
    Page("/reruns/{run}", f"{__name__}.runs:report"),
    Page("/reruns/{run}/{step}.png", f"{__name__}.runs:picture"),
    Page("/recordings/{name}/frames/{step}", f"{__name__}.recordings:frame"),
    Page("/recordings/{name}", f"{__name__}.recordings:recording"),
)
