"""`lessonboard recording allow` and `disallow`: which workflows agents may run."""

from __future__ import annotations

import click

from blackboard.events.recording import WorkflowAllowed, WorkflowDisallowed
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line
from lessonboard.cli.who_decides import decides
from lessonboard.naming import key_of
from lessonboard.parts.recordings.workflow_permission import (
    NotAllowed,
    dangers_of,
    digest_of,
)

_ACTOR = "human"
_LONGEST = 200


@click.command("allow")
@decides()
@click.argument("recording_id", metavar="ID")
@click.option("--dangerous", is_flag=True, help="Also steps that delete, send, pay or save.")
@click.option(
    "--host", "hosts", multiple=True, metavar="HOST[:PORT]",
    help="Another host that may be opened, besides those of the recording.",
)  # fmt: skip
@click.option("--profile", default="", metavar="NAME", help="The login with which it runs.")
@click.pass_obj
def allow(
    app: App, recording_id: str, dangerous: bool, hosts: tuple[str, ...], profile: str
) -> None:
    """Let agents run a workflow as it is now; you are shown it and asked.

    What is edited or compiled again must be allowed again.
    """
    from lessonboard.parts.recordings.browser.hosts_of_plan import hosts_of
    from lessonboard.parts.recordings.browser.plan import plan_of
    from lessonboard.parts.recordings.cli.edit import problems_shown, show_taken
    from lessonboard.parts.recordings.workflow_files import in_force

    with app.open() as board:
        row = board.row("workflows", key_of(board, "workflows", recording_id))
        with problems_shown(as_json=False):
            row, taken = in_force(board, row, None, frozenset(hosts))
        show_taken(taken.event, taken.conflicts, as_json=False)
        plan = plan_of(row)
        dangers = dangers_of(plan)
        if dangers and not dangerous:
            raise NotAllowed(
                f"{', '.join(dangers)} of {row['id']} may do harm; add --dangerous to allow it too"
            )
        click.echo(f"{one_line(plan.title)} ({plan.recording})")
        for step in plan.steps:
            value = f"  {one_line(plan.shown_value(step, {}) or '', _LONGEST)}".rstrip()
            danger = f"  [{step.danger}]" if step.danger else ""
            intent = one_line(plan.shown_intent(step, {}))
            click.echo(f"{step.number:>4}. {step.action:<8}  {intent}{value}{danger}")
        click.echo(f"On {', '.join(sorted(hosts_of(plan, hosts)))}.")
        asked = f"May agents run these {counted(len(plan.steps), 'step')} without asking you?"
        click.confirm(asked, abort=True)
        event = WorkflowAllowed(
            recording=row["id"],
            workflow_sha256=digest_of(row["workflow"]),
            hosts=list(hosts),
            dangerous=dangerous,
            profile=profile,
        )
        board.record(event, actor=_ACTOR, project=row["project"])
    click.echo(f"Agents may run {one_line(row['id'])}.")


@click.command("disallow")
@click.argument("recording_id", metavar="ID")
@click.option("--reason", default="", help="Why; it is kept with the decision.")
@click.pass_obj
def disallow(app: App, recording_id: str, reason: str) -> None:
    """Let agents run a workflow no more."""
    with app.open() as board:
        row = board.row("workflows", key_of(board, "workflows", recording_id))
        event = WorkflowDisallowed(recording=row["id"], reason=reason)
        board.record(event, actor=_ACTOR, project=row["project"])
    click.echo(f"Agents may not run {one_line(row['id'])}.")
