"""`lessonboard admin mcp-projects`: which projects agents elsewhere may ask about."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.settings_edit import set_key


@click.command()
@decides(
    lambda ctx: not ctx.params["undo"] and bool(ctx.params["names"] or ctx.params["all_projects"])
)
@click.argument("names", metavar="PROJECT...", nargs=-1)
@click.option("--all", "all_projects", is_flag=True, help="All projects.")
@click.option("--undo", is_flag=True, help="Close them again; with --all, all that are open.")
@options.as_json
@click.pass_obj
def mcp_projects(
    app: App, names: tuple[str, ...], all_projects: bool, undo: bool, as_json: bool
) -> None:
    """Let agents in any folder of this machine ask what some projects hold.

    By default the MCP server answers only about the project of the agent's folder and what holds
    everywhere: a page that an agent reads could make it carry what one project says into another.
    The choice is kept in your own settings. Without a project, it lists the open ones.
    """
    if undo and not (names or all_projects):
        raise click.UsageError("name the projects, or give --all")
    known = app.config.mcp.projects  # settings that cannot be read are not written
    if undo:
        _close(app, known, names, all_projects)
    elif all_projects:
        set_key("mcp", "all_projects", True)
    elif names:
        opened = [*known, *_meant(app, names)]
        set_key("mcp", "projects", list(dict.fromkeys(opened)))
    _print(as_json)


def _close(app: App, known: list[str], names: tuple[str, ...], all_projects: bool) -> None:
    meant = set(known if all_projects else [*names, *_meant(app, names)])
    set_key("mcp", "projects", [each for each in known if each not in meant])
    if all_projects:
        set_key("mcp", "all_projects", False)


def _meant(app: App, names: tuple[str, ...]) -> list[str]:
    """Return the projects of some names, as the board calls them."""
    with app.existing() as board:
        return [project for name in names for project in board.projects(name)]


def _print(as_json: bool) -> None:
    told = App().config.mcp
    if as_json:
        print_json({"all_projects": told.all_projects, "projects": told.projects})
        return
    if told.all_projects:
        click.echo("Agents in any folder may ask what any project holds.")
        return
    click.echo("Agents may ask about the project of their folder, and what holds everywhere.")
    for name in told.projects:
        click.echo(f"  and everywhere about {one_line(name)}")
