"""The rules of linters in an output, and the many messages that are no rule."""

from __future__ import annotations

import pytest

from reflect.backtest.broken import broken

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
