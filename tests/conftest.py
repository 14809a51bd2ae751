"""Fixtures that all tests share: a clock that stands still, a board, and the shared data."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from blackboard.board import Board
from lessonboard.parts.recordings.browser.chromium import launching
from tests.optional_parts import CHROMIUM
from tests.parts.recordings.browser.site import Site, serving

# How long an example takes is the machine's business; CI tries the same ones each time, and a full
# run five times as many.
settings.register_profile("full", deadline=None)
settings.register_profile("plain", deadline=None, max_examples=20)
settings.register_profile("ci", settings.get_profile("plain"), derandomize=True)
settings.load_profile("plain")

pytest_plugins = ["tests.long_runs", "tests.kinds", "tests.durations", "tests.command_line",
                  "tests.docs.left_out"]  # fmt: skip

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_configure(config: pytest.Config) -> None:
    """All random examples in a full run; in CI the same ones each time."""
    if config.getoption("full"):
        settings.load_profile("full")
    elif os.environ.get("CI"):
        settings.load_profile("ci")


class FixedClock:
    """Microseconds since 1970 that pass only when told."""

    def __init__(self, now: int = 1_700_000_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def advance(self, micros: int) -> None:
        """Let time pass; a negative number puts the clock back."""
        self.now += micros


@pytest.fixture
def clock() -> FixedClock:
    """A clock that advances only when told."""
    return FixedClock()


@pytest.fixture(scope="session")
def empty_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board without events, whose views are made; to make them takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "board.db"
    with Board.open(path) as opened:
        opened.catch_up()
    return path


@pytest.fixture
def board(tmp_path: Path, clock: FixedClock, empty_board: Path) -> Iterator[Board]:
    """An empty board in a file of its own."""
    shutil.copy(empty_board, tmp_path)
    with Board.open(tmp_path / "board.db", clock=clock) as opened:
        yield opened


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The program of a real browser; without one the test is skipped, and says why."""
    found = CHROMIUM.find()
    if found is None:
        pytest.skip(CHROMIUM.lacking)
    from tests.shared_browser import shared_browser

    args = launching(found, headless=True)["args"]
    with shared_browser(found, tmp_path_factory.mktemp("browser"), args):
        yield found


@pytest.fixture
def shared_data() -> Path:
    """The folder of shared samples, where it is at hand."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared data is not here")
    return SHARED_DATA


@pytest.fixture
def site() -> Iterator[Site]:
    """The pages of the tests, on this machine."""
    with serving() as site:
        yield site
