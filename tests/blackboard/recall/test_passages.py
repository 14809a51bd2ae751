"""What each kind of event can be found by, and what it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.agents.tools import describe
from blackboard.search.passages import Passage, passage


def called(name: str, given: dict[str, Any], **fields: Any) -> Passage:
    """The passage of a tool call."""
    call = {"session": "s", "call": "c", "name": name, "input": given, **describe(name, given)}
    return passage("tool.called", {**call, **fields})


def test_messages_are_prompts_and_answers() -> None:
    """Who spoke decides which it is."""
    assert passage("message.recorded", {"role": "user", "text": "why?"}) == Passage(prompt="why?")
    assert passage("message.recorded", {"role": "assistant", "text": "so."}) == Passage(
        answer="so."
    )


def test_a_long_message_keeps_its_start_and_its_end() -> None:
    """A pasted log says what it is at its start, and what went wrong at its end."""
    text = passage("message.recorded", {"role": "user", "text": f"start {'x ' * 9_000}end"}).prompt
    assert text.startswith("start x")
    assert text.endswith("x end")
    assert len(text) < 8_010


@pytest.mark.parametrize(
    ("name", "given", "command", "file"),
    [
        ("Bash", {"command": "ls", "description": "List"}, "ls\n# List", ""),
        ("exec_command", {"cmd": "ls", "workdir": "/home/me"}, "ls", ""),
        ("shell", {"command": ["ls", "-l"]}, "ls -l", ""),
        ("Read", {"file_path": "a.py", "limit": 3}, "Read", "a.py"),
        ("Edit", {"file_path": "a.py", "old_string": "secret", "new_string": "b"}, "Edit", "a.py"),
        ("Write", {"file_path": "a.py", "content": "text"}, "Write", "a.py"),
        ("MultiEdit", {"file_path": "a.py", "edits": [{"old_string": "x"}]}, "MultiEdit", "a.py"),
        ("read_many_files", {"paths": ["a.py", "b.py", 3]}, "read_many_files", "a.py\nb.py"),
        ("Grep", {"pattern": "def x", "path": "src"}, "Grep def x", "src"),
        ("AskUserQuestion", {"questions": [{"question": "Which?"}]}, "AskUserQuestion Which?", ""),
        (
            "apply_patch",
            {"input": "*** Begin Patch\n*** Update File: a.py\n@@\n-old\n*** Add File: b.py\n+new"},
            "apply_patch",
            "a.py\nb.py",
        ),
        (
            "odd",
            {"file_path": None, "path": [None], "x": {"y": {"z": {"deep": {"er": "no"}}}}},
            "odd",
            "",
        ),
    ],
)
def test_a_call_is_its_command_and_its_files(
    name: str, given: dict[str, Any], command: str, file: str
) -> None:
    """What was run and which files were read or edited; not the text of files."""
    found = called(name, given)
    assert (found.command, found.file) == (command, file)


def test_only_a_failed_call_offers_its_output() -> None:
    """Of a failure the lines that look like errors, without colours and tags; of a success none."""
    output = "building\n<tool_use_error>\x1b[31mError: no such table\x1b[0m</tool_use_error>\ndone"
    assert called("Bash", {"command": "x"}, output=output, failed=True).error == (
        "Error: no such table"
    )
    assert called("Bash", {"command": "x"}, output=output, failed=False).error == ""


def test_of_many_errors_the_first_and_the_last_are_kept() -> None:
    """A compiler's four hundred errors do not fill the index."""
    output = "\n".join(f"error: number {number}" for number in range(400))
    lines = called("Bash", {"command": "x"}, output=output, failed=True).error.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (8, "error: number 0", "error: number 399")


def test_reviews_offer_their_words_and_their_files() -> None:
    """Titles, bodies and comments, with the files that comments are about."""
    comments = [{"body": "Use a set.", "path": "a.py"}, {"body": "Why?"}]
    assert passage("pr.opened", {"number": 1, "title": "Fix", "body": "It."}).review == "Fix\nIt."
    assert passage(
        "review.submitted", {"number": 1, "reviewer": "r", "verdict": "commented",
                             "comments": comments},
    ) == Passage(review="Use a set.\nWhy?", file="a.py")  # fmt: skip
    assert passage("rework.requested", {"number": 1, "requests": ["a", "b"]}).review == "a\nb"
    assert passage("rework.completed", {"number": 1, "summary": "done"}).review == "done"
    plan = {"kind": "plan", "title": "Plan", "body": "First.", "path": "plan.md"}
    assert passage("artifact.recorded", plan) == Passage(review="Plan\nFirst.", file="plan.md")
    assert passage("artifact.recorded", {**plan, "kind": "diff"}).review == "Plan"


def test_other_events_offer_nothing() -> None:
    """What nobody said or did is not found."""
    assert passage("session.started", {"session": "s", "agent": "codex"}) == Passage()
    assert passage("lesson.created", {"constraint": "Never."}) == Passage()
