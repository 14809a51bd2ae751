"""`lessonboard hook`: what agents call; the quick way to it is in `lessonboard/start.py`."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App


@click.command()
@click.argument("agent", required=False)
@click.pass_obj
def hook(app: App, agent: str | None) -> None:
    """Handle one hook event read from stdin, as JSON.

    Agents call this, or the launcher that `lessonboard init` writes, which is quicker. It prints
    what the agent should know, or nothing, and always ends with exit code 0; `lessonboard doctor`
    reports what went wrong. AGENT is only a hint: the event itself shows which agent calls.
    """
    from lessonboard.hooks.hook import main

    context = app.config.context
    main(
        str(app.path),
        background=app.config.hooks.background,
        limit=context.max,
        budget=context.budget,
        receipt=app.config.hooks.receipt,
        min_confidence=context.min_confidence,
        holdout=context.holdout,
    )
