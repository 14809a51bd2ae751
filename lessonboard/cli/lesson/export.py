"""`lessonboard lesson export`: lessons for people and for agents."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import click

from blackboard import BoardError
from blackboard.plugins import contents
from blackboard.plugins.loading import resolved
from blackboard.views.rows import LessonRow
from blackboard.vocabulary import Status
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line
from lessonboard.exporting import agents_md, markdown, registry, rules, skills
from lessonboard.exporting.files import difference, read_bytes, replace, whole_or_nothing
from lessonboard.exporting.selection import select
from lessonboard.rule_places import repository_root
from reflect.procedures.learn import Procedures
from reflect.rule_files.alike import unsaid
from reflect.rule_files.markers import with_section, without_section

_TOKENS = 2000
_FILE = click.Path(path_type=Path, dir_okay=False)
_OF_A_DOCUMENT = ("budget", "remove", "dry_run")
_UNUSED = {
    "markdown": _OF_A_DOCUMENT,
    "rules": ("output",),
    "agents-md": (),
    "skill": ("output", "budget"),
}
"""Options that mean nothing for a form; for one of a plug-in those of a document."""


class _Form(click.Choice):  # type: ignore[type-arg]  # generic only for the type checker
    """The name of a form; those of plug-ins are looked for when it is none built in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in _UNUSED:
            self.choices = (*_UNUSED, *contents.added("exporter", _UNUSED))
        return super().convert(value, param, ctx)


@click.command()
@click.option(
    "--to", "form", type=_Form(list(_UNUSED)), default="markdown", show_default=True,
    help="A document, the files of .claude/rules, a section of AGENTS.md, or skills.",
)  # fmt: skip
@click.option("--project", help="Whose lessons; default: the repository here.")
@click.option(
    "--status",
    "statuses",
    multiple=True,
    type=click.Choice(get_args(Status)),
    default=["approved"],
    show_default=True,
    help="Their status; may be repeated.",
)
@click.option("--max", "most", type=click.IntRange(1), help="The most lessons.")
@click.option(
    "--with-global", is_flag=True, help="Also lessons of other projects that hold everywhere."
)
@click.option(
    "--budget", type=click.IntRange(1), metavar="TOKENS", help="The most tokens; default 2000."
)
@click.option("--output", type=_FILE, help="A file other than standard output or AGENTS.md.")
@click.option("--remove", is_flag=True, help="Remove the section or the files again.")
@click.option("--dry-run", is_flag=True, help="Show the difference, write nothing.")
@click.pass_context
def export(
    ctx: click.Context,
    /,
    form: str,
    budget: int | None,
    output: Path | None,
    remove: bool,
    dry_run: bool,
    **chosen: Any,
) -> None:
    """Write lessons for agents and people that have no lessonboard.

    As a document; as .claude/rules/lessonboard-*.md of the repository here, bound to the files that
    lessons are about; as a section of AGENTS.md between two markers; or the procedures among them
    as skills in .claude/skills. What these files say already is left out, and what others wrote in
    them is not changed.
    """
    if unused := [name for name in _UNUSED.get(form, _OF_A_DOCUMENT) if ctx.params[name]]:
        raise click.UsageError(f"--to {form} has no --{unused[0].replace('_', '-')}")
    app: App = ctx.obj
    rows = [] if remove else _selected(app, **chosen)
    if form not in ("agents-md", "rules", "skill"):
        with whole_or_nothing(output) as file:
            file.write(_document(form, rows).encode())
        if output is not None:
            _remember(app, output)
        return
    _apply(app, _files(app, form, output, rows, budget or _TOKENS), dry_run)


def _files(
    app: App, form: str, output: Path | None, rows: list[LessonRow], budget: int
) -> dict[Path, bytes | None]:
    """What is to become of files: a section in one, or the files that the board wrote."""
    match form:
        case "agents-md":
            return _section(output, rows, budget)
        case "rules":
            return _rule_files(rows, budget)
        case _:
            folder = (repository_root(Path.cwd()) or Path.cwd()) / skills.FOLDER
            return _changes(folder, skills.PATTERN, _skills(app, rows) if rows else {})


