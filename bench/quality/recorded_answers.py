"""Answers of a model about labelled sessions, kept without a sentence of these sessions.

Quotations are kept as places in the question: the number of the entry, and from which character
of it to which. An answer is found by the mark of the data that it is about, which is a hash of it:
what has another digest by now is not answered, and a figure that lacks it is incomplete.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reflect.proposals.prove import squeezed

FOLDER = Path(__file__).parent / "answers"

Answer = dict[str, Any]
_MARK = re.compile(r"^<<<(session|lessons) ([0-9a-f]{8})$", re.MULTILINE)
_ENTRY = re.compile(r"^\[(\d+)(?:-\d+)?\] ", re.MULTILINE)
_PARTS = ("lessons", "seen_again", "taken_back")


def mark_of(question: str) -> str:
    """What a question is about, as a hash of its data; of a list of lessons in whatever order."""
    kind, mark = _MARK.findall(question)[-1]
    listed = sorted(line for line in question.splitlines() if line.startswith("- lesson-"))
    if kind == "lessons" and listed:
        mark = hashlib.sha256("\n".join(listed).encode()).hexdigest()[:8]
    return f"{kind} {mark}"


def entries_of(question: str) -> dict[int, str]:
    """The entries of the digest in a question, in single blanks, by the number of their line."""
    data = question[[found.start() for found in _MARK.finditer(question)][-1] :]
    starts = list(_ENTRY.finditer(data))
    ends = [*(each.start() for each in starts[1:]), len(data)]
    return {
        int(each[1]): squeezed(data[each.end() : end])
        for each, end in zip(starts, ends, strict=False)  # a join has no entries
    }


def without_quotations(answer: Answer, question: str) -> Answer:
    """An answer with its quotations as places; those that stand nowhere are left empty."""
    entries = entries_of(question)
    return {**answer, **{
        part: [{**each, "quote": _place(str(each.get("quote", "")), entries)}
               for each in answer.get(part, [])]
        for part in _PARTS if part in answer
    }}  # fmt: skip


def with_quotations(answer: Answer, question: str) -> Answer:
    """The same with the words that stand in these places."""
    entries = entries_of(question)
    return {**answer, **{
        part: [{**each, "quote": _words(each["quote"], entries)} for each in answer[part]]
        for part in _PARTS if part in answer
    }}  # fmt: skip


def read_answers(repository: str) -> dict[str, Answer]:
    """The recorded answers about a repository's sessions, by their marks."""
    path = FOLDER / f"{repository}.jsonl"
    lines = path.read_text().splitlines() if path.is_file() else []
    return {each["about"]: each["answer"] for each in map(json.loads, lines)}


def write_answers(repository: str, given: Mapping[str, tuple[str, str]]) -> None:
    """Keep the answers about a repository's sessions.

    Args:
        repository: its name.
        given: questions and answers by their marks.
    """
    FOLDER.mkdir(exist_ok=True)
    lines = [
        json.dumps({"about": mark, "answer": without_quotations(json.loads(answer), question)},
                   ensure_ascii=False, sort_keys=True)
        for mark, (question, answer) in given.items()
    ]  # fmt: skip
    (FOLDER / f"{repository}.jsonl").write_text("\n".join(lines) + "\n")


def _place(quote: str, entries: Mapping[int, str]) -> list[int]:
    wanted = squeezed(quote)
    for number, text in entries.items():
        start = text.find(wanted)
        if wanted and start >= 0:
            return [number, start, start + len(wanted)]
    return []


def _words(place: list[int], entries: Mapping[int, str]) -> str:
    if not place:
        return ""
    number, start, end = place
    return entries.get(number, "")[start:end]
