"""What a program says when it refuses how it was called, or when it only checks."""

from __future__ import annotations

import re
from functools import lru_cache

from blackboard.search.hints import hinted_lines

_MISUSED = re.compile(
    r"""(?ix) command\ not\ found | not\ found:\ \S+ | no\ such\ file\ or\ directory
    | (?:unknown|unrecognized|unrecognised|invalid|illegal|unexpected|unsupported|bad)\ (?:\w+\ )?
      (?:option|flag|argument|command|subcommand|shorthand|switch|field|task|target|script)
    | no\ such\ (?:option|command|subcommand|service|task|target)
    | missing\ (?:required|script|module) | script\ not\ found
    | (?:cannot|can't|could\ not)\ (?:find|open|locate|resolve|determine|import)
    | no\ module\ named | not\ a\ git\ repository | ERR_MODULE_NOT_FOUND | ENOENT | EACCES
    | is\ not\ (?:installed|recognized|defined|set|a\ directory) | does\ not\ exist
    | (?:is|are)\ required\b | \brequires?\b | must\ (?:be|have|set|run|specify|provide|use)
    | permission\ denied | no\ rule\ to\ make | no\ matches\ found | did\ you\ mean
    | environment\ variable | not\ logged\ in | no\ configuration | no\ tests?\ (?:found|ran)
    | is\ locked | refus(?:ed|ing) | not\ allowed | unable\ to\ (?:find|locate|resolve) | usage:
    | wrong\ directory | \balready\b | accepts\ (?:at\ most|only|no|\d+)\b | too\ many\ arg
    | takes\ \d+\ (?:positional\ )?arg | not\ a\ (?:terminal|tty) | terminal\ is\ dumb
    | ignored\ by\ | deprecated | no\ longer\ (?:supported|available) | has\ been\ removed
    | run\ (?:`|'|"|from|with|it\ )"""
)
_MISUSE_HINTS = (
    "not found", "no such", "unknown ", "unrecogni", "invalid ", "illegal ", "unexpected ",
    "unsupported ", "bad ", "missing ", "cannot ", "can't ", "could not ", "no module named",
    "not a ", "err_module_not_found", "enoent", "eacces", "is not ", "does not exist", "require",
    "must ", "permission denied", "no rule to make", "no matches found", "did you mean",
    "environment variable", "not logged in", "no configuration", "no test", "is locked", "refus",
    "not allowed", "unable to ", "usage:", "wrong directory", "already", "accepts ",
    "too many arg", "takes ", "terminal is dumb", "ignored by ", "deprecated", "no longer ",
    "has been removed", "run ",
)  # fmt: skip
"""One of these is in whatever `_MISUSED` finds; looking for them takes a fraction of the time."""

_MISSPOKEN = re.compile(
    r"""(?ix) command\ not\ found | not\ found:\ \S+
    | (?:unknown|unrecognized|unrecognised|invalid|illegal|unexpected|unsupported|bad)\ (?:\w+\ )?
      (?:option|flag|argument|command|subcommand|shorthand|switch|task|target|script)s?\b
    | no\ such\ (?:option|command|subcommand|task|target) | flag\ provided\ but\ not\ defined
    | missing\ script | script\ not\ found | no\ rule\ to\ make | no\ matches\ found
    | parse\ error\ near | accepts\ (?:at\ most|only|no|\d+)\b | too\ many\ arg
    | unknown\ \w+\ field
    | takes\ \d+\ (?:positional\ )?arg | not\ a\ (?:terminal|tty) | terminal\ is\ dumb
    | not\ a\ git\ repository"""
)
_SURPLUS = re.compile(
    r"(?i)accepts (?:at most|only|no|\d+)\b|too many arg|takes \d+ (?:positional )?arg"
)
_UNFORMATTED = re.compile(
    r"(?i)would (?:have printed|reformat|be reformatted)|not (?:properly )?formatted|\bfixable\b"
    r"|are not sorted|code style issues|run .{0,20}--(?:fix|write)"
)
_FORM_HINTS = (
    "printed", "reformat", "formatted", "fixable", "sorted", "code style", "--fix", "--write",
)  # fmt: skip
"""One of these is in whatever `_UNFORMATTED` finds."""

_LONGEST_COMPLAINT = 60
"""Lines: a refusal of how it is called is brief, a long output is about the work itself."""


@lru_cache(maxsize=1024)
def complaint(output: str) -> str | None:
    """The line of an output that names a fault in how the command was invoked, or None.

    Several miners ask of the same output, and most outputs are long and about something else.
    """
    is_brief = len(output.splitlines()) <= _LONGEST_COMPLAINT
    shapes = (*([(_MISUSED, _MISUSE_HINTS)] if is_brief else []), (_UNFORMATTED, _FORM_HINTS))
    for shape, hints in shapes:
        for line in map(str.strip, hinted_lines(output, hints)):
            if 8 <= len(line) <= 300 and shape.search(line):
                return line
    return None


def is_misspoken(line: str) -> bool:
    """Whether a complaint is about words on the command line, which no change of a file mends."""
    return bool(_MISSPOKEN.search(line))


def is_about_number(line: str) -> bool:
    """Whether a complaint is that too many arguments were given."""
    return bool(_SURPLUS.search(line))


def is_about_form(line: str) -> bool:
    """Whether a complaint is a formatter's: the command was right, the files were not."""
    return bool(_UNFORMATTED.search(line)) and not _MISUSED.search(line)
