"""`lessonboard init`: coding agents remember from then on."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click

from blackboard import BoardError
from blackboard.agents.registration import AgentSettings, Option, Places, Scope
from blackboard.redaction.added import write_file
from lessonboard import history
from lessonboard.bootstrap import App
from lessonboard.cli import consenting
from lessonboard.cli.options import as_json
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.who_decides import decides, given
from lessonboard.doctor.diagnosis import size_of
from lessonboard.hooks.settings import settings
from lessonboard.install import offers
from lessonboard.install.agents import AGENTS
from lessonboard.install.agents import agents as known_agents
from lessonboard.install.change import Change
from lessonboard.install.installation import Installation
from lessonboard.install.where import is_here, places
from lessonboard.places import default_path
from lessonboard.settings_edit import migrate, set_key


class _AgentName(click.Choice):  # type: ignore[type-arg]  # generic only for the type checker
    """The name of an agent; those of plug-ins are looked for when it is none built in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in AGENTS:
            self.choices = tuple(known_agents())
        return super().convert(value, param, ctx)


agent_option = click.option(
    "--agent", "names", multiple=True, type=_AgentName(list(AGENTS)),
    help="Only this agent; may be given several times.",
)  # fmt: skip
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Print what would change in each file, and write nothing."
)


@click.command()
@decides(lambda ctx: not ctx.params["dry_run"] and _widens(ctx.params))
@decides(given("allow_scripts"), at_terminal=True)
@agent_option
@click.option(
    "--scope", type=click.Choice(["user", "project", "local"]), default="user", show_default=True,
    help="Your own settings, the repository's, or those of Claude Code that are not committed.",
)  # fmt: skip
@click.option(
    "--shared", is_flag=True,
    help="The repository's, in a form to commit: silent for colleagues who lack the program.",
)  # fmt: skip
@click.option("--no-mcp", is_flag=True, help="Leave out the MCP server.")
@click.option(
    "--allow-reading", is_flag=True,
    help="Claude Code: let the tools that only read run without a dialog.",
)  # fmt: skip
@click.option("--status-line", is_flag=True, help="Claude Code: show our line below its input.")
@click.option("--no-history", is_flag=True, help="Do not import the history on this machine.")
@click.option(
    "--model", metavar="AGENT|endpoint|none",
    help="Who may be asked about sessions; answers the question of `init`.",
)  # fmt: skip
@click.option(
    "--allow-scripts/--no-allow-scripts", default=None,
    help="Only let your scripts without a terminal decide, or no longer; agents never may.",
)  # fmt: skip
@dry_run_option
@as_json
@click.pass_obj
def init(
    app: App,
    names: tuple[str, ...],
    scope: Scope,
    shared: bool,
    no_mcp: bool,
    allow_reading: bool,
    status_line: bool,
    no_history: bool,
    model: str | None,
    allow_scripts: bool | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Make coding agents remember: register hooks and the MCP server in their settings.

    Without --agent it configures all agents found on this machine. The previous files are backed
    up, and `lessonboard uninstall` restores them.
    """
    if allow_scripts is not None:
        if dry_run:
            raise click.UsageError("--allow-scripts writes one setting; leave out --dry-run")
        _let_scripts_decide(app, allow_scripts)
        return
    if shared and scope != "user":
        raise click.UsageError("--shared is a separate scope; leave out --scope")
    scope = "shared" if shared else scope
    for line in [] if dry_run else migrate():
        click.echo(f"Took out of {one_line(line)}", err=True)
    consenting.check(app, model)
    installation = installation_of(app)
    agents = _chosen(names, installation.where, scope)
    options: dict[Option, bool] = {"--allow-reading": allow_reading, "--status-line": status_line}
    asked = [option for option, is_given in options.items() if is_given]
    _ensure_offered(asked, installation.offered(agents, scope, mcp=not no_mcp))
    found = history.History()
    if dry_run:
        changes = installation.registering(agents, scope, mcp=not no_mcp, asked=asked)
    else:
        with app.open() as board:  # hooks have no time to make one, nor its views
            board.catch_up()
            write_file(app.path)
            history.want(board, whole=not no_history)
            found = history.waiting(app, board)
        with installation.locked():
            changes = installation.registering(agents, scope, mcp=not no_mcp, asked=asked)
            installation.write(changes)
        consenting.ask(app, model)
        found = history.begin(found, app.path)
    if as_json:
        print_json(_registered(changes, agents, scope, found, dry_run))
    elif dry_run:
        print_diffs(changes)
        for line in _offers(changes, scope):
            click.echo(line, err=True)
    else:
        _print_registered(changes, agents, scope, found)


def _let_scripts_decide(app: App, allowed: bool) -> None:
    """Write it into the user's own settings, and leave the rest of the file as it is."""
    app.config  # noqa: B018 # a file that cannot be read is not written
    file = set_key("decide", "scripts", allowed)
    may = "may decide from now on" if allowed else "may no longer decide"
    click.echo(f"Scripts without a terminal {may}: [decide] scripts in {one_line(str(file))}.")


def installation_of(app: App) -> Installation:
    """Return the agents' settings on this machine, and how the board is named in them."""
    where = places()  # first, for without a home folder nothing else is found either
    board = app.path.absolute()
    named = map(os.environ.get, ("LESSONBOARD_DB", "XDG_DATA_HOME"))  # Codex hands neither on
    chosen = any((app.database, app.config.board.path, *named))
    told = {name: value for name, value in settings().items() if name != "board"}
    return Installation(default_path().parent, where, board, chosen, told)


def _chosen(names: Sequence[str], where: Places, scope: Scope) -> list[AgentSettings]:
    """Return the agents that were named, or those that are here.

    Raises:
        UsageError: one that was named does not know this scope.
        BoardError: none is here.
    """
    needed = "project" if scope == "shared" else scope
    for name in names:
        if needed not in known_agents()[name].scopes:
            raise click.UsageError(
                f"{known_agents()[name].title} has no {scope} settings; use --scope user"
            )
    able = [agent for agent in known_agents().values() if needed in agent.scopes]
    wanted = [
        agent for agent in able if agent.name in names or (not names and is_here(agent, where))
    ]
    if not wanted:
        looked = ", ".join(f"{agent.title} ({agent.folder(where)})" for agent in able)
        raise BoardError(f"found no coding agent: looked for {looked}; name one with --agent")
    return wanted


def _widens(given: Mapping[str, Any]) -> bool:
    """Return whether what was typed says what may be sent, or what runs unasked."""
    asks_model = given["model"] not in (None, "none")
    return bool(asks_model or given["allow_reading"] or given["status_line"])


def _ensure_offered(asked: Sequence[Option], offered: Collection[Option]) -> None:
    for option in asked:
        if option not in offered:
            raise click.UsageError(
                f"{option} changes Claude Code's own settings: let --agent name claude, and leave "
                "out --shared and, where it allows tools, --no-mcp"
            )


def _asked_as(scope: Scope) -> Scope:
    """Return the scope whose next steps are shown: a user of shared files acts as in a project."""
    return "project" if scope == "shared" else scope


# What is said


def _print_registered(
    changes: Sequence[Change], agents: Sequence[AgentSettings], scope: Scope, found: history.History
) -> None:
    said = {"created": "new file", "changed": "changed", "unchanged": "already there"}
    for change in changes:
        title = known_agents()[change.agent].title if change.agent else "Lessonboard"
        what = f"{title}: {change.what}"
        click.echo(f"{what} in {one_line(str(change.path))} ({said[change.how]})")
    click.echo("\nNext:")
    if scope == "shared":
        click.echo(
            "  Commit these files. They run `lessonboard-hook` where it is installed, and do "
            "nothing elsewhere."
        )
    for agent in agents:
        click.echo(f"  {agent.title}: {agent.next_step(_asked_as(scope))}.")
    for line in _offers(changes, scope):
        click.echo(f"  {line}")
    if found.files:
        click.echo(f"  {_told(found)}")
    click.echo("\n`lessonboard uninstall` removes all of it.")


def _offers(changes: Sequence[Change], scope: Scope) -> list[str]:
    """Return what is written only if its person asks for it, and is not there yet."""
    where = "" if scope == "user" else f" --scope {scope}"
    return [
        f"{known_agents()[change.agent].title}, if you want: `lessonboard init{where} {option}`: "
        f"{offers.SAYS[option]}."
        for change in changes
        for option in change.offers
    ]


def _told(found: history.History) -> str:
    """Return what becomes of the history, in words."""
    what = f"Your history ({counted(found.files, 'transcript')}, {size_of(found.size)})"
    if found.started:
        return f"{what} is being read, newest first; `lessonboard doctor` says how far."
    return (
        f"{what} is read, newest first, when the next session begins; "
        "`lessonboard admin worker --until-idle` reads it now."
    )


def print_diffs(changes: Sequence[Change]) -> None:
    """Print each line that would change."""
    differing = [change for change in changes if change.before != change.after]
    for change in differing:
        click.echo(change.diff(), nl=False)
    if not differing:
        click.echo("Nothing would change.", err=True)


def _registered(
    changes: Sequence[Change],
    agents: Sequence[AgentSettings],
    scope: Scope,
    found: history.History,
    dry_run: bool,
) -> dict[str, Any]:
    return {
        "scope": scope,
        "dry_run": dry_run,
        "agents": [
            {"agent": agent.name, "next_step": agent.next_step(_asked_as(scope))}
            for agent in agents
        ],
        "files": [change_json(change, dry_run) for change in changes],
        "offers": [
            {"agent": change.agent, "file": str(change.path), "option": option,
             "what": offers.SAYS[option]}
            for change in changes
            for option in change.offers
        ],
        "history": {"transcripts": found.files, "bytes": found.size, "reading": found.started},
    }  # fmt: skip


def change_json(change: Change, dry_run: bool) -> dict[str, Any]:
    """Return a change for other programs."""
    told = {"agent": change.agent or None, "file": str(change.path), "change": change.how}
    return {**told, "diff": change.diff()} if dry_run else told
