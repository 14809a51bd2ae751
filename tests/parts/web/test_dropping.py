"""A wish is dropped in all its wordings: they are listed first, counted, and come back together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from lessonboard.bootstrap import App
from reflect.curator import decisions
from tests.blackboard.lessons import said
from tests.parts.web.visitor import Visitor, visiting

_WORDINGS = {
    "one": "Never use tabs here.",
    "two": "Never use tabs in this repo.",
    "three": "We don't use tabs here, use spaces.",
}
_SEEN = re.compile(r'name="(seen|beside)" value="([^"]*)"')


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Somebody at a board with one wish in three wordings."""
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([said(name, words) for name, words in _WORDINGS.items()])
        assert all(is_said_once(row) for row in board.view("lessons"))
    with visiting(App(str(path))) as found:
        yield found


def _fields(page: str, *names: str) -> dict[str, Any]:
    """What the form of a page sends where these of its lessons are decided on."""
    form = page.partition('action="/decide"')[2].partition("</form>")[0]
    sent: dict[str, Any] = {"view": "lessons", "page": "/review"}
    found = _SEEN.findall(form)
    sent["beside"] = [value for name, value in found if name == "beside"]
    sent["seen"] = list(dict.fromkeys(value for name, value in found if name == "seen"
                                      and value.rpartition(":")[2] in names))  # fmt: skip
    assert len(sent["seen"]) == len(names)
    return sent


def _standing(visitor: Visitor) -> list[str]:
    return [visitor.board.row("lessons", name)["status"] for name in _WORDINGS]


@pytest.mark.parametrize("reason", ["", "Spaces it is."])
def test_two_wordings_that_are_ticked_are_dropped_and_come_back(
    visitor: Visitor, reason: str
) -> None:
    """Dropping the first has dropped the second, which is no change by somebody else."""
    page = visitor.text("/review?at=one")
    others = {value.rpartition(":")[2] for name, value in _SEEN.findall(page) if name == "beside"}
    assert others, "the wordings are said before they are dropped"
    seen = {name: visitor.form(visitor.text(f"/review?at={name}"), "/decide")["seen"]
            for name in _WORDINGS}  # fmt: skip
    beside = list(seen.values())
    fields = {"view": "lessons", "page": "/review", "beside": beside, "decision": "drop"}
    after = visitor.done("/decide", **fields, reason=reason, seen=[seen["one"], seen["two"]])
    assert _standing(visitor) == ["rejected"] * 3
    assert "(and 1 alike, and 1 more)" in after
    visitor.done("/undo", **visitor.form(after, "/undo"))
    assert _standing(visitor) == ["candidate"] * 3


@pytest.mark.parametrize("path", ["/", "/review?at=one"])
def test_what_is_dropped_too_is_listed_and_counted(visitor: Visitor, path: str) -> None:
    """On Today and in Review, by its words."""
    page = visitor.text(path)
    assert "Dropping it drops these wordings as well" in page
    first = _SEEN.findall(page.partition('action="/decide"')[2])[0][1].rpartition(":")[2]
    for name in _WORDINGS.keys() - {first}:
        assert _WORDINGS[name].replace("'", "&#39;") in page
    after = visitor.done("/decide", **_fields(page, first), decision="drop")
    assert _standing(visitor) == ["rejected"] * 3
    assert "(and 2 more)" in after


def test_a_wording_that_was_not_listed_is_not_dropped(visitor: Visitor) -> None:
    """It was said, or changed, since: all is refused, and it is shown."""
    fields = _fields(visitor.text("/review?at=one"), "one")
    late = visitor.post("/decide", **{**fields, "beside": []}, decision="drop")
    assert late.status_code == 409
    decisions.revise(visitor.board, visitor.board.row("lessons", "two"), symptom="Now it matters.")
    late = visitor.post("/decide", **fields, decision="drop")
    assert (late.status_code, "Now it matters." in late.text) == (409, True)
    assert _standing(visitor) == ["candidate"] * 3
