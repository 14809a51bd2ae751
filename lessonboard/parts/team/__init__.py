"""A team: the log on a server, and what people share of their boards."""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry

_COMMANDS = {
    "team": ("team:team", "Show your team, what waits, and what colleagues share."),
    "team init": ("init:init", "Make the folder for lessons in this repository."),
    "team join": ("join:join", "Exchange with a team, or stop it with --undo."),
    "team key": ("key:key", "Show or change the keys by which people sign."),
    "team share": ("share:share", "Write lessons into this repository, or withdraw them."),
    "team sync": ("sync:sync", "Send what is shared, and receive what colleagues share."),
    "team trust": ("trust:trust", "Show agents this repository's or a colleague's lessons."),
}

_FORMER = {
    "team distrust": "team trust --undo",
    "team key add": "team key --add",
    "team key confirm": "team key --confirm",
    "team key replace": "team key --replace",
    "team key show": "team key",
    "team leave": "team join --undo",
    "team leave --team": "team join --undo",
    "team list": "team --shared",
    "team list --mine": "team --mine",
    "team preview": "team sync --dry-run",
    "team setup": "team join --create",
    "team show": "team",
    "team status": "team",
    "team unsigned": "team --unsigned",
    "team unsigned --trust": "team trust --unsigned",
    "team withdraw": "team share --undo",
    "team withdraw --resume": "team share",
}


def register(to: PartRegistry) -> None:
    """Add its log, view and commands."""
    for scheme in ("postgresql", "postgres"):
        to.log(scheme, "lessonboard.parts.team.postgres.log:PostgresLog")
    to.view("blackboard.views.shared:SHARED")
    to.sweep("lessonboard.parts.team.exchanging:sync_all")
    to.afterwards("lessonboard.parts.team.cli.unsigned:ask_once")
    to.doctor("team", "lessonboard.parts.team.doctor:look")
    to.about("lesson", "lessonboard.parts.team.about:shown")
    to.about("lesson", "lessonboard.parts.team.about:accounted")
    to.group("team", "Share what was learnt with colleagues, by a server or a folder.")
    for name, (target, help) in _COMMANDS.items():
        to.command(name, f"lessonboard.parts.team.cli.{target}", help)
    for old, now in _FORMER.items():
        to.former(old, now)
