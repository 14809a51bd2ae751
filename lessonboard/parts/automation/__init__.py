"""Automation: recurring problems become issues and draft pull requests, by a workflow."""

from __future__ import annotations

from blackboard.plugins.registry import Registry

_EVENTS = """
    AutomationEnabled AutomationDisabled AutomationAllowed AutomationDisallowed
    AutomationTriggered AutomationSuppressed ImprovementRequested RunStarted RunResumed
    StepCompleted StepFailed RunCompleted RunFailed
    RunCancelled IssueCreated PrCreated ManualQueued ImprovementMeasured ImprovementReported
""".split()

_COMMANDS = {
    "allow": ("automation_allow:allow", "Open the network or a variable to checks."),
    "cancel": ("automation_run:cancel", "Cancel a run."),
    "disable": ("automation:disable", "Switch automation off for a project."),
    "disallow": ("automation_allow:disallow", "Close again what was opened to checks."),
    "enable": ("automation:enable", "Switch automation on; a dry run first."),
    "explain": ("automation:explain", "Why a session triggers a run, or not."),
    "list": ("automation_run:list_", "List the runs, latest first."),
    "manual": ("automation_impact:manual", "List what needs a person."),
    "measure": ("automation_impact:measure", "Report if a merged fix has held."),
    "resume": ("automation_run:resume", "Continue a run at its first open step."),
    "run": ("automation_run:run_", "Take a request to a draft pull request."),
    "show": ("automation_run:show", "Show a run step by step, with its evidence."),
    "status": ("automation:status", "Show if it is on, and what it did."),
    "trigger": ("automation:trigger", "Decide about a session now, and act."),
}


def register(to: Registry) -> None:
    """Add its events, views, work and commands."""
    for name in _EVENTS:
        to.event(f"blackboard.events.automation:{name}")
    to.view("blackboard.views.automation:AUTOMATION")
    to.view("blackboard.views.runs:RUNS")
    for handler in ("improve", "merge", "measure"):
        to.handler(f"lessonboard.orchestration:{handler}_handler")
    help = "Turn recurring problems into issues and draft pull requests; off by default."
    to.group("automation", help)
    for name, (target, help) in _COMMANDS.items():
        to.command(f"automation {name}", f"lessonboard.cli.{target}", help)
