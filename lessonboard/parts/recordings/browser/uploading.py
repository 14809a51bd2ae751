"""Steps about what the browser itself asks or takes: files, answers, downloads."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser.deed import CannotDo, Deed
from lessonboard.parts.recordings.browser.ways import quoted_test_id

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator

_CHOOSER_WITHIN = 1.0
"""Seconds in which a click opens the file chooser."""


def upload(deed: Deed) -> None:
    """Choose the files for the chooser that the step before opened, else for the field."""
    files = [existing(line) for line in (deed.value or "").split("\n")]
    happenings, inputs = deed.happenings, _inputs(deed)
    may_open = happenings.previous in ("CLICK", "KEYPRESS")
    seconds = deed.timeout if not inputs else _CHOOSER_WITHIN if may_open else 0.0
    happenings.wait(deed.page, seconds, lambda: happenings.chooser is not None)
    chooser, happenings.chooser = happenings.chooser, None
    if chooser is not None:
        chooser.set_files(files, timeout=deed.limit)
        return
    inputs = inputs or _inputs(deed)
    if len(inputs) != 1:
        there = f"there are {len(inputs)} file fields" if inputs else "there is no file field"
        raise CannotDo(f"no file chooser opened, and {there} that it could be for")
    inputs[0].set_input_files(files, timeout=deed.limit)


def existing(path: str) -> Path:
    """A file to upload.

    Raises:
        CannotDo: there is none, or it cannot be read.
    """
    found = Path(path).expanduser()
    if not found.is_file():
        raise CannotDo(f"there is no file {path!r} to upload; give the path of one")
    if not os.access(found, os.R_OK):
        raise CannotDo(f"the file {path!r} to upload cannot be read; check its permissions")
    return found


def _inputs(deed: Deed) -> list[Locator]:
    """The file fields that may be meant: those of the recorded attributes, else all; hidden too."""
    every: list[Locator] = []
    for frame in deed.page.frames:
        fields = frame.locator("input[type=file]")
        for way in _ways(frame, deed):
            named = fields.and_(way)
            if named.count() == 1:
                return [named]
        every += fields.all()
    return every


def _ways(frame: Frame, deed: Deed) -> list[Locator]:
    label, test_id = deed.target.get("label"), deed.target.get("test_id")
    recorded = [each.get("selector") for each in deed.target.get("locators") or []]
    css = [quoted_test_id(test_id) if test_id else "", *recorded]
    ways = [frame.get_by_label(label, exact=True)] if label else []
    return ways + [frame.locator(selector) for selector in css if selector]


def answered(deed: Deed) -> None:
    """Wait for the dialog that the step before was to cause."""
    wanted = deed.happenings.claim()
    if wanted is None:
        raise CannotDo("a dialog is answered that no step causes")
    if not deed.happenings.wait(deed.page, deed.timeout, lambda: wanted.is_answered):
        raise CannotDo(f"the page did not ask {wanted.spoken}")


def download(deed: Deed) -> dict[str, str]:
    """Wait for the download that a step before began, and keep it."""
    from playwright.sync_api import Error

    happenings = deed.happenings
    if not happenings.wait(deed.page, deed.timeout, lambda: bool(happenings.downloads)):
        raise CannotDo(f"no download began{f' of {deed.value}' if deed.value else ''}")
    found = happenings.downloads.pop(0)
    name = Path(found.suggested_filename.replace("\\", "/")).name
    path = Path(tempfile.mkdtemp(prefix="lessonboard-download-"),
                "download" if name in ("", ".", "..") else name)  # fmt: skip
    failure = found.failure()
    if failure:
        raise CannotDo(f"the download of {name} failed: {failure}")
    with suppress(Error):
        found.save_as(path)
    if not path.is_file():
        raise CannotDo(f"the downloaded {name} could not be kept")
    return {"file": str(path)}
