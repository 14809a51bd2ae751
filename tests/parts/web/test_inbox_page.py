"""The inbox on the page: its sections, its counts, and what is deferred."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.inbox.reading import inbox
from tests.blackboard.lessons import HERE, lesson, said
from tests.parts.web.visitor import visiting

_MODELS: dict[str, Any] = {
    "trust": "model",
    "proof": "conclusion",
    "learned_from": "model",
    "confidence": 0.6,
}
_UNSURE: dict[str, Any] = {**_MODELS, "confidence": 0.1}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three conclusions, two of one message; a quotation; and a conclusion that is deferred."""
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "board.db"
    source = [{"event_id": "m1", "quote": "So be it."}]
    with Board.open(path) as board:
        board.append([
            lesson("one", "The loom needs oil.", **_MODELS, evidence=source),
            lesson("two", "Weave at night.", **_MODELS, evidence=source),
            lesson("three", "The shuttle is in the cellar.", **_MODELS),
            said("four", "Never sweep before noon."),
            lesson("five", "Perhaps it is too warm.", **_UNSURE),
        ])  # fmt: skip
    return path


def test_sections_are_counted_and_chosen(path: Path) -> None:
    """Decisions, beside them the lessons where these are more; going on stays in the section."""
    with visiting(App(str(path))) as visitor:
        today = visitor.text("/")
        assert '<div class="number">3</div>decisions wait' in today
        assert "about 4 lessons" in today
        assert "1 deferred" in today
        page = visitor.text("/review")
        for words in ("All decisions (3)", "Concluded (2)", "What you said, unconfirmed (1)",
                      "Deferred (1)", "lessons (3)", "about 4 lessons"):  # fmt: skip
            assert words in page
        assert "1 of 1 · you said it once" in visitor.text("/review?section=said")


def test_what_is_from_one_message_is_listed_but_not_ticked(path: Path) -> None:
    """Whichever of them is looked at."""
    with visiting(App(str(path))) as visitor:
        for name, other in (("one", "two"), ("two", "one")):
            page = visitor.text(f"/review?at={name}")
            ticked = [line for line in page.splitlines() if f':{other}"' in line]
            assert len(ticked) == 1
            assert "checked" not in ticked[0]
        assert "From the same" in page


def test_what_is_deferred_is_reached_decided_and_found(path: Path) -> None:
    """By its own link it is shown in its section, with the reason."""
    with visiting(App(str(path))) as visitor:
        for page in ("/review?at=five", "/review?section=deferred"):
            assert "1 of 1 · deferred: a model concluded it" in visitor.text(page)
        assert "Perhaps it is too warm." in visitor.text("/lessons?q=warm")
        fields = visitor.form(visitor.text("/review?at=five"), "/decide")
        visitor.done("/decide", **fields, decision="approve")
        assert visitor.board.row("lessons", "five")["status"] == "approved"
        assert inbox(visitor.board, "lessons", {"project": HERE}).deferred == ()
