"""A team: the log on a server, and what people share of their boards."""

from __future__ import annotations

from blackboard.plugins.registry import Registry

_EVENTS = """
    TeamJoined TeamDeparted TeamTrusted TeamDistrusted ShareWithdrawn ShareResumed
    LessonShared DecisionShared AccountShared ThingShared
    KeyCreated KeyPinned KeyRefused KeyAdded UnsignedTrusted
""".split()

_COMMANDS = {
    "distrust": ("team_trust:distrust", "Leave a colleague's lessons to searches again."),
    "join": ("team:join", "Exchange with a team what belongs to some projects."),
    "key add": ("team_key:add", "Sign the key of another board of yours."),
    "key confirm": ("team_key:confirm", "Accept the new key of a name, by its fingerprint."),
    "key replace": ("team_key:replace", "Make a new key, where the old one is lost or stolen."),
    "key show": ("team_key:show", "Show the key of this board, and those of colleagues."),
    "leave": ("team:leave", "Exchange nothing any more."),
    "list": ("team_list:list_", "List what colleagues share."),
    "preview": ("team_sync:preview", "Show what would leave this machine."),
    "setup": ("team_setup:setup", "Make a team's log in a database, or upgrade it."),
    "show": ("team_list:show", "Show one thing that a colleague shares."),
    "status": ("team:status", "Show the team, and what waits."),
    "sync": ("team_sync:sync", "Send what is shared, and take in what colleagues share."),
    "trust": ("team_trust:trust", "Show agents a colleague's approved lessons, quoted."),
    "unsigned": ("team_unsigned:unsigned", "Trust what was shared before it was signed, or not."),
    "withdraw": ("team_withdraw:withdraw", "Take back what was shared."),
}


def register(to: Registry) -> None:
    """Add its log, events, view and commands."""
    for scheme in ("postgresql", "postgres"):
        to.log(scheme, "blackboard.storage.postgres.log:PostgresLog")
    for name in _EVENTS:
        to.event(f"blackboard.events.team:{name}")
    to.view("blackboard.views.shared:SHARED")
    to.group("team", "Share what was learnt with colleagues, by a server or a folder.")
    to.group("team key", "The keys by which people sign what they share.")
    for name, (target, help) in _COMMANDS.items():
        to.command(f"team {name}", f"lessonboard.cli.{target}", help)
