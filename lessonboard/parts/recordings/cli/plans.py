"""The plan of a workflow, as a dry run and a permission show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from lessonboard.cli.output import one_line, print_json

if TYPE_CHECKING:
    from lessonboard.parts.recordings.workflow.plan import Plan

_LONGEST = 200


def show_plan(plan: Plan, values: Mapping[str, str], as_json: bool) -> None:
    """The plan with the values given so far."""
    if as_json:
        print_json({
            "recording": plan.recording,
            "title": plan.title,
            "start": plan.start,
            "parameters": [vars(each) for each in plan.parameters],
            "steps": [
                {**vars(step), "target": dict(step.target),
                 "intent": plan.shown_intent(step, values),
                 "value": plan.shown_value(step, values)}
                for step in plan.steps
            ],
        })  # fmt: skip
        return
    click.echo(
        f"{one_line(plan.title)} ({plan.recording}), from {one_line(plan.start) or 'nowhere'}"
    )
    for each in plan.parameters:
        about = "sensitive" if each.sensitive else f"recorded: {one_line(each.example)}"
        click.echo(f"  {each.name}: {one_line(each.description)} ({about})")
    show_steps(plan, values)
    click.echo("Dry run: nothing was done.")


def show_steps(plan: Plan, values: Mapping[str, str]) -> None:
    """Each step on a line, with its value and its danger."""
    for step in plan.steps:
        value = f"  {one_line(plan.shown_value(step, values) or '', _LONGEST)}".rstrip()
        danger = f"  [{step.danger}]" if step.danger else ""
        intent = one_line(plan.shown_intent(step, values))
        click.echo(f"{step.number:>4}. {step.action:<8}  {intent}{value}{danger}")
