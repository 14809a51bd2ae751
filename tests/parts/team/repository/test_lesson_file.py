"""A lesson's file: what is written is read as the same; what is none is refused with a reason."""

from __future__ import annotations

import json
import unicodedata
from contextlib import suppress
from datetime import date

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from blackboard.sanitise import clean
from lessonboard.parts.team.sharing.lesson_file import (
    ID,
    MOST_BYTES,
    FiledLesson,
    WrongFile,
    as_filed,
    parse,
    render,
)


def _seen(text: str) -> str:
    return clean(unicodedata.normalize("NFC", clean(text)))


_TEXT = st.text(st.characters(codec="utf-8"), max_size=60).map(_seen)
_LINE = _TEXT.map(as_filed).filter(lambda text: text and clean(text) == text)
_PARAGRAPHS = st.lists(_LINE, max_size=4).map("\n\n".join)
_CONFLICTS = ("<<<<<<< ", ">>>>>>> ")
_KEYS = st.lists(_LINE, max_size=3).map(tuple)
_LESSONS = st.builds(
    FiledLesson,
    id=st.from_regex(ID, fullmatch=True),
    sentence=_LINE.filter(lambda text: not text.startswith(_CONFLICTS)),
    reason=_PARAGRAPHS.filter(lambda text: not any(
        line.startswith(_CONFLICTS) for line in text.split("\n"))),
    symptom=st.just("") | _LINE,
    kind=st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,63}", fullmatch=True),
    severity=st.sampled_from(("low", "medium", "high")),
    phase=st.sampled_from(("implement", "review", "rework", "merge-fix")),
    since=st.just("") | st.dates(min_value=date(1970, 1, 1)).map(str),
    evidence=st.integers(0, 1_000_000),
    commands=_KEYS,
    paths=_KEYS,
    errors=_KEYS,
)  # fmt: skip
_SHORT = b"---\nid: seed\n---\nRun `make seed` first.\n"


