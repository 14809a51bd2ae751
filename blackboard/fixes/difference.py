"""How the call that worked differs from the one that failed: folder, parameters, words; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from blackboard.agents.arguments import others
from blackboard.calls import shell_line

_TIMES = ("timeout", "timeout_ms", "yield_time_ms", "block")
_ABOUT_TIME = re.compile(r"(?i)time[sd]?[ -]?(?:out|limit)|deadline|killed|SIGTERM|\b124\b|\b143\b")
_FOLDER = re.compile(r"^\s*(?:cd|pushd)\s+(\"[^\"]+\"|'[^']+'|\S+)\s*(?:&&|;|\n)\s*")
_SETTING = re.compile(r"^\s*(?:export\s+)?([A-Za-z_]\w*)=(\"[^\"]*\"|'[^']*'|\S*)\s*(?:&&|;)?\s*")
_SHOWS = re.compile(r"\s*\d?>{1,2}\s*(?:&\d|/dev/null)|\s*\|\s*(?:tail|head|cat|tee)\b[^|;&]*")
"""What only says where the output goes."""

_OPERATORS = frozenset(("&&", "||", ";", "|", "(", ")", "{", "}"))
_PARTS = re.compile(r"[^\s\"'`;()]{3,}|[\w.-]{3,}")

_LONGEST = 160


class Difference(NamedTuple):
    """One thing that was otherwise; `name` is "folder", a variable's or a parameter's name.

    "" means the words of the command. `before` or `after` is "" where there was none.
    """

    name: str
    before: str
    after: str


def differences(
    failed: dict[str, Any], worked: dict[str, Any], error: str
) -> tuple[Difference, ...]:
    """How a call that worked differs from one that failed.

    Args:
        failed: the payload of the call that failed.
        worked: the payload of the call of the same tool that worked.
        error: what went wrong; a longer timeout counts only where it is about time.

    >>> differences({"command": "make", "input": {}},
    ...             {"command": "cd web && CI=1 make", "input": {"sandbox": "off"}}, "")
    ... # doctest: +NORMALIZE_WHITESPACE
    (Difference(name='folder', before='', after='web'), Difference(name='CI', before='', after='1'),
     Difference(name='sandbox', before='', after='off'))
    """
    one, other = shell_line(failed), shell_line(worked)
    found = _parameters(failed, worked, error) if (one is None) == (other is None) else []
    if one is None or other is None:
        return tuple(found)
    first, second = _Line.of(one, failed.get("cwd")), _Line.of(other, worked.get("cwd"))
    around = [Difference("folder", first.folder, second.folder)]
    for name in dict.fromkeys((*first.settings, *second.settings)):
        around.append(Difference(name, first.settings.get(name, ""), second.settings.get(name, "")))
    around = [each for each in around if each.before != each.after]
    return (*around, *found, *_words(first.rest, second.rest))


def explain(found: Sequence[Difference], error: str) -> bool:
    """Whether differences can be why a call passed, where nothing was changed in between.

    Another folder, variable, parameter, option or quoting can; another value only where the error
    names the one before.

    >>> explain([Difference("", "a.yml", "b.yml")], "No module named 'yaml'")
    False
    """
    return any(each.name or _can_matter(each, error) for each in found)


def _can_matter(each: Difference, error: str) -> bool:
    before, after = each.before.split(), each.after.split()
    if not before or not after or each.before.strip("\"'") == each.after.strip("\"'"):
        return True
    if any(word.startswith("-") or word in _OPERATORS for word in (*before, *after)):
        return True
    return any(part in error for word in before for part in _PARTS.findall(word))


class _Line(NamedTuple):
    """A shell line by its parts: where it runs, what is set before it, and the rest."""

    folder: str
    settings: dict[str, str]
    rest: str

    @classmethod
    def of(cls, line: str, folder: str | None) -> _Line:
        settings: dict[str, str] = {}
        where = folder or ""
        while found := _FOLDER.match(line) or _SETTING.match(line):
            if found.re is _FOLDER:
                where = found[1].strip("\"'")
            else:
                settings[found[1]] = found[2].strip("\"'")
            line = line[found.end() :]
        return cls(where.rstrip("/"), settings, line)


def _parameters(failed: dict[str, Any], worked: dict[str, Any], error: str) -> list[Difference]:
    before, after = _others(failed, error), _others(worked, error)
    if _ABOUT_TIME.search(error):
        before |= _times(failed)
        after |= _times(worked)
    return [
        Difference(name, _said(before.get(name, "")), _said(after.get(name, "")))
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
        and max(len(str(each.get(name, ""))) for each in (before, after)) <= _LONGEST
    ]


def _others(payload: dict[str, Any], error: str) -> dict[str, str | int]:
    """What a call was given beside its line, files and texts, or what the error names."""
    given = payload.get("input", {})
    named = {name: value for name, value in given.items()
             if f'"{name}"' in error and isinstance(value, str | int)}  # fmt: skip
    return {**named, **others(given)}


def _times(payload: dict[str, Any]) -> dict[str, str | int]:
    given = payload.get("input", {})
    return {name: given[name] for name in _TIMES if isinstance(given.get(name), str | int)}


def _said(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(failed: str, worked: str) -> list[Difference]:
    """The words that were otherwise, where most of a line is the same."""
    one, other = _SHOWS.sub("", failed).split(), _SHOWS.sub("", worked).split()
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return [
        Difference("", " ".join(one[a:b]), " ".join(other[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
