"""How what a reflection found is shown: as lines, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from blackboard.event import iso
from lessonboard.present.line import Line
from lessonboard.present.text import counted, one_line, place_of
from reflect.looks import Look
from reflect.refusals import key_of


def look_in_short(look: Look, reasons: Mapping[str, str]) -> Iterator[Line]:
    """Yield the lines of a line on when and why it was, and one on what it found."""
    yield Line(_headline(look))
    yield Line(f"  {one_line(look.subject)}  {_summary(look, reasons)}", "strong")


def look_in_full(look: Look, reasons: Mapping[str, str]) -> Iterator[Line]:
    """Yield all that it found, and what was refused of it."""
    yield Line(_headline(look), "strong")
    for line in _details(look, reasons):
        yield Line(f"  {line}")


def _headline(look: Look) -> str:
    at = look.started_at if look.ended_at is None else look.ended_at
    why = f" ({look.triggered_by})" if look.triggered_by else ""
    place = place_of(look.project) if look.project else "no project"
    return f"{iso(at)[:16].replace('T', ' ')}  {look.state}{why}  {one_line(place)}"


def _summary(look: Look, reasons: Mapping[str, str]) -> str:
    if look.state == "failed":
        return one_line(look.reason)
    patterns, refused = len(look.patterns), len(_refused(look, reasons))
    insights = len(look.insights) - refused
    more = f", {refused} refused" if refused else ""
    return f"{counted(patterns, 'pattern')}, {counted(insights, 'insight')}{more}"


def _refused(look: Look, reasons: Mapping[str, str]) -> list[tuple[dict[str, Any], str]]:
    """Return what a look found and was not kept, with the reason."""
    keyed = ((each, key_of(look, each)) for each in look.insights)
    return [(each, reasons[key]) for each, key in keyed if key in reasons]


def _details(look: Look, reasons: Mapping[str, str]) -> Iterator[str]:
    if look.state == "failed":
        yield f"failed: {one_line(look.reason)}"
    if look.iterations:
        end = "converged" if look.converged else "stopped before it converged"
        yield f"{counted(look.iterations, 'iteration')}, {end}"
    for number, each in enumerate(look.history, 1):
        yield (
            f"  {number}. found {each['found']}, {each['new']} new; "
            f"mean confidence {each['confidence']:.2f}"
        )
    for pattern in look.patterns:
        text = f"{pattern['type']} ({pattern['severity']}, {pattern['count']} times)"
        yield f"pattern: {one_line(text)}: {one_line(pattern['suggestion'])}"
    refused = _refused(look, reasons)
    for insight in look.insights:
        if any(insight is each for each, _ in refused):
            continue
        actionable = "" if insight["actionable"] else ", not actionable"
        yield (
            f"insight: {one_line(insight['statement'])} "
            f"({insight['category']}, confidence {insight['confidence']:.2f}{actionable})"
        )

    for insight, reason in refused:
        yield f"refused, not kept: {one_line(insight['statement'])} ({one_line(reason)})"


def look_json(look: Look, reasons: Mapping[str, str]) -> dict[str, Any]:
    """Return a reflection for other programs; what was refused of it is apart."""
    ended = None if look.ended_at is None else iso(look.ended_at)
    refused = _refused(look, reasons)
    return {
        **asdict(look),
        "started_at": iso(look.started_at),
        "ended_at": ended,
        "insights": [each for each in look.insights if not any(each is one for one, _ in refused)],
        "refused": [{**each, "why": reason} for each, reason in refused],
    }
