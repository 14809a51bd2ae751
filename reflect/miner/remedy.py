"""A failure and what put it right, as the evidence of a finding, and the words for it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from blackboard.calls import signature_of
from blackboard.delivery.keys import command_keys, lesson_key
from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search.shell import simple_commands
from reflect.finding import Finding
from reflect.invocation import Invocation, command_of
from reflect.trajectory import payload_of

_LONGEST_QUOTE = 10_000
_LONGEST_COMMAND = 60
_LONGEST_ADDRESS, _LONGEST_WORD = 80, 30
LEFT_OUT = "…"
_LONGEST_TOLD = 90
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]|[\x00-\x08\x0b-\x1f]")
_TAG = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


class Remedy(NamedTuple):
    """A call that failed, the line that says why, and the call that put it right."""

    failed: Event
    error: str
    mended: Event

    def finding(
        self,
        key: str,
        text: LessonText,
        *,
        commands: tuple[str, ...] = (),
        alone: bool = True,
        forms: tuple[str, str] | None = None,
    ) -> Finding:
        """The lesson with its evidence: first the failure, then the remedy."""
        session = payload_of(self.failed)["session"]
        own = signature_of(payload_of(self.failed), self.error)
        return Finding(
            key=key,
            occasion=payload_of(self.failed)["call"],
            text=text,
            evidence=(
                Evidence(event_id=self.failed.id, quote=self.error, session=session),
                Evidence(event_id=self.mended.id, quote=_quote(self.mended), session=session),
            ),
            trust="tool",
            confidence=0.5,
            # The remedy may be of an earlier session than the failure.
            occurred_at=max(self.failed.occurred_at, self.mended.occurred_at),
            commands=commands,
            signatures=(own,) if own else (),
            alone=alone,
            forms=forms,
        )


def lesson(
    *,
    symptom: str,
    cause: str,
    resolution: str,
    constraint: str,
    category: str = "tooling",
    severity: Literal["low", "medium"] = "medium",
    tags: tuple[str, ...] = (),
) -> LessonText:
    """The text of a lesson that a failed call taught."""
    return LessonText(
        phase="implement",
        category=category,
        severity=severity,
        symptom=_ESCAPES.sub("", symptom),
        root_cause=cause,
        resolution=resolution,
        constraint=constraint,
        tags=list(dict.fromkeys(tag for each in tags for tag in _TAG.findall(each.lower())[:1])),
    )


def prefix(command: Invocation) -> tuple[str, ...]:
    """The words by which a command is recognised before it is run."""
    keys, ran = command_keys(command.command, None), simple_commands(command.command)
    known = lesson_key(" ".join(ran[-1])) if ran else ""
    return (known,) if known in keys else tuple(keys[-1:])


def short(command: Invocation) -> str:
    """A command as a lesson names it: without texts, files and what else was of the moment."""
    kept: list[str] = []
    for number, word in enumerate(command.words):
        long = number > 2 or len(command.command) > _LONGEST_COMMAND or "<<" in word
        if number == 0 or not (long and _is_of_the_moment(word)):
            kept.append(word)
        elif kept[-1] != LEFT_OUT:
            kept.append(LEFT_OUT)
    while kept[-1] == LEFT_OUT and len(kept) > 2:
        kept.pop()
        if re.fullmatch(r"-[a-zA-Z]", kept[-1]):
            kept.pop()
    return " ".join(kept)


def when(error: str) -> str:
    """The condition under which a lesson holds, where its error can be said in few words."""
    told = _ESCAPES.sub("", error).replace('"', "'").strip()
    particular = re.search(r"\d{3}|(?:^|[\s'])/\w+/", told)
    return f' when it says "{told}"' if len(told) <= _LONGEST_TOLD and not particular else ""


def _is_of_the_moment(word: str) -> bool:
    """Whether an argument says what was worked on, not how."""
    if "://" in word:
        return len(word) > _LONGEST_ADDRESS
    return "/" in word or len(word) > _LONGEST_WORD or bool(re.search(r"[\s\"'\d]|<<", word))


def _quote(call: Event) -> str:
    """What a call did, in its own words."""
    line = command_of(call)
    if line is not None:
        return line[:_LONGEST_QUOTE]
    given = payload_of(call).get("input", {})
    values = [each for each in given.values() if isinstance(each, str) and each]
    return values[0][:_LONGEST_QUOTE] if values else str(payload_of(call).get("name", ""))
