"""What a moment is recognised by: error lines, command prefixes, and paths in text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from blackboard.search.file_names import file_name, paths, same_file
from blackboard.search.hints import hinted_lines
from blackboard.search.shell import prefixes, simple_commands
from blackboard.search.signature import signature

__all__ = [
    "HINTS",
    "best_line",
    "distinct_error_lines",
    "error_line",
    "error_lines",
    "file_name",
    "paths",
    "prefixes",
    "same_file",
    "shaped_lines",
    "signature",
    "simple_commands",
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
HINTS = (
    "error", "exception", "fatal", "panic", "fail", "cannot", "can't", "could not", "unable",
    "not found", "no such", "denied", "refused", "unknown", "undefined", "unrecogni", "unexpected",
    "invalid", "missing", "illegal", "unsupported", "traceback", "timed out", "conflict",
    "not allowed", "not permitted", "does not", "not installed", "usage:", "not a ",
)  # fmt: skip
"""In lower case, one of these is in whatever `_ERROR` finds besides the lines of pytest."""

_NOISE = re.compile(
    r"^\s*(?:Traceback \(most recent call last\):?|File \".*\", line \d+.*|at .+\(.+\)"
    r"|\^+|~+|=+.*=+|-+|Exit code \d+|npm (?:ERR!|error) A complete log.*|exit status \d+"
    r"|make: \*\*\*.*|error: script .* exited with code \d+|ELIFECYCLE.*)\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b[A-Za-z_.]*(?:Error|Exception)\b:? \S|\b(?:fatal|panic|error)\b[^:]{0,40}: \S"
)
_LONGEST, _LONGEST_READ = 300, 2_000
_AT_EITHER_END = 4


def error_line(output: str) -> str | None:
    """The line of an output that says what went wrong, or None."""
    return best_line(shaped_lines(output))


def best_line(shaped: Sequence[str]) -> str | None:
    """Of lines shaped like an error the one that says what went wrong, or None.

    A line that names an error class wins over one that only mentions failure; the last such
    line wins, for the cause of a traceback comes last.
    """
    short = [line for line in shaped if len(line) <= _LONGEST_READ]
    named = next(filter(_NAMED.search, reversed(short)), None)
    found = named or next(iter(short), None)
    return None if found is None else found[:_LONGEST]


def error_lines(output: str) -> list[str]:
    """The lines of an output that are shaped like an error; the last line where there are none."""
    found = shaped_lines(output)
    if found:
        return found
    lines = (line.strip() for line in reversed(output.splitlines()))
    return list(islice((line for line in lines if line and not _NOISE.match(line)), 1))


def shaped_lines(output: str) -> list[str]:
    """The lines of an output that are shaped like an error."""
    hinted = map(str.strip, hinted_lines(output, HINTS, begin="E"))
    return [line for line in hinted if not _NOISE.match(line) and _ERROR.search(line)]


def distinct_error_lines(output: str) -> list[str]:
    """The error lines of an output without repetitions; of many, the first and the last ones."""
    lines = list(dict.fromkeys(line[:_LONGEST] for line in error_lines(output)))
    if len(lines) <= 2 * _AT_EITHER_END:
        return lines
    return lines[:_AT_EITHER_END] + lines[-_AT_EITHER_END:]
