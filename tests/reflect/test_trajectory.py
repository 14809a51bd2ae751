"""A trajectory knows who said what, what was called, and what that changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.importer import import_files
from blackboard.transcript_files import find
from reflect.trajectory import Trajectory, changed_by, is_edit, read_by, trajectory
from tests.reflect.talks import ROOT, called, edited, looked, ran, ran_by_codex, says, session

SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"
PATCH = """*** Begin Patch
*** Update File: src/app.py
@@
-old
+new
+newer
*** Add File: src/new.py
+text
*** Delete File: src/gone.py
*** End Patch"""


def told(*steps: NewEvent) -> Trajectory:
    """The trajectory of a session in which the steps were taken."""
    with Board.open(":memory:") as board:
        board.append(session(steps))
        (row,) = board.view("sessions")
        return trajectory(board, row)


def call(step: NewEvent) -> Event:
    """One call as it stands on the log."""
    (event,) = told(step).calls
    return event


def test_words_and_calls_come_in_the_order_in_which_they_happened() -> None:
    """The human's, the agent's, and what was called between."""
    seen = told(says("one"), ran("ls"), says("two", "assistant"), looked(), says("three"))
    assert [(event.payload or {})["text"] for event in seen.said] == ["one", "three"]
    assert [(event.payload or {})["text"] for event in seen.answered] == ["two"]
    assert [(event.payload or {})["name"] for event in seen.calls] == ["Bash", "Read"]
    assert (seen.root, seen.metrics.user_messages, seen.metrics.tool_uses) == (ROOT, 2, 2)


@pytest.mark.parametrize(
    "step",
    [
        called("apply_patch", input=PATCH),
        called("exec_command", cmd=f"apply_patch <<'EOF'\n{PATCH}\nEOF"),
        called("shell", command=["apply_patch", PATCH]),
        called("shell", command=["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]),
    ],
)
def test_a_patch_is_an_edit_however_codex_carries_it(step: NewEvent) -> None:
    """By a tool of its own, in a shell line, or in a list of words."""
    event = call(step)
    assert is_edit(event)
    assert changed_by(event) == ["src/app.py", "src/new.py", "src/gone.py"]
    assert told(step).changed_lines == 4


def test_a_renamed_file_is_changed_under_both_names() -> None:
    """`Move to` names the other."""
    patch = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n+x\n*** End Patch"
    assert changed_by(call(called("apply_patch", input=patch))) == ["a.py", "b.py"]


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        (called("Write", file_path="a.py", content="1\n2\n3"), 3),
        (called("Edit", file_path="a.py", old_string="1\n2", new_string="1"), 2),
        (called("MultiEdit", file_path="a.py",
                edits=[{"old_string": "1", "new_string": "1\n2"},
                       {"old_string": "1\n2\n3", "new_string": ""}]), 5),
        (called("NotebookEdit", notebook_path="a.ipynb", new_source="1\n2"), 2),
        (called("Edit", file_path="a.py", edits="no list", content=7), 0),
        (ran("sed -i s/a/b/ a.py"), 0),
        (looked("a.py"), 0),
    ],
)  # fmt: skip
def test_changed_lines_are_those_written_or_replaced(step: NewEvent, lines: int) -> None:
    """Whatever the tool; what is malformed counts nothing."""
    assert told(step).changed_lines == lines


def test_what_failed_or_was_refused_changed_nothing() -> None:
    """A patch that did not apply is no edit."""
    steps = [
        called("apply_patch", "verification failed", fails=True, input=PATCH),
        edited("a.py")._replace(payload={**edited("a.py").payload, "denied": True}),
    ]
    seen = told(*steps)
    assert (seen.changed_files, seen.changed_lines) == (set(), 0)


@pytest.mark.parametrize(
    ("step", "read"),
    [
        (looked("a.py"), ("a.py", "")),
        (called("Read", file_path="a.py", offset=10, limit=5), ("a.py", "offset=10:limit=5")),
        (called("Read", file_path=7), None),
        (ran_by_codex("cat src/a.py"), ("src/a.py", "")),
        (ran_by_codex("sed -n '1,80p' src/a.py"), ("src/a.py", "1,80p")),
        (ran_by_codex("nl -ba src/a.py | sed -n '1,80p'"), ("src/a.py", "1,80p")),
        (ran_by_codex("head -n 20 README.md"), ("README.md", "head -n 20")),
        (ran_by_codex("cat a.py b.py"), None),
        (ran_by_codex("cat a.py && make"), None),
        (ran_by_codex("sed -i '1,80p' src/a.py"), None),
        (ran("pytest -q"), None),
        (edited("a.py"), None),
    ],
)  # fmt: skip
def test_a_read_is_known_by_its_file_and_part(step: NewEvent, read: tuple[str, str] | None) -> None:
    """By a tool, or by a shell line that does nothing else."""
    assert read_by(call(step)) == read


def test_forgotten_events_are_passed_over(board: Board) -> None:
    """What was erased is neither said nor called."""
    events = board.append(session([says("secret", key="m1"), says("plain"), ran("ls")]))
    board.forget(
        next(event.id for event in events if "secret" in str(event.payload)), reason="test"
    )
    (row,) = board.view("sessions")
    assert [(event.payload or {})["text"] for event in trajectory(board, row).said] == ["plain"]


@pytest.fixture(scope="module")
def samples() -> Iterator[dict[str, Trajectory]]:
    """The sample sessions by the beginning of what was asked."""
    with Board.open(":memory:") as board:
        import_files(board, find([SAMPLES]), trusted=True)
        yield {row["title"][:20]: trajectory(board, row) for row in board.view("sessions")}


def test_real_edits_of_both_agents_are_seen(samples: dict[str, Trajectory]) -> None:
    """Claude names absolute paths, Codex' patches may be relative."""
    claude = samples["Add a unit option to"]
    assert {Path(name).name for name in claude.changed_files} == {"forecast.py", "test_forecast.py"}
    codex = samples["Forecasts crash with"]
    assert {Path(name).name for name in codex.changed_files} == {"forecast.py"}
    assert claude.changed_lines > codex.changed_lines > 0
