"""Each lesson of a repository with its rows and its evidence in context, for reading."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench.quality.guards import listed
from bench.quality.label_rows import Anchor, LabelRow
from bench.quality.produced import Cited, Learnt
from bench.quality.recurrence import Replayed
from bench.quality.score import Judged, Scored, recurs_in_two_sessions
from bench.quality.whole_figures import Backtest
from blackboard.event import Event, iso

_LONGEST = 300
_LONGEST_OUTPUT = 500
_MOST_CITED = 6
"""Pieces of evidence that are shown: the first ones say what it is about."""


def lessons(scored: Scored, *, only_unread: bool = False) -> Iterator[str]:
    """The lessons, each with what its rows say and what it was learnt from."""
    for number, judged in enumerate(scored.judged, 1):
        if judged.unread or not only_unread:
            yield from _lesson(number, judged)
            yield ""


def missed(learnt: Learnt, scored: Scored) -> Iterator[str]:
    """The rows worth telling everyone that no lesson says."""
    found = {name for each in scored.judged for name in each.rows}
    for row in learnt.rows:
        if row.want == "yes" and row.id not in found:
            notes = ["recurs"] if recurs_in_two_sessions(row) else []
            notes += ["not on the board"] if row.id in learnt.unreachable else []
            note = f" ({', '.join(notes)})" if notes else ""
            yield f"missed {row.id} {row.kind}{note}: {row.lesson}"
            yield f"       {' '.join(_place(each) for each in row.anchors)}"


def unread_pairs(learnt: Learnt, scored: Scored) -> Iterator[str]:
    """A line of the verdicts' file for each lesson that nobody has read, to be completed."""
    for judged in scored.judged:
        if judged.unread:
            rows = [row.id for row in judged.lesson.candidates]
            verdict = {
                "repository": learnt.repository.name,
                "digest": judged.lesson.digest,
                "judgement": "same" if rows else "",
                "rows": rows,
            }
            yield json.dumps(verdict)


def replayed(found: Backtest, labelled: Replayed) -> Iterator[str]:
    """What came back and how it met its lesson, by labels and by signatures; then what was told."""
    for happening in labelled.happenings:
        row, when = happening.row, iso(happening.event.occurred_at)[:16]
        yield f"[{happening.met}] {row.id} {row.want} {when} {happening.session[:8]}: {row.lesson}"
    for repeat in found.repeats:
        lessons = " ".join(repeat.lessons)
        yield f"[{repeat.met}] by signature {repeat.session[:8]}: {_short(repeat.error)} {lessons}"
    yield from listed(labelled.guarded)
    for telling in labelled.tellings:
        yield (
            f"{'due' if telling.due else 'NOT DUE'} ({telling.telling.step}) "
            f"{telling.telling.session[:8]}: {_short(telling.telling.lesson['constraint'])} "
            f"<- {_short(_asked(telling.telling.event))}"
        )


def _asked(event: Event) -> str:
    """What a telling answered: a prompt, or a call."""
    payload = event.payload or {}
    named = ("text", "command", "name")
    return str(next((payload[name] for name in named if payload.get(name)), event.type))


def _lesson(number: int, judged: Judged) -> Iterator[str]:
    row = judged.lesson.row
    read = "unread" if judged.unread else "read"
    yield (
        f"{number}. [{judged.worth}, {read}] {row['constraint']}\n"
        f"   {judged.lesson.digest} {row['id']} {row['status']} trust {row['trust']} "
        f"confidence {row['confidence']:.2f} seen {row['seen']} in {len(row['sessions'])} "
        f"sessions; tags {' '.join(row['tags'])}"
    )
    yield f"   symptom: {_short(row['symptom'])}"
    yield f"   cause: {_short(row['root_cause'])}"
    yield f"   resolution: {_short(row['resolution'])}"
    keys = {"commands": row["commands"], "paths": row["paths"], "signatures": row["signatures"]}
    for name, values in keys.items():
        if values:
            yield f"   {name}: {_short(' | '.join(values))}"
    for candidate in judged.lesson.candidates:
        yield from _candidate(candidate, judged)
    for cited in judged.lesson.evidence[:_MOST_CITED]:
        yield from _cited(cited)
    if len(judged.lesson.evidence) > _MOST_CITED:
        yield f"   > and {len(judged.lesson.evidence) - _MOST_CITED} more"


def _candidate(row: LabelRow, judged: Judged) -> Iterator[str]:
    mark = "?" if judged.unread else "=" if row.id in judged.rows else "-"
    yield f"   {mark} {row.id} [{row.want}, {row.kind}] {row.lesson}"
    yield f"       why: {_short(row.why)}"


def _cited(cited: Cited) -> Iterator[str]:
    places = " ".join(f"{each.file.rsplit('/', 1)[-1]}:{each.line}" for each in cited.origins)
    if cited.event is None or cited.event.payload is None:
        yield f"   > {places} an event that is not on the board"
        return
    payload = cited.event.payload
    yield f"   > {iso(cited.event.occurred_at)[:16]} {places}"
    if cited.event.type == "tool.called":
        state = "denied" if payload.get("denied") else f"failed={payload.get('failed')}"
        asked = payload.get("command") or json.dumps(payload.get("input"))
        state = f"{state}, exit {payload.get('exit_code')}"
        yield f"       {payload['name']} ({state}): {_short(asked)}"
        yield f"       -> {_short(payload.get('output', ''), _LONGEST_OUTPUT)}"
    else:
        yield f"       {payload.get('role', cited.event.type)}: {_short(payload.get('text', ''))}"


def _place(anchor: Anchor) -> str:
    return f"{anchor.file.rsplit('/', 1)[-1]}:{anchor.line}"


def _short(text: str, most: int = _LONGEST) -> str:
    """A text on one line, without its middle where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most // 2]} ... {line[-most // 2 :]}"
