"""Lists: complete and plain for programs, short and fitting for a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lessonboard.present.markdown import lesson_markdown
from lessonboard.present.rows import project_lines, rule_lines, session_lines
from lessonboard.present.screen import Screen
from tests.command_line import ROOT
from tests.commands import COMMAND

DAY = 86_400_000_000
PIPE, TERMINAL = Screen(), Screen(60, 20 * DAY, coloured=True)
LESSON: Any = {
    "id": "lesson-29553de9f44c", "constraint": "Use uv. " * 20, "symptom": "pip\x1b[31m failed",
    "status": "approved", "sessions": ["a", "b"], "last_seen_at": 19 * DAY,
    "project": "github.com/ada/app", "scope": "project", "resting": 0,
}  # fmt: skip
SESSION: Any = {
    "id": "01a1fdb2-c36b-7d32-89fc-0ae6e7b71ad3", "agent": "codex", "project": None,
    "started_at": 20 * DAY - 7_200_000_000, "total_messages": 3, "tool_uses": 4, "failures": 1,
    "title": "Run the tests", "input_tokens": 900, "cache_read_tokens": 100,
    "cache_write_tokens": 0, "output_tokens": 50, "usage": [], "model": "m1",
    "undated": 0,
}  # fmt: skip


def test_a_pipe_gets_everything() -> None:
    """Where a program reads, ids and rules are whole and times are dates."""
    rule, symptom, last = [line.text for line in rule_lines(LESSON, PIPE)]
    assert rule == ("Use uv. " * 20).strip()
    assert symptom == "  pip failed"
    assert last == "  lesson-29553de9f44c  approved  seen in 2 sessions, last 1970-01-20  ada/app"


def test_a_terminal_gets_what_fits() -> None:
    """No rule is longer than the terminal is wide; ids and times are short."""
    rule, symptom, last = [line.text for line in rule_lines(LESSON, TERMINAL)]
    assert len(rule) <= 60
    assert rule.endswith("…")
    assert last.startswith("  29553de9  approved  seen in 2 sessions, last 24 h ago")
    assert "\x1b" not in rule + symptom + last


def test_a_lesson_without_a_symptom_has_no_line_for_it() -> None:
    """Nor a label without words, in Markdown."""
    whole: Any = LESSON | {
        "symptom": "", "root_cause": "", "resolution": "Use uv.", "evidence": [],
        "created_at": DAY, "severity": "low", "trust": "repository",
    }  # fmt: skip
    assert len(list(rule_lines(whole, PIPE))) == 2
    markdown = "\n".join(lesson_markdown(whole))
    assert "Remedy: Use uv." in markdown
    assert "Before" not in markdown
    assert "Cause" not in markdown


def test_a_session_says_what_it_took() -> None:
    """Models and tokens stand in the list, where the transcript told them."""
    first, second = [line.text for line in session_lines(SESSION, TERMINAL)]
    assert first == ("2 h ago  codex  no project  3 messages, 4 tools, 1 failed, "
                     "1.0k tokens in and 50 out by m1")  # fmt: skip
    assert second == "  01a1fdb2-c36b  Run the tests"


def test_a_project_says_how_many_names_it_has() -> None:
    """What was joined is said in the list."""
    row = {"project": "github.com/ada/app", "names": ["github.com/ada/app", "/src/app"],
           "sessions": 1, "lessons": 0, "last_at": None}  # fmt: skip
    assert [line.text for line in project_lines(row, PIPE)] == [
        "github.com/ada/app", "  1 session, 0 lessons  (also 1 other name)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ago", "text"),
    [(0, "0 min ago"), (3_599, "59 min ago"), (3_600, "1 h ago"), (2 * 86_400 - 1, "47 h ago"),
     (2 * 86_400, "2 days ago"), (14 * 86_400 - 1, "13 days ago"), (14 * 86_400, "1970-01-07"),
     (-1, "1970-01-21")],
)  # fmt: skip
def test_times_are_relative_for_a_fortnight(ago: int, text: str) -> None:
    """Each bound of the words for a time; what lies ahead is a date."""
    assert Screen(80, 20 * DAY).when(20 * DAY - ago * 1_000_000) == text


@pytest.mark.parametrize("no_color", ["", "1"])
def test_colours_are_for_terminals_that_want_them(tmp_path: Path, no_color: str) -> None:
    """The real command in a pseudo terminal; NO_COLOR is heeded, and a pipe gets none."""
    environment = {**os.environ, "LESSONBOARD_DB": str(tmp_path / "b.db"), "TERM": "xterm",
                   "HOME": str(tmp_path), "NO_COLOR": no_color, "PAGER": "cat"}  # fmt: skip
    samples = str(ROOT / "examples" / "sessions")
    subprocess.run(
        [COMMAND, "session", "import", samples], env=environment, check=True, capture_output=True
    )
    ours, theirs = pty.openpty()
    subprocess.run([COMMAND, "lesson", "--limit", "1"], env=environment, check=True, stdout=theirs)
    os.close(theirs)
    text = os.read(ours, 10_000).decode()
    os.close(ours)
    assert ("\x1b[" in text) is not bool(no_color)
