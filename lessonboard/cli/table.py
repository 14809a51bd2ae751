"""Every command: its name, where it is defined, and one line of help; nothing is imported for it.

A new command is a function in a file of this folder and a line in COMMANDS, below one of the words
in SECTIONS; one of a part is in the part's folder. Its module is imported when it is called, so
that no command pays for the imports of another.
"""

from __future__ import annotations

from blackboard.plugins import contents
from blackboard.plugins.registry import Command

_FOLDER = "lessonboard.cli."

GROUPS = {
    "admin": "The log, the queue, projects and models; rarely needed.",
    "admin model": "Who is asked about sessions, and what was sent.",
    "admin queue": "Work items for the background worker.",
    "lesson": "List what was learnt: lessons, insights and guards.",
    "session": "Past conversations.",
    **{entry.name: entry.value.help for entry in contents.part_entries("group")},
}

COMMANDS = {
    "init": Command("init:init", "Register hooks and the MCP server with your agents."),
    "uninstall": Command("uninstall:uninstall", "Remove what `init` installed."),
    "doctor": Command("doctor:doctor", "Check that everything works, and say what to do if not."),
    "search": Command("search:search", "Find what was said, done or learnt, by words."),
    "fix": Command("fix:fix", "Show what was done about an error before."),
    "handoff": Command("handoff:handoff", "Print the last session as the next agent needs it."),
    "stop": Command("stop:stop", "End the worker that runs in the background."),
    "off": Command("off:off", "Remember nothing of a project or session from now on."),
    "forget": Command("forget:forget", "Erase events and all that was learnt from them."),
    "lesson": Command("lesson.show:lesson", "List what was learnt: lessons, insights and guards."),
    "lesson add": Command("lesson.add:add", "Add your own rule, or a file of lessons."),
    "lesson context": Command(
        "lesson.context:context", "Print what an agent would be shown in a situation."
    ),
    "lesson critique": Command(
        "lesson.critique:critique", "Score recommendations; keep and refine the good ones."
    ),
    "lesson drop": Command("lesson.keep:drop", "Reject a lesson: agents are not shown it again."),
    "lesson edit": Command("lesson.edit:edit", "Change the words of a lesson."),
    "lesson export": Command(
        "lesson.export:export", "Write lessons to AGENTS.md, .claude/rules, skills or a document."
    ),
    "lesson guard": Command(
        "lesson.guard:guard", "Let a lesson refuse its failing command once a session."
    ),
    "lesson keep": Command("lesson.keep:keep", "Approve a lesson: agents are shown it plainly."),
    "lesson mute": Command("lesson.mute:mute", "Stop showing a lesson in one project or session."),
    "lesson report": Command(
        "lesson.report:report", "Show what was learnt this week, and its effect."
    ),
    "lesson review": Command(
        "lesson.review:review", "Go through what waits for you: keep, drop, skip."
    ),
    "lesson undo": Command("lesson.edit:undo", "Undo the last decision about a lesson."),
    "session": Command("session:session", "List past conversations, or read one."),
    "session import": Command(
        "session_import:import_", "Read the history of coding agents on this machine."
    ),
    "session reflect": Command(
        "session_reflect:reflect", "Learn from sessions, pull requests, recordings."
    ),
    "session export": Command("session_export:export", "Write conversations to files."),
    "admin backup": Command("backup:backup", "Write the board to a new file, verified."),
    "admin restore": Command("backup:restore", "Replace the board by a backup, verified."),
    "admin part": Command("part:part", "List the separable parts; switch one on or off."),
    "admin events": Command("events:events", "Print the events in order, or write them to a file."),
    "admin mcp-projects": Command(
        "mcp_projects:mcp_projects", "Let agents anywhere ask what a project holds."
    ),
    "admin model": Command("model:model", "Show who is asked, what was spent, what was sent."),
    "admin model allow": Command("model:allow", "Let a model read digests of your sessions."),
    "admin model exclude": Command("model:exclude", "Ask no model about a project's sessions."),
    "admin project": Command("project:project", "List projects; merge two, or split one."),
    "admin queue": Command("queue:queue", "List work items, or show one."),
    "admin queue add": Command("queue:add", "Add a work item."),
    "admin queue claim": Command("queue:claim", "Claim the most urgent items for five minutes."),
    "admin queue finish": Command("queue:finish", "Complete, release or retry an item."),
    "admin verify": Command("verify:verify", "Check that no event was altered; rebuild views."),
    "admin worker": Command("worker:worker", "Run what waits in the queue."),
    "hook": Command("hook:hook", "Handle one hook event read from stdin."),
    "mcp": Command("mcp:mcp", "Serve an agent over MCP on standard input and output."),
    "status-line": Command(
        "status_line:status_line", "Print a line on this session, for an agent to show."
    ),
    **{entry.name: entry.value for entry in contents.part_entries("command")},
}

PLUMBING = frozenset({"hook", "mcp", "status-line"})
"""Commands that programs call: they work, and no help lists them."""

SECTIONS = {
    "Start": ("init", "doctor", "stop", "off", "forget", "uninstall"),
    "Find": ("search", "fix", "session", "handoff", "web"),
    "Learn": ("lesson",),
    "More": ("recording", "automation", "team", "admin"),
}
"""The words of `lessonboard --help`, by what a person wants; everything else is below one."""


def target_of(command: Command) -> str:
    """Return where a command is, as `module:name`.

    A part's target is named in full, others relative to this folder.
    """
    is_full = command.target.startswith("lessonboard.")
    return command.target if is_full else f"{_FOLDER}{command.target}"


def added_commands() -> dict[str, Command]:
    """Return the commands that plug-ins add, by their names."""
    found = contents.added("command", {*COMMANDS, *GROUPS}, _wrong)
    return {name: each.value for name, each in found.items()}


def added_groups() -> dict[str, str]:
    """Return the groups that plug-ins add, with their help.

    A group that no plug-in describes has no help.
    """
    found = contents.added("group", {*COMMANDS, *GROUPS})
    described = {name: each.value.help for name, each in found.items()}
    first_words = {name.split(" ")[0] for name in added_commands() if " " in name}
    return {**dict.fromkeys(sorted(first_words - GROUPS.keys()), ""), **described}


def _wrong(command: Command) -> str:
    return "" if all(command.target.partition(":")) else "has no target such as `module:name`"


def children(group: str = "") -> dict[str, str]:
    """Return the product's commands and groups directly below a group, with their help.

    "" is the program itself.

    >>> sorted(children("session"))
    ['export', 'import', 'reflect']
    """
    return _below(group, COMMANDS, GROUPS)


def added_children(group: str = "") -> dict[str, str]:
    """Return the commands and groups of plug-ins directly below a group, with their help."""
    return _below(group, added_commands(), added_groups())


def _below(group: str, commands: dict[str, Command], groups: dict[str, str]) -> dict[str, str]:
    prefix = f"{group} " if group else ""
    helps = {**groups, **{name: entry.help for name, entry in commands.items()}}
    names = {name.removeprefix(prefix): help_ for name, help_ in helps.items()
             if name.startswith(prefix) and " " not in name.removeprefix(prefix)
             and name not in PLUMBING}  # fmt: skip
    return dict(sorted(names.items()))
