"""One lesson as a Markdown file in a repository: front matter, a sentence, and perhaps a reason.

The front matter is a strict subset of YAML that any YAML reader reads as well: `key: value`, and
lists as `- item` in lines of their own or as a JSON array. Pure: texts in, lessons out.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple, get_args

from blackboard.errors import BoardError
from blackboard.sanitise import clean
from blackboard.vocabulary import Phase, Severity

ID = r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}"
"""What a lesson in a file may be called: it is the file's name too, and too short for an order."""

MOST_BYTES = 64 << 10
_LONGEST_SENTENCE = 2_000
_LONGEST_REASON = 20_000
_LONGEST_KEY = 400
_MOST_KEYS = 100
_MOST_EVIDENCE = 1_000_000
_FENCE = "---"
_KIND = r"[a-z0-9][a-z0-9_.-]{0,63}"
_CONFLICT = ("<<<<<<< ", ">>>>>>> ")
_LISTS = ("commands", "paths", "errors")


class WrongFile(BoardError):
    """A file is no lesson; the message says what is wrong with it, without its name."""


class FiledLesson(NamedTuple):
    """What a file says.

    Attributes:
        id: by which its revisions are one lesson, whatever its file is called.
        sentence: what to do.
        reason: why, in paragraphs; may be empty.
        symptom: what goes wrong without it, such as a command that fails.
        kind: its category.
        severity: low, medium or high.
        phase: in which part of the work it matters.
        since: the day on which it was learnt, as YYYY-MM-DD; may be empty.
        evidence: how often it was seen.
        commands: beginnings of commands at which it is shown.
        paths: files at which it is shown.
        errors: lines of errors at which it is shown, without their variable parts.
    """

    id: str
    sentence: str
    reason: str = ""
    symptom: str = ""
    kind: str = "general"
    severity: str = "medium"
    phase: str = "implement"
    since: str = ""
    evidence: int = 1
    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


class Parsed(NamedTuple):
    """A lesson, and the keys of its file that are not known here and count for nothing."""

    lesson: FiledLesson
    unknown: tuple[str, ...] = ()


def parse(content: bytes) -> Parsed:
    """Read the lesson of a file.

    Raises:
        WrongFile: it is none.
    """
    header, body = _halves(_text(content))
    values = _values(header)
    sentence, reason = _sentence(body)
    lesson = FiledLesson(
        _fitting(values, "id", ID, ""), sentence, reason,
        symptom=_line(values, "symptom"),
        kind=_fitting(values, "kind", _KIND, FiledLesson._field_defaults["kind"]),
        severity=_word(values, "severity", get_args(Severity)),
        phase=_word(values, "phase", get_args(Phase)),
        since=_day(values),
        evidence=_count(values),
        **{name: _items(values, name) for name in _LISTS},
    )  # fmt: skip
    known = FiledLesson._fields
    return Parsed(lesson, tuple(sorted(name for name in values if name not in known)))


def render(lesson: FiledLesson) -> bytes:
    """Write the file of a lesson; `parse` reads the same lesson from it."""
    return "\n".join([_FENCE, *_header(lesson), _FENCE, *_body(lesson), ""]).encode()


def as_filed(text: str) -> str:
    """A sentence on one line, as a file has it.

    >>> as_filed("Run it\\n first. ")
    'Run it first.'
    """
    return " ".join(text.split())


def _header(lesson: FiledLesson) -> Iterator[str]:
    yield f"id: {lesson.id}"
    yield f"kind: {lesson.kind}"
    yield f"severity: {lesson.severity}"
    yield f"phase: {lesson.phase}"
    if lesson.since:
        yield f"since: {lesson.since}"
    yield f"evidence: {lesson.evidence}"
    if lesson.symptom:
        yield f"symptom: {json.dumps(lesson.symptom, ensure_ascii=False)}"
    for name in _LISTS:
        items: tuple[str, ...] = getattr(lesson, name)
        if items:
            yield f"{name}:"
        for each in items:
            yield f"  - {json.dumps(each, ensure_ascii=False)}"


def _body(lesson: FiledLesson) -> list[str]:
    return [lesson.sentence, *(["", lesson.reason] if lesson.reason else [])]


