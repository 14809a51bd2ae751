"""Queries made from the labels' own words, alone and inside real prompts of other projects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.quality.gate.boards import Lesson, first_errors, labels
from bench.quality.labelled import SHARED

CLASSES = (10, 25, 60, 200)
"""Words of a prompt at most; the last class has more."""

NAMES = ("1 to 10", "11 to 25", "26 to 60", "61 to 200", "over 200")
EMBEDDED = (2, 3, 4)
"""The classes of prompts into which queries are put."""

_LINE = re.compile(r"(\n|(?<=[.!?])\s)")


class Query(NamedTuple):
    """A text for which one lesson of its project's board is due.

    `kind` is "task", what the label says a prompt would be about; "when", the same with the command
    and path that call for it; "error", a later occurrence of the failure; or "due", a real prompt.
    `length` is the class of the prompt that it was put into, None for one that stands alone.
    """

    kind: str
    repository: str
    lesson: str
    text: str
    length: int | None = None


def queries(prompts: Mapping[str, Sequence[str]], seed: int = 3) -> list[Query]:
    """All queries; those of tasks also in the middle of prompts of each class."""
    alone = list(_alone())
    random = Random(seed)
    by_class: dict[int, list[tuple[str, str]]] = {}
    for repository, texts in prompts.items():
        for text in texts:
            by_class.setdefault(length_class(text), []).append((repository, text))
    inside = [
        query._replace(text=_inside(query, by_class[number], random), length=number)
        for number in EMBEDDED
        for query in alone
        if query.kind in ("task", "when")
    ]
    return alone + inside


def length_class(text: str) -> int:
    """The class of a prompt by its number of words."""
    count = len(text.split())
    return sum(count > most for most in CLASSES)


def _alone() -> Iterator[Query]:
    errors = first_errors()
    for row in labels():
        when = row["tell_when"]
        task = when["prompt"]
        whole = ", ".join(each for each in (task, when["command"], when["path"]) if each)
        if task:
            yield Query("task", row["repo"], row["id"], task)
        if whole:
            yield Query("when", row["repo"], row["id"], whole)
        later = [errors[each["call"]] for each in row["recurs"] if each["call"] in errors]
        if later:
            yield Query("error", row["repo"], row["id"], later[0])
    for prompt in labelled_prompts():
        for lesson in prompt.due:
            yield Query("due", prompt.repository, lesson, prompt.text)


def _inside(query: Query, prompts: Sequence[tuple[str, str]], random: Random) -> str:
    """A prompt of another project with the query as one of its sentences."""
    others = [text for repository, text in prompts if repository != query.repository]
    sentences = _LINE.split(random.choice(others))
    place = random.randrange(len(sentences) + 1)
    return "".join([*sentences[:place], f"\n{query.text}\n", *sentences[place:]])


def words_of(lesson: Lesson) -> tuple[str, str, str]:
    """The three columns in which a lesson stands in the index."""
    rest = "\n".join([lesson.body, *lesson.paths, *lesson.commands])
    return lesson.constraint, lesson.symptom, rest


class LabelledPrompt(NamedTuple):
    """A real prompt, and the labels of its project that should be told with it."""

    repository: str
    text: str
    due: tuple[str, ...]


def labelled_prompts() -> Iterator[LabelledPrompt]:
    """The prompts that readers looked at; most of them call for nothing."""
    for path in sorted((SHARED / "labels").glob("*-prompts.jsonl")):
        rows = path.with_name(path.name.replace("-prompts", "")).read_text().splitlines()
        repository = json.loads(rows[0])["repo"]
        for line in path.read_text().splitlines():
            label = json.loads(line)
            text = _prompt(SHARED / "transcripts" / label["file"], label["line"])
            yield LabelledPrompt(repository, text, tuple(label["due"]))


def _prompt(path: Path, line: int) -> str:
    record = json.loads(path.read_text().split("\n")[line - 1])
    if "payload" in record:
        return str(record["payload"]["message"])
    content = record["message"]["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "text")
