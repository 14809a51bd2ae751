"""The mark of commands that only a person may give.

Commands are marked that widen what is shown, run, sent or let pass, or that cannot be undone. A
new command has the mark, or a line in `tests/layout/test_who_decides.py` that says why not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec, TypeVar

import click

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.bootstrap import App
    from lessonboard.who_may_decide import Circumstances

Given = ParamSpec("Given")
Result = TypeVar("Result")
Condition = Callable[[click.Context], bool]


def decides(
    when: Condition = lambda _ctx: True, *, at_terminal: bool = False
) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Mark a command: it is refused in an agent's session, and to scripts that may not decide.

    Put it directly below `@click.command`, so that it is asked before anything is done.

    Args:
        when: whether what was typed decides.
        at_terminal: whether scripts may not even where the settings let them decide.
    """

    def mark(command: Callable[Given, Result]) -> Callable[Given, Result]:
        @wraps(command)
        def marked(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            ctx = click.get_current_context()
            if when(ctx):
                _ensure_person(ctx, at_terminal)
            result = command(*args, **kwargs)
            if when(ctx) and ctx.command_path.split()[1:2] == ["lesson"]:
                _send(ctx.obj)
            return result

        marked.decides = when  # type: ignore[attr-defined] # which `is_marked` looks for
        return marked

    return mark


def _send(app: App) -> None:
    """Have colleagues get what was decided of a lesson now; else the next hook starts that."""
    from lessonboard.hooks.exchange_due import start_if_due

    if app.config.hooks.background:
        with suppress(OSError):
            start_if_due(str(app.path), every=0.0)


def is_marked(command: click.Command) -> bool:
    """Return whether a command has the mark."""
    return hasattr(command.callback, "decides")


def given(option: str) -> Condition:
    """It decides only with this option."""
    return lambda ctx: bool(ctx.params[option])


def without(*options: str) -> Condition:
    """It decides unless one of these options was given."""
    return lambda ctx: not any(map(ctx.params.get, options))


def with_any(*options: str) -> Condition:
    """It decides where one of these options was given."""
    return lambda ctx: any(map(ctx.params.get, options))


def observed(app: App) -> Circumstances:
    """Return what this process can see of who started it."""
    from lessonboard.parent_processes import parents
    from lessonboard.who_may_decide import Circumstances

    has_terminal = sys.stdin is not None and sys.stdin.isatty()
    allows_scripts = not has_terminal and app.config.decide.scripts
    return Circumstances(os.environ, parents(), has_terminal, allows_scripts)


def why_refused(app: App, *, at_terminal: bool = False) -> str:
    """Return why no decision is taken from the caller of a command; empty where it is."""
    from blackboard.agents.registry import AGENTS
    from blackboard.sources.readers import add_agents_of_plugins
    from lessonboard.who_may_decide import refusal

    add_agents_of_plugins()
    found = observed(app)
    if at_terminal:
        found = found._replace(allows_scripts=False)
    return refusal(found, AGENTS.values()) or ""


def _ensure_person(ctx: click.Context, at_terminal: bool) -> None:
    """Raise OnlyPerson where a decision is not taken from the caller of a command."""
    from lessonboard.who_may_decide import OnlyPerson

    if why := why_refused(ctx.obj, at_terminal=at_terminal):
        name = ctx.command_path.partition(" ")[2]  # without how the program was started
        raise OnlyPerson(f"`lessonboard {name}` was refused: {why}")
