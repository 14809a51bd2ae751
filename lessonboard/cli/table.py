"""Every command: its name, where it is defined, and one line of help; nothing is imported for it.

A new command is a function in a file of this folder, a line in COMMANDS, and its name in SECTIONS
where people should see it; one of a separable part stands in `lessonboard/parts`. Its module is
imported when it is called, so that no command pays for the imports of another.
"""

from __future__ import annotations

from blackboard.plugins import contents
from blackboard.plugins.registry import Command

_FOLDER = "lessonboard.cli."

GROUPS = {
    "critic": "What the critic decided over time: rates.",
    "decide": "Who may give the commands that decide.",
    "export": "Write lessons and events for other programs.",
    "guard": "Lessons that refuse a failing command once: on, off, list.",
    "insight": "Short statements about a project that the reflector kept.",
    "lesson": "Rules that were learnt: list, show, approve, reject.",
    "mcp": "The server that agents start, and what they may ask it.",
    "model": "Who is asked to understand sessions, and what he was told.",
    "project": "Which repositories are one project: list, merge, split.",
    "queue": "Work items for the background worker.",
    "reflection": "What looking back at sessions and pull requests found.",
    "schema": "JSON Schemas of all events.",
    "session": "Past conversations: list, read and export them.",
    **{entry.name: entry.value.help for entry in contents.part_entries("group")},
}

COMMANDS = {
    "add": Command("add:add", "Add a rule of your own, in one sentence."),
    "audit": Command("audit:audit", "Check rule files (CLAUDE.md, AGENTS.md) for problems."),
    "backtest": Command(
        "backtest:backtest", "Replay your history: what lessons would have been worth."
    ),
    "backup": Command("backup:backup", "Write the board to a new file, verified."),
    "context": Command("context:context", "Print what an agent would be told at this moment."),
    "critic rates": Command("critic:rates_", "Show what the critic accepted, week by week."),
    "decide scripts": Command("decide:scripts", "Let scripts without a terminal decide, or not."),
    "doctor": Command("doctor:doctor", "Check that everything works, and say what to do if not."),
    "drop": Command("keep:drop", "Drop what you said: agents are not told it again."),
    "events": Command("events:events", "Print the events in order."),
    "export agents-md": Command("export:agents_md_", "Write a section of AGENTS.md."),
    "export events": Command("export:events_", "Write all events as JSON lines."),
    "export markdown": Command("export:markdown_", "Write lessons as Markdown."),
    "export rules": Command("export:rules_", "Write lessons as rule files of Claude Code."),
    "fix": Command("fix:fix", "What was done about an error before."),
    "forget": Command("forget:forget", "Erase events and all that was learnt from them."),
    "guard list": Command("guard:list_", "List guards: what they refused, and if that was right."),
    "guard off": Command("guard:off", "Let a guard refuse nothing more."),
    "guard on": Command("guard:on", "Let a lesson refuse its failing command once a session."),
    "hook": Command("hook:hook", "Answer one event of a coding agent on standard input."),
    "import": Command(
        "import_history:import_", "Read the history of coding agents on this machine."
    ),
    "init": Command("init:init", "Register hooks and the MCP server with your agents."),
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
    "lesson check": Command("lesson_check:check_", "Check that the lines that lessons cite exist."),
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
    "mcp": Command("mcp:mcp", "Serve an agent over MCP on standard input and output."),
    "mcp allow-projects": Command(
        "mcp_projects:allow", "Let agents anywhere ask what a project holds."
    ),
    "mcp close-projects": Command("mcp_projects:close", "Let them ask no more."),
    "off": Command("off:off", "Remember nothing of a project or session from now on."),
    "on": Command("off:on", "Remember a project or session again."),
    "part": Command("part:part", "List the separable parts; switch one on or off."),
    "project list": Command("project:list_", "List projects, latest first."),
    "project merge": Command("project:merge", "Make two projects one."),
    "project show": Command("project:show", "Show the names of a project, and why they are one."),
    "project split": Command("project:split", "Take a name out of its project."),
    "project undo": Command("project:undo", "Undo a merge or a split."),
    "model allow": Command("model:allow", "Let a model read digests of your sessions."),
    "model exclude": Command("model:exclude", "Ask no model about a project's sessions."),
    "model log": Command("model:log", "Show what a model was asked and answered."),
    "model show": Command("model:show", "Show who is asked, and what was spent today."),
    "model withdraw": Command("model:withdraw", "Ask no model any more."),
    "queue claim": Command("queue:claim", "Claim the most urgent items for five minutes."),
    "queue complete": Command("queue:complete", "Mark a claimed item as done."),
    "queue create": Command("queue:create", "Add an item."),
    "queue fail": Command("queue:fail", "Mark an attempt as failed; it is tried again later."),
    "queue list": Command("queue:list_", "List items, newest first."),
    "queue release": Command("queue:release", "Give a claimed item back."),
    "queue retry": Command("queue:retry", "Try a failed or quarantined item again."),
    "queue show": Command("queue:show", "Show one item and its history."),
    "reflect": Command("reflect:reflect", "Learn from sessions, pull requests, recordings."),
    "reflection list": Command("reflection:list_", "List the last look at each session."),
    "reflection show": Command("reflection:show", "Show every look at a session."),
    "replay": Command("replay_verify:replay", "Rebuild the views from the log."),
    "report": Command("report:report", "What was learnt this week, and what it did."),
    "restore": Command("backup:restore", "Put a backup in the place of the board, verified."),
    "review": Command("review:review", "Go through what waits for you: keep, drop, skip."),
    "schema check": Command("schema:check", "Compare schema files with this program."),
    "schema export": Command("schema:export", "Write the schema files."),
    "score": Command("score:critique", "Score recommendations; keep and refine the good ones."),
    "search": Command("search:search", "Find what was said, done or learnt, by words."),
    "session export": Command("session_export:export", "Write conversations to files."),
    "session list": Command("session:list_", "List sessions, latest first."),
    "session show": Command("session:show", "Read a conversation, from a hit on."),
    "sql": Command("sql:sql", "Ask the views with a SELECT statement."),
    "status-line": Command(
        "status_line:status_line", "Print a line on this session, for an agent to show."
    ),
    "uninstall": Command("init:uninstall", "Take back what `init` wrote."),
    "verify": Command("replay_verify:verify", "Check that no event was altered."),
    "worker": Command("worker:worker", "Run what waits in the queue."),
    **{entry.name: entry.value for entry in contents.part_entries("command")},
}

PLUMBING = frozenset[str]()
"""Commands that programs call: they work, and no help lists them."""

SECTIONS = {
    "Set up": ("init", "import", "doctor", "uninstall"),
    "Find": ("search", "fix", "session", "web"),
    "Teach": ("add", "keep", "drop", "review", "lesson", "forget"),
}
"""What people use daily, by what they want; `lessonboard --help` describes these."""

MORE = {
    "Learning": ("report", "reflect", "reflection", "model", "backtest", "guard", "insight",
                 "audit", "score", "critic", "export"),
    "Automation": ("recording", "automation", "pr", "queue", "worker"),
    "Projects": ("project", "off", "on"),
    "Sharing": ("team",),
    "Plumbing": ("context", "sql", "events", "replay", "verify", "schema", "hook", "mcp",
                 "status-line", "decide", "part", "backup", "restore"),
}  # fmt: skip
"""What few people need, or programs call; `lessonboard --help` names these."""


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
    ['export', 'list', 'show']
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
