"""What is particular about a coding agent, as data: its tools, its folders, what its hooks say.

Hooks load these modules on every call, so they import only each other; that is why the
classes here are written by hand and are no dataclasses (docs/decisions/0022).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from blackboard.agents.reader import Reader
    from blackboard.agents.registration import AgentSettings
    from blackboard.vocabulary import ToolKind

    Path = tuple[str | int, ...]
    Outcome = tuple[str, bool | None, int | None]

STEPS = ("start", "prompt", "before", "after", "failed", "stop", "end", "compaction")
"""The steps of a session at which hooks are called, whatever an agent names them.

At `compaction` the agent takes no context; one that does starts again, see `CLEARED`."""

CLEARED = ("compact", "clear")
"""The sources of a start at which the agent's context holds nothing of what it was shown. What
is resumed has it still with most agents, as do forks, in the text of the conversation."""

_TOOL_INPUT = "tool_input"
COMMON_FIELDS: dict[str, tuple[Path, ...]] = {
    "event": (("hook_event_name",),),
    "session": (("session_id",), ("conversation_id",)),
    "subagent": (("agent_id",),),
    "cwd": (("cwd",), ("workspace_roots", 0)),
    "transcript": (("transcript_path",),),
    "model": (("model",),),
    "turn": (("prompt_id",), ("turn_id",), ("generation_id",)),
    "prompt": (("prompt",),),
    "tool": (("tool_name",),),
    "call": (("tool_use_id",),),
    "input": ((_TOOL_INPUT,),),
    "command": ((_TOOL_INPUT, "command"), (_TOOL_INPUT, "cmd"), ("command",)),
    "folder": ((_TOOL_INPUT, "workdir"), (_TOOL_INPUT, "cwd"), (_TOOL_INPUT, "dir_path")),
    "path": (
        (_TOOL_INPUT, "file_path"),
        (_TOOL_INPUT, "notebook_path"),
        (_TOOL_INPUT, "path"),
        ("file_path",),
    ),
    "stdout": (("tool_response", "stdout"),),
    "stderr": (("tool_response", "stderr"),),
    "output": (
        ("tool_response", "llmContent"),
        ("tool_response", "output"),
        ("tool_response",),
        ("tool_output", "output"),
        ("tool_output", "stdout"),
        ("tool_output",),
        ("output",),
        ("result_json",),
    ),
    "error": (("tool_response", "error", "message"), ("error",), ("error_message",)),
    "exit_code": (
        ("tool_response", "metadata", "exit_code"),
        ("tool_response", "exit_code"),
        ("tool_response", "exitCode"),
        ("tool_output", "exitCode"),
        ("exit_code",),
    ),
    "interrupted": (("is_interrupt",),),
    "mode": (("permission_mode",),),
    "again": (("stop_hook_active",),),
    "reason": (("reason",), ("status",)),
    "source": (("source",),),
}
"""Where agents write the fields of a hook's input; of several places the first that has one."""


def anywhere(parts: tuple[str, ...]) -> bool:
    """A place below the folder of transcripts, by its parts: all are transcripts there."""
    return bool(parts)


def as_given(output: str, failed: bool | None) -> Outcome:
    """The outcome of a call whose output says nothing more than the agent does."""
    return output, failed, None


class RecentWork:
    """How to find the work under way in the lines of a transcript.

    Attributes:
        places: the fields that are looked at.
        told_by: the content of a line, given these fields: its kind, "prompt", "command" or "path",
            and the text; None for most lines.
    """

    __slots__ = ("places", "told_by")

    def __init__(
        self,
        places: tuple[Path, ...],
        told_by: Callable[[Mapping[Path, Any]], tuple[str, str] | None],
    ) -> None:
        self.places = places
        self.told_by = told_by


class Presence:
    """How one knows that a person sits before a session, and may be asked.

    Attributes:
        variable: what the agent sets for its hooks, to one of `values` where a person types.
        head: the place in the first line of its transcript that has one of `values` there.
        values: see there.
        driven: the words of its command line by which a program drives it.
        at_terminal: whether its standard input is a terminal then.
        asks: the modes of permission in which it asks its person when a hook wants that.
    """

    __slots__ = ("asks", "at_terminal", "driven", "head", "values", "variable")

    def __init__(
        self,
        *,
        variable: str = "",
        head: Path = (),
        values: tuple[str, ...] = (),
        driven: tuple[str, ...] = (),
        at_terminal: bool = False,
        asks: tuple[str, ...] = (),
    ) -> None:
        self.variable = variable
        self.head = head
        self.values = values
        self.driven = driven
        self.at_terminal = at_terminal
        self.asks = asks


