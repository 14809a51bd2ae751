"""What a person allows agents to run: a workflow as it is now, and no other form of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from blackboard import BoardError
from blackboard.digests import sha256
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.workflow.plan import Plan


class NotAllowed(BoardError):
    """An agent may not run this workflow."""


def digest_of(workflow: Mapping[str, Any]) -> str:
    """The hash of a workflow's content, independent of who compiled or edited it."""
    return sha256(orjson.dumps(workflow, option=orjson.OPT_SORT_KEYS)).hexdigest()


def dangers_of(plan: Plan) -> list[str]:
    """The steps that delete, send, pay or save, each as "step 3 (delete)"."""
    return [f"step {step.number} ({step.danger})" for step in plan.steps if step.danger]


def why_not_allowed(row: WorkflowRow, plan: Plan) -> str:
    """Why an agent may not run a workflow, with the command that allows it; empty if it may."""
    allowed, command = row["allowed"], f"lessonboard recording allow {row['id']}"
    if not allowed:
        return f"the user has not allowed agents to run it; they do so with `{command}`"
    if allowed["workflow_sha256"] != digest_of(row["workflow"]):
        return f"it was changed since the user allowed it; they look at it and type `{command}`"
    dangers = dangers_of(plan)
    if dangers and not allowed["dangerous"]:
        return (
            f"{', '.join(dangers)} may do harm, which the user has not allowed; they do so with "
            f"`{command} --dangerous`"
        )
    return ""


def ensure_unchanged(row: WorkflowRow, digest: str) -> None:
    """Refuse a workflow that is not as it was allowed; an empty digest allows any.

    Raises:
        NotAllowed: it has another content.
    """
    if digest and digest_of(row["workflow"]) != digest:
        raise NotAllowed(
            f"{row['id']} is not as the user allowed it: its file was edited since; they "
            f"look at it and type `lessonboard recording allow {row['id']}`"
        )
