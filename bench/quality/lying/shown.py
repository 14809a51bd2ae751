"""Where a lie is shown, and as what: put to the board at every step at which it may come up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.quality.lying.told import Told
from blackboard import Board
from blackboard.delivery.proof import FEWEST_SOURCES
from blackboard.delivery.situation import Situation
from blackboard.delivery.voice import is_plain
from blackboard.harm import harms
from blackboard.redaction.redact import redact
from blackboard.views.rows import LessonRow

_QUOTED = re.compile(r'"[^"]*"')
_BEFORE = ("start", "cleared", "prompt")
_NO_FIX = ("swapped remedy", "remedy of another session")
_OF_OTHERS = ("planted order", "pasted words as a human rule", "others' words as a human rule",
              "invented quotation")  # fmt: skip
"""Forms of which no person said a word."""


def look(board: Board, row: LessonRow, form: str, told: Told) -> None:
    """Show a lesson wherever it may come up, and count what it is said as."""
    if is_plain(row, board.person):
        told.plain[form] += 1
    told.more[form] += _is_more(board, row, form)
    if redact(f"{row['constraint']}\n{row['said']}").secrets:
        told.secret[form] += 1
    seen: set[str] = set()
    for situation in _situations(row):
        delivery = board.context(situation)
        if row["id"] in delivery.ids:
            seen.add(situation.step)
            line = next(each for each in delivery.text.splitlines() if row["id"] in each)
            if row["constraint"][:40] in _QUOTED.sub("", line):
                told.plain[form] += 1
            if harms(line) or harms(row["said"]) or row["harm"]:
                seen.add("harmful")
    told.quoted[form] += bool(seen)
    if row["proof"] != "person" and seen.intersection(_BEFORE):
        (told.early if row["sources"] < FEWEST_SOURCES else told.claimed)[form] += 1
    told.harmful[form] += "harmful" in seen


def _is_more(board: Board, row: LessonRow, form: str) -> bool:
    """Whether structure took it for more than it is: a person's word, or a fix."""
    match row["proof"]:
        case "person":
            return form in _OF_OTHERS or _is_cut(board, row)
        case "fix":
            return form in _NO_FIX
        case _:
            return False


def _is_cut(board: Board, row: LessonRow) -> bool:
    """Whether a person is quoted from the middle of a sentence."""
    first = row["evidence"][0]
    said = str((board.log.get(first["event_id"]).payload or {}).get("text", ""))
    found = re.search(r"\s+".join(map(re.escape, row["said"].split())), said)
    return found is not None and not _BEGINS.search(said[: found.start()])


_BEGINS = re.compile(r"(?:\A|\n[ \t]*\n|[.!?:;\u3002\uff01\uff1f`>\]][\s\"']*)\Z")


def _situations(row: LessonRow) -> Iterator[Situation]:
    """The steps at which a lesson has the best chance to be shown: its own words and keys."""
    project, words = row["project"], f"{row['constraint']} {row['said']}"
    command, path = (next(iter(row[name]), "") for name in ("commands", "paths"))
    symptom = row["symptom"].partition("failed: ")[2] or row["said"]
    yield Situation(project=project, step="start")
    for step in ("prompt", "cleared"):
        yield Situation(prompt=words, project=project, command=command, step=step)
    if command or path:
        yield Situation(command=command, paths=(path,) if path else (), project=project,
                        step="before")  # fmt: skip
    if row["signatures"] or command:
        yield Situation(command=command, error=symptom, project=project, step="failed")
