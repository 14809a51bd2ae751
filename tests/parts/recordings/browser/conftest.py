"""A site, and whether there is a browser to look at it with."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.browser.tasks import Circle


@pytest.fixture
def circle(chromium: str, site: Site, board: Board, tmp_path: Path) -> Circle:
    """The whole way: recording in a browser, reflecting by rules, running again."""
    return Circle(site, board, tmp_path)
