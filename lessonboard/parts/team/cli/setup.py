"""`lessonboard team setup`: make a team's log in a database."""

from __future__ import annotations

import click

from lessonboard.elsewhere import NeedsExtra
from lessonboard.places import without_password


@click.command()
@click.argument("address")
def setup(address: str) -> None:
    """Make a team's log in the database at ADDRESS, or bring it to this program's format.

    Its owner runs this once, and again after an upgrade. It makes the schema `lessonboard` and
    three roles; each person is a user of the database with one of them.
    """
    try:
        from lessonboard.parts.team.team_log import ROLES, migrate
    except ImportError as error:
        raise NeedsExtra(error) from error
    before = migrate(address)
    done = "is up to date" if before else "is ready"
    click.echo(f"The log at {without_password(address)} {done}. Let each person in, as its owner:")
    for role, may in ROLES.items():
        click.echo(f'  GRANT {role} TO "...";  -- may {may}')