def _text(content: bytes) -> str:
    """The file as text: without a mark of byte order, with line feeds, and all of it visible."""
    if len(content) > MOST_BYTES:
        raise WrongFile(f"is larger than {MOST_BYTES >> 10} KB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongFile("is not UTF-8 text") from error
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    if clean(text) != text:
        raise WrongFile("has control or invisible characters")
    if any(line.startswith(_CONFLICT) for line in text.split("\n")):
        raise WrongFile("has the marks of a merge conflict")
    return text


def _halves(text: str) -> tuple[list[str], list[str]]:
    lines = [line.rstrip() for line in text.split("\n")]
    if lines[0] != _FENCE or _FENCE not in lines[1:]:
        raise WrongFile(f"has no front matter between two lines `{_FENCE}`")
    end = lines.index(_FENCE, 1)
    return lines[1:end], lines[end + 1 :]


def _values(header: list[str]) -> dict[str, str | list[str]]:
    """The front matter as texts and lists of texts."""
    found: dict[str, str | list[str]] = {}
    name = ""
    for line in header:
        if not line or line.startswith("#"):
            continue
        if item := re.fullmatch(r" *- +(.+)", line):
            _add(found, name, _unquoted(item[1]))
            continue
        pair = re.fullmatch(r"([a-z][a-z0-9_-]{0,31}):(?: +(.*))?", line)
        if pair is None:
            raise WrongFile(f"has a line that is no `key: value`: {line[:80]!r}")
        name = pair[1]
        if name in found:
            raise WrongFile(f"has {name!r} twice")
        found[name] = _value(pair[2] or "")
    return found


def _add(found: dict[str, str | list[str]], name: str, item: str) -> None:
    """Add an item to the list of the key above it."""
    value = found.get(name)
    if isinstance(value, str) and not value:
        value = found[name] = []
    if not isinstance(value, list):
        raise WrongFile(f"has an item below no list: {item[:80]!r}")
    value.append(item)


def _value(text: str) -> str | list[str]:
    if not text.startswith("["):
        return _unquoted(text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(
        isinstance(each, str) and clean(each) == each for each in found
    ):
        raise WrongFile(f"has a list that is none of visible texts in double quotes: {text[:80]!r}")
    return found


def _unquoted(text: str) -> str:
    text = text.strip()
    if not text.startswith('"'):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, str) or clean(found) != found:
        raise WrongFile(f"has a wrong text in double quotes: {text[:80]!r}")
    return found


def _single(values: dict[str, str | list[str]], name: str) -> str:
    value = values.get(name, "")
    if not isinstance(value, str):
        raise WrongFile(f"has a list as {name!r}")
    return value


def _fitting(values: dict[str, str | list[str]], name: str, form: str, default: str) -> str:
    value = _single(values, name) or default
    if not re.fullmatch(form, value):
        raise WrongFile(
            f"has no {name!r}" if not value else f"has a wrong {name!r}: {value[:80]!r}"
        )
    return value


def _line(values: dict[str, str | list[str]], name: str) -> str:
    value = _single(values, name)
    if value != as_filed(value) or len(value) > _LONGEST_SENTENCE:
        raise WrongFile(f"has a wrong {name!r}: {value[:80]!r}")
    return value


def _word(values: dict[str, str | list[str]], name: str, words: tuple[str, ...]) -> str:
    value = _single(values, name) or str(FiledLesson._field_defaults[name])
    if value not in words:
        raise WrongFile(f"has a wrong {name!r}: {value[:80]!r}; it is one of {', '.join(words)}")
    return value


def _day(values: dict[str, str | list[str]]) -> str:
    value = _single(values, "since")
    try:
        is_day = not value or (len(value) == len("2026-01-01") and date.fromisoformat(value))
    except ValueError:
        is_day = False
    if not is_day or (value and value < "1970"):
        raise WrongFile(f"has a wrong 'since': {value[:80]!r}; it is a day such as 2026-11-20")
    return value


def _count(values: dict[str, str | list[str]]) -> int:
    value = _single(values, "evidence") or "1"
    if not re.fullmatch(r"[0-9]{1,7}", value) or int(value) > _MOST_EVIDENCE:
        raise WrongFile(f"has a wrong 'evidence': {value[:80]!r}; it is a number")
    return int(value)


def _items(values: dict[str, str | list[str]], name: str) -> tuple[str, ...]:
    value = values.get(name, "")
    items = tuple(value if isinstance(value, list) else [value] if value else [])
    if len(items) > _MOST_KEYS:
        raise WrongFile(f"has more than {_MOST_KEYS} {name}")
    for each in items:
        if not each.strip() or each != as_filed(each) or len(each) > _LONGEST_KEY:
            raise WrongFile(f"has a wrong item in {name!r}: {each[:80]!r}")
    return items


def _sentence(body: list[str]) -> tuple[str, str]:
    """The first paragraph on one line, and what is below it."""
    lines = "\n".join(body).strip("\n").split("\n")
    end = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    sentence = as_filed("\n".join(lines[:end]))
    reason = "\n".join(lines[end:]).strip()
    if not sentence:
        raise WrongFile("has no sentence below its front matter")
    if len(sentence) > _LONGEST_SENTENCE or len(reason) > _LONGEST_REASON:
        raise WrongFile(f"says more than {_LONGEST_SENTENCE} characters in a sentence, "
                        f"or {_LONGEST_REASON} in a reason")  # fmt: skip
    return sentence, reason
