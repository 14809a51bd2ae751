"""The tool `workflow`: find recorded tasks by intent, and run those that the user allowed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from blackboard import Board, BoardError, ids
from blackboard.errors import Ambiguous, NotFound
from blackboard.views.rows import WorkflowRow
from lessonboard.mcp.answer import Answer
from lessonboard.mcp.arguments import BadArguments
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.text import plain, quoted
from lessonboard.parts.recordings.mcp.workflow_run import run
from lessonboard.parts.recordings.present import last_failure
from lessonboard.parts.recordings.run_process import Errand
from lessonboard.parts.recordings.workflow.plan import NotRunnable, Plan
from lessonboard.parts.recordings.workflow.planning import plan_of, weighed
from lessonboard.parts.recordings.workflow_permission import (
    NotAllowed,
    dangers_of,
    digest_of,
    why_not_allowed,
)
from lessonboard.parts.recordings.workflow_search import by_intent
from lessonboard.parts.recordings.workflow_values import checked, described

_MOST_FOUND = 5
_LONGEST = 300


def workflow(
    shared: ServerContext,
    action: str,
    intent: str = "",
    id: str = "",
    parameters: Mapping[str, Any] | None = None,
) -> str | Answer:
    """Find workflows, show what a run would do, or run one.

    Raises:
        BadArguments: no workflow is named.
        BadParameters: a value is missing, unknown or of the wrong kind.
        NotAllowed: the user did not allow the run, or there was no dry run of it before.
        NotRunnable: the workflow cannot be run by anybody.
    """
    if action == "find":
        return _found(shared, intent)
    if not id:
        raise BadArguments(f"workflow needs 'id' to {action}; find gives it")
    with shared.board() as board:
        row = _named(shared, board, id)
    if row["unrunnable"]:
        raise NotRunnable(f"{row['id']} cannot be run: {row['unrunnable']}")
    plan = plan_of(row)
    values = checked(plan.parameters, parameters or {})
    plan = weighed(plan, values)
    errand = digest_of({"workflow": row["workflow"], "id": row["id"], "values": values})
    if action == "dry_run":
        shared.rehearsed.add(errand)
        return _planned(row, plan, values)
    if why_not := why_not_allowed(row, plan):
        raise NotAllowed(f"{row['id']} was not run: {why_not}")
    if errand not in shared.rehearsed:
        raise NotAllowed(
            f"{row['id']} was not run: make a dry_run with the same parameters first, and see that "
            "its steps are what the user wants"
        )
    return run(_errand(shared, row, plan, values), len(plan.steps))


def _errand(
    shared: ServerContext, row: WorkflowRow, plan: Plan, values: Mapping[str, str]
) -> Errand:
    allowed = row["allowed"]
    profile = (f"--profile={allowed['profile']}",) if allowed["profile"] else ()
    run = ids.fresh(time.time_ns() // 1000)
    return Errand(shared.app.path, run, row["id"], allowed["workflow_sha256"], values,
                  plan.stored_values(values), profile)  # fmt: skip


def _found(shared: ServerContext, intent: str) -> str:
    """The workflows that fit, with what each takes and whether it may be run."""
    with shared.board() as board:
        rows = by_intent(_rows(shared, board), intent)[:_MOST_FOUND]
    if not rows:
        return "No recorded task fits. The user records one with `lessonboard recording start`."
    return "\n".join(map(_line, rows))


def _rows(shared: ServerContext, board: Board) -> list[WorkflowRow]:
    """The workflows that may be shown here, latest first."""
    reach = shared.reach(board)
    return [row for row in board.view("workflows", order="-last_seen_at") if reach.covers_row(row)]


def _named(shared: ServerContext, board: Board, id: str) -> WorkflowRow:
    """The workflow of an id or its beginning; that of another project is as unknown as any.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    beginnings = (id, f"workflow-{id}")
    alike = [row for row in _rows(shared, board) if row["id"].startswith(beginnings)]
    exact = [row for row in alike if row["id"] in beginnings] or alike
    if len(exact) == 1:
        return exact[0]
    if exact:
        raise Ambiguous(id, [row["id"] for row in exact])
    raise NotFound(f"there is no workflow {plain(id, 120)!r} here; find lists them")


def _line(row: WorkflowRow) -> str:
    """A workflow with its parameters, its last run, and whether it may be run."""
    head = f"- {plain(row['id'], 160)}: {quoted(row['title'], 200)}"
    try:
        plan = plan_of(row)
    except BoardError as error:
        return f"{head}; cannot be run: {plain(str(error), _LONGEST)}"
    if row["unrunnable"]:
        return f"{head}; cannot be run: {row['unrunnable']}"
    why_not = why_not_allowed(row, plan)
    facts = [
        f"takes {'; '.join(plain(described(each), 200) for each in plan.parameters) or 'nothing'}",
        "allowed" if not why_not else f"not allowed: {why_not}",
        f"{row['succeeded']} of {row['reruns']} runs went well",
        plain(last_failure(row), _LONGEST),
    ]
    return f"{head}; {'; '.join(filter(None, facts))}"


def _planned(row: WorkflowRow, plan: Plan, values: Mapping[str, str]) -> str:
    """What a run would do with these values."""
    why_not = why_not_allowed(row, plan)
    lines = [f"{plain(plan.title, 200)} ({plan.recording}), from {plain(plan.start, 200)}"]
    lines += [f"first: {plain(each, _LONGEST)}" for each in plan.preconditions]
    for step in plan.steps:
        value = plan.shown_value(step, values)
        with_value = f": {quoted(value, 200)}" if value else ""
        danger = f" [{step.danger}]" if step.danger else ""
        intent, on = plan.shown_intent(step, values), plan.shown_target(step, values)
        said = plain(intent, _LONGEST) + (f" ({plain(on, _LONGEST)})" if on else "")
        lines.append(f"{step.number}. {step.action} {said}{with_value}{danger}")
    lines.append(f"hosts: {plain(', '.join(sorted(plan.hosts)), _LONGEST)}")
    if dangers := dangers_of(plan):
        lines.append(f"may do harm: {', '.join(dangers)}")
    if failure := last_failure(row):
        lines.append(plain(failure, 2 * _LONGEST))
    then = f"A run is refused: {why_not}." if why_not else (
        "If this is what the user wants, call run with the same parameters.")  # fmt: skip
    return "\n".join([*lines, f"Dry run: nothing was done. {then}"])
