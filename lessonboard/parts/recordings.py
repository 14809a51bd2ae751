"""Recordings: a task in a browser, its steps, and the workflow by which it is done again."""

from __future__ import annotations

from blackboard.plugins.registry import Registry

_EVENTS = """
    RecordingImported StepCardCompiled ModelGivenUp WorkflowDrafted WorkflowCompiled WorkflowEdited
    WorkflowAllowed WorkflowDisallowed WorkflowRerun
""".split()

_COMMANDS = {
    "allow": ("recording_allow:allow", "Let agents run a workflow as it is now."),
    "disallow": ("recording_allow:disallow", "Let agents run a workflow no more."),
    "export": ("recording_export:export", "Write a workflow as a skill, script or page."),
    "import": ("recording:import_", "Import recordings made elsewhere."),
    "list": ("recording:list_", "List recordings, latest first."),
    "run": ("recording_run:run_", "Run a recorded task again."),
    "search": ("recording:search", "Search workflows, recordings and steps."),
    "show": ("recording:show", "Show one recording and its workflow."),
    "start": ("recording_run:start", "Open a browser and record what you do."),
}


def register(to: Registry) -> None:
    """Add its events, views and commands."""
    for name in _EVENTS:
        to.event(f"blackboard.events.recording:{name}")
    to.view("blackboard.views.recordings:RECORDINGS")
    to.view("blackboard.views.step_cards:STEP_CARDS")
    to.view("blackboard.views.workflows:WORKFLOWS")
    to.group("recording", "Record a task in a browser and run it again with other values.")
    for name, (target, help) in _COMMANDS.items():
        to.command(f"recording {name}", f"lessonboard.cli.{target}", help)
