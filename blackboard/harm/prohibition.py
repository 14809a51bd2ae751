"""Whether a clause forbids what stands at a place in it."""

from __future__ import annotations

import re

_ACTS = (
    r"(?:always|just|please|simply|instead|you\s+(?:should|must|can)|better)?\s*"
    r"(?:run|use|execute|call|install|do|set|add|push|send|upload|post|write|put|copy|paste|fetch"
    r"|download|commit|prefer|try|apply|start|make|choose|type|pass|source|switch|go)"
)
_NEGATION = re.compile(
    r"(?i)(?<![\w-])(?:(?P<firm>never|do\s+not|don'?t|(?:must|should|may|can|need|does|did|will)\s*(?:not"
    r"|n'?t)|cannot|stop|forbid|no\s+longer|refuse|reject|prevent|block|quote)"
    r"|(?P<aside>without|instead\s+of|rather\s+than|avoid|replace|remove|over)"
    r"|(?P<bare>not|no|nor|refuses|rejects|blocks|prevents|forbids|stops|denies))(?![\w-])"
)
_SKIPPING = re.compile(
    r"(?i)^\W*(?:hesitate|forget|fail|skip|omit|neglect|miss|avoid|stop|refuse|only|ask|wait)\b"
)
"""Verbs whose prohibition asks for what follows: "never forget to"."""

_ENDED = re.compile(
    rf"(?i),\s*{_ACTS}\b|\band\s+(?:always|just|then|instead)\b|\b(?:except|other\s+than)\b"
    rf"|\band\s+{_ACTS}\s*$|\bexcept\b"
)
_LISTED = re.compile(r"(?i),.*\b(?:or|nor)\b")
_BY = re.compile(r"(?i)\b(?:by|with|and\s+use)\b")
_FORBIDDEN = re.compile(
    r"(?i)^\W*(?:(?:is|are|was|were|has been)\s+(?:strictly\s+|always\s+|now\s+)?(?:forbidden"
    r"|prohibited|banned|not\s+allowed|never\s+allowed|blocked|denied|refused|dangerous|unsafe"
    r"|harmful|wrong|off[- ]limits)|(?:must|should|may|can)\s+(?:not|never)\s+be"
    r"|(?:fails?|failed|breaks|broke|does\s+not\s+work|hangs?)\b(?!.*\b(?:unless|until|without)\b))"
)
_MOST_BETWEEN = 3
"""Words between a bare "not" and what it denies."""


def is_forbidden(clause: str, start: int, end: int) -> bool:
    """Whether what stands from `start` to `end` of a clause is forbidden by that clause.

    >>> text = "Never forget to run x"
    >>> is_forbidden("Never run x", 10, 11), is_forbidden(text, len(text) - 1, len(text))
    (True, False)
    """
    return bool(_FORBIDDEN.match(clause[end:])) or _is_denied(clause[:start])


def _is_denied(before: str) -> bool:
    found = list(_NEGATION.finditer(before))
    if not found:
        return False
    last = found[-1]
    between = before[last.end() :]
    if last["bare"]:
        return len(between.split()) <= _MOST_BETWEEN and not _ENDED.search(between)
    if last["aside"]:
        return _is_aside(last, between, before[: last.start()])
    if _SKIPPING.match(between):
        return False
    return not _ENDED.search(between) or bool(_LISTED.search(between))


def _is_aside(last: re.Match[str], between: str, earlier: str) -> bool:
    """Whether "instead of" and its like cover what follows: up to a comma, and not twice denied."""
    word = last["aside"].lower()
    if word == "over":
        return "prefer" in earlier.lower()
    twice = word in ("without", "avoid") and any(
        each["firm"] or each["bare"] for each in _NEGATION.finditer(earlier)
    )
    if word in ("replace", "remove") and _BY.search(between):
        return False
    return not twice and "," not in between and not _ENDED.search(between)
