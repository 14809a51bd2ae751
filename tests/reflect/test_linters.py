"""Linters: rules that a project chose, and the many messages that are no rule."""

from __future__ import annotations

import pytest

from blackboard.event import NewEvent
from reflect.miner.linters import broken, linters
from tests.reflect.talks import ROOT, edited, ran, ran_by_codex, recorded


def _lessons(*talk: NewEvent) -> list[str]:
    return [finding.text.constraint for finding in linters(recorded(*talk), ROOT)]


GOLANGCI = "a/b.go:4:2: os/exec.Command must not be called. use exec.CommandContext (noctx)"
SPOKEN = {
    GOLANGCI: ("noctx", ""),
    "a.go:4: elseif: can replace 'else {if}' with 'else if' (gocritic)": ("gocritic", "elseif"),
    "a.go:4:5: G304: Potential file inclusion via variable (gosec)": ("gosec", "G304"),
    " at a.ts:1:9 lint/suspicious/noEmptyBlock ━━━\n\n  \u00d7 Unexpected empty block.": (
        "noEmptyBlock",
        "",
    ),
    "a.py:3:1: T201 `print` found": ("T201", ""),
    "T201 `print` found\n  --> a.py:3:1\n": ("T201", ""),
    "a.py:3:1: W0718: Catching too general exception (broad-exception-caught)": (
        "broad-exception-caught",
        "",
    ),
    "/k/a.js\n  4:2  error  Unexpected console statement  no-console\n": ("no-console", ""),
    "error: used `unwrap()`\n --> a.rs:1:2\n  = note: `-D clippy::unwrap_used`": (
        "unwrap_used",
        "",
    ),
}


@pytest.mark.parametrize(("output", "rule"), SPOKEN.items())
def test_the_rule_is_read(output: str, rule: tuple[str, str]) -> None:
    """What a linter of any kind prints is read for the rule that it names."""
    assert [each[:2] for each in broken(output)] == [rule]


@pytest.mark.parametrize(
    "output",
    [
        "a.go:1:2: x is unused (unused)",
        "a.go:1:2: ineffectual assignment to err (ineffassign)",
        "a.go:1:2: Error return value of `f` is not checked (errcheck)",
        "a.go:1: 1-9 lines are duplicate of b.go (dupl)",
        "a.go:1:2: string `x` has 3 occurrences, make it a constant (goconst)",
        "a.py:1:1: F401 [*] `os` imported but unused",
        "a.py:1:101: E501 Line too long",
        "a.py:1:1: T201 [*] `print` found",
        " at a.ts:1:2 lint/style/useConst  FIXABLE  ━━━\n\n  \u00d7 Use const.",
        "  4:2  error  'x' is defined but never used  no-unused-vars",
        "a.ts:1:2 - error TS2345: Argument of type 'x' is not assignable",
        "a.c:1:2: error: expected ';' before '}' token",
        "ok",
        "",
    ],
)
def test_trivia_are_no_rules(output: str) -> None:
    """What compilers say, what tools mend themselves and what is only counted is no rule."""
    assert broken(output) == []


@pytest.mark.parametrize("shell", [ran, ran_by_codex])
def test_a_rule_that_was_broken_and_kept_is_a_lesson(shell: type) -> None:
    """The rule, what it says, and the command that enforces it are taught, once."""
    (lesson,) = _lessons(
        shell("mise run fmt && mise run lint", f"{GOLANGCI}\n{GOLANGCI}", fails=True),
        edited("a/b.go"),
        shell("mise run lint", "0 issues."),
    )
    assert "`noctx`" in lesson
    assert "use exec.CommandContext" in lesson
    assert "`mise run lint`" in lesson
    assert "b.go" not in lesson


def test_the_same_rule_has_the_same_key() -> None:
    """Where it was broken, and in what type, makes no other lesson."""
    keys = set()
    for kind in ("session.Action: session.A, session.B", "cli.Kind: cli.C"):
        said = f"a.go:1:2: missing cases in switch of type {kind} (exhaustive)"
        talk = (ran("make lint", said, fails=True), edited(), ran("make lint"))
        keys |= {finding.key for finding in linters(recorded(*talk), ROOT)}
    assert len(keys) == 1


NOTHING = {
    "it was not mended": (ran("make lint", GOLANGCI, fails=True), edited()),
    "it is still named": (
        ran("make lint", GOLANGCI, fails=True),
        edited(),
        ran("make lint", GOLANGCI, fails=True),
    ),
    "nothing was changed and it fails": (
        ran("make lint", GOLANGCI, fails=True),
        ran("make lint", "killed", fails=True),
    ),
    "it is no lint": (ran("make test", GOLANGCI, fails=True), edited(), ran("make test")),
    "it is about code that was there before": (
        ran("make lint", "\n".join(f"a.go:1:2: x (rule{n}a)" for n in range(9)), fails=True),
        edited(),
        ran("make lint"),
    ),
}


@pytest.mark.parametrize("talk", NOTHING.values(), ids=NOTHING)
def test_this_teaches_no_rule(talk: tuple[NewEvent, ...]) -> None:
    """What was not put right, or is not a linter's, is no lesson."""
    assert _lessons(*talk) == []
