"""Recordings: a task in a browser, its steps, and the workflow by which it is done again."""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry

_COMMANDS = {
    "allow": ("allow:allow", "Let agents run a workflow as it is now."),
    "disallow": ("allow:disallow", "Let agents run a workflow no more."),
    "check": ("edit:check", "Check the file of a workflow."),
    "diff": ("edit:diff", "Show how a workflow was edited."),
    "edit": ("edit:edit", "Edit a workflow in an editor."),
    "export": ("export:export", "Write a workflow as a skill, script or page."),
    "import": ("recording:import_", "Import recordings made elsewhere."),
    "list": ("recording:list_", "List recordings, latest first."),
    "login": ("session:login", "Sign in in a browser whose session is kept."),
    "profile delete": ("session:delete", "Delete a browser profile."),
    "profile list": ("session:list_", "List the browser profiles."),
    "run": ("run:run_", "Run a recorded task again."),
    "schema": ("edit:schema", "Print the JSON Schema of a workflow's file."),
    "search": ("recording:search", "Search workflows, recordings and steps."),
    "show": ("recording:show", "Show one recording and its workflow."),
    "start": ("start:start", "Open a browser and record what you do."),
    "undo": ("edit:undo", "Take back an edit of a workflow."),
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
    to.group("recording profile", "Browser profiles that stay signed in.")
    for name, (target, help) in _COMMANDS.items():
        to.command(f"recording {name}", f"lessonboard.parts.recordings.cli.{target}", help)
