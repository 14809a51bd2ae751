"""Indentation: an edit that missed its place, and the same text with other blanks that hit it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from blackboard.calls import changed_files, edits_files, replacements, without_tags
from blackboard.event import Event
from reflect.finding import Finding
from reflect.miner.attempt import calls_of, has_failed, worked
from reflect.miner.remedy import Remedy, lesson
from reflect.trajectory import is_edit, payload_of

WITHIN_CALLS = 8

_NO_MATCH = ("not found", "failed to find", "no match", "does not match")


def indentation(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The kinds of files in which one session guessed the indentation wrong, and then had it."""
    calls = calls_of(events)
    for index, call in enumerate(calls):
        error = _missed(call)
        if error is None:
            continue
        for later in calls[index + 1 : index + 1 + WITHIN_CALLS]:
            blanks = _other_blanks(call, later)
            if blanks is not None:
                yield _finding(Remedy(call, error, later), blanks)
                break


def _missed(call: Event) -> str | None:
    """What an edit was told whose old text is not in the file."""
    payload = payload_of(call)
    if not (edits_files(payload) and has_failed(call)):
        return None
    lines = without_tags(payload.get("output", "")).splitlines()
    return next((line.strip() for line in lines if any(each in line for each in _NO_MATCH)), None)


def _other_blanks(missed: Event, later: Event) -> str | None:
    """What the file is indented with, where a later edit of it differs in nothing else."""
    if not (is_edit(later) and worked(later)) or _file(later) != _file(missed):
        return None
    wrong = {_folded(old): old for old in _sought(missed)}
    for right in _sought(later):
        old = wrong.get(_folded(right))
        if old is not None and old != right:
            return "tabs" if "\t" in right else "spaces"
    return None


def _file(call: Event) -> str:
    return next(iter(changed_files(payload_of(call))), "")


def _sought(call: Event) -> list[str]:
    """The first line of each text that an edit was to replace: the rest may well differ."""
    texts = [each.old or "" for each in replacements(payload_of(call))]
    return [line for text in texts for line in text.splitlines()[:1] if line.strip()]


def _folded(text: str) -> str:
    return " ".join(text.split())


def _finding(remedy: Remedy, blanks: str) -> Finding:
    ending = posixpath.splitext(_file(remedy.failed))[1]
    kind = f"*{ending}" if ending else posixpath.basename(_file(remedy.failed))
    text = lesson(
        symptom=f"An edit of `{kind}` fails: {remedy.error}",
        cause=f"The file is indented with {blanks}, and the text to replace had other blanks.",
        resolution="The edit succeeded with the blanks copied from the file.",
        constraint=f"Copy the indentation of `{kind}` files exactly when editing them, by reading"
        f" the lines first: they are indented with {blanks}.",
        category="conventions",
        tags=("edit", "indentation"),
    )
    return remedy.finding(
        f"indentation\n{kind}", text, paths=(f"**/{kind}",), signatures=(), alone=False
    )
