"""`lessonboard automation compile`: from a reminder to a check of the repository."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.delivery.contradicted import kept_back
from blackboard.sources.repository import project_of
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides, given
from lessonboard.exporting.files import whole_or_nothing
from lessonboard.naming import key_of
from lessonboard.parts.automation.compiling.compile import (
    Compiled,
    compiled,
    listed,
    publish,
    remember,
)
from lessonboard.parts.automation.compiling.kinds import Fit, chosen
from lessonboard.parts.automation.compiling.patch import patch, shown
from lessonboard.parts.automation.compiling.subject import NotCompilable, require_compilable
from lessonboard.rule_places import repository_root
from reflect.pipeline.pairs import undecided


@click.command("compile")
@decides(given("pr"))
@click.argument("lesson_id", metavar="ID")
@click.option("--as", "kind", metavar="KIND", help="Another kind of check than what fits best.")
@click.option("--list", "only_list", is_flag=True, help="Show which kinds fit, and why.")
@click.option(
    "--patch", "file", type=click.Path(dir_okay=False, path_type=Path),
    help="Write the patch to a file; default: standard output.",
)  # fmt: skip
@click.option("--pr", is_flag=True, help="Open a draft pull request from a branch of its own.")
@options.as_json
@click.pass_obj
def compile_(
    app: App, lesson_id: str, kind: str | None, only_list: bool, file: Path | None, pr: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Make a check of the repository of an approved lesson: a line, a hook, a setting or a test.

    Prints a patch for `git apply`; the checkout that you are in is not changed. Once the default
    branch has the check, agents are not shown the lesson any more, until the check is removed, or
    until `lesson keep --wake`.
    """
    if pr and file is not None:
        raise click.UsageError("give --patch or --pr, not both")
    root = _root()
    with app.open() as board:
        row = _compilable(app, board, lesson_id, root)
        if only_list:
            _print_list(listed(row, root), as_json)
            return
        check = compiled(row, root, kind)
        if pr:
            check = _published(app, board, row, check, root)
        remember(board, row, check)
    if as_json:
        print_json(_as_json(row, check))
    else:
        _print(check, file, pr)


def _compilable(app: App, board: Board, lesson_id: str, root: Path) -> LessonRow:
    """The lesson, if a check may be made of it here.

    Raises:
        NotCompilable: it may not.
    """
    row = board.row("lessons", key_of(board, "lessons", lesson_id))
    critic = app.tools(board).critic
    require_compilable(row, board.project(project_of(str(root))), critic, board.person)
    _require_uncontradicted(board, row)
    return row


def _root() -> Path:
    root = repository_root(Path.cwd())
    if root is None:
        raise BoardError("this folder is in no repository; go into a checkout of the lesson's")
    return root


def _require_uncontradicted(board: Board, row: LessonRow) -> None:
    """Refuse a lesson that is kept from agents because another one contradicts it."""
    for other, _ in undecided(board, [row]).get(row["id"], []):
        if why := kept_back(dict(row), dict(other), ()):
            raise NotCompilable(
                f"no check is made of {row['id']}: {why}; `lessonboard lesson review` asks"
            )


def _published(app: App, board: Board, row: LessonRow, check: Compiled, root: Path) -> Compiled:
    """The check with its draft; the default branch may have it already."""
    from lessonboard.parts.automation.checks.publish import Publisher
    from lessonboard.parts.automation.git.worktree import Repository
    from lessonboard.parts.automation.improvements.automation import Automation
    from lessonboard.parts.automation.orchestration import forge_of
    from lessonboard.places import runs_folder

    project = board.project(project_of(str(root)))
    allowed = Automation(board, project, app.config.automation).allowed
    forge = forge_of(app, board, project)
    return publish(row, check, Publisher(Repository(root), forge, runs_folder(), allowed))


def _print(check: Compiled, file: Path | None, pr: bool) -> None:
    proposal = check.proposal
    if check.published is not None:
        pull = check.published.pull
        click.echo(f"{proposal.summary}: {pull.state} pull request #{pull.number}, {pull.url}")
    elif pr:
        click.echo(f"The default branch has it already: {one_line(proposal.file)}.")
    elif proposal.is_there:
        click.echo(f"{one_line(proposal.file)} has it already.", err=True)
    else:
        _print_patch(patch(proposal), file)
        click.echo(f"{proposal.summary}: {one_line(proposal.why)}.", err=True)


def _print_patch(text: str, file: Path | None) -> None:
    if file is None and sys.stdout.isatty():
        click.echo("\n".join(shown(text)), nl=False)
        return
    with whole_or_nothing(file) as output:
        output.write(text.encode())


def _print_list(found: list[Fit], as_json: bool) -> None:
    if as_json:
        print_json([_fit_json(fit) for fit in found])
        return
    for fit in found:
        if fit.proposal is None:
            click.echo(f"--  {fit.kind.name}: {one_line(fit.why_not)}")
            continue
        there = ", there already" if fit.proposal.is_there else ""
        why = one_line(fit.proposal.why)
        click.echo(f"ok  {fit.kind.name}: {one_line(fit.proposal.file)}{there}; {why}")
    if found and found[0].proposal:
        click.echo(f"Best: {chosen(found, None)[0].name}.")


def _fit_json(fit: Fit) -> dict[str, Any]:
    proposal = fit.proposal
    return {
        "kind": fit.kind.name,
        "about": fit.kind.about,
        "strength": fit.kind.strength,
        "fits": proposal is not None,
        "why": proposal.why if proposal else fit.why_not,
        "file": proposal.file if proposal else None,
        "is_there": proposal.is_there if proposal else False,
    }


def _as_json(row: LessonRow, check: Compiled) -> dict[str, Any]:
    proposal, published = check.proposal, check.published
    return {
        "lesson": row["id"],
        "kind": check.kind.name,
        "file": proposal.file,
        "summary": proposal.summary,
        "why": proposal.why,
        "is_there": proposal.is_there,
        "lines": len(proposal.lines),
        "digest": proposal.span.digest,
        "patch": patch(proposal),
        "branch": published.branch if published else None,
        "pr": published.pull.number if published else None,
        "url": published.pull.url if published else None,
    }
