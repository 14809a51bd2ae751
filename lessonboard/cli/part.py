"""`lessonboard admin part`: list the parts; switch one on or off."""

from __future__ import annotations

import click

from blackboard.plugins.parts import PARTS, is_active, part_named
from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json as json_option
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides


def _switches_on(ctx: click.Context) -> bool:
    return bool(ctx.params["state"] == "on")


@click.command()
@decides(_switches_on)
@click.argument("state", type=click.Choice(["on", "off"]), required=False)
@click.argument("name", type=click.Choice([part.name for part in PARTS]), required=False)
@json_option
@click.pass_obj
def part(app: App, state: str | None, name: str | None, as_json: bool) -> None:
    """List the separable parts, or switch one on or off.

    A part adds commands, pages, tools and work of its own. One that needs libraries is on where
    they are installed, the others where the board holds what they record. A switch in `[parts]` of
    your settings outweighs both. What a part recorded stays on the board, on or off.
    """
    if state is None:
        _list(as_json=as_json)
    elif name is None:
        raise click.UsageError(f"name the part, as in `lessonboard admin part {state} web`")
    else:
        _switch(app, name, is_on=state == "on")


def _list(*, as_json: bool) -> None:
    from lessonboard.switched_parts import why_inactive

    if as_json:
        print_json([{"part": each.name, "about": each.about, "active": is_active(each),
                     "missing": each.missing} for each in PARTS])  # fmt: skip
        return
    for each in PARTS:
        state = "is on" if is_active(each) else why_inactive(each)
        click.echo(f"{each.name}: {each.about}\n  {state}")


def _switch(app: App, name: str, *, is_on: bool) -> None:
    from lessonboard.settings_edit import set_key
    from lessonboard.switched_parts import why_inactive

    app.config  # noqa: B018 # a file that cannot be read is not written
    file = set_key("parts", name, is_on)
    click.echo(f"{name} is {'on' if is_on else 'off'}: [parts] {name} in {one_line(str(file))}.")
    found = part_named(name)
    if is_on and found is not None and found.missing:
        click.echo(f"It {why_inactive(found)}")
