"""Automation: recurring problems become issues and draft pull requests, by a workflow."""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry

_COMMANDS = {
    "automation": ("automation:automation", "Show if it is on, what it did, and its runs."),
    "automation allow": ("allow:allow", "Give the network or a variable to checks."),
    "automation compile": ("compile:compile_", "Make a check of the repository of a lesson."),
    "automation enable": ("enable:enable", "Switch automation on; a dry run first."),
    "automation pr": ("pr:pr", "List pull requests, or record them from GitHub."),
    "automation record": ("record:record", "Record a document, review, rework or merge by hand."),
    "automation run": ("run:run", "Take a request to a draft pull request."),
}

_FORMER = {
    "automation cancel": "automation run --cancel",
    "automation disable": "automation enable --undo",
    "automation disallow": "automation allow --undo",
    "automation explain": "automation --explain",
    "automation list": "automation --runs",
    "automation manual": "automation --manual",
    "automation measure": "automation run --measure",
    "automation resume": "automation run --resume",
    "automation show": "automation",
    "automation status": "automation",
    "automation trigger": "automation run",
    "lesson compile": "automation compile",
    "pr": "automation pr",
    "pr attach": "automation record --kind",
    "pr fetch": "automation pr --fetch",
    "pr list": "automation pr",
    "pr merge": "automation record --kind merge",
    "pr review": "automation record --kind review",
    "pr rework": "automation record --kind rework",
    "pr show": "automation pr",
    "pr sync": "automation pr --fetch",
    "record": "automation record",
}

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
        to.command(name, f"lessonboard.parts.automation.cli.{target}", help)
    for old, now in _FORMER.items():
        to.former(old, now, {"--most": "--limit"} if old == "pr sync" else None)