class Hooks:
    """How an agent calls hooks.

    Attributes:
        steps: for each event's name the step that it is; other events are passed over.
        sent_by: whether a hook's input comes from this agent and no other, by its event and its
            top-level fields.
        registered: the events that are registered, with the pattern of tools where one is wanted.
        deaf: the events after which the agent takes no context; none is given before calls anyway.
        fields: the places of fields that this agent writes elsewhere than `COMMON_FIELDS`.
        transcript: where a session's transcript is in the agent's folder, `{}` being its id, for
            events that do not say.
        cleared: the sources of a start whose context holds nothing of what was shown before.
        tools: the tool of events that name none.
        flat_reply: the key that a reply has alone; empty where the context is in a part that is
            specific to the event.
        refuses: whether and in which form a call may be refused before it is made: as a
            `permission` in what is specific to the event, or as a `decision` of its own.
        succeeded: the events that are sent only for calls that succeeded.
        outcome: output, failed and exit code of a call, from its output and what is known of it.
        recent: how to find the work under way in its transcript.
        noted: where the line of its transcript that notes the end of a call has the call's id and
            its exit code, if that is written before the hook is called and not given to it.
        late: whether what fits the start and the prompt can only be shown after a call.
        presence: how to detect that a person attends a session; None where it is unknown.
        line_at: the steps at which the agent shows its person a line of a reply.
    """

    __slots__ = (
        "cleared", "deaf", "fields", "flat_reply", "late", "line_at", "noted", "outcome",
        "presence", "recent", "refuses", "registered", "sent_by", "steps", "succeeded", "tools",
        "transcript",
    )  # fmt: skip

    def __init__(
        self,
        steps: Mapping[str, str],
        sent_by: Callable[[str, Mapping[Path, object]], bool],
        registered: Mapping[str, str | None],
        *,
        deaf: frozenset[str] = frozenset(),
        fields: Mapping[str, tuple[Path, ...]] | None = None,
        transcript: str = "",
        cleared: tuple[str, ...] = CLEARED,
        tools: Mapping[str, str] | None = None,
        flat_reply: str = "",
        refuses: Literal["", "permission", "decision"] = "",
        succeeded: frozenset[str] = frozenset(),
        outcome: Callable[[str, bool | None], Outcome] = as_given,
        recent: RecentWork | None = None,
        noted: tuple[Path, Path] | None = None,
        late: bool = False,
        presence: Presence | None = None,
        line_at: tuple[str, ...] = (),
    ) -> None:
        self.line_at = line_at
        self.presence = presence
        self.recent = recent
        self.noted = noted
        self.late = late
        self.steps = steps
        self.sent_by = sent_by
        self.registered = registered
        self.deaf = deaf
        self.fields = {**COMMON_FIELDS, **fields} if fields else COMMON_FIELDS
        self.transcript = transcript
        self.cleared = cleared
        self.tools = tools or {}
        self.flat_reply = flat_reply
        self.refuses = refuses
        self.succeeded = succeeded
        self.outcome = outcome


class Agent:
    """A coding agent; a new one is a folder beside this file and a line in `MODULES`.

    Attributes:
        name: what its events are recorded under, such as "claude-code".
        title: as people call it.
        program: the command that starts it, which is also its name on our command line.
        tools: for each kind the names of its tools; others are classified by their name.
        reader: what reads its transcripts, a class or "module:Class", loaded when it is needed.
        home: the variable that names its folder, and its name in the user's.
        home_within: whether the variable names the folder that holds it.
        transcripts: the folders of its transcripts, or the one file that holds all, below `home`.
        owns: whether a place below one of those folders, by the parts of its path, is that of a
            transcript that the agent itself writes; the outputs of tools may lie beside them.
        keeps_record: whether its transcript is the record, so that hooks need not write down
            prompts and calls.
        own_errors: how the outputs begin by which the agent itself refuses a call.
        error_tags: what it puts around them.
        not_run: what it says, in small letters, of a call that another one stopped.
        goes_on: what it says, in small letters, of a command that it left running.
        hooks: how it calls hooks, if it does.
        settings: what `init` writes into its settings: an `AgentSettings` or "module:NAME".
        variables: what it sets for the commands that it runs, and no terminal of a person's has.
        processes: the names of its programs and scripts, and folders that only they are in, by
            which a command knows that the agent is among its parents.
    """

    __slots__ = (
        "error_tags", "goes_on", "home", "home_within", "hooks", "keeps_record", "name",
        "not_run", "own_errors", "owns", "processes", "program", "reader", "settings", "title",
        "tools", "transcripts", "variables",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        title: str,
        *,
        program: str = "",
        tools: Mapping[ToolKind, tuple[str, ...]] | None = None,
        reader: str | type[Reader] = "",
        home: tuple[str, str] = ("", ""),
        home_within: bool = False,
        transcripts: tuple[str, ...] = (),
        owns: Callable[[tuple[str, ...]], bool] = anywhere,
        keeps_record: bool = False,
        own_errors: tuple[str, ...] = (),
        error_tags: tuple[str, ...] = (),
        not_run: tuple[str, ...] = (),
        goes_on: tuple[str, ...] = (),
        hooks: Hooks | None = None,
        settings: str | AgentSettings = "",
        variables: tuple[str, ...] = (),
        processes: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.program = program
        self.tools: dict[str, ToolKind] = {
            tool: kind for kind, names in (tools or {}).items() for tool in names
        }
        self.reader = reader
        self.home = home
        self.home_within = home_within
        self.transcripts = transcripts
        self.owns = owns
        self.keeps_record = keeps_record
        self.own_errors = own_errors
        self.error_tags = error_tags
        self.not_run = not_run
        self.goes_on = goes_on
        self.hooks = hooks
        self.settings = settings
        self.variables = variables
        self.processes = processes

    def folder(self, user: str, variables: Mapping[str, str]) -> str:
        """Its own folder, given the user's and the environment."""
        variable, name = self.home
        chosen = variables.get(variable) if variable else None
        if not chosen:
            return f"{user}/{name}"
        return f"{chosen}/{name}" if self.home_within else chosen

    def __repr__(self) -> str:
        return f"Agent({self.name!r})"
