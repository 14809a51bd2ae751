"""The `lessonboard` command."""

from __future__ import annotations

import sys

import click

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli import (
    accounts,
    auditing,
    browsing,
    context,
    critiquing,
    doctor,
    events,
    exporting,
    hooking,
    importing,
    improvements,
    insights,
    installing,
    maintenance,
    pull_requests,
    recording,
    reflecting,
    reporting,
    schema,
    serving,
    sessions,
    switching,
    work,
    workflow,
)
from lessonboard.cli.output import shown


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="lessonboard")
@click.option(
    "--db",
    "database",
    metavar="PATH|URL",
    help="The board's file; LESSONBOARD_DB does the same. Default: one for each user.",
)
@click.pass_context
def cli(ctx: click.Context, database: str | None) -> None:
    """Memory for coding agents: lessons with evidence, from the sessions on this machine.

    Start with `lessonboard import`: it reads the history of Claude Code and Codex and shows what
    there is to learn from it. No key and no network are needed.
    """
    ctx.obj = App(database)


for command in (
    installing.init,
    installing.uninstall,
    importing.import_,
    reflecting.reflect,
    accounts.lesson,
    reporting.report,
    insights.insight,
    critiquing.critique,
    context.context,
    sessions.session,
    switching.off,
    switching.on,
    recording.record,
    browsing.recording,
    pull_requests.pr,
    improvements.automation,
    work.work,
    work.worker,
    workflow.workflow,
    events.events,
    exporting.export,
    auditing.audit,
    maintenance.replay,
    maintenance.verify,
    maintenance.forget,
    doctor.doctor,
    hooking.hook,
    schema.schema,
    serving.mcp,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line; an error of ours is one line and exit code 1."""
    try:
        cli(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo("lessonboard: stopped", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BoardError as error:
        click.echo(f"lessonboard: {shown(str(error))}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough; Python must not complain at exit.
        sys.stderr.close()
        sys.exit(0)
