"""What an output says went wrong: its error lines, best first, and the signatures to know it by."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from blackboard.search.complaint import complaint
from blackboard.search.hook_report import hook_report
from blackboard.search.line_prefix import without_prefixes
from blackboard.search.lint_rules import broken_rules, rule_signature
from blackboard.search.moments import HINTS, best_line, error_line, error_lines, shaped_lines
from blackboard.search.shell import program_of
from blackboard.search.signature import is_particular, masked, signature

MOST_LINES = 5
"""Error lines of one output that it is found by."""

_LONGEST_LINE = 300
_FEWEST_WORDS = 2
"""A signature of one word, such as `fail` or a lone brace, is shared by unrelated failures."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_=>])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_WRAPPER = re.compile(r"</?(?:tool_use_error|error|system-reminder)>")
_WRAPPED = "<tool_use_error>"
_NO_ERROR = re.compile(
    r"^\s*(?:\$ |\+ |>> |\(pass\)|[✓✔√]|PASS\b|ok\s|exit (?:code|status):? \d+$"
    r"|\d+\s+(?:\d+\s+)?[|│])",
    re.IGNORECASE,
)
"""What may name an error and reports none: an echoed command, a test that passed, quoted code."""

_SUMMARY = re.compile(
    r"^\s*(?:(?:error:\s+)?found \d+ errors?\.?|\[[\w:.-]+\] ERROR task failed.*|FAIL|FAILED"
    r"|(?:error: )?script \S+ exited with code \d+|.{0,3}Some errors were emitted.*"
    r"|error: failed to push some refs.*|husky\b.{0,40}\b(?:failed|exited)\b.*)\s*$",
    re.IGNORECASE,
)
"""What only says that something failed, since other lines may say what."""

_FAILED_TEST = re.compile(r"\s*(?:--- FAIL: |FAILED |not ok \d|\(fail\) |[✗✘✖\u00d7] )")

_NAMED_TEST = re.compile(r"\s*[^\s\u00d7]{3}")
"""What is surely a test: linters, too, put a cross before what they say."""

_ASSERTION = re.compile(
    r"(?i)^(?:E\s+)?(?:error: )?(?:AssertionError\b|assert\b|expect\(|expected:?\b)"
)
"""What a test says that was not so; many tests say the same, and each is known by its name."""

_PYTEST = re.compile(r"^E {2,}")
"""What pytest puts before the lines of an exception."""

_SHORT = 1 << 16
"""Characters of an output that is read whole; what agents record is shorter."""

_HINTS = re.compile("|".join(HINTS).encode())
_NAMING = re.compile(rb"(?:error|exception|fatal|panic)(?:\[\w+\])?: ")
"""What a line has, in lower case, that names its error."""

_MOST_HINTED, _MOST_KEPT = 20_000, 500
"""Lines with a hint that are looked at from the start, and that are kept of each end."""


class Failure:
    """What an output says went wrong.

    `lines` are its error lines, the most informative first; `signatures` are the identities of
    what failed: each rule that a linter found broken, each test, else that of the first line. There
    is none where it would fit unrelated failures too.
    """

    def __init__(self, lines: tuple[str, ...], signatures: tuple[str, ...]) -> None:
        self.lines = lines
        self.signatures = signatures

    @property
    def signature(self) -> str | None:
        """The first identity."""
        return self.signatures[0] if self.signatures else None

    @property
    def aliases(self) -> frozenset[str]:
        """By what it may be asked for besides: its best line alone, also as older boards had it."""
        return frozenset() if not self.signatures else _of_line(self.line) - {*self.signatures}

    @property
    def bare(self) -> frozenset[str]:
        """Its best line's identities without what a log or a test program put before it."""
        return bare_signatures(self.line) if self.signatures else frozenset()

    @property
    def line(self) -> str:
        """The line to show."""
        return self.lines[0] if self.lines else ""


