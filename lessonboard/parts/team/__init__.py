"""A team: the log on a server, and what people share of their boards."""

from __future__ import annotations

from blackboard.plugins.part_registry import PartRegistry

_COMMANDS = {
    "distrust": ("trust:distrust", "Leave a colleague's lessons to searches again."),
    "join": ("team:join", "Exchange with a team what belongs to some projects."),
    "key add": ("key:add", "Sign the key of another board of yours."),
    "key confirm": ("key:confirm", "Accept the new key of a name, by its fingerprint."),
    "key replace": ("key:replace", "Make a new key, where the old one is lost or stolen."),
    "key show": ("key:show", "Show the key of this board, and those of colleagues."),
    "leave": ("team:leave", "Exchange nothing any more."),
    "list": ("list:list_", "List what colleagues share."),
    "preview": ("sync:preview", "Show what would leave this machine."),
    "setup": ("setup:setup", "Make a team's log in a database, or upgrade it."),
    "show": ("list:show", "Show one thing that a colleague shares."),
    "status": ("team:status", "Show the team, and what waits."),
    "sync": ("sync:sync", "Send what is shared, and take in what colleagues share."),
    "trust": ("trust:trust", "Show agents a colleague's approved lessons, quoted."),
    "unsigned": ("unsigned:unsigned", "Trust what was shared before it was signed, or not."),
    "withdraw": ("withdraw:withdraw", "Take back what was shared."),
}


def register(to: PartRegistry) -> None:
    """Add its log, view and commands."""
    for scheme in ("postgresql", "postgres"):
        to.log(scheme, "lessonboard.parts.team.postgres.log:PostgresLog")
    to.view("blackboard.views.shared:SHARED")
    to.sweep("lessonboard.parts.team.exchanging:sync_all")
    to.afterwards("lessonboard.parts.team.cli.unsigned:ask_once")
    to.doctor("team", "lessonboard.parts.team.doctor:look")
    to.about("lesson show", "lessonboard.parts.team.about:shown")
    to.about("lesson account", "lessonboard.parts.team.about:accounted")
    to.group("team", "Share what was learnt with colleagues, by a server or a folder.")
    to.group("team key", "The keys by which people sign what they share.")
    for name, (target, help) in _COMMANDS.items():
        to.command(f"team {name}", f"lessonboard.parts.team.cli.{target}", help)