def _skills(app: App, rows: Sequence[LessonRow]) -> dict[str, str]:
    """The procedures among lessons as pages, by what the sessions of their projects ran."""
    with app.existing() as board:
        known = Procedures(board)
        ways = [way for name in {row["project"] for row in rows} for way in known.ways(name)]
    return skills.skill_files(rows, ways)


def _document(form: str, rows: list[LessonRow]) -> str:
    """Lessons as a document: ours, or that of a plug-in."""
    if form == "markdown":
        return markdown.document(rows)
    entry = contents.added("exporter", _UNUSED)[form]
    write = contents.guarded("exporter", form, entry._replace(value=resolved(entry.value[0])))
    return str(write(rows))


def _section(path: Path | None, rows: Sequence[LessonRow], budget: int) -> dict[Path, bytes | None]:
    """Return a file of rules with our section of these lessons, or without it."""
    path = path or (repository_root(Path.cwd()) or Path()) / "AGENTS.md"
    before = read_bytes(path)
    after = without_section(before or b"", str(path))
    if rows:
        body = agents_md.body(unsaid(rows, after.decode(errors="replace")), budget)
        after = with_section(before or b"", body, str(path)) if body else after
        _print_left_out(len(rows), body)
    is_empty = not after and before != b""  # a file that was empty stays
    return {path: None if is_empty else after}


def _rule_files(rows: Sequence[LessonRow], budget: int) -> dict[Path, bytes | None]:
    """Our files of rules with these lessons."""
    folder = (repository_root(Path.cwd()) or Path.cwd()) / rules.FOLDER
    wanted = rules.rule_files(unsaid(rows, _said_here(folder)), budget) if rows else {}
    _print_left_out(len(rows), "\n".join(wanted.values()))
    return _changes(folder, f"{rules.PREFIX}*.md", wanted)


def _selected(
    app: App,
    *,
    project: str | None,
    statuses: tuple[str, ...],
    most: int | None,
    with_global: bool,
) -> list[LessonRow]:
    """Return the lessons that were asked for.

    Raises:
        BoardError: no project was given, and this folder is in no repository.
    """
    with app.existing() as board:
        named = board.projects(project) if project else [options.the_project(app, board, None)]
        return select(board, named, statuses, most=most, with_global=with_global)


def _said_here(folder: Path) -> str:
    """Return what Claude Code reads in this repository besides its rules."""
    root = folder.parent.parent
    there = (read_bytes(root / name) for name in ("CLAUDE.md", ".claude/CLAUDE.md"))
    return "\n\n".join((raw or b"").decode(errors="replace") for raw in there)


def _print_left_out(lessons: int, text: str) -> None:
    written = sum(line.startswith("- ") for line in text.split("\n"))
    if written < lessons:
        said = "were said already or found no room in --budget"
        click.echo(f"{counted(lessons - written, 'lesson')} {said}.", err=True)


def _changes(folder: Path, pattern: str, wanted: Mapping[str, str]) -> dict[Path, bytes | None]:
    """Return what is to become of our files in a folder: None takes one away.

    Raises:
        BoardError: a file by such a name is somebody else's.
    """
    changes: dict[Path, bytes | None] = {}
    for path in sorted(folder.glob(pattern)):
        ours = rules.is_ours((read_bytes(path) or b"").decode("utf-8", "replace"))
        name = path.relative_to(folder).as_posix()
        if ours and name not in wanted:
            changes[path] = None
        elif not ours and name in wanted:
            raise BoardError(f"could not write {path}: it is not lessonboard's; rename it first")
    return changes | {folder / name: text.encode() for name, text in wanted.items()}


def _apply(app: App, changes: Mapping[Path, bytes | None], dry_run: bool) -> None:
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
            if path.name == "SKILL.md" and not any(path.parent.iterdir()):
                path.parent.rmdir()
            click.echo(f"Removed {one_line(str(path))}.")
        else:
            replace(path, after)
            _remember(app, path)
            click.echo(f"Wrote {one_line(str(path))}.")
    if not changed:
        click.echo("Nothing to change.")


def _remember(app: App, path: Path) -> None:
    """Note where the text of the board went to, for `forget`."""
    registry.remember(app.path, path, ["lessonboard", *sys.argv[1:]])
