"""Automation: recurring problems become issues and draft pull requests, by a workflow."""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry

_COMMANDS = {
    "allow": ("allow:allow", "Open the network or a variable to checks."),
    "cancel": ("run:cancel", "Cancel a run."),
    "disable": ("automation:disable", "Switch automation off for a project."),
    "disallow": ("allow:disallow", "Close again what was opened to checks."),
    "enable": ("automation:enable", "Switch automation on; a dry run first."),
    "explain": ("automation:explain", "Why a session triggers a run, or not."),
    "list": ("run:list_", "List the runs, latest first."),
    "manual": ("impact:manual", "List what needs a person."),
    "measure": ("impact:measure", "Report if a merged fix has held."),
    "resume": ("run:resume", "Continue a run at its first open step."),
    "run": ("run:run_", "Take a request to a draft pull request."),
    "show": ("run:show", "Show a run step by step, with its evidence."),
    "status": ("automation:status", "Show if it is on, and what it did."),
    "trigger": ("automation:trigger", "Decide about a session now, and act."),
}

_OTHERS = {
    "lesson compile": (
        "cli.lesson_compile:compile_",
        "Make a check of the repository of a lesson.",
    ),
    "pr attach": ("cli.pr_record:artifact", "Record a specification, plan or other document."),
    "pr fetch": ("cli.pr_record:pr", "Record a pull request from GitHub."),
    "pr list": ("cli.pr:list_", "List recorded pull requests, latest first."),
    "pr merge": ("cli.pr_record:merge", "Record that a pull request was merged."),
    "pr review": ("cli.pr_record:review", "Record a review from a file."),
    "pr rework": ("cli.pr_record:rework", "Record that a requested change was made."),
    "pr show": ("cli.pr:show", "Show one pull request and what came of it."),
    "pr sync": ("cli.pr_sync:sync", "Record all pull requests merged lately, from GitHub."),
}
"""Commands in groups of the core, and those of pull requests."""

_RULES = (
    ("pr.created", "opened"),
    ("pr.merged", "followed"),
    ("turn.ended", "showed"),
    ("session.ended", "showed"),
    ("session.ended", "followed"),
)


def register(to: PartRegistry) -> None:
    """Add its views, work, checks, pages and commands."""
    to.view("lessonboard.parts.automation.views.automation:AUTOMATION")
    to.view("lessonboard.parts.automation.views.runs:RUNS")
    for handler in ("improve", "merge", "measure"):
        to.handler(f"lessonboard.parts.automation.orchestration:{handler}_handler")
    for event, rule in _RULES:
        to.rule(event, f"lessonboard.parts.automation.dispatching:{rule}")
    to.reflected("lessonboard.parts.automation.considering:reflected")
    to.project_check("lessonboard.parts.automation.compiling.kinds:settled")
    to.kind("lessonboard.parts.automation.compiling.kinds:kinds")
    to.doctor("checks", "lessonboard.parts.automation.doctor.checks:settled")
    to.doctor("isolation", "lessonboard.parts.automation.doctor.isolation:look")
    to.today("lessonboard.parts.automation.considering:of_the_day")
    to.pages("lessonboard.parts.automation.pages:PAGES")
    help = "Turn recurring problems into issues and draft pull requests; off by default."
    to.group("automation", help)
    for name, (target, help) in _COMMANDS.items():
        to.command(f"automation {name}", f"lessonboard.parts.automation.cli.{target}", help)
    to.group("pr", "Pull requests with their reviews, rework and documents.")
    for name, (target, help) in _OTHERS.items():
        to.command(name, f"lessonboard.parts.automation.{target}", help)
