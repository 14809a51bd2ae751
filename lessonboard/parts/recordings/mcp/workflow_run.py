"""A run of a workflow for an agent: what became of each step, and the last screen."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import orjson

from blackboard import BoardError
from blackboard.errors import NotFound
from lessonboard.mcp.answer import Answer
from lessonboard.mcp.calls import Call, current
from lessonboard.mcp.text import plain, quoted
from lessonboard.parts.recordings import reports, run_process
from lessonboard.parts.recordings.reports import Problem, Report
from lessonboard.parts.recordings.run_process import Errand

LIMIT = 300.0
"""Seconds for a whole run."""

_MOST_BYTES = 1_000_000
"""Bytes of a screenshot: clients send it on to a model, and some refuse more."""

_LONGEST = 600
_MOST_DATA = 20_000
_PAUSE = 0.2


def run(errand: Errand, steps: int, limit: float = LIMIT) -> Answer:
    """Run a workflow of so many steps, and return the result of each.

    Raises:
        BoardError: it did not begin, took too long, or was cancelled.
    """
    output = _ran(errand, steps, limit)
    try:
        found = reports.report(errand.board, errand.run)
    except NotFound:
        said = plain(output.rpartition("lessonboard: ")[2], _LONGEST)
        raise BoardError(f"{errand.recording} was not run: {said}") from None
    text = "\n".join(_lines(found))
    return Answer(text, found.verdict == "failed", tuple(_last_screen(errand, found)))


def _ran(errand: Errand, steps: int, limit: float) -> str:
    """Run it, and report each step to the client; what it printed.

    Raises:
        BoardError: it took too long, or the client took it back.
    """
    if run_process.start(errand) != errand.run:
        raise BoardError(f"{errand.recording} is being run already; wait until that is over")
    call, end, told = current() or Call(0, dict, lambda _answer: None), time.monotonic() + limit, 0
    call.at_end(partial(_stop, errand.run))
    is_over = False
    while not is_over:
        is_over = run_process.is_over(errand.run, _PAUSE)
        found = run_process.progress(errand.board, errand.run)
        for number, verdict, what in found.steps[told:] if found and not call.cancelled else ():
            call.progress(int(number), steps, plain(f"{verdict}: {what}", 200))
            told += 1
        if not is_over and time.monotonic() > end:
            run_process.stop(errand.run)
            raise BoardError(
                f"the run of {errand.recording} was stopped after {limit:.0f} seconds; what it had "
                "done by then is done: look at the page before you run it again"
            )
    if call.cancelled:
        raise BoardError(f"the run of {errand.recording} was cancelled")
    return found.output if found else ""


def _stop(run: str) -> None:
    run_process.stop(run)


def _lines(report: Report) -> Iterator[str]:
    """The run: each step, the end, what was read, and of a failure what was seen."""
    outcome = f"; outcome {report.outcome}" if report.outcome else ""
    yield f"{report.recording}: {report.verdict}{outcome}"
    for step in report.steps:
        note = f" ({plain(step.note, 200)})" if step.note else ""
        yield f"{step.number}. {step.verdict}: {plain(step.intent, 200)}{note}"
    for problem in [*report.steps, report.missed]:
        if problem is not None and problem.expected:
            yield from _problem(problem)
    read = {str(step.number): step.extracted for step in report.steps
            if step.extracted is not None}  # fmt: skip
    if read:
        yield f"extracted: {orjson.dumps(read).decode()[:_MOST_DATA]}"


def _problem(problem: Problem) -> Iterator[str]:
    """What was expected and what the page showed, as data."""
    seen = problem.seen
    there = ", ".join(quoted(each, 120) for each in seen.candidates) or "nothing of that kind"
    yield f"expected {quoted(problem.expected, _LONGEST)}"
    yield f"saw {quoted(seen.url, 200)} {quoted(seen.title, 120)}; there: {there}"
    if seen.refused:
        yield f"not allowed: {quoted(seen.refused, 120)}"


def _last_screen(errand: Errand, report: Report) -> Iterator[bytes]:
    """The last screenshot of a run, where it is small enough to send."""
    for step in [step for step in report.steps if step.screenshot][-1:]:
        png = reports.picture(errand.board, errand.run, str(step.number))
        if len(png) <= _MOST_BYTES:
            yield png
