"""`lessonboard recording allow`: which workflows agents may run."""

from __future__ import annotations

import click

from blackboard.events.recording import WorkflowAllowed, WorkflowDisallowed
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line
from lessonboard.cli.who_decides import decides, without
from lessonboard.parts.recordings.cli.workflow import accepted_row, show_steps, workflow_row
from lessonboard.parts.recordings.workflow.planning import plan_of
from lessonboard.parts.recordings.workflow_permission import NotAllowed, dangers_of, digest_of


@click.command("allow")
@decides(without("undo"))
@click.argument("recording_id", metavar="ID")
@click.option("--dangerous", is_flag=True, help="Also steps that delete, send, pay or save.")
@click.option("--profile", default="", metavar="NAME", help="The login with which it runs.")
@click.option("--undo", is_flag=True, help="Let agents run it no longer.")
@click.pass_obj
def allow(app: App, recording_id: str, dangerous: bool, profile: str, undo: bool) -> None:
    """Let agents run a workflow as it is now; you are shown it and asked.

    What is edited or compiled again must be allowed again.
    """
    with app.open() as board:
        row = workflow_row(board, recording_id) if undo else accepted_row(board, recording_id)
        event: WorkflowAllowed | WorkflowDisallowed = WorkflowDisallowed(recording=row["id"])
        if not undo:
            plan = plan_of(row)
            dangers = dangers_of(plan)
            if dangers and not dangerous:
                raise NotAllowed(
                    f"{', '.join(dangers)} of {row['id']} may do harm; add --dangerous to allow "
                    "it too"
                )
            click.echo(f"{one_line(plan.title)} ({plan.recording})")
            show_steps(plan, {})
            click.echo(f"On {', '.join(sorted(plan.hosts))}.")
            asked = f"May agents run these {counted(len(plan.steps), 'step')} without asking you?"
            click.confirm(asked, abort=True)
            digest = digest_of(row["workflow"])
            event = WorkflowAllowed(recording=row["id"], workflow_sha256=digest,
                                    dangerous=dangerous, profile=profile)  # fmt: skip
        board.record(event, actor="human", project=row["project"])
    click.echo(f"Agents may {'not ' if undo else ''}run {one_line(row['id'])}.")
