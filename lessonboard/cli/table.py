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
    "admin": "The log, the queue, projects and models: what few people need.",
    "admin model": "Who is asked about sessions, and what was sent.",
    "admin queue": "Work items for the background worker.",
    "critic": "What the critic decided over time: rates.",
    "export": "Write lessons and events for other programs.",
    "guard": "Lessons that refuse a failing command once: on, off, list.",
    "insight": "Short statements about a project that the reflector kept.",
    "lesson": "Rules that were learnt: list, show, approve, reject.",
    "session": "Past conversations.",
    **{entry.name: entry.value.help for entry in contents.part_entries("group")},
}

COMMANDS = {
    "init": Command("init:init", "Register hooks and the MCP server with your agents."),
    "uninstall": Command("uninstall:uninstall", "Remove what `init` installed."),
    "doctor": Command("doctor:doctor", "Check that everything works, and say what to do if not."),
    "search": Command("search:search", "Find what was said, done or learnt, by words."),
    "fix": Command("fix:fix", "What was done about an error before."),
    "off": Command("off:off", "Remember nothing of a project or session from now on."),
    "forget": Command("forget:forget", "Erase events and all that was learnt from them."),
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
    "admin project": Command("project:project", "List projects; make two one, or split one."),
    "admin queue": Command("queue:queue", "List work items, or show one."),
    "admin queue add": Command("queue:add", "Add a work item."),
    "admin queue claim": Command("queue:claim", "Claim the most urgent items for five minutes."),
    "admin queue finish": Command("queue:finish", "Say what became of a claimed item."),
    "admin verify": Command("verify:verify", "Check that no event was altered; rebuild views."),
    "admin worker": Command("worker:worker", "Run what waits in the queue."),
    "hook": Command("hook:hook", "Answer one event of a coding agent on standard input."),
    "mcp": Command("mcp:mcp", "Serve an agent over MCP on standard input and output."),
    "status-line": Command(
        "status_line:status_line", "Print a line on this session, for an agent to show."
    ),
    "add": Command("add:add", "Add a rule of your own, in one sentence."),
    "backtest": Command(
        "backtest:backtest", "Replay your history: what lessons would have been worth."
    ),
    "context": Command("context:context", "Print what an agent would be told at this moment."),
    "critic rates": Command("critic:rates_", "Show what the critic accepted, week by week."),
    "drop": Command("keep:drop", "Drop what you said: agents are not told it again."),
    "export agents-md": Command("export:agents_md_", "Write a section of AGENTS.md."),
    "export markdown": Command("export:markdown_", "Write lessons as Markdown."),
    "export rules": Command("export:rules_", "Write lessons as rule files of Claude Code."),
    "guard list": Command("guard:list_", "List guards: what they refused, and if that was right."),
    "guard off": Command("guard:off", "Let a guard refuse nothing more."),
    "guard on": Command("guard:on", "Let a lesson refuse its failing command once a session."),
    "insight account": Command(
        "lesson_account:insight", "Show what became of an insight in later sessions."
    ),
    "insight add": Command("insight_decisions:add", "Add a statement of your own."),
    "insight approve": Command("insight_decisions:approve", "Stand behind an insight."),
    "insight curate": Command(
        "insight_decisions:curate", "Go through the insights that wait for a decision."
    ),
    "insight list": Command("insight:list_", "List insights, last seen first."),
    "insight promote": Command(
        "insight_decisions:promote", "Make an insight apply to every project."
    ),
    "insight retire": Command("insight_decisions:retire", "Stop telling an insight."),
    "insight revise": Command("insight_decisions:revise", "Replace an insight's words."),
    "insight search": Command("insight:search", "Search insights."),
    "insight show": Command("insight:show", "Show one insight with its evidence."),
    "insight undo": Command("insight_decisions:undo", "Undo the last decision about an insight."),
    "keep": Command("keep:keep", "Keep what you said: agents are told it plainly."),
    "lesson account": Command(
        "lesson_account:account_", "Show what a lesson did in later sessions."
    ),
    "lesson approve": Command("lesson_decisions:approve", "Approve a lesson: agents are told it."),
    "lesson guard": Command("guard:of_lesson", "Show what a lesson would have refused as a guard."),
    "lesson import": Command("lesson:import_", "Import lessons from a file of JSON lines."),
    "lesson list": Command("lesson:list_", "List lessons, last seen first."),
    "lesson mute": Command("lesson_mute:mute", "Tell a lesson no more in one project or session."),
    "lesson pin": Command(
        "lesson_decisions:pin", "Always show a lesson where it fits; never measure it."
    ),
    "lesson promote": Command("lesson_decisions:promote", "Make a lesson apply to every project."),
    "lesson reject": Command("lesson_decisions:reject", "Reject a lesson as wrong or useless."),
    "lesson retire": Command(
        "lesson_decisions:retire", "Stop telling a lesson that was right once."
    ),
    "lesson revise": Command("lesson_decisions:revise", "Change the words of a lesson."),
    "lesson search": Command("lesson:search", "Search lessons."),
    "lesson show": Command("lesson:show", "Show one lesson with its evidence."),
    "lesson undo": Command("lesson_decisions:undo", "Undo the last decision about a lesson."),
    "lesson unmute": Command("lesson_mute:unmute", "Tell a lesson again where it was muted."),
    "lesson unpin": Command("lesson_decisions:unpin", "Measure a pinned lesson again."),
    "report": Command("report:report", "What was learnt this week, and what it did."),
    "review": Command("review:review", "Go through what waits for you: keep, drop, skip."),
    "score": Command("score:critique", "Score recommendations; keep and refine the good ones."),
    **{entry.name: entry.value for entry in contents.part_entries("command")},
}

