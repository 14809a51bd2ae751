"""Boards of real lessons and rules, by project, as the gate is to tell them apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from bench.quality.labelled import SHARED, rules
from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.search.failure import failure
from blackboard.transcript_files import find

_FEWEST, _MOST = 7, 100
"""Rules of a board: fewer are no board, and a collection of a thousand is none either."""

_LONGEST_SYMPTOM, _LONGEST_BODY, _LONGEST_LEARNING = 60, 400, 40
"""Words that are taken of an entry written at length."""


class Lesson(NamedTuple):
    """A lesson as it stands on a board."""

    id: str
    constraint: str
    symptom: str = ""
    body: str = ""
    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


def labels() -> list[dict[str, Any]]:
    """The labels that are worth telling, strictly or narrowly."""
    paths = sorted((SHARED / "labels").glob("*.jsonl"))
    rows = [
        json.loads(line)
        for path in paths
        if not path.stem.endswith("-prompts")
        for line in path.read_text().splitlines()
    ]
    return [row for row in rows if row["want"] != "no"]


def boards() -> dict[str, list[Lesson]]:
    """All boards by their repository: of labels, of rules, and of one written at length."""
    found: dict[str, list[Lesson]] = {}
    errors = first_errors()
    for row in labels():
        found.setdefault(row["repo"], []).append(_labelled(row, errors))
    by_repository: dict[str, list[dict[str, Any]]] = {}
    for rule in rules().values():
        by_repository.setdefault(rule["repo"], []).append(rule)
    for repository, several in by_repository.items():
        if repository not in found and len(several) >= _FEWEST:
            found[repository] = [_rule(each) for each in _some(several)]
    found["rysweet/amplihack"] = list(_discoveries())
    return found


def _labelled(row: dict[str, Any], errors: dict[str, str]) -> Lesson:
    when = row["tell_when"]
    symptom = next((errors[each["call"]] for each in row["anchors"] if each["call"] in errors), "")
    command, path = when["command"], when["path"]
    return Lesson(
        row["id"],
        row["lesson"],
        symptom,
        commands=(command,) if command else (),
        paths=(path,) if path else (),
    )


def _rule(rule: dict[str, Any]) -> Lesson:
    return Lesson(rule["id"], rule["text"], rule.get("heading") or "")


def _some(several: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A sample that stays the same."""
    return sorted(several, key=lambda rule: sha256(rule["id"].encode()).digest())[:_MOST]


def first_errors() -> dict[str, str]:
    """What went wrong in each failed call of the transcripts, by the call's id."""
    found = {}
    with Board.open(":memory:") as board:
        import_files(board, find([SHARED / "transcripts"]))
        for event in board.read(types=["tool.called"]):
            call: dict[str, Any] = event.payload or {}
            told = failure(call.get("output") or "", last_line=bool(call.get("failed")))
            if told.lines and (call.get("failed") or told.signature):
                found[call["call"]] = told.line
    return found


def _discoveries() -> Iterator[Lesson]:
    """Entries of a problem, its cause and its solution, each of a hundred words and more."""
    text = (SHARED / "lessons" / "DISCOVERIES_latest.md").read_text()
    text = re.sub(r"(?s)```.*?```", "", text)
    for number, section in enumerate(re.split(r"(?m)^## ", text)[2:]):
        title = section.split("\n", 1)[0]
        parts = dict(re.findall(r"(?ms)^### ([^\n]+)\n(.*?)(?=^### |\Z)", section))
        if _part(parts, "Problem"):
            learnt = _cut(_part(parts, "Key Learning", "Lesson", "Key Insight"), _LONGEST_LEARNING)
            yield Lesson(
                f"discovery-{number}",
                f"{title}. {learnt}",
                _cut(_part(parts, "Problem"), _LONGEST_SYMPTOM),
                _cut(f"{_part(parts, 'Root')} {_part(parts, 'Solution')}", _LONGEST_BODY),
            )


def _part(parts: dict[str, str], *names: str) -> str:
    return next((parts[each].strip() for each in parts if each.startswith(names)), "")


def _cut(text: str, most: int) -> str:
    return " ".join(text.split()[:most])
