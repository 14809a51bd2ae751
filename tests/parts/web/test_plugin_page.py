"""A page of a plug-in is a page like ours; one that cannot be one is left out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from blackboard.plugins import contents
from blackboard.plugins.registry import Registry
from lessonboard.bootstrap import App
from lessonboard.parts.web.pages import own_pages, pages
from tests.parts.web.visitor import visiting

PLUGIN = Path(__file__).parents[3] / "examples" / "plugin"


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry]:
    """What plug-ins add, as far as the test adds it."""
    found = Registry("deploys")
    monkeypatch.setattr(contents, "strangers", lambda: found.entries)
    contents.ask_again()
    yield found
    contents.ask_again()


def test_the_example_adds_a_page(
    registry: Registry, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the navigation, has a template of its own, and shows the plug-in's view."""
    monkeypatch.setattr(sys, "path", [str(PLUGIN), *sys.path])
    view = import_module("deploys").DEPLOYS
    registry.page("deploys_page:PAGE")

    class Plugged(App):
        def open(self, *, read_only: bool = False, timeout: float | None = None) -> Board:
            return Board.open(self.path, read_only=read_only, timeout=timeout, views=[view])

    with Board.open(sample) as board:
        payload = {"service": "web", "release": "<7>"}
        board.append([NewEvent("service.deployed", "service:web", payload)])
    with visiting(Plugged(str(sample))) as visitor:
        page = visitor.text("/deploys")
        assert '<a href="/deploys" aria-current="page">Deploys</a>' in page
        assert "&lt;7&gt;" in page


def test_what_is_no_page_or_takes_an_address_of_ours_is_left_out(
    registry: Registry, caplog: pytest.LogCaptureFixture
) -> None:
    """With a warning, and the other pages are there."""
    registry.page("json:dumps")
    registry.page(own_pages()[0])
    assert [page.path for page in pages()] == [page.path for page in own_pages()]
    assert "is left out" in caplog.text
