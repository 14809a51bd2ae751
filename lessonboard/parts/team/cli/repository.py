"""The lessons of a repository for a person: which there are, and what trusting them means."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from blackboard.actors import REPOSITORY, is_repository
from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.repositories.lesson_folder import FOLDER
from blackboard.sanitise import clean
from blackboard.views.harmful import harm_of
from lessonboard import exchanges
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line
from lessonboard.naming import key_of
from lessonboard.parts.team import filing, repositories
from lessonboard.parts.team.sharing import git_objects, lesson_folder, trusting
from lessonboard.parts.team.sharing.lesson_file import render
from lessonboard.parts.team.sharing.repository import (
    Found,
    Place,
    Reading,
    place_of,
    why_no_default,
)
from lessonboard.present.rows import by_whom


def here(folder: Path | str = ".") -> Place:
    """The repository that a folder is in.

    Raises:
        BoardError: it is in none.
    """
    place = place_of(Path(folder).expanduser().resolve())
    if place is None:
        raise BoardError(f"{Path(folder).resolve()} is in no git repository; go into one")
    return place


def trust(app: App, folder: str | None, reason: str, *, yes: bool) -> None:
    """Show what a repository holds, ask, and import it."""
    place = here(folder or ".")
    at = git_objects.heads(place.top)
    with app.open() as board:
        if board.person:
            raise repositories.NotOwnBoard
        reading = repositories.read_all([(place, at)])
        _show(place, reading, why_no_default(place, at))
        if repositories.is_trusted(board, place):
            click.echo("It is trusted already.")
        elif not yes and not click.confirm("Show these to your agents, quoted?", err=True):
            raise click.Abort
        repositories.trust_checkout(board, place, reason)
        repositories.sync_repositories(board, [place.top])
    exchanges.begin(app.path)
    click.echo(
        f"{_title(place)} is trusted: its approved lessons are shown where they fit, quoted."
    )
    click.echo("Undo: lessonboard team trust --undo")


def distrust(app: App, folder: str | None, reason: str) -> None:
    """Trust a repository no longer: its lessons are withdrawn."""
    with app.open() as board:
        name = _source(board, folder)
        gone = repositories.distrust(board, name, reason)
    click.echo(f"Not trusted any longer; {counted(gone, 'lesson')} withdrawn.")


def is_named(name: str | None) -> bool:
    """Whether what is to be trusted is a repository: this one, a path, or a remote."""
    return name is None or "/" in name or name in (".", "..") or is_repository(name)


def write(board: Board, place: Place, names: tuple[str, ...]) -> None:
    """Write lessons into the working tree, each only if nothing holds it back or its person agrees.

    Raises:
        BoardError: there is no such lesson, or it cannot be written.
    """
    written = []
    for name in names:
        found = filing.filed(board, place, board.row("lessons", key_of(board, "lessons", name)))
        if found.held and not _agreed(found):
            click.echo(f"{name} was not written.", err=True)
            continue
        lesson_folder.write(found.path, render(found.lesson))
        written.append(found.path.relative_to(place.top))
        click.echo(f"Wrote {written[-1]}")
    if written:
        click.echo("Next, when it reads well:")
        click.echo(f"  git add {shlex.join(map(str, written))}")
        click.echo("  git commit, git push, and a pull request: its merge approves it")


def delete(place: Place, names: tuple[str, ...]) -> None:
    """Delete the files of lessons in the working tree."""
    known = lesson_folder.files(place.top)
    for name in names:
        lesson_folder.remove(known[name])
        click.echo(f"Deleted {known[name].relative_to(place.top)}: commit and merge it, and "
                   "colleagues' agents are shown it no longer.")  # fmt: skip


def _agreed(found: filing.Filed) -> bool:
    """Whether its person wants what is held back written, having seen it."""
    for why in found.held:
        click.echo(f"{found.lesson.id} is held back: {why}", err=True)
    if now := lesson_folder.content_of(found.path):
        click.echo(f"The file now:\n{clean(now.decode('utf-8', 'replace'))}\nInstead:", err=True)
    click.echo(render(found.lesson).decode(), err=True)
    if not sys.stdin.isatty():
        raise BoardError(f"{found.lesson.id} was not written: {'; '.join(found.held)}. Decide it "
                         "at a terminal, or change its words first")  # fmt: skip
    return click.confirm("Write it as shown?", default=False, err=True)


def _source(board: Board, folder: str | None) -> str:
    """The repository that is meant, by its folder or its remote."""
    for each in repositories.sources(board):
        if folder in (each.name, _remote(each.name), *trusting.folders_of(each)):
            return each.name
    return here(folder or ".").source


def _remote(source: str) -> str:
    return source.removeprefix(REPOSITORY).replace(":", "/")


def _title(place: Place) -> str:
    return one_line(_remote(place.source) if place.has_remote else str(place.top))


def _show(place: Place, reading: Reading, why: str) -> None:
    found = repositories.lessons_in(reading)
    click.secho(f"{_title(place)} holds {counted(len(found), 'lesson')} in {FOLDER}:", bold=True)
    if why:
        click.echo(f"  ({why})")
    for each in found:
        click.echo(_line(each))
    for refused in reading.refused:
        click.echo(f"  refused: {one_line(refused)}")


def _line(found: Found) -> str:
    lesson, commit = found.lesson, found.commit
    keys = ", ".join((*lesson.commands, *lesson.paths, *lesson.errors)[:3])
    about = "" if found.approved else "  (a proposal)"
    if harm := harm_of(_judged(found)):
        about += f"  HARM: {', '.join(harm)}; it waits for your yes to just that"
    line = f"{lesson.id}  {lesson.sentence}{f'  [{keys}]' if keys else ''}"
    line = f"{one_line(line)}  {by_whom(commit.author, commit.id, signed=commit.signed)}"
    more = (
        f"\n    {name}: {one_line(text)}"
        for name, text in (("about", lesson.symptom), ("why", lesson.reason))
        if text
    )
    return f"{line}{about}{''.join(more)}"  # fmt: skip


def _judged(found: Found) -> dict[str, Any]:
    lesson = found.lesson
    return {"author": found.commit.author or "?", "constraint": lesson.sentence, "resolution": "",
            "said": "", "symptom": lesson.symptom, "root_cause": lesson.reason,
            "commands": list(lesson.commands)}  # fmt: skip
