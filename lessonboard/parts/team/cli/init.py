"""`lessonboard team init`: the folder of a repository in which a team keeps its lessons."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App


@click.command()
@click.pass_obj
def init(_app: App) -> None:
    """Make the folder .lessonboard/lessons at the top of this repository.

    It holds one Markdown file for each lesson, and a page that explains them. Nothing is
    committed.
    """
    from blackboard.repositories.lesson_folder import FOLDER
    from lessonboard.parts.team.cli.repository import here
    from lessonboard.parts.team.sharing import lesson_folder

    top = here().top
    is_new = lesson_folder.make(top)
    click.echo(f"{top / FOLDER} {'is ready' if is_new else 'was there already'}.")
    click.echo("Next: lessonboard team share LESSON")
