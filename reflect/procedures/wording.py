"""A procedure as a lesson, in words that structure proves; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from blackboard.delivery.keys import command_keys, lesson_key
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import Trust
from reflect.finding import Finding
from reflect.procedures.common import Key, Procedure, Way

CATEGORY = "procedure"
_CONFIDENCE = 0.5
_MOST_KINDS, _MOST_DEAD_ENDS = 3, 2
_STEP = re.compile(r"`([^`]+)`(?: in `([^`]+)`)?(?=, then `|$)")
_WORDED = re.compile(r"Run (?P<steps>`.+`) after the last change(?: of .+ files)?(?:; not .+)?\.")
_DEAD_END = re.compile(r"`([^`]+)` never passed")
"""How `_constraint` and `finding` say it, to be read off it again."""


def finding(
    procedure: Procedure,
    way: Way,
    *,
    trust: Trust = "tool",
    asked: str = "",
    words: tuple[str, ...] = (),
) -> Finding:
    """What one session shows of a procedure: the same lesson whichever session shows it.

    Args:
        procedure: the steps, and what all sessions that took them have in common.
        way: that of the session; its calls are the evidence.
        trust: less where a model chose the steps.
        asked: the model and its prompt.
        words: what else calls for it.
    """
    dead = procedure.dead_ends[:_MOST_DEAD_ENDS]
    steps = way.steps_of(procedure.keys)
    return Finding(
        key="\n".join((CATEGORY, *(f"{folder}\t{line}" for folder, line in procedure.keys))),
        occasion=f"{CATEGORY}:{way.session}",
        text=LessonText(
            phase="implement",
            category=CATEGORY,
            severity="medium",
            symptom="; ".join(f"`{each}` never passed" for each in dead),
            root_cause="",
            resolution=f"`{procedure.keys[-1][1]}` passed after the last change.",
            constraint=_constraint(procedure, dead),
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
        commands=tuple(_keys(procedure.keys, dead)),
        verbatim=True,
        noted=True,
        writer="" if trust == "tool" else "model",
        proof="procedure",
        asked=asked,
    )


class Said(NamedTuple):
    """The steps of a procedure, each with its folder, and its dead ends, as its words say them."""

    steps: tuple[tuple[str, str], ...]
    dead_ends: tuple[str, ...]


def said(row: LessonRow) -> Said:
    """The steps and dead ends of a procedure's row; no steps where a person worded it otherwise."""
    found = _WORDED.fullmatch(row["constraint"])
    steps = tuple(_STEP.findall(found["steps"])) if found else ()
    return Said(steps, tuple(_DEAD_END.findall(row["symptom"])))


def _constraint(procedure: Procedure, dead: Sequence[str]) -> str:
    steps = [f"`{line}`{f' in `{folder}`' if folder else ''}" for folder, line in procedure.keys]
    kinds = [f"`{each}`" for each in procedure.kinds[:_MOST_KINDS]]
    files = f" of {' and '.join(kinds)} files" if kinds else ""
    ends = f"; not {' or '.join(f'`{each}`' for each in dead)}, which never passed" if dead else ""
    return f"Run {', then '.join(steps)} after the last change{files}{ends}."


def _keys(steps: Sequence[Key], dead: Sequence[str]) -> dict[str, None]:
    """The commands at which it comes up: its steps, and what was tried instead of them."""
    found = [lesson_key(line) for _, line in steps]
    known = [each for each in found if each in command_keys(each, None)]
    return dict.fromkeys([*known, *(key for each in dead for key in command_keys(each, None)[-1:])])
