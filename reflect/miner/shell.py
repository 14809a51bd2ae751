"""The shell: what it makes of words before any program sees them, and how they must be quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.event import Event
from reflect.finding import Finding
from reflect.invocation import command_of, pieces
from reflect.miner.attempt import calls_of, has_failed, worked
from reflect.miner.remedy import Remedy, lesson
from reflect.trajectory import payload_of

WITHIN_CALLS = 5

_NO_MATCHES = re.compile(r"no matches found: (?P<word>\S+)")
_EQUALS = re.compile(r"(?:^|[:\s])(?P<word>=*[\w-]*) not found$", re.MULTILINE)
_ESCAPED = re.compile(r".*\\!.*")


def shell(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """What the shell did to the words of a command, and how that was avoided."""
    calls = calls_of(events)
    for index, call in enumerate(calls):
        line = command_of(call) if has_failed(call) else None
        if line is None:
            continue
        output = payload_of(call).get("output", "")
        after = calls[index + 1 : index + 1 + WITHIN_CALLS]
        for failing in (_unquoted, _equals, _escaped):
            finding = failing(call, line, output, after)
            if finding is not None:
                yield finding
                break


def _unquoted(call: Event, line: str, output: str, after: Sequence[Event]) -> Finding | None:
    """A word with `?`, `*` or `[` that was taken for a pattern of file names."""
    found = _NO_MATCHES.search(output)
    if found is None or found["word"] not in line:
        return None
    word = found["word"]
    mended = _later(after, rf"[\"'][^\"'\n]*{re.escape(word.split('?')[0])}[^\"'\n]*[\"']")
    if mended is None:
        return None
    program = _program(line, word)
    constraint = "Quote every argument that contains `?`, `*` or `[`: the shell is zsh."
    cause = (
        "The shell is zsh, which takes such a word for a pattern and stops when no file matches."
    )
    key = "shell\nquote"
    return _finding(Remedy(call, found.group(), mended), key, line, cause, constraint, program)


def _equals(call: Event, line: str, output: str, after: Sequence[Event]) -> Finding | None:
    """A word that begins with `=`, which zsh replaces with the path of a program."""
    found = _EQUALS.search(output) if " not found" in output else None
    if found is None or not found["word"]:
        return None
    word = f"={found['word']}"
    if not re.search(rf"(?:^|\s){re.escape(word)}(?:\s|;|$)", line, re.MULTILINE):
        return None
    mended = next((each for each in after if command_of(each) and worked(each)), None)
    if mended is None or re.search(rf"\s{re.escape(word)}(?:\s|$)", command_of(mended) or ""):
        return None
    constraint = f"Quote words that begin with `=`, such as `'{word}'`, in the shell."
    cause = "The shell is zsh, which puts the path of a program in the place of such a word."
    remedy = Remedy(call, found.group().strip(" :"), mended)
    return _finding(remedy, "shell\nequals", line, cause, constraint, _program(line, word))


def _escaped(call: Event, line: str, output: str, after: Sequence[Event]) -> Finding | None:
    """An exclamation mark that reached the program with a backslash before it."""
    found = _ESCAPED.search(output) if "\\!" in output else None
    sign = re.search(r"(?<!\\)![=~]?", line)
    if found is None or sign is None or "\\!" in line:
        return None
    program = next((each for each in ("jq", "awk", "node", "perl", "python3") if each in line), "")
    mended = next(
        (each for each in after if program in (command_of(each) or "") and worked(each)), None
    )
    if not program or mended is None or sign.group() in (command_of(mended) or ""):
        return None
    constraint = f"Write inline programs for `{program}` without `{sign.group()}`."
    cause = "The shell puts a backslash before every exclamation mark."
    remedy = Remedy(call, found.group().strip()[:300], mended)
    key = f"shell\nescaped\n{program}"
    return _finding(remedy, key, line, cause, constraint, program)


def _later(after: Sequence[Event], pattern: str) -> Event | None:
    return next(
        (each for each in after if worked(each) and re.search(pattern, command_of(each) or "")),
        None,
    )


def _program(line: str, word: str) -> str:
    """The command that a word was an argument of, by its first words."""
    for each in pieces(line, None):
        if any(word in given for given in each.invocation.words[1:]):
            named = [each.invocation.program, *each.invocation.words[1:2]]
            return " ".join(name for name in named if re.fullmatch(r"[a-z][\w-]*", name))
    return line.split(maxsplit=1)[0]


def _finding(
    remedy: Remedy, key: str, line: str, cause: str, constraint: str, program: str
) -> Finding:
    text = lesson(
        symptom=f"`{' '.join(line.split())[:160]}` fails: {remedy.error}",
        cause=cause,
        resolution="The command worked with the word quoted or left out.",
        constraint=constraint,
        tags=(program.split(maxsplit=1)[0], "shell"),
    )
    return remedy.finding(key, text, commands=(program,))
