"""Linters: a rule that this project chose, broken in new code and then kept.

Only rules that somebody decided on are lessons. What every compiler says (unused, undefined, not
checked), what a tool mends by itself, and what only counts (length, duplicates) is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard.event import Event
from blackboard.search.lint_rules import Rule, broken_rules
from reflect.finding import Finding
from reflect.invocation import Invocation
from reflect.miner.attempt import attempt, calls_of, failed_attempts, worked
from reflect.miner.remedy import Remedy, lesson, prefix, short
from reflect.trajectory import is_edit, payload_of

WITHIN_CALLS = 25

_LINTS = re.compile(
    r"(?i)lint|check|clippy|\b(?:ruff|biome|vet|flake8|oxlint|shellcheck|rubocop|stylelint|tslint)\b"
)
_TRIVIAL = re.compile(
    r"""(?ix) unused | undef | undeclared | typecheck | ineff | wasted-?assign | errcheck
    | unreachable | import | isort | sort | format | fmt | prettier | gci | whitespace | indent
    | semi | quotes | spac(?:e|ing) | newline | eol | comma | dupl | goconst | magic | mnd
    | funlen | lll | cyc | cognit | complex | maintidx | max- | too-many | line-(?:too-long|length)
    | nilness | nilnil
    | ^staticcheck$ | ^govet$ | copylocks | printf | misspell | typo | spell | nolint
    | exhaustive-?deps|exhaustive-?dependenc | no-(?:redeclare|dupe|unreachable|empty-pattern)
    | ^[EWFI]\d{3} | ^(?:C|R)09\d\d | ^TS\d | parse | syntax | dead | redundant | unparam | revive
    """
)
_MOST_RULES = 6
"""An output that names more is about code that was there before."""


class Broken(NamedTuple):
    """A rule that was broken, and what the linter says of it; `part` is a rule within a rule."""

    rule: str
    part: str
    says: str
    line: str


def linters(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The rules of linters that one session broke and then kept."""
    calls = calls_of(events)
    for index, tried in failed_attempts(calls, root):
        lint = _lint(tried.commands)
        found = broken(payload_of(tried.call).get("output", "")) if lint else []
        if lint is None or not 0 < len(found) <= _MOST_RULES:
            continue
        runs = _runs(lint, calls[index + 1 : index + 1 + WITHIN_CALLS], root)
        for rule in found:
            mended = _kept(rule, runs)
            if mended is not None:
                yield _finding(Remedy(tried.call, rule.line, mended), rule, lint)


def broken(output: str) -> list[Broken]:
    """The rules worth knowing that a linter's output says were broken, each once.

    >>> [(each.rule, each.part) for each in broken("a.go:1:2: elseif: can be else if (gocritic)")]
    [('gocritic', 'elseif')]
    >>> broken("a.go:1:2: x is unused (unused)")
    []
    """
    return [
        Broken(rule.name, rule.part, rule.says, rule.line)
        for rule in broken_rules(output)
        if not rule.mends and not _is_trivial(rule)
    ]


def _is_trivial(rule: Rule) -> bool:
    return any(_TRIVIAL.search(name) for name in (rule.name, rule.part) if name)


def _lint(commands: Sequence[Invocation]) -> Invocation | None:
    """The command among several that checks."""
    found = [each for each in commands if _LINTS.search(each.command) and not each.has_text]
    named = [each for each in found if "lint" in each.command.lower()]
    return next(iter(named or found), None)


def _is_again(command: Invocation, lint: Invocation) -> bool:
    """Whether a command is the lint, or the check of what a mending lint left."""
    checks = re.sub(r":(?:fix|write)\b| --(?:fix|write)\b", "", lint.command)
    return command.words[:3] == lint.words[:3] or command.command == checks


def _runs(lint: Invocation, after: Sequence[Event], root: str | None) -> list[Event]:
    """The later runs of a linter, from the first change of a file on."""
    edited = False
    found = []
    for call in after:
        edited = edited or is_edit(call)
        tried = attempt(call, root)
        again = tried is not None and any(_is_again(each, lint) for each in tried.commands)
        if again and (edited or worked(call)):
            found.append(call)
    return found


def _kept(rule: Broken, runs: Sequence[Event]) -> Event | None:
    """The first run that went through, or found something else."""
    for run in runs:
        found = broken(payload_of(run).get("output", ""))
        ran = payload_of(run).get("failed") is False or found
        if ran and (rule.rule, rule.part) not in [each[:2] for each in found]:
            return run
    return None


def _finding(remedy: Remedy, rule: Broken, lint: Invocation) -> Finding:
    command = short(lint)
    name = f"{rule.rule} {rule.part}".strip()
    text = lesson(
        symptom=f"`{command}` fails: {remedy.error}",
        cause=f"The project has the linter rule {name} on.",
        resolution=f"The code was changed, and `{command}` no longer reports {name}.",
        constraint=_constraint(rule, command),
        category="conventions",
        tags=(rule.rule, "linter"),
    )
    key = f"linter\n{rule.rule}\n{rule.part}"
    return remedy.finding(
        key, text, commands=prefix(lint), signatures=(), alone=_orders(rule) is not None
    )


def _orders(rule: Broken) -> re.Match[str] | None:
    """Where a linter says what to do, which one session is enough to teach."""
    return re.search(r"(?i)\b(?:use|must|should|instead|replace[d]?|prefer|avoid)\b", rule.says)


def _constraint(rule: Broken, command: str) -> str:
    name = f"`{rule.rule}`" if not rule.part else f"`{rule.rule}` ({rule.part})"
    says = rule.says[:1].lower() + rule.says[1:] if rule.says[1:2].islower() else rule.says
    orders = _orders(rule)
    verb = "Write new code as" if orders else "Avoid what"
    does = "demands" if orders else "rejects"
    return f"{verb} {name} {does}, for `{command}` enforces it: {says}."
