"""Recorded answers about a task's sessions, kept so that they fit again when ids and times differ.

A proposal is kept by the number of its session; a verdict by the text of its lesson; a relation by
the texts of both lessons. A lesson's id in an answer is kept as a hash of its text, and the number
of an entry that it cites as a hash of that entry's letters.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

PROMPTS = {"propose": "You read the digest", "correct": "You check lessons", "join": "You keep a"}
"""How the instruction of each question begins."""

_LESSON = re.compile(r"^- (lesson-\w+)(?: \([\d-]+\))?: (.*)$", re.MULTILINE)
_CHECKED = re.compile(r"^(\d+)\. [\w-]+: (.*)\ncites ", re.MULTILINE)
_NEW = re.compile(r"New lessons:\n(.*?)\n\nThe others:", re.DOTALL)
_ENTRY = re.compile(r"^\[(\d+)(?:-\d+)?\] ", re.MULTILINE)
_LETTERS = re.compile(r"[^A-Za-z]|effect-\w+")
_MARKED = 80
"""Letters of an entry by which it is known: times, hashes and folders differ from run to run."""

_BEGINNING = 40
"""Characters of a person's words by which a session is recognised."""


def session_of(text: str, said: Sequence[Sequence[str]]) -> int:
    """The number of the session whose person speaks in a digest; 0 if none does."""
    flat = " ".join(text.split())
    for number, turns in enumerate(said, 1):
        if any(f": {' '.join(each.split())[:_BEGINNING]}" in flat for each in turns):
            return number
    return 0


def listed(text: str) -> dict[str, str]:
    """The lessons that a question lists: their ids by the hashes of their texts."""
    return {_hash(words): name for name, words in _LESSON.findall(text)}


class Recorded(NamedTuple):
    """The answers of one task."""

    propose: dict[str, Any] = {}
    correct: dict[str, Any] = {}
    join: dict[str, Any] = {}

    @classmethod
    def read(cls, path: Path) -> Recorded:
        """Read a file; that it is missing means that nothing is recorded."""
        return cls(**json.loads(path.read_text())) if path.is_file() else cls({}, {}, {})

    def write(self, path: Path) -> None:
        """Write the file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(self._asdict(), ensure_ascii=False, indent=1) + "\n")
        part.rename(path)

    def answer(self, prompt: str, text: str, session: int) -> dict[str, Any] | None:
        """The answer to a question; None if it, or a part of it, is not recorded."""
        if prompt == "propose":
            found = self.propose.get(str(session))
            return found and _with_numbers(_with_ids(found, listed(text)), _entries(text))
        if prompt == "correct":
            asked = {int(number): _hash(words) for number, words in _CHECKED.findall(text)}
            if not set(asked.values()) <= set(self.correct):
                return None
            return {"verdicts": [{"number": n, **self.correct[mark]} for n, mark in asked.items()]}
        known = listed(text)
        pairs = _pairs(text)
        if not all(each in self.join for each in pairs):
            return None
        kept = [relation for each in pairs for relation in self.join[each]]
        return {"relations": _with_ids({"_": kept}, known)["_"]}

    def keep(self, prompt: str, text: str, session: int, given: dict[str, Any]) -> Recorded:
        """These answers and another one."""
        marks = {name: mark for mark, name in listed(text).items()}
        if prompt == "propose":
            kept = _with_entries(_with_marks(given, marks), _entries(text))
            return self._replace(propose={**self.propose, str(session): kept})
        if prompt == "correct":
            verdicts = {each["number"]: each for each in given["verdicts"]}
            new = {_hash(words): _verdict(verdicts.get(int(number)))
                   for number, words in _CHECKED.findall(text)}  # fmt: skip
            return self._replace(correct={**self.correct, **new})
        relations = _with_marks({"_": given["relations"]}, marks)["_"]
        found: dict[str, Any] = {each: [] for each in _pairs(text)}
        for each in relations:
            other = each["other"].partition("#")[2]
            key = (
                _pair(each["lesson"].partition("#")[2], other)
                if other
                else next((name for name in found if each["lesson"].partition("#")[2] in name), "")
            )
            found.setdefault(key, []).append(each)
        return self._replace(join={**self.join, **found})

    def nothing(self, prompt: str) -> dict[str, Any]:
        """An answer that says nothing."""
        return {"propose": {"lessons": [], "seen_again": [], "taken_back": []},
                "correct": {"verdicts": []}, "join": {"relations": []}}[prompt]  # fmt: skip


def _entries(text: str) -> dict[int, str]:
    """The entries of a digest by their numbers, each as a hash of its letters."""
    starts = list(_ENTRY.finditer(text))
    ends = [*(each.start() for each in starts[1:]), len(text)]
    return {
        int(each[1]): _hash(_LETTERS.sub("", text[each.end() : end])[:_MARKED])
        for each, end in zip(starts, ends, strict=True)
    }


def _with_entries(answer: dict[str, Any], entries: dict[int, str]) -> dict[str, Any]:
    """An answer that cites marks instead of numbers; one that is not there stays a number."""
    return {
        part: [{**each, "entries": [entries.get(n, n) for n in each.get("entries", [])]}
               for each in some]
        for part, some in answer.items()
    }  # fmt: skip


def _with_numbers(answer: dict[str, Any], entries: dict[int, str]) -> dict[str, Any]:
    """An answer that cites numbers; what it cites that is not there now is left out."""
    known = {mark: number for number, mark in entries.items()} | {n: n for n in entries}
    return {
        part: [{**each, "entries": [known[mark] for mark in each["entries"] if mark in known]}
               for each in some]
        for part, some in answer.items()
    }  # fmt: skip


def _pairs(text: str) -> list[str]:
    """Every new lesson with every other one that is listed, as unordered pairs of their hashes."""
    everyone = list(listed(text))
    new = _NEW.search(text)
    fresh = list(listed(new[1])) if new else []
    return list(dict.fromkeys(
        _pair(one, other) for one in fresh for other in everyone if one != other
    ))  # fmt: skip


def _pair(one: str, other: str) -> str:
    return "-".join(sorted((one, other)))


def _verdict(given: dict[str, Any] | None) -> dict[str, Any]:
    return {"verdict": "shown", "text": ""} if given is None else {
        "verdict": given["verdict"], "text": given.get("text", "")}  # fmt: skip


def _with_marks(answer: dict[str, Any], marks: dict[str, str]) -> dict[str, Any]:
    text = json.dumps(answer, ensure_ascii=False)
    for name, mark in marks.items():
        text = text.replace(f'"{name}"', f'"#{mark}"')
    changed: dict[str, Any] = json.loads(text)
    return changed


def _with_ids(answer: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    """An answer with ids for hashes; what is about a lesson that is not listed is left out."""
    found: dict[str, Any] = {}
    for part, some in answer.items():
        kept = []
        for each in some:
            named = {name: each[name] for name in ("lesson", "other", "better") if each.get(name)}
            ids = {name: known.get(mark[1:], "") for name, mark in named.items()}
            if all(ids.get(name) for name in named if name != "better"):
                kept.append({**each, **ids})
        found[part] = kept
    return found


def _hash(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:8]
