"""The linters' rules by which the backtest distinguishes failures, without a compiler's phrases.

What is unused, undefined or not checked, what a tool mends by itself, and what only counts (length,
duplicates) is no rule that somebody chose.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from blackboard.search.lint_rules import Rule, broken_rules

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


class Broken(NamedTuple):
    """A rule that was broken, and the line that says so; `part` is a rule within a rule."""

    rule: str
    part: str
    line: str


def broken(output: str) -> list[Broken]:
    """The rules worth knowing that a linter's output says were broken, each once.

    >>> [(each.rule, each.part) for each in broken("a.go:1:2: elseif: can be else if (gocritic)")]
    [('gocritic', 'elseif')]
    >>> broken("a.go:1:2: x is unused (unused)")
    []
    """
    return [
        Broken(rule.name, rule.part, rule.line)
        for rule in broken_rules(output)
        if not rule.mends and not _is_trivial(rule)
    ]


def _is_trivial(rule: Rule) -> bool:
    return any(_TRIVIAL.search(name) for name in (rule.name, rule.part) if name)
