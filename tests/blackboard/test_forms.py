"""Whether a command is another form of one that failed."""

from __future__ import annotations

import pytest

from blackboard.search.forms import commands, is_form


@pytest.mark.parametrize(
    ("failed", "other", "error"),
    [
        ("rtk bun run test 2>&1", "bun run test", "error: unrecognized subcommand 'bun'"),
        ("python kite.py", "python3 kite.py", "command not found: python"),
        ("docker-compose up -d", "docker compose up -d", "command not found: docker-compose"),
        ("pip install wing", "uv pip install wing", "externally managed"),
        ("npm test", "cd web && npm test", "npm error Missing script: test"),
        ("entire enabl", "entire enable", 'unknown command "enabl"'),
        ("sed -n 1,9p src/fold.py", "sed -n 1,9p lib/fold.py", "No such file or directory"),
        ("go test ./wing -run TestA", "go test ./wing -run TestA -v", "FAIL"),
        ("npm test", "npm run test:unit", "npm error Missing script: test"),
        ("python /old/kite.py", "python /new/kite.py", "can't open file '/old/kite.py'"),
    ],
)
def test_another_form_is_known(failed: str, other: str, error: str) -> None:
    """Another program, folder, spelling or place of the same thing."""
    assert is_form(failed, other, error)


@pytest.mark.parametrize(
    ("failed", "other", "error"),
    [
        ("npm test", "npm install", "1 failing"),
        ("npm test", "npm install", "npm error Missing script: test"),
        ("bun test a.test.ts", "bun test b.test.ts", "expected 1, got 2"),
        ("go test ./wing -run TestA", "go test ./wing -run TestB", "FAIL"),
        ("cat src/fold.py", "python src/fold.py", "No such file or directory"),
        ("git commit -m x", "git status", "nothing to commit"),
        ("workmux send cli", "workmux status", "No content to send"),
        ("mise run lint:full", "mise run lint", "exit 1"),
        ("rtk bun run test", "rtk git status", "unrecognized subcommand 'bun'"),
        ("npm test | tail -5", "git log | tail -5", "1 failing"),
        ("", "npm test", "x"),
        ("npm test", "", "x"),
    ],
)
def test_something_else_is_no_form(failed: str, other: str, error: str) -> None:
    """Other work of the same program proves nothing about what failed."""
    assert not is_form(failed, other, error)


def test_only_what_a_line_is_about_counts() -> None:
    """Not where it ran, where its output went, or how that was shown."""
    assert commands("cd web && npm test > out.txt 2>&1 | tail -5") == [["npm", "test", "out.txt"]]
    assert commands("cat a | head") == [["cat", "a"], ["head"]]
