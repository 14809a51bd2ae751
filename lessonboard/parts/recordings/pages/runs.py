"""A run from its page: it is started in the background, followed, stopped, and read."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard import NotFound, ids
from blackboard.redaction.redact import redact
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, BadRequest, Content, Moved, Shown
from lessonboard.parts.recordings import reports, run_process
from lessonboard.parts.recordings.pages.recordings import shown
from lessonboard.parts.recordings.pages.run_form import run_form, typed_values, without_secrets
from lessonboard.parts.recordings.workflow.file import ensure_accepted
from lessonboard.parts.recordings.workflow.plan import BadParameters
from lessonboard.parts.recordings.workflow.planning import plan_of, weighed
from lessonboard.parts.recordings.workflow_permission import dangers_of, digest_of

_ALREADY = "It is running already"


def started(asked: Asked) -> Shown | Moved:
    """Start a run with the values of the form; what is wrong with them is said beside it."""
    board = asked.board
    row = board.row("workflows", asked.needed("name"))
    digest = digest_of(row["workflow"])
    if asked.needed("seen") != digest:
        raise BadRequest("it was not run: it was edited since you saw it; load the page again")
    if going_on := run_process.running(asked.app.path, row["id"]):
        return Moved(address(f"/reruns/{going_on}"), _ALREADY)
    ensure_accepted(board, row)
    plan = plan_of(row)
    try:
        values = typed_values(asked, plan)
        options = _options(asked, dangers_of(weighed(plan, values)))
    except BadParameters as error:
        form = run_form(asked, row, without_secrets(asked, plan), str(error))
        return shown(asked, board.row("recordings", row["id"]), form=form)
    run = ids.fresh(asked.clock)
    started = run_process.start(run_process.Errand(
        asked.app.path, run, row["id"], digest, values, plan.stored_values(values), options,
    ))  # fmt: skip
    return Moved(address(f"/reruns/{started}"), "" if started == run else _ALREADY)


def stopped(asked: Asked) -> Moved:
    """Stop a run that this server started."""
    run = asked.needed("run")
    if not run_process.stop(run):
        raise BadRequest("nothing was stopped: the run is over, or another server started it")
    said = "The run was stopped; what it had done by then is done"
    return Moved(address(f"/reruns/{run}"), said)


def report(asked: Asked) -> Shown:
    """A run: its steps as they are done, then its report with what went wrong, and again."""
    run = asked.names["run"]
    progress = run_process.progress(asked.app.path, run)
    try:
        found = reports.report(asked.app.path, run)
    except NotFound:
        if progress is None:
            raise
        found = None
    recording = found.recording if found else progress.recording if progress else ""
    values = found.parameters if found else dict(progress.values) if progress else {}
    rows = asked.board.view("workflows", where={"id": recording})
    is_over = progress is None or not progress.is_running
    return Shown("rerun.html", {
        "report": found,
        "progress": progress,
        "output": redact(progress.output).value if progress else "",
        "recording": recording,
        "run": run,
        "form": run_form(asked, rows[0], values) if rows and is_over else None,
    })  # fmt: skip


def picture(asked: Asked) -> Content:
    """A picture of a run's report."""
    run, step = asked.names["run"], asked.names["step"]
    return Content(reports.picture(asked.app.path, run, step), "image/png")


def _options(asked: Asked, dangers: Sequence[str]) -> tuple[str, ...]:
    """More words of the command line for a run with these dangers.

    Raises:
        BadParameters: the run may do harm, and the form does not say that this was seen.
    """
    rehearses, seen = asked.text("how") == "rehearse", ", ".join(dangers)
    if dangers and not rehearses and asked.text("despite") != seen:
        raise BadParameters(f"{seen} may do harm: say that you saw it, or rehearse the run")
    profile = asked.text("profile")
    return (
        *(("--rehearse",) if rehearses else ()),
        *((f"--profile={profile}",) if profile else ()),
        *(f"--allow-host={host}" for host in asked.text("hosts").split()),
    )
