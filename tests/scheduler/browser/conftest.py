"""A site, and whether there is a browser to look at it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard import Board
from tests.scheduler.browser.site import Site, serving
from tests.scheduler.browser.tasks import Circle


@pytest.fixture
def site() -> Iterator[Site]:
    """The pages of the tests, on this machine."""
    with serving() as site:
        yield site


@pytest.fixture
def circle(chromium: str, site: Site, board: Board, tmp_path: Path) -> Circle:
    """The whole way: recording in a browser, reflecting by rules, running again."""
    return Circle(site, board, tmp_path)
