"""Recordings: a task in a browser, its steps, and the workflow by which it is done again."""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry

_COMMANDS = {
    "recording": ("recording:recording", "List recorded tasks, or show one and its workflow."),
    "recording accept": ("edit:accept", "Accept what was changed in the file of a workflow."),
    "recording allow": ("allow:allow", "Let agents run a workflow as it is now."),
    "recording check": ("check:check", "Check the file of a workflow."),
    "recording edit": ("edit:edit", "Edit a workflow in an editor, or undo an edit."),
    "recording export": ("export:export", "Write a workflow as a skill or a test."),
    "recording import": ("importing:import_", "Import recordings made elsewhere."),
    "recording login": ("login:login", "Sign in in a browser whose session is kept."),
    "recording run": ("run:run_", "Run a recorded task again."),
    "recording start": ("start:start", "Open a browser and record what you do."),
}

_FORMER = {
    "recording diff": "recording --diff",
    "recording disallow": "recording allow --undo",
    "recording list": "recording",
    "recording profile delete": "recording login --delete",
    "recording profile list": "recording login --list",
    "recording search": "search --in workflows",
    "recording show": "recording",
    "recording undo": "recording edit --undo",
    "workflow": "recording",
}


def register(to: PartRegistry) -> None:
    """Add its views, pages, tool and commands."""
    to.view("lessonboard.parts.recordings.views.recordings:RECORDINGS")
    to.view("lessonboard.parts.recordings.views.step_cards:STEP_CARDS")
    to.view("lessonboard.parts.recordings.views.workflows:WORKFLOWS")
    to.kind("lessonboard.parts.recordings.sources.converting:added_converters")
    to.subject("lessonboard.parts.recordings.cli.reflect:subject")
    to.pages("lessonboard.parts.recordings.pages:PAGES")
    tool = "lessonboard.parts.recordings.mcp"
    to.tool(f"{tool}.definition:WORKFLOW", f"{tool}.workflow:workflow")
    to.group("recording", "Record a task in a browser and run it again with other values.")
    for name, (target, help) in _COMMANDS.items():
        to.command(name, f"lessonboard.parts.recordings.cli.{target}", help)
    for old, now in _FORMER.items():
        to.former(old, now)
