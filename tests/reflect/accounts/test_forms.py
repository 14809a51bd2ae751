"""Forms: the commands that a rule recommends, and matching them."""

from __future__ import annotations

import pytest

from reflect.accounts.commands import form, use
from reflect.invocation import pieces

READ = [
    ("Use `bun test` instead of `npm test`.", "instead", "bun test", "npm test"),
    ("Always use `uv add` rather than `pip install`", "instead", "uv add", "pip install"),
    ("Prefer `rg`, not `ag`.", "instead", "rg", "ag"),
    ("Never run `npm test`; run `npm run test:unit`.", "instead", "npm run test:unit", "npm test"),
    ("Instead of `pip install`, use `uv add`.", "instead", "uv add", "pip install"),
    ("Leave `--quick` out of `seed data`.", "instead", "seed data", "seed data --quick"),
    ("Call Task with subagent type `a:b`, not `b`.", "instead", "Task a:b", "Task b"),
    ("Run `npm ci` before `npm test`.", "before", "npm ci", "npm test"),
    ("Run `npm run fix` when `npm run lint` complains about formatting.", "after failure",
     "npm run fix", "npm run lint"),
]  # fmt: skip
UNREAD = [
    "",
    "Commit often.",
    "Never use `eval`.",
    "Use `a && b` instead of `c`.",
    "Use `npm test` instead of `npm test`.",
    "Leave `dist/out.css` out of `git add`.",
    "Leave file paths out of `gh pr diff`.",
    "Use `` instead of `x`.",
    "Avoid what `gosec` rejects, for `make lint` enforces it.",
]


@pytest.mark.parametrize(("rule", "kind", "right", "other"), READ)
def test_what_to_run_is_read_off_a_plain_rule(rule: str, kind: str, right: str, other: str) -> None:
    """In the sentences that the miner writes and people write."""
    found = form(rule)
    assert found is not None
    assert (found.kind, " ".join(found.right.words), " ".join(found.other.words)) == (
        kind,
        right,
        other,
    )


@pytest.mark.parametrize("rule", UNREAD)
def test_other_rules_have_no_form(rule: str) -> None:
    """Nothing is guessed."""
    assert form(rule) is None


@pytest.mark.parametrize(
    ("rule", "line", "right", "other"),
    [
        ("Use `bun test` instead of `npm test`.", "bun test --watch src", True, False),
        ("Use `bun test` instead of `npm test`.", "npm run build", False, False),
        ("Use `A=1 make` instead of `make`.", "A=1 make all", True, False),
        ("Use `A=1 make` instead of `make`.", "make all", False, True),
        ("Use `seed data` instead of `seed data --quick`.", "seed data --quick", False, True),
        ("Use `seed data` instead of `seed data --quick`.", "/usr/bin/seed data x", True, False),
        ("Use `gh run … --json` instead of `gh run`.", "gh run view 5 --json x", True, False),
    ],
)
def test_of_two_forms_that_fit_the_one_that_says_more_is_meant(
    rule: str, line: str, right: bool, other: bool
) -> None:
    """An option more or less is often all the difference."""
    found = form(rule)
    (piece,) = pieces(line, None)
    assert found is not None
    assert (found.is_right(use(piece.invocation)), found.is_other(use(piece.invocation))) == (
        right,
        other,
    )
