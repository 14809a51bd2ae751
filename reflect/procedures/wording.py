"""A procedure as a lesson, in words that structure proves; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blackboard.delivery.keys import command_keys, lesson_key
from blackboard.events.lesson import LessonRevised, LessonText
from blackboard.events.payload import Evidence
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import Trust
from reflect.finding import Finding
from reflect.procedures.common import Key, Procedure, Way, steps_cited

CATEGORY = "procedure"
_CONFIDENCE = 0.5
_MOST_KINDS, _MOST_DEAD_ENDS = 3, 2
_BETWEEN = "; "


def finding(
    procedure: Procedure,
    way: Way,
    *,
    trust: Trust = "tool",
    asked: str = "",
    words: tuple[str, ...] = (),
) -> Finding:
    """What one session shows of a procedure: the same lesson whichever session shows it.

    Its dead ends are of other sessions, so they are not in it (`revised`).

    Args:
        procedure: the steps, and what all sessions that took them have in common.
        way: that of the session; its calls are the evidence.
        trust: less where a model chose the steps.
        asked: the model and its prompt.
        words: what else calls for it.
    """
    steps = way.steps_of(procedure.keys)
    return Finding(
        key="\n".join((CATEGORY, *(f"{folder}\t{line}" for folder, line in procedure.keys))),
        occasion=f"{CATEGORY}:{way.session}",
        text=LessonText(
            phase="implement",
            category=CATEGORY,
            severity="medium",
            symptom="",
            root_cause="",
            resolution=f"`{procedure.keys[-1][1]}` passed after the last change.",
            constraint=_constraint(procedure, ()),
            tags=list(words),
        ),
        evidence=tuple(
            Evidence(event_id=each.event_id, quote=each.command, session=way.session)
            for each in steps
        ),
        trust=trust,
        confidence=_CONFIDENCE,
        occurred_at=way.at,
        paths=tuple(f"**/{kind}" for kind in procedure.kinds[:_MOST_KINDS]),
        commands=tuple(_keys(procedure.keys, ())),
        verbatim=True,
        noted=True,
        writer="" if trust == "tool" else "model",
        proof="procedure",
        asked=asked,
    )


def revised(procedure: Procedure, lesson: str) -> LessonRevised:
    """The words of a procedure with the dead ends that other sessions show, which it rests on."""
    dead = procedure.dead_ends[:_MOST_DEAD_ENDS]
    return LessonRevised(
        lesson=lesson,
        constraint=_constraint(procedure, dead),
        symptom=_BETWEEN.join(map(_never, dead)),
        commands=list(_keys(procedure.keys, dead)),
        rests_on=[way.id for way in procedure.failing],
        reason="as more sessions show it",
    )


class Said(NamedTuple):
    """The steps of a procedure, each with its folder, and its dead ends, as its words name them."""

    steps: tuple[tuple[str, str], ...]
    dead_ends: tuple[str, ...]


def said(row: LessonRow, ways: Sequence[Way]) -> Said:
    """The steps and dead ends of a procedure's row; no steps where a person worded it otherwise.

    Args:
        row: the lesson.
        ways: those of its project, which say what its steps were.
    """
    keys = [(each.folder, each.command) for each in steps_cited(row, ways)]
    is_own = bool(keys) and row["constraint"].startswith(_run(keys))
    failed = dict.fromkeys(each.command for way in ways for each in way.passed.failed)
    named = {_never(each): each for each in failed}
    dead = (named[each] for each in row["symptom"].split(_BETWEEN) if each in named)
    return Said(tuple((line, folder) for folder, line in keys if is_own), tuple(dead))


def _constraint(procedure: Procedure, dead: Sequence[str]) -> str:
    kinds = [f"`{each}`" for each in procedure.kinds[:_MOST_KINDS]]
    files = f" of {' and '.join(kinds)} files" if kinds else ""
    ends = f"; not {' or '.join(f'`{each}`' for each in dead)}, which never passed" if dead else ""
    return f"{_run(procedure.keys)}{files}{ends}."


def _run(keys: Sequence[Key]) -> str:
    steps = [f"`{line}`{f' in `{folder}`' if folder else ''}" for folder, line in keys]
    return f"Run {', then '.join(steps)} after the last change"


def _never(command: str) -> str:
    return f"`{command}` never passed"


def _keys(steps: Sequence[Key], dead: Sequence[str]) -> dict[str, None]:
    """The commands at which it comes up: its steps, and what was tried instead of them."""
    found = [lesson_key(line) for _, line in steps]
    known = [each for each in found if each in command_keys(each, None)]
    return dict.fromkeys([*known, *(key for each in dead for key in command_keys(each, None)[-1:])])
