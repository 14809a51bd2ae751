"""Failures are the same when the same thing went wrong, however they were worded."""

from __future__ import annotations

from typing import Any

import pytest

from reflect.backtest.failures import Earlier, failures_in, is_about
from tests.reflect.talks import called, ran, recorded


def _kinds(command: str, output: str) -> list[str]:
    (_, call) = recorded(ran(command, output, fails=True))
    return [each.kind for each in failures_in(call, "p")]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("error: could not lock 12", "error: could not lock 99", True),
        ("error: could not lock it", "error: could not find the key", False),
        ("cat: /a/b/notes.md: No such file or directory",
         "cat: /c/notes.md: No such file or directory", True),
        ("cat: /a/b/notes.md: No such file or directory",
         "cat: /a/b/tasks.md: No such file or directory", False),
    ],
)  # fmt: skip
def test_numbers_and_folders_make_no_difference(one: str, other: str, same: bool) -> None:
    """What varies is left out, but for the name of a file that is missing."""
    assert (_kinds("cat x", one) == _kinds("cat x", other)) is same


def test_each_rule_that_a_linter_reports_is_a_failure_of_its_own() -> None:
    """Another file that breaks the same rule is the same failure."""
    first = "a.go:1:2: missing cases in switch (exhaustive)\nb.go:2:3: os.Chdir() (usetesting)"
    assert _kinds("make lint", first) == ["lint: exhaustive", "lint: usetesting"]
    assert _kinds("make lint", "c.go:9:9: missing cases (exhaustive)") == ["lint: exhaustive"]


@pytest.mark.parametrize(
    ("tool", "output"),
    [
        ("Edit", "<tool_use_error>File has not been read yet.</tool_use_error>"),
        ("Edit", "<tool_use_error>String to replace not found in file.</tool_use_error>"),
        ("Read", "EISDIR: illegal operation on a directory, read '/home/ada/kite/src'"),
        ("Read", "Sibling tool call errored"),
    ],
)
def test_slips_of_the_agent_are_no_failures(tool: str, output: str) -> None:
    """They say nothing about the project, and nothing that is learnt would prevent them."""
    (_, call) = recorded(called(tool, output, fails=True, file_path="src/kite.py"))
    assert failures_in(call, "p") == []


def test_what_is_not_there_is_known_by_its_name() -> None:
    """A file that was looked for, or a name of the agent's own that nobody defined."""

    def kinds(tool: str, output: str, **given: str) -> list[str]:
        (_, call) = recorded(called(tool, output, fails=True, **given))
        return [each.kind for each in failures_in(call, "p")]

    missing = "<tool_use_error>File does not exist.</tool_use_error>"
    here, there = (kinds("Read", missing, file_path=f"{at}/kite.py") for at in ("src", "/a/lib"))
    assert len(here) == 1
    assert here == there != kinds("Read", missing, file_path="src/tail.py")
    assert kinds("Skill", "<tool_use_error>Unknown skill: commit</tool_use_error>", skill="commit")


def test_a_failure_comes_back_once_a_session() -> None:
    """The calls of other sessions are given with the first one of a session alone."""
    earlier = Earlier()
    seen: list[int] = []
    for name in ("s1", "s1", "s2", "s2", "s3"):
        (_, call) = recorded(ran("make", "error: no rule here", fails=True), name=name)
        (failure,) = failures_in(call, "p")
        seen.append(len(earlier.add(failure._replace(event=call._replace(id=f"{len(seen)}")))))
    assert seen == [0, 0, 2, 0, 4]


def test_a_lesson_is_about_what_it_was_learnt_from_and_what_it_knows_by_signature() -> None:
    """Of a linter's run it is about the rule that it names."""
    (_, call) = recorded(ran("make lint", "a.go:1:2: missing cases (exhaustive)", fails=True))
    (failure,) = failures_in(call, "p")
    words = "Avoid what `exhaustive` rejects."
    assert is_about(_lesson(words, "make lint"), failure, frozenset())
    assert not is_about(_lesson("Avoid `noctx`.", "make lint"), failure, frozenset())
    assert not is_about(_lesson(words, "make test"), failure, frozenset())
    assert is_about(_lesson(words, "make test", "e1"), failure, frozenset({"e1"}))


def _lesson(constraint: str, command: str, *evidence: str) -> Any:
    cited = [{"event_id": each} for each in evidence]
    return {"constraint": constraint, "evidence": cited, "commands": [command], "signatures": []}
