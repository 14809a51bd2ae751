"""Harm that is asked for in words: what is to be done, to what, and where it goes.

`phrases.py` has the vocabulary; here it is made into patterns and looked for in a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from blackboard.harm.kinds import OUTSIDE, SENDS
from blackboard.harm.phrases import ALONE, IN_CODE, ROWS, URL, HarmRow
from blackboard.harm.places import SECRET_FILE, is_local

_FILE = "\x02"
"""Stands for a file that holds secrets, in the objects of a row and in the text that is matched."""

_NEAR, _FAR = 5, 12
"""Words between a verb and its object, and between that and where it goes."""


def _verb_forms(verbs: str) -> list[str]:
    """The base form and "-ing" of verbs; of "turn-off" also "turn" alone, for "turn it off"."""
    found = set()
    for verb in verbs.split():
        first, _, rest = verb.partition("-")
        stem = first.removesuffix("e")
        for base in (first, f"{stem}ing", f"{first}{first[-1]}ing"):
            found.add(rf"{base}(?:\s+|-){rest}" if rest else base)
            if rest == "off":
                found.add(base)
    return sorted(found, key=len, reverse=True)


def _pattern(row: HarmRow) -> re.Pattern[str]:
    gap = r"(?:[^\w\n.~/$\x02]+[\w'./~:@$*-]+){0,%d}?"
    then = rf"{gap % _FAR}[^\w\n~/$]+(?P<then>{row.then})" if row.then else ""
    return re.compile(
        rf"(?i)(?<![\w/.-])(?:{'|'.join(_verb_forms(row.verbs))})(?![\w-]){gap % _NEAR}"
        rf"[^\w\n.~/$\x02]+(?:{row.objects})(?![\w-]){then}"
    )


_WORD = re.compile(r"[a-z]+")
_WORDED = tuple(
    (
        row.kind,
        frozenset(first for each in _verb_forms(row.verbs) for first in _WORD.findall(each)[:1]),
        _pattern(row),
    )
    for row in ROWS
)
_HINTS = (
    *("force push", "git clean", "reset --hard", "gh pr", "|| true", "||true"),
    *(
        "process.env environ write-all rmtree secret token password key "
        "verify rejectunauth insecure unverified access-control node_tls git_ssl except catch "
        "eval( "
        "dangerously bypass --yolo --privileged --break husky ssl stricthost core. 777 "
        "authorized_keys "
        "bash(* --force force-push forcepush sudo root config drop truncate delete /dev/".split()
    ),
)
"""Texts without which no row of `IN_CODE` matches: most clauses have none of them."""

_ADDRESSED = tuple(
    "user human person developer maintainer owner anyone anybody test build check".split()
)
_CODE = tuple((kind, re.compile(rf"(?i){text}")) for kind, text in IN_CODE)
_SAID = tuple((kind, re.compile(rf"(?i){text}")) for kind, text in ALONE)
_FETCH_WORDS = re.compile(
    rf"(?i)\b(?:download|fetch|get|pull|grab|curl|wget|retrieve)(?:ing)?\b[^.\n]{{0,60}}?(?:{URL}"
    r"|\b(?:scripts?|installer|binary|payload|executable|tarball|program)\b)"
)
_RUN_WORDS = re.compile(
    r"(?i)\b(?:run|execute|source|launch|start|invoke|install|eval(?:uate)?)(?:ning|ing)?\s+"
    r"(?:it|them|that|this|(?:the|that|this)\s+(?:scripts?|installer|binary|file|result|payload"
    r"|program|output|latest \w+))\b"
)


class Worded(NamedTuple):
    """Harm in words: where it stands in the clause, and where its destination begins."""

    kind: str
    start: int
    end: int
    then: int = 0
    always: bool = False


def worded(text: str) -> Iterator[Worded]:
    """What a clause asks for in words that may do harm."""
    hidden = SECRET_FILE.sub(lambda match: _FILE * len(match[0]), text)
    lower = text.lower()
    said = set(_WORD.findall(lower))
    for kind, firsts, pattern in _WORDED:
        for match in pattern.finditer(hidden) if not firsts.isdisjoint(said) else ():
            if _is_meant(kind, match[0]):
                then = match.start("then") if "then" in pattern.groupindex else 0
                yield Worded(kind, match.start(), match.end(), then)
    if any(each in lower for each in _HINTS):
        for kind, pattern in _CODE:
            for match in pattern.finditer(text):
                yield Worded(kind, match.start(), match.end())
    if any(each in lower for each in _ADDRESSED):
        for kind, pattern in _SAID:
            for match in pattern.finditer(text):
                yield Worded(kind, match.start(), match.end(), always=True)


def asks_to_fetch(text: str) -> re.Match[str] | None:
    """Where a clause asks to download a program."""
    match = _FETCH_WORDS.search(text)
    return match if match and not _is_own(match[0]) else None


def asks_to_run_it(text: str) -> re.Match[str] | None:
    """Where a clause asks to run what was spoken of."""
    return _RUN_WORDS.search(text)


def _is_own(text: str) -> bool:
    hosts = re.findall(r"://([^/:\s]+)", text)
    return bool(hosts) and all(is_local(host) for host in hosts)


def _is_meant(kind: str, text: str) -> bool:
    return kind not in (SENDS, OUTSIDE) or not _is_own(text)
