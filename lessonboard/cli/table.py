"""Every command: its name, where it is defined, and one line of help; nothing is imported for it.

A new command is a function in a file of this folder, a line in COMMANDS, and its name in SECTIONS
where people should see it. Its module is imported when it is called, so that no command pays for
the imports of another.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command is defined (`module:function` in this folder), and what it does."""

    target: str
    help: str


GROUPS = {
    "automation": "Turn recurring problems into issues and draft pull requests; off by default.",
    "export": "Write lessons and events for other programs.",
    "insight": "Short statements about a project that the reflector kept.",
    "lesson": "Rules that were learnt: list, show, approve, reject.",
    "pr": "Pull requests with their reviews, rework and documents.",
    "project": "Which repositories are one project: list, merge, split.",
    "queue": "Work items for the background worker.",
    "recording": "Record a task in a browser and run it again with other values.",
    "schema": "JSON Schemas of all events.",
    "session": "Past conversations: list, read and export them.",
}

COMMANDS = {
    "add": Command("adding:add", "Add a rule of your own, in one sentence."),
    "audit": Command("auditing:audit", "Check rule files (CLAUDE.md, AGENTS.md) for problems."),
    "automation cancel": Command("workflow:cancel", "Cancel a run."),
    "automation disable": Command("automation:disable", "Switch automation off for a project."),
    "automation enable": Command("automation:enable", "Switch automation on; a dry run first."),
    "automation explain": Command("automation:explain", "Why a session triggers a run, or not."),
    "automation list": Command("workflow:list_", "List the runs, latest first."),
    "automation manual": Command("improvements:manual", "List what needs a person."),
    "automation measure": Command("improvements:measure", "Report if a merged fix has held."),
    "automation resume": Command("workflow:resume", "Continue a run at its first open step."),
    "automation run": Command("workflow:run_", "Take a request to a draft pull request."),
    "automation show": Command("workflow:show", "Show a run step by step, with its evidence."),
    "automation status": Command("automation:status", "Show if it is on, and what it did."),
    "automation trigger": Command("automation:trigger", "Decide about a session now, and act."),
    "context": Command("context:context", "Print what an agent would be told at this moment."),
    "doctor": Command("doctor:doctor", "Check that everything works, and say what to do if not."),
    "events": Command("events:events", "Print the events in order."),
    "export agents-md": Command("exporting:agents_md_", "Write a section of AGENTS.md."),
    "export events": Command("exporting:events_", "Write all events as JSON lines."),
    "export markdown": Command("exporting:markdown_", "Write lessons as Markdown."),
    "export rules": Command("exporting:rules_", "Write lessons as rule files of Claude Code."),
    "fix": Command("fixing:fix", "What was done about an error before."),
    "forget": Command("forget:forget", "Erase events and all that was learnt from them."),
    "hook": Command("hooking:hook", "Answer one event of a coding agent on standard input."),
    "import": Command("importing:import_", "Read the history of coding agents on this machine."),
    "init": Command("installing:init", "Register hooks and the MCP server with your agents."),
    "insight list": Command("insights:list_", "List insights, last seen first."),
    "insight promote": Command("insights:promote", "Make an insight apply to every project."),
    "insight retire": Command("insights:retire", "Stop telling an insight."),
    "insight search": Command("insights:search", "Search insights."),
    "insight show": Command("insights:show", "Show one insight with its evidence."),
    "insight undo": Command("insights:undo", "Undo the last decision about an insight."),
    "lesson account": Command("accounts:account_", "Show what a lesson did in later sessions."),
    "lesson approve": Command("curating:approve", "Approve a lesson: agents are told it."),
    "lesson check": Command("checking:check_", "Check that the lines that lessons cite exist."),
    "lesson curate": Command("curating:curate", "Decide about waiting lessons, a key for each."),
    "lesson import": Command("lessons:import_", "Import lessons from a file of JSON lines."),
    "lesson list": Command("lessons:list_", "List lessons, last seen first."),
    "lesson promote": Command("curating:promote", "Make a lesson apply to every project."),
    "lesson reject": Command("curating:reject", "Reject a lesson as wrong or useless."),
    "lesson retire": Command("curating:retire", "Stop telling a lesson that was right once."),
    "lesson revise": Command("curating:revise", "Change the words of a lesson."),
    "lesson search": Command("lessons:search", "Search lessons."),
    "lesson show": Command("lessons:show", "Show one lesson with its evidence."),
    "lesson undo": Command("curating:undo", "Undo the last decision about a lesson."),
    "mcp": Command("serving:mcp", "Serve an agent over MCP on standard input and output."),
    "off": Command("switching:off", "Remember nothing of a project or session from now on."),
    "on": Command("switching:on", "Remember a project or session again."),
    "pr attach": Command("recording:artifact", "Record a specification, plan or other document."),
    "pr fetch": Command("recording:pr", "Record a pull request from GitHub."),
    "pr list": Command("pull_requests:list_", "List recorded pull requests, latest first."),
    "pr merge": Command("recording:merge", "Record that a pull request was merged."),
    "pr review": Command("recording:review", "Record a review from a file."),
    "pr rework": Command("recording:rework", "Record that a requested change was made."),
    "pr show": Command("pull_requests:show", "Show one pull request and what came of it."),
    "project list": Command("projects:list_", "List projects, latest first."),
    "project merge": Command("projects:merge", "Make two projects one."),
    "project show": Command("projects:show", "Show the names of a project, and why they are one."),
    "project split": Command("projects:split", "Take a name out of its project."),
    "project undo": Command("projects:undo", "Undo a merge or a split."),
    "queue claim": Command("work:claim", "Claim the most urgent items for five minutes."),
    "queue complete": Command("work:complete", "Mark a claimed item as done."),
    "queue create": Command("work:create", "Add an item."),
    "queue fail": Command("work:fail", "Mark an attempt as failed; it is tried again later."),
    "queue list": Command("work:list_", "List items, newest first."),
    "queue release": Command("work:release", "Give a claimed item back."),
    "queue retry": Command("work:retry", "Try a failed or quarantined item again."),
    "queue show": Command("work:show", "Show one item and its history."),
    "recording import": Command("recordings:import_", "Import recordings made elsewhere."),
    "recording list": Command("recordings:list_", "List recordings, latest first."),
    "recording run": Command("browsing:run_", "Run a recorded task again."),
    "recording search": Command("recordings:search", "Search workflows, recordings and steps."),
    "recording show": Command("recordings:show", "Show one recording and its workflow."),
    "recording start": Command("browsing:start", "Open a browser and record what you do."),
    "reflect": Command("reflecting:reflect", "Learn from sessions, pull requests, recordings."),
    "replay": Command("maintenance:replay", "Rebuild the views from the log."),
    "report": Command("reporting:report", "What was learnt this week, and what it did."),
    "schema check": Command("schema:check", "Compare schema files with this program."),
    "schema export": Command("schema:export", "Write the schema files."),
    "score": Command("critiquing:critique", "Score recommendations; refine or discard them."),
    "search": Command("search:search", "Find what was said, done or learnt, by words."),
    "session export": Command("session_export:export", "Write conversations to files."),
    "session list": Command("sessions:list_", "List sessions, latest first."),
    "session show": Command("sessions:show", "Read a conversation, from a hit on."),
    "sql": Command("sql:sql", "Ask the views with a SELECT statement."),
    "uninstall": Command("installing:uninstall", "Take back what `init` wrote."),
    "verify": Command("maintenance:verify", "Check that no event was altered."),
    "worker": Command("work:worker", "Run what waits in the queue."),
}

SECTIONS = {
    "Set up": ("init", "import", "doctor", "uninstall"),
    "Find": ("search", "fix", "session", "report"),
    "Teach": ("add", "lesson", "project", "forget", "off", "on"),
}
"""What people use daily, by what they want; `lessonboard --help` describes these."""

MORE = {
    "Learning": ("reflect", "insight", "audit", "score", "export"),
    "Automation": ("recording", "automation", "pr", "queue", "worker"),
    "Plumbing": ("context", "sql", "events", "replay", "verify", "schema", "hook", "mcp"),
}
"""What few people need, or programs call; `lessonboard --help` names these."""


def children(group: str = "") -> dict[str, str]:
    """The commands and groups directly below a group, with their help; "" is the program itself.

    >>> sorted(children("session"))
    ['export', 'list', 'show']
    """
    prefix = f"{group} " if group else ""
    names = {name.removeprefix(prefix): entry.help for name, entry in COMMANDS.items()
             if name.startswith(prefix) and " " not in name.removeprefix(prefix)}  # fmt: skip
    return dict(sorted(({**GROUPS, **names} if not group else names).items()))
