"""`lessonboard export`: lessons for people and for agents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from blackboard import Board, BoardError
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import Status
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line
from lessonboard.exporting import agents_md, markdown, registry, rules
from lessonboard.exporting.files import difference, read_bytes, replace, whole_or_nothing
from lessonboard.exporting.selection import select
from lessonboard.rule_places import repository_root
from reflect.rule_files.alike import unsaid
from reflect.rule_files.markers import with_section, without_section

_Command = TypeVar("_Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path, dir_okay=False)
output_option = click.option(
    "--output", type=_FILE, help="Write to this file, not standard output."
)
_dry_run = click.option("--dry-run", is_flag=True, help="Show the difference, write nothing.")
_LESSONS = (
    click.option("--project", help="Whose lessons; default: the repository here."),
    click.option(
        "--status",
        "statuses",
        multiple=True,
        type=click.Choice(get_args(Status)),
        default=["approved"],
        show_default=True,
        help="Their standing; may be repeated.",
    ),
    click.option("--max", "most", type=click.IntRange(1), help="At most so many lessons."),
    click.option(
        "--with-global", is_flag=True, help="Also lessons of other projects that hold everywhere."
    ),
)
_budget = click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="TOKENS",
    default=2000,
    show_default=True,
    help="At most so many tokens.",
)


def lesson_options(command: _Command) -> _Command:
    """The options by which lessons are chosen."""
    for option in reversed(_LESSONS):
        command = option(command)
    return command


@click.command("markdown")
@lesson_options
@click.option("--all-projects", is_flag=True, help="The lessons of all projects.")
@output_option
@click.pass_obj
def markdown_(
    app: App, /, project: str | None, all_projects: bool, output: Path | None, **chosen: Any
) -> None:
    """Lessons as a document, by project and category, with their evidence."""
    if all_projects and project:
        raise click.UsageError("give --project or --all-projects, not both")
    with app.open() as board:
        rows = selected(app, board, None if all_projects else project, all_projects, **chosen)
    with whole_or_nothing(output) as file:
        file.write(markdown.document(rows).encode())
    remember(output)


@click.command("agents-md")
@lesson_options
@_budget
@click.option("--file", "path", type=_FILE, help="Another file than AGENTS.md, as CLAUDE.md.")
@click.option("--remove", is_flag=True, help="Take the section away again.")
@_dry_run
@click.pass_obj
def agents_md_(
    app: App, /, path: Path | None, budget: int, remove: bool, dry_run: bool, project: str | None,
    **chosen: Any,
) -> None:  # fmt: skip
    """Lessons as a section of AGENTS.md, between two markers; the rest is not touched.

    What the file says already is left out.
    """
    path = path or (repository_root(Path.cwd()) or Path()) / "AGENTS.md"
    before = read_bytes(path)
    after = without_section(before or b"", str(path))
    if not remove:
        with app.open() as board:
            chosen_rows = selected(app, board, project, **chosen)
        rows = unsaid(chosen_rows, after.decode(errors="replace"))
        body = agents_md.body(rows, budget)
        after = with_section(before or b"", body, str(path)) if body else after
        _tell_left_out(len(chosen_rows), body)
    is_empty = not after and before != b""  # a file that was empty stays
    _apply({path: None if is_empty else after}, dry_run)


@click.command("rules")
@lesson_options
@_budget
@click.option("--remove", is_flag=True, help="Take the files away again.")
@_dry_run
@click.pass_obj
def rules_(
    app: App, /, budget: int, remove: bool, dry_run: bool, project: str | None,
    **chosen: Any,
) -> None:  # fmt: skip
    """Lessons as .claude/rules/lessonboard-*.md of the repository here, bound to their files."""
    folder = (repository_root(Path.cwd()) or Path.cwd()) / rules.FOLDER
    wanted: dict[str, str] = {}
    if not remove:
        with app.open() as board:
            rows = selected(app, board, project, **chosen)
        wanted = rules.rule_files(unsaid(rows, _said_here(folder)), budget)
        _tell_left_out(len(rows), "\n".join(wanted.values()))
    _apply(_changes(folder, wanted), dry_run)


def selected(
    app: App,
    board: Board,
    project: str | None,
    all_projects: bool = False,
    *,
    statuses: tuple[str, ...],
    most: int | None,
    with_global: bool,
) -> list[LessonRow]:
    """The lessons that were asked for.

    Raises:
        BoardError: nobody said whose lessons, and this folder is in no repository.
    """
    if project is None and app.project is None and not all_projects:
        raise BoardError(
            "found no project: this folder is in no repository; go into one, or give --project"
        )
    chosen = board.projects(project) if project else [board.project(app.project) or ""]
    named = None if all_projects else chosen
    return select(board, named, statuses, most=most, with_global=with_global)


def _said_here(folder: Path) -> str:
    """What Claude Code reads in this repository beside its rules."""
    root = folder.parent.parent
    there = (read_bytes(root / name) for name in ("CLAUDE.md", ".claude/CLAUDE.md"))
    return "\n\n".join((raw or b"").decode(errors="replace") for raw in there)


def _tell_left_out(lessons: int, text: str) -> None:
    written = sum(line.startswith("- ") for line in text.split("\n"))
    if written < lessons:
        said = "were said already or found no room in --budget"
        click.echo(f"{counted(lessons - written, 'lesson')} {said}.", err=True)


def _changes(folder: Path, wanted: Mapping[str, str]) -> dict[Path, bytes | None]:
    """What is to become of our files of rules: None takes one away.

    Raises:
        BoardError: a file by such a name is somebody else's.
    """
    changes: dict[Path, bytes | None] = {}
    there = sorted(folder.glob(f"{rules.PREFIX}*.md"))
    for path in there:
        ours = rules.is_ours((read_bytes(path) or b"").decode("utf-8", "replace"))
        if ours and path.name not in wanted:
            changes[path] = None
        elif not ours and path.name in wanted:
            raise BoardError(f"could not write {path}: it is not lessonboard's; rename it first")
    return changes | {folder / name: text.encode() for name, text in wanted.items()}


def _apply(changes: Mapping[Path, bytes | None], dry_run: bool) -> None:
    """Bring files to their new bytes, or show how they would differ; None takes one away."""
    changed = 0
    for path, after in changes.items():
        before = read_bytes(path)
        if before == after:
            continue
        changed += 1
        if dry_run:
            for line in difference(path, before, after):
                click.echo(line)
        elif after is None:
            path.unlink()
            click.echo(f"Removed {one_line(str(path))}.")
        else:
            replace(path, after)
            remember(path)
            click.echo(f"Wrote {one_line(str(path))}.")
    if not changed:
        click.echo("Nothing to change.")


def remember(path: Path | None) -> None:
    """Note where the text of the board went to, for `forget`."""
    app = click.get_current_context().find_object(App)
    if path is not None and app is not None:
        registry.remember(app.path, path, ["lessonboard", *sys.argv[1:]])
