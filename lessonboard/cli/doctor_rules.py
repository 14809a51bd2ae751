"""`lessonboard doctor --rules`: what is wrong with rule files, and with lines that lessons cite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import click

from blackboard import Board, BoardError
from blackboard.actors import role
from blackboard.events.review import ArtifactRecorded
from blackboard.sources.repository import project_of
from blackboard.views.lessons import ACTIVE_STATUSES
from lessonboard.bootstrap import App
from lessonboard.cli.doctor_cited import Cited, check_cited
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.rule_places import default_files, given_files, repository_root
from reflect.pipeline.known import neighbours
from reflect.rule_files.alike import alike, known
from reflect.rule_files.cost import Cost, cost
from reflect.rule_files.dead_paths import dead_paths
from reflect.rule_files.gone import gone
from reflect.rule_files.ingest import ACTOR
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.markers import marker_lines
from reflect.rule_files.remark import Audited, Level, Remark
from reflect.rule_files.secrets import secrets
from reflect.rule_files.tree import FileTree
from reflect.rule_files.vague import vague

_COLOURS: dict[Level, str] = {"bad": "red", "warning": "yellow", "note": "cyan"}
_LARGEST = 2_000_000


def check_rules(app: App, paths: tuple[Path, ...], *, strict: bool, as_json: bool) -> None:
    """Print what is wrong with rule files: CLAUDE.md, AGENTS.md and the like.

    Looked for are rules said twice, rules that contradict each other or a lesson, paths that are
    not there, secrets, and rules that nobody can act upon; and the tokens that each file costs.
    Without a path these are the files of this repository and of the user, and the lines that
    lessons cite are compared with the files.
    """
    files, tree = _files(paths)
    remarks = _within(app, files, tree)
    cited = None
    if app.path.exists():
        with app.open(read_only=True) as board:
            remarks += _beside_lessons(
                board, board.project(project_of(str(tree.root))) if tree else None, files
            )
        cited = check_cited(app) if not paths and tree else None
    remarks = sorted(set(remarks), key=lambda each: (each.path, each.line, each.kind, each.other))
    costs = [cost(file) for file in files]
    if as_json:
        _print_json(remarks, costs, cited)
    else:
        _print(remarks, costs)
        for line in cited.lines() if cited else ():
            click.echo(line)
    if strict and any(each.level == "bad" for each in remarks):
        raise SystemExit(1)


def _files(paths: tuple[Path, ...]) -> tuple[list[Audited], FileTree | None]:
    """The files that are meant, read; and the repository in which paths are looked up."""
    here = Path.cwd()
    first = paths[0].resolve() if paths else here
    root = repository_root(first if first.is_dir() else first.parent)
    if root is None and paths and paths[0].is_dir():
        root = first
    found = given_files(paths) if paths else default_files(root, here)
    return [_read(path, root, here) for path in found], FileTree(root) if root else None


def _read(path: Path, root: Path | None, here: Path) -> Audited:
    """A file; named as seen from here, or from the home folder."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {path}: {error.strerror}") from error
    if b"\0" in raw or len(raw) > _LARGEST:
        raise BoardError(f"could not check {path}: it is no text, or too large for a rule file")
    text = raw.decode("utf-8-sig", "replace")
    whole = path.absolute()
    folder = whole.parent.relative_to(root).as_posix() if root and root in whole.parents else None
    return Audited(_named(whole, here), text, read_rules(text), folder)


def _named(path: Path, here: Path) -> str:
    for base, sign in ((here, ""), (Path.home(), "~/")):
        if path.is_relative_to(base):
            return sign + path.relative_to(base).as_posix()
    return str(path)


def _within(app: App, files: Sequence[Audited], tree: FileTree | None) -> list[Remark]:
    """What the files themselves show; of files that say the same letter by letter, the first."""
    settings = app.config.reflection.in_force()
    found: list[Remark] = []
    first: dict[str, Audited] = {}
    for file in files:
        original = first.setdefault(file.text, file)
        if original is not file:
            message = f"is the same as {original.path}, letter by letter"
            found.append(Remark(file.path, 1, "copy", message, original.path))
            continue
        found += [_broken(file, line) for line in marker_lines(file.text)]
        found += [*secrets(file), *vague(file, settings)]
        found += dead_paths(file, tree) if tree else ()
    return [*found, *alike(list(first.values()))]


def _broken(file: Audited, line: int) -> Remark:
    message = "a marker of the lessonboard section that is broken or doubled"
    return Remark(file.path, line, "markers", message)


def _beside_lessons(
    board: Board, project: str | None, files: Sequence[Audited]
) -> Iterator[Remark]:
    """What the lessons on the board say to the files, but for those that were read from them."""
    recorded = board.read(types=[ArtifactRecorded.type])
    paths = {each.id: str((each.payload or {}).get("path") or "") for each in recorded
             if role(each.actor) == ACTOR}  # fmt: skip

    def near(text: str) -> Iterator[tuple[Literal["same", "opposite"], Any]]:
        for each in neighbours(board, [text], project):
            cited = [paths.get(evidence["event_id"]) for evidence in each.row["evidence"]]
            is_offered = each.row["status"] in ACTIVE_STATUSES
            if each.says != "unsure" and is_offered and not any(cited):
                yield each.says, each.row

    yield from known(files, near)
    rows = board.view(
        "lessons", where={"learned_from": ACTOR, "status": ACTIVE_STATUSES}, order="id"
    )
    yield from gone(files, [row for row in rows if row["project"] in (project, None)], paths)


def _print_json(remarks: Sequence[Remark], costs: Sequence[Cost], cited: Cited | None) -> None:
    counts = Counter(each.level for each in remarks)
    print_json(
        {
            "files": [each.as_json() for each in costs],
            "findings": [each.as_json() for each in remarks],
            "counts": {level: counts[level] for level in _COLOURS},
            "lessons": cited.as_json() if cited else [],
        }
    )


def _print(remarks: Sequence[Remark], costs: Sequence[Cost]) -> None:
    if not costs:
        click.echo("Found no rule files; name some, such as CLAUDE.md or AGENTS.md.")
        return
    for each in remarks:
        level = click.style(each.level, fg=_COLOURS[each.level])
        click.echo(f"{one_line(each.path)}:{each.line}: {level}: {one_line(each.message)}")
    if remarks:
        click.echo()
    for file in costs:
        click.echo(f"{one_line(file.path)}: {file.tokens} tokens, {counted(file.rules, 'rule')}")
        for section in file.sections:
            where = f"line {section.line}"
            click.echo(f"  {section.tokens:>6}  {where:<10}  {one_line(section.heading)[:70]}")
    counts = Counter(each.level for each in remarks)
    said = ", ".join(counted(counts[level], f"{level} finding" if level == "bad" else level)
                     for level in _COLOURS)  # fmt: skip
    total = sum(file.tokens for file in costs)
    click.echo(f"{counted(len(costs), 'file')}, {total} tokens: {said}.")
