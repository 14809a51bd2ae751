"""What calls for a written lesson: commands, paths and errors that it names as code."""

from __future__ import annotations

import re

from blackboard.search import moments
from blackboard.search.shell import PROBES, RUNNERS, only_looks
from reflect.harvest.passages import Passage
from reflect.harvest.wording import Words

_CODE = re.compile(r"(?<!`)`([^`\n]{2,120})`(?!`)")
_PROGRAM = re.compile(r"^(?:[\w./-]*/)?[a-z][\w.+-]*$")
_MOST = 4
_SHELL_BUILTINS = frozenset("cat echo cp mv ls cd rm mkdir export set".split())
_TEXT_FILES = frozenset("claude.md agents.md gemini.md memory.md readme.md changelog.md".split())
"""Files that lessons name for where they are written down."""

_LOOSE = frozenset("null undefined true false".split())


def commands_of(passage: Passage, words: Words) -> tuple[str, ...]:
    """The commands that the lesson itself names, as program and subcommand."""
    found: list[str] = []
    for span in _spans(words.constraint, *passage.part("when"), *_fields(passage, "applies_when")):
        parts = span.split()
        if len(parts) < 2 or not _PROGRAM.match(parts[0]) or _is_code(span):
            continue
        program = parts[0].rsplit("/", 1)[-1]
        if program in PROBES or program in _SHELL_BUILTINS or only_looks(parts):
            continue
        if program in RUNNERS or parts[1].startswith("-") or re.match(r"^[a-z][\w:.-]*$", parts[1]):
            found += [each for each in moments.prefixes(span)[-1:] if each.split()[0] == program]
    return tuple(dict.fromkeys(each for each in found if each not in RUNNERS))[:_MOST]


def paths_of(passage: Passage, words: Words) -> tuple[str, ...]:
    """The files that the lesson names."""
    spans = _spans(words.constraint, words.symptom, *passage.part("when"))
    found = [path for span in spans if not _is_code(span) for path in moments.paths(span)]
    found = [path for path in found if path.lower() not in _TEXT_FILES and "*" not in path]
    return tuple(dict.fromkeys(found))[:_MOST]


def signatures_of(passage: Passage, words: Words) -> tuple[str, ...]:
    """The errors that the lesson quotes: its symptoms by name, and code that is worded like one."""
    quoted = [span for span in _spans(passage.whole, words.symptom) if _is_error(span)]
    named = [value for value in _fields(passage, "symptoms", "symptom") if _is_error(value)]
    return tuple(dict.fromkeys(moments.signature(each) for each in (*named, *quoted)))[:_MOST]


def _spans(*texts: str) -> list[str]:
    return [span.strip() for text in texts for span in _CODE.findall(text)]


def _fields(passage: Passage, *names: str) -> list[str]:
    return [value for name, values in passage.fields for value in values if name in names]


def _is_code(span: str) -> bool:
    return any(sign in span for sign in "(){};=<>") or span in _LOOSE


def _is_error(span: str) -> bool:
    """Whether a quotation is a message of a program, and not a word or a line of code."""
    is_line = len(span.split()) > 2 or ":" in span
    return is_line and not _is_code(span) and moments.error_line(span) is not None
