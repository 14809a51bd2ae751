"""What a moment is recognised by: error signatures, command prefixes, and paths in text."""

from __future__ import annotations

import re

from blackboard.search.file_names import file_name, paths, same_file
from blackboard.search.shell import prefixes, simple_commands

__all__ = [
    "error_line", "error_lines", "file_name", "paths", "prefixes", "same_file", "signature",
    "signatures", "simple_commands",
]  # fmt: skip

_ERROR = re.compile(
    r"""(?ix)
    \b(?:error|exception|fatal|panic(?:ked)?|failed|failure|cannot|could\ not|can't|unable\ to
      |not\ found|no\ such|denied|refused|unknown|undefined|unrecognized|unexpected|invalid
      |missing|illegal|unsupported|traceback|timed\ out|conflict|not\ allowed|not\ permitted
      |does\ not\ exist|is\ not\ installed|usage:)\b
    | \b[A-Z]\w*(?:Error|Exception)\b | ^E\s{2,} | \bnot\ a\ \w+
    """
)
_NOISE = re.compile(
    r"^\s*(?:Traceback \(most recent call last\):?|File \".*\", line \d+.*|at .+\(.+\)"
    r"|\^+|~+|=+.*=+|-+|Exit code \d+|npm (?:ERR!|error) A complete log.*|exit status \d+"
    r"|make: \*\*\*.*|error: script .* exited with code \d+|ELIFECYCLE.*)\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b[A-Za-z_.]*(?:Error|Exception)\b:? \S|\b(?:fatal|panic|error)\b[^:]{0,40}: \S"
)
_FOLDERS = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@+ -]*[\w.@+-])+[/\\]?")
_VARIABLE = (
    (re.compile(r"\x1b\[[0-9;]*m"), ""),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?"), "<time>"),
    (re.compile(r"\b(?:0x)?[0-9a-f]{8,}\b(?<![a-f]{8})", re.IGNORECASE), "<hex>"),
    (_FOLDERS, "<path>"),
    (re.compile(r"(?<![A-Za-z_\d])\d+(?:\.\d+)*(?:ms|s|kb|mb|%)?\b", re.IGNORECASE), "#"),
)
_LONGEST = 300
_AT_EITHER_END = 4


def error_line(output: str) -> str | None:
    """The line of an output that says what went wrong, or None.

    A line that names an error class wins over one that only mentions failure; the last such
    line wins, for the cause of a traceback comes last.
    """
    named, shaped = None, None
    for line in map(str.strip, output.splitlines()):
        if not line or len(line) > 2000 or _NOISE.match(line):
            continue
        if _NAMED.search(line):
            named = line
        elif shaped is None and _ERROR.search(line):
            shaped = line
    found = named or shaped
    return None if found is None else found[:_LONGEST]


def signature(line: str) -> str:
    """An error line without its variable parts: paths, times, numbers, hex digits, colours.

    >>> signature("/home/me/app/src/a.ts(12,3): error TS2345: Argument of type 'x' is not")
    "<path>(#,#): error ts2345: argument of type 'x' is not"
    """
    for pattern, replacement in _VARIABLE:
        line = pattern.sub(replacement, line)
    return " ".join(line.lower().split())[:_LONGEST]


def error_lines(output: str) -> list[str]:
    """The lines of a failed output that say what went wrong, in order and without repetitions.

    Where no line is shaped like an error, the last one says what there is to say. Of many, the
    first and the last ones are kept.
    """
    lines = list(dict.fromkeys(line[:_LONGEST] for line in _shaped(output)))
    if len(lines) <= 2 * _AT_EITHER_END:
        return lines
    return lines[:_AT_EITHER_END] + lines[-_AT_EITHER_END:]


def signatures(output: str) -> list[str]:
    """The signatures by which an output may be recognised: of its error lines, at most five.

    Where no line is shaped like an error, the last one says what there is to say.
    """
    return list(dict.fromkeys(map(signature, _shaped(output))))[:5]


def _shaped(output: str) -> list[str]:
    lines = [
        line for line in map(str.strip, output.splitlines()) if line and not _NOISE.match(line)
    ]
    return [line for line in lines if _ERROR.search(line)] or lines[-1:]