def failure(output: str, *, last_line: bool = True, program: str = "") -> Failure:
    """What an output says went wrong.

    Args:
        output: what a program printed, of any length.
        last_line: the last line counts as the error where none is shaped like one, as it does
            for a program that was to do something, and not for one that only looked.
        program: the program that was run, where it is known (`program_of`).

    >>> failure("$ bun run lint\\nerror: Script not found \\"lint\\"").signature
    'script not found: lint'
    """
    whole, program = hook_report(plain(condensed(output)), program)
    lines = _telling_lines(whole, wrapped=_WRAPPED in output[:_LONGEST_LINE])
    text = "\n".join(lines)
    tests = [line for line in lines if _FAILED_TEST.match(line)]
    rules = [] if any(map(_NAMED_TEST.match, tests)) else broken_rules(whole)[:MOST_LINES]
    if rules:
        return Failure(
            tuple(_shown(each.line) for each in rules),
            _told(rule_signature(each.name, each.part) for each in rules),
        )
    shaped = shaped_lines(text)
    if not shaped and not last_line:
        return Failure((), ())
    best = best_line(shaped) or complaint(text) or next(iter(tests), None)
    if best and tests and _ASSERTION.match(best.strip()):
        shown = (*map(_shown, tests), _shown(best))[:MOST_LINES]
        return Failure(shown, _told(map(signature, map(_shown, tests))))
    found = (best, *(shaped or lines[-1:]))
    shown = tuple(dict.fromkeys(_shown(line) for line in found if line))[:MOST_LINES]
    return Failure(shown, _told(signature(line, program) for line in shown[:1]))


def failure_signatures(output: str, command: str = "") -> frozenset[str]:
    """Every signature by which a failure may be recognised, by lessons too, and older ones.

    Args:
        output: what was printed.
        command: the shell line that was run, where it is known.
    """
    found = failure(output, program=program_of(command))
    lines = (complaint(output), error_line(output), *error_lines(output)[:MOST_LINES])
    known = (_of_line(line) for line in dict.fromkeys(lines) if line)
    return frozenset(found.signatures).union(found.aliases, *known)


def bare_signatures(line: str) -> frozenset[str]:
    """The signatures of an error line without what a log or a test program put before it."""
    found = (signature(each) for each in without_prefixes(line))
    return frozenset(each for each in found if _tells(each))


def plain(output: str) -> str:
    """An output without colours, other terminal sequences, and the tags that agents wrap it in."""
    text = _ESCAPES.sub("", output) if "\x1b" in output else output
    return _CONTROLS.sub("", _WRAPPER.sub("", text.replace("\r", "\n")))


def condensed(output: str) -> str:
    """A long output's lines that may name an error, of both ends, and its last lines.

    Where hundreds of thousands do, those that name an error are found wherever they are.
    """
    if len(output) <= _SHORT:
        return output
    data = output.encode("utf-8", "replace")
    found = (*_ends(data, _NAMING), *_ends(data, _HINTS), data[-_LONGEST_LINE:])
    return b"\n".join(found).decode("utf-8", "replace")


def _ends(data: bytes, pattern: re.Pattern[bytes]) -> Iterator[bytes]:
    """The first and the last lines in which a pattern is found."""
    hinted = chain(islice(_hinted(data, pattern), _MOST_HINTED), _hinted(data[-_SHORT:], pattern))
    distinct = dict.fromkeys(hinted)
    last = deque(islice(distinct, _MOST_KEPT, None), maxlen=_MOST_KEPT)
    return chain(islice(distinct, _MOST_KEPT), last)


def _hinted(data: bytes, pattern: re.Pattern[bytes]) -> Iterator[bytes]:
    """The lines in which a pattern is found; of a very long line what is around it."""
    lower = data.lower()  # of bytes, as that of text may be of another length
    at = 0
    while hint := pattern.search(lower, at):
        start = max(lower.rfind(b"\n", at, hint.start()) + 1, hint.start() - _LONGEST_LINE // 2, at)
        end = lower.find(b"\n", hint.end(), start + _LONGEST_LINE)
        end = end if end >= 0 else min(start + _LONGEST_LINE, len(lower))
        yield data[start:end]
        at = max(end, hint.end())


def _telling_lines(text: str, *, wrapped: bool) -> list[str]:
    """The lines that may name an error; an agent's own tool writes it before what it quotes."""
    lines = [line for line in text.splitlines() if line.strip() and not _NO_ERROR.match(line)]
    if wrapped:
        return lines[:1]
    return [line for line in lines if not _SUMMARY.match(line)] or lines


def _shown(line: str) -> str:
    return _PYTEST.sub("", line.strip())[:_LONGEST_LINE]


def _of_line(line: str) -> frozenset[str]:
    return frozenset((signature(line), masked(line)))


def _told(found: Iterable[str]) -> tuple[str, ...]:
    """The signatures that distinguish failures, each once."""
    return tuple(dict.fromkeys(filter(_tells, found)))[:MOST_LINES]


def _tells(found: str) -> bool:
    """Whether it fits no unrelated failures; the name of a lint rule is enough."""
    discriminative = sum(any(map(str.isalpha, word)) for word in found.split())
    return is_particular(found) or discriminative >= _FEWEST_WORDS
