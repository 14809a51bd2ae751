"""The harm that an instruction asks for, clause by clause: a pure function of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from blackboard.harm.clauses import Clause, as_read, clauses
from blackboard.harm.destroying import deletes, removes_lock, rewrites_history
from blackboard.harm.fetching import brings, fetches
from blackboard.harm.kinds import (
    DELETES,
    FETCHES,
    NAMES,
    OUTSIDE,
    REWRITES,
    SECRETS,
    SENDS,
    WEAKENS,
)
from blackboard.harm.lines import commands_in
from blackboard.harm.outside import reaches_outside
from blackboard.harm.prohibition import is_forbidden
from blackboard.harm.safeguards import weakens
from blackboard.harm.secrets import exposes
from blackboard.harm.sending import sends
from blackboard.harm.wording import Worded, asks_to_fetch, asks_to_run_it, worded

_LONGEST = 20_000
_LONGEST_COMMAND = 160
"""Characters of a command that stands in prose."""

_MOST_COMMANDS = 8
"""Commands in prose that are read in one clause, or in one piece of a long one."""

_IN_PROSE = re.compile(
    r"""(?xi) (?<![\w./@:-]) (?:
      (?:[\w.~-]{0,30}/){0,6} (?: curl|wget|aria2c|iwr|irm|npx|bunx|pnpx|uvx|pipx|npm|pnpm
    | yarn|bun|uv|pip3?|git|rm|chmod|sudo|doas|scp|rsync|nc|ncat
    | ssh|ssh-copy-id|printenv|base64|crontab|twine|gh|aws|dig|nslookup
    | cargo|deno|brew
    | docker|kubectl|launchctl|systemctl|visudo|claude|codex|bash|zsh|iex|powershell|pwsh
    | python3?|node|terraform|gsutil|rclone)
      (?=\s+\S) | eval(?=\s+["'$]) | (?:sh|source|\.)(?=\s+(?:-\S+\s+)?["'$<(])
    | cat(?=\s+[~./$]) | tee(?=\s+(?:-a\s+)?[~/])
    | (?:\w+=\S+\s+)+(?=[a-z]) | \$\(? (?=\w+\s) | (?<=\s) [A-Z_]{4,}=\S+ )"""
)
_FIRST = re.compile(
    r"(?i)^\W{0,3}(?:(?:always|please|just|now|you should|you can|start with|you "
    r"must)\s+)?(?:(?:run|use|execute|call|try|type|via|invoke)\s+)?(?=\S)"
)
_PROGRAM = re.compile(
    r"(?:\w+=|(?:sudo |/|~/|\./)?(?:\S*/)?(?:set|env|export|find|mail|source|\.|go|make|tee|cat"
    r"|echo|printf|host|cp|mv"
    r"|ln|dd|at|eval|install|sed|perl|ruby|php|touch|tar|zip|ping|drill|openssl|gpg|op|vault|npm|su)\s|\(|\.\s)"
)
"""Programs whose names are words of English too: they are read at the beginning of a clause "
  "alone."""

_LIKE_CODE = re.compile(r"\s--?\w|[|>~$=<]|\s\S*/")
_KINDS = (
    (SENDS, sends),
    (SECRETS, exposes),
    (WEAKENS, weakens),
    (OUTSIDE, reaches_outside),
    (REWRITES, rewrites_history),
    (DELETES, deletes),
    (WEAKENS, removes_lock),
)


@lru_cache(maxsize=2048)
def judge(instruction: str) -> tuple[str, ...]:
    """The names of the harm that an instruction asks for; see `harms`."""
    found: set[str] = set()
    for at in range(0, len(instruction), _LONGEST):
        found |= _of(as_read(instruction[max(0, at - 200) : at + _LONGEST]))
    return tuple(name for name in NAMES if name in found)


def _of(text: str) -> set[str]:
    found: set[str] = set()
    brought: set[str] = set()
    downloads = False
    for clause in clauses(text):
        shape = clause.shape
        found |= {
            each.kind for each in worded(clause.text) if each.always or not _is_denied(shape, each)
        }
        run, fetch = asks_to_run_it(clause.text), asks_to_fetch(clause.text)
        asked = fetch is not None and not is_forbidden(shape, *fetch.span())
        if run and (downloads or asked) and not is_forbidden(shape, *run.span()):
            found.add(FETCHES)
        downloads = downloads or asked
        for line in _lines(clause, shape):
            found |= _of_line(line, brought)
    return found


def _is_denied(shape: str, each: Worded) -> bool:
    """Whether a clause forbids what it asks for in words, or that it goes where it would go."""
    denies_place = each.then > 0 and is_forbidden(
        shape[each.start :], each.then - each.start, each.end - each.start
    )
    return denies_place or is_forbidden(shape, each.start, each.end)


def _lines(clause: Clause, shape: str) -> Iterator[str]:
    """The shell lines of a clause that it asks for: its code, and commands without backticks."""
    for span in clause.spans:
        if not is_forbidden(shape, span.start, span.start + len(span.code)):
            yield span.code
    starts = [match.start() for match in _IN_PROSE.finditer(clause.text)]
    first = _FIRST.match(clause.text)
    if first and _LIKE_CODE.search(clause.text) and _PROGRAM.match(clause.text, first.end()):
        starts.insert(0, first.end())
    for start in list(dict.fromkeys(starts))[:_MOST_COMMANDS]:
        if clause.prose_at(start) and not is_forbidden(shape, start, len(shape)):
            yield _as_code(clause.text[start : start + _LONGEST_COMMAND])


def _as_code(prose: str) -> str:
    """A command in prose, without an apostrophe that opens no quotation and the sentence's end."""
    return re.sub(r"(?<=\w)'(?=\w)", "", prose).rstrip(".,!?)* ")


def _of_line(line: str, brought: set[str]) -> set[str]:
    found: set[str] = set()
    for command in commands_in(line):
        found |= {kind for kind, judge in _KINDS if judge(command)}
        if fetches(command, brought):
            found.add(FETCHES)
        brought |= {brings(command)} - {""}
    return found
