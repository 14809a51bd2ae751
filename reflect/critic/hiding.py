"""Detect advice that hides a problem instead of fixing it, or reaches further than the issue."""

from __future__ import annotations

import re

from blackboard.harm.clauses import as_read, clauses
from blackboard.harm.prohibition import is_forbidden

_HIDING = (
    (r"#\s*type:\s*ignore|#\s*noqa|eslint-disable|@ts-(?:ignore|nocheck)|//\s*nolint|\bxfail\b"
     r"|@SuppressWarnings|\bpytest\.skip|\.skip\(", "silences the warning and not its cause"),
    (r"\bswallow|\bcatch (?:and ignore|all|every|any)\b", "swallows errors"),
    (r"\bsleep\(|\badd a (?:sleep|delay)\b|\bwait \d+ seconds\b", "waits instead of knowing"),
    (r"\b(?:increase|raise|double)\b[^.]{0,25}\b(?:timeout|memory|heap|retries|limit)\b",
     "puts the limit up and does not mend the cause"),
    (r"\brestart\b[^.]{0,40}\b(?:every|nightly|daily|hourly|cron)\b", "hides a leak"),
    (r"\bblock all\b|\bdeny all\b|\bfor (?:all|every) (?:users?|requests?)\b|\btruncate\b"
     r"|\brewrite\b[^.]{0,30}\b(?:module|everything|application|project|from scratch|service)\b"
     r"|\b(?:rename|convert|replace|change|migrate)\b[^.]{0,60}\ball \w+",
     "reaches further than the issue"),
    (r"\bafter every\b|\b(?:on|at) every (?:request|call|line|keystroke|render|deploy)\b",
     "costs time on every call"),
)  # fmt: skip
_COMPILED = [(re.compile(pattern, re.IGNORECASE), reason) for pattern, reason in _HIDING]


def hiding(instruction: str) -> list[str]:
    """How an instruction hides the issue, or overreaches.

    >>> hiding("Add a `sleep(5)`."), hiding("Never add a `sleep(5)`.")
    (['waits instead of knowing'], [])
    """
    read = list(clauses(as_read(instruction)))
    return [
        reason
        for pattern, reason in _COMPILED
        if any(
            not is_forbidden(clause.shape, *match.span())
            for clause in read
            for match in pattern.finditer(clause.text)
        )
    ]