@given(_LESSONS)
def test_what_is_written_is_read_as_the_same(lesson: FiledLesson) -> None:
    """In Windows' line ends and with a mark of byte order, too."""
    content = render(lesson)
    assert parse(content) == (lesson, ())
    assert parse(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")) == (lesson, ())
    assert render(parse(content).lesson) == content


@given(_LESSONS)
def test_the_front_matter_is_yaml(lesson: FiledLesson) -> None:
    """The keys that need quotes have them."""
    found = yaml.safe_load(render(lesson).decode().split("---\n")[1])
    assert tuple(found.get("commands", ())) == lesson.commands
    assert found["evidence"] == lesson.evidence
    assert found.get("symptom", "") == lesson.symptom


@given(st.binary(max_size=300))
def test_any_bytes_are_a_lesson_or_a_reason(content: bytes) -> None:
    """No other error comes of them, also behind a right beginning."""
    for each in (content, b"---\n" + content, _SHORT + content):
        with suppress(WrongFile):
            assert parse(each).lesson.sentence


def test_a_file_by_hand_needs_an_id_and_a_sentence_alone() -> None:
    """The sentence may have several lines; lists are written in either way."""
    keys = 'commands: make test\npaths: ["a b"]\nerrors:\n- no rows\nmood: good\n'
    body = "\nRun `make seed`\nfirst.\n\nThe tables\nare empty.\n\nAlways.\n"
    text = f"---\n# for the tests\nid: seed\n{keys}---\n{body}"
    assert parse(text.encode()) == (
        FiledLesson("seed", "Run `make seed` first.", "The tables\nare empty.\n\nAlways.",
                    commands=("make test",), paths=("a b",), errors=("no rows",)),
        ("mood",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no front matter"),
        (b"Run it.\n", "no front matter"),
        (b"!\n---\nid: seed\n---\nRun it.\n", "no front matter"),
        (b"---\n---\nRun it.\n", "has no 'id'"),
        (b"---\nid: seed\n", "no front matter"),
        (b"---\nkind: x\n---\nRun it.\n", "has no 'id'"),
        (b"---\nid: ../../evil\n---\nRun it.\n", "wrong 'id'"),
        (b"---\nid: .hidden\n---\nRun it.\n", "wrong 'id'"),
        (b"---\nid: a\nid: b\n---\nRun it.\n", "'id' twice"),
        (b"---\nid: [\"a\"]\n---\nRun it.\n", "a list as 'id'"),
        (b"---\nid: seed\n---\n\n\n", "no sentence"),
        (b"---\nid: seed\nseverity: huge\n---\nRun it.\n", "one of low, medium, high"),
        (b"---\nid: seed\nphase: never\n---\nRun it.\n", "wrong 'phase'"),
        (b"---\nid: seed\nsince: yesterday\n---\nRun it.\n", "wrong 'since'"),
        (b"---\nid: seed\nsince: 2026-13-45\n---\nRun it.\n", "wrong 'since'"),
        (b"---\nid: seed\nsince: 1969-12-31\n---\nRun it.\n", "wrong 'since'"),
        (b"---\nid: seed\nsince: 20261120\n---\nRun it.\n", "wrong 'since'"),
        (b"---\nid: seed\nevidence: 1e9\n---\nRun it.\n", "wrong 'evidence'"),
        (b"---\nid: seed\nevidence: 1000001\n---\nRun it.\n", "wrong 'evidence'"),
        (b"---\nid: seed\nsymptom: \"a\\nb\"\n---\nRun it.\n", "wrong 'symptom'"),
        (b"---\nid: seed\nkind: A B\n---\nRun it.\n", "wrong 'kind'"),
        (b"---\nid: seed\n- item\n---\nRun it.\n", "below no list"),
        (b"---\n- item\n---\nRun it.\n", "below no list"),
        (b"---\nid: seed\ncommands: [1]\n---\nRun it.\n", "texts in double quotes"),
        (b"---\nid: seed\ncommands: " + b"[" * 30_000 + b"\n---\nRun it.\n", "double quotes"),
        (b"---\nid: seed\ncommands: *alias\nb: &x\n  y: *x\n---\nRun it.\n", "no `key: value`"),
        (b"---\nid: seed\ncommands: \"a\\u202eb\"\n---\nRun it.\n", "wrong text"),
        (b"---\nid: seed\ncommands: \"unclosed\n---\nRun it.\n", "wrong text"),
        (b"---\nid: seed\ncommands: [\"a  b\"]\n---\nRun it.\n", "wrong item"),
        (b"---\nid: seed\ncommands: [\"  a\"]\n---\nRun it.\n", "wrong item"),
        (b"---\nid: seed\ncommands: [\"\"]\n---\nRun it.\n", "wrong item"),
        (b"---\nid: seed\ncommands: [\"a\\nb\"]\n---\nRun it.\n", "wrong item"),
        (b"---\nid: seed\npaths:\n" + b"- x\n" * 101 + b"---\nRun it.\n", "more than 100 paths"),
        ("---\nid: seed\n---\nRun \u202eti.\n".encode(), "invisible characters"),
        (b"---\nid: seed\n---\nRun \x1b[31mit.\n", "invisible characters"),
        (b"---\nid: seed\n---\n<<<<<<< HEAD\nRun it.\n>>>>>>> x\n", "merge conflict"),
        (b"\x89PNG\r\n\x1a\n\xff", "not UTF-8"),
        (b"---\nid: seed\n---\n" + b"x" * 2_001 + b"\n", "more than 2000"),
        (b"---\nid: seed\n---\nx\n\n" + b"x" * 20_001 + b"\n", "or 20000"),
        (_SHORT + b" " * MOST_BYTES, "larger than 64 KB"),
    ],
)  # fmt: skip
def test_what_is_no_lesson_is_refused_with_its_reason(content: bytes, reason: str) -> None:
    """In one line, which the file's name precedes."""
    with pytest.raises(WrongFile) as refused:
        parse(content)
    assert reason in str(refused.value)


@pytest.mark.parametrize("key", ["id", "phase", "since", "evidence", "paths", "symptom"])
def test_a_reason_quotes_no_more_than_80_characters(key: str) -> None:
    """Of what is wrong, so that a line stays one."""
    lines = {"id": "seed", key: json.dumps("\n" + "x" * 200)}
    front = "\n".join(f"{name}: {value}" for name, value in lines.items())
    with pytest.raises(WrongFile) as refused:
        parse(f"---\n{front}\n---\nRun it.\n".encode())
    assert "x" * 79 in str(refused.value)
    assert "x" * 80 not in str(refused.value)


def test_as_many_keys_as_are_allowed_are_read() -> None:
    """One hundred; one more is refused above."""
    paths = b"- x\n" * 100
    assert len(parse(b"---\nid: seed\npaths:\n" + paths + b"---\nRun it.\n").lesson.paths) == 100


def test_the_largest_that_is_allowed_is_read() -> None:
    """At each bound."""
    keys = tuple(f"{number:03}" for number in range(100))
    lesson = FiledLesson("a" * 64, "x" * 2_000, "y" * 20_000, paths=keys, commands=("z" * 400,))
    assert parse(render(lesson)).lesson == lesson
    assert parse(_SHORT + b" " * (MOST_BYTES - len(_SHORT))).lesson.id == "seed"
    with pytest.raises(WrongFile):
        parse(render(lesson._replace(id="a" * 65)))
    with pytest.raises(WrongFile):
        parse(render(lesson._replace(commands=("z" * 401,))))