PLUMBING = frozenset({"hook", "mcp", "status-line"})
"""Commands that programs call: they work, and no help lists them."""

SECTIONS = {
    "Start": ("init", "doctor", "off", "forget", "uninstall"),
    "Find": ("search", "fix", "session", "web"),
    "Learn": ("lesson",),
    "More": ("recording", "automation", "team", "admin"),
}
"""The words of `lessonboard --help`, by what a person wants; everything else is below one."""


def target_of(command: Command) -> str:
    """Where a command is, as `module:name`; short names are of this folder."""
    module = command.target.partition(":")[0]
    return command.target if "." in module else f"{_FOLDER}{command.target}"


def added_commands() -> dict[str, Command]:
    """The commands that plug-ins add, by their names."""
    found = contents.added("command", {*COMMANDS, *GROUPS}, _wrong)
    return {name: each.value for name, each in found.items()} | added_exporters()


def added_exporters() -> dict[str, Command]:
    """The commands that write the formats of plug-ins."""
    own = {name.removeprefix("export ") for name in COMMANDS if name.startswith("export ")}
    return {
        f"export {name}": Command(f"lessonboard.cli.export_added:{name}", each.value[1])
        for name, each in contents.added("exporter", own).items()
    }


def added_groups() -> dict[str, str]:
    """The groups that plug-ins add, with their help; one that no plug-in describes has none."""
    found = contents.added("group", {*COMMANDS, *GROUPS})
    described = {name: each.value.help for name, each in found.items()}
    first_words = {name.split(" ")[0] for name in added_commands() if " " in name}
    return {**dict.fromkeys(sorted(first_words - GROUPS.keys()), ""), **described}


def _wrong(command: Command) -> str:
    return "" if all(command.target.partition(":")) else "has no target such as `module:name`"


def children(group: str = "") -> dict[str, str]:
    """The product's commands and groups directly below a group, with their help.

    "" is the program itself.

    >>> sorted(children("session"))
    ['export', 'import', 'reflect']
    """
    return _below(group, COMMANDS, GROUPS)


def added_children(group: str = "") -> dict[str, str]:
    """The commands and groups of plug-ins directly below a group, with their help."""
    return _below(group, added_commands(), added_groups())


def _below(group: str, commands: dict[str, Command], groups: dict[str, str]) -> dict[str, str]:
    prefix = f"{group} " if group else ""
    helps = {**groups, **{name: entry.help for name, entry in commands.items()}}
    names = {name.removeprefix(prefix): help_ for name, help_ in helps.items()
             if name.startswith(prefix) and " " not in name.removeprefix(prefix)
             and name not in PLUMBING}  # fmt: skip
    return dict(sorted(names.items()))
