"""Procedures as skills of coding agents: a folder each, with one page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from blackboard.views.rows import LessonRow
from lessonboard.exporting.rules import PREFIX, globs
from lessonboard.present.markdown import inline
from lessonboard.present.rows import seen_in
from lessonboard.present.text import day
from reflect.procedures.common import Way
from reflect.procedures.wording import Said, said
from reflect.rule_files.markers import BEGIN, END

FOLDER = Path(".claude") / "skills"
PATTERN = f"{PREFIX}*/SKILL.md"
_LONGEST_NAME, _LONGEST_DESCRIPTION = 64, 1024
_ABOUT = "Kept by `lessonboard lesson export --to skill`; changes here are lost with the next one."


def skill_files(rows: Sequence[LessonRow], ways: Sequence[Way]) -> dict[str, str]:
    """Return the pages by their paths below the folder of skills, identical for equal procedures.

    Args:
        rows: lessons; those that are no procedures are left out, and those that a person worded
            anew, whose steps nothing proves.
        ways: what the sessions of their projects ran.
    """
    told = ((row, said(row, ways)) for row in rows if row["proof"] == "procedure")
    pages = ((_name(row, each), row, each) for row, each in told if each.steps)
    return {f"{name}/SKILL.md": "\n".join(_page(name, row, each)) for name, row, each in pages}


def _page(name: str, row: LessonRow, said: Said) -> Iterator[str]:
    yield from (
        "---",
        f"name: {name}",
        f"description: {json.dumps(_description(row, said))}",
        "---",
    )
    yield from (BEGIN, f"# {inline(_title(said))}", "", _ABOUT, "", "## Steps", "")
    for number, (line, folder) in enumerate(said.steps, 1):
        yield f"{number}. `{_code(line)}`{f' in `{_code(folder)}`' if folder else ''}"
    yield from ("", f"It is proven when `{_code(said.steps[-1][0])}` passes: exit code 0.")
    if said.dead_ends:
        yield from ("", "## Dead ends", "")
        yield from (f"- `{_code(each)}` never passed." for each in said.dead_ends)
    yield from ("", "## Evidence", "")
    shown = f"{inline(seen_in(row))} that passed so, last on {day(row['last_seen_at'])}"
    yield from (f"{shown[0].upper()}{shown[1:]} ({row['id']}).", END, "")


def _description(row: LessonRow, said: Said) -> str:
    """When an agent should read the page; `<` and `>` are not allowed in it."""
    kinds = " and ".join(globs(row["paths"]))
    when = f"after changing {kinds}" if kinds else "after a change"
    steps = ", then ".join(line for line, _ in said.steps)
    text = f"Use {when} in this repository, before saying that it is done: {steps}."
    return inline(text, _LONGEST_DESCRIPTION).replace("<", "(").replace(">", ")")


def _title(said: Said) -> str:
    return f"Check a change: {', '.join(line for line, _ in said.steps)}"


def _name(row: LessonRow, said: Said) -> str:
    """Small letters, digits and hyphens: the proving command, and a mark of the procedure."""
    slug = re.sub(r"[^a-z0-9]+", "-", said.steps[-1][0].lower()).strip("-")
    mark = re.sub(r"[^a-z0-9]+", "", row["id"].lower())[-6:]
    room = _LONGEST_NAME - len(PREFIX) - len(mark) - 1
    return f"{PREFIX}{slug[:room].strip('-') or 'check'}-{mark}"


def _code(text: str) -> str:
    return inline(text).replace("`", "'")
