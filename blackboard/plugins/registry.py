"""What a plug-in may add: one method for each kind of thing."""

from __future__ import annotations

from typing import Any, NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Protocol

    from blackboard.agents.agent import Agent
    from blackboard.agents.reader import Reader
    from blackboard.board import Board
    from blackboard.event import Event
    from blackboard.events.payload import PayloadModel
    from blackboard.views.view import View

    class Handler(Protocol):
        """Does the work items of one kind; see `scheduler.Handler`."""

        @property
        def kind(self) -> str:
            """The kind of the items."""
            ...

        def handle(self, board: Board, item: Any, stopping: Callable[[], bool]) -> dict[str, Any]:
            """Do one item and return its outcome; may be called again for the same item."""
            ...

    class CheckKind(Protocol):
        """Makes one kind of check of a lesson; see
        `lessonboard.parts.automation.compiling.kind.CheckKind`.
        """

        @property
        def name(self) -> str:
            """What `automation compile --as` calls it."""
            ...

        def propose(self, subject: Any, files: Any) -> Any:
            """A `Proposal`: one file with the check in it."""
            ...

    class Detector(Protocol):
        """See `reflect.Detector`."""

        @property
        def type(self) -> str:
            """The type of its patterns."""
            ...

    class Converter(Protocol):
        """See `lessonboard.parts.recordings.sources.source_file.Converter`."""

        @property
        def name(self) -> str:
            """What the format is called."""
            ...

    FindPatterns = Callable[[Any], list[Any]]
    """Gives the `blackboard.Pattern`s that a `reflect.Trajectory` shows."""

    Miner = Callable[[Sequence[Event], str | None], Iterable[Any]]
    """Yields a `reflect.Finding` for each lesson that the events of one session teach."""

    DispatchRule = Callable[[Board, Event], Any]
    """Gives the `scheduler.Task` that an event calls for, or None."""

    Export = Callable[[Sequence[Any]], str]
    """Gives the text of an export, from the rows of lessons."""

    DoctorCheck = Callable[[Any, Board], Iterable[Any]]
    """Gives the `Finding`s of one check, from the settings and the board."""

    Schemas = Mapping[str, Mapping[str, Any]]


class Command(NamedTuple):
    """A `click` command as `module:name`, or a group, which has no target; and its help."""

    target: str
    help: str


class Entry(NamedTuple):
    """One thing that a plug-in adds; without a name it is called by what it says of itself."""

    plugin: str
    kind: str
    name: str
    value: Any


class Registry:
    """What one plug-in adds; its `register(to)` function is called with this.

    Each thing may also be given as `"module:name"`; it is imported when the first of its kind is
    needed, which keeps commands quick that need none.
    """

    def __init__(self, plugin: str) -> None:
        self.plugin = plugin
        self.entries: list[Entry] = []

    def event(self, model: type[PayloadModel] | str) -> None:
        """A type of event; its payloads are checked when they are appended or imported."""
        self._add("event", model)

    def view(self, view: View | str) -> None:
        """A table folded from events; it is brought up to date when it is read."""
        self._add("view", view)

    def agent(self, agent: Agent | str) -> None:
        """A coding agent: its tools, its folders, the reader of its transcripts, its hooks.

        `lessonboard init --agent` writes its `settings`, which call `lessonboard hook` with the
        name of its program. Only for such a name a hook looks for plug-ins: it takes 30 ms or more.
        """
        self._add("agent", agent)

    def model_agent(self, agent: Any) -> None:
        """An agent that can be asked as a model: a `reflect.model.agents.agent.ModelAgent`.

        `[model] agent` names it. It may be added only if its tools can be switched off.
        """
        self._add("model agent", agent)

    def source(self, reader: type[Reader] | str) -> None:
        """A format of transcripts that `lessonboard session import` reads."""
        self._add("source", reader)

    def recording(self, converter: Converter | str) -> None:
        """A format of recordings that `lessonboard recording import` converts."""
        self._add("recording", converter)

    def redaction(self, kind: str, anchor: str, pattern: str) -> None:
        """A kind of secret that is cut out of all that is written, as data.

        Hooks apply it from the next `lessonboard init` or worker on.

        Args:
            kind: what replaces it, as in `[redacted ship-key]`; letters and hyphens.
            anchor: how it begins, in small letters, whatever its own.
            pattern: the regular expression of the whole, from there on.
        """
        self._add("redaction", (kind, anchor, pattern), kind)

    def doctor(self, name: str, check: DoctorCheck | str) -> None:
        """A check of `doctor`: from the settings (`App`) and the board to `Finding`s.

        See `lessonboard.doctor.diagnosis`. It reads, and writes nothing.
        """
        self._add("doctor", check, name)

    def detector(self, detector: Detector | FindPatterns | str) -> None:
        """A type of pattern: a `reflect.Detector`, or only the function that finds them."""
        self._add("detector", detector)

    def miner(self, miner: Miner | str) -> None:
        """A function from the events of a session to lessons."""
        self._add("miner", miner)

    def handler(self, handler: Handler | type[Handler] | Callable[[Any], Handler] | str) -> None:
        """What does one kind of work, its class, or a function from the settings (`App`) to it."""
        self._add("handler", handler)

    def forge(self, name: str, make: Callable[..., Any] | str) -> None:
        """A forge by the name that `[automation] forge` gives: a function that makes a `Forge`.

        It is called with the project, a function that finds its checkout, and a folder of its own.
        """
        self._add("forge", make, name)

    def log(self, scheme: str, make: Callable[..., Any] | str) -> None:
        """A log elsewhere by the scheme of its address, as in `--db scheme://...`.

        The function makes a `blackboard.log.ServedLog` of the address; its `timeout` is how many
        seconds to wait for others who write.
        """
        self._add("log", make, scheme)

    def check(self, kind: CheckKind | type[CheckKind] | str) -> None:
        """A kind of check that `automation compile` makes of a lesson; see
        `lessonboard.parts.automation.compiling`.
        """
        self._add("check", kind)

    def exporter(self, name: str, function: Export | str, help: str) -> None:
        """A form of `lesson export --to NAME`: a function from rows of lessons to its text.

        The rows are those that may leave the board, the most important first.
        """
        self._add("exporter", (function, help), name)

    def model(self, scheme: str, make: Callable[[Any], Any] | str) -> None:
        """A way to ask a model, by the scheme of `[model] base_url`, as in `scheme://host`.

        The function makes a `reflect.model.thread.Endpoint` of the settings (`ModelSettings`).
        """
        self._add("model", make, scheme)

    def dispatch_rule(self, event_type: str, rule: DispatchRule | str) -> None:
        """A function from an event of that type to the work it calls for; one for each type."""
        # Several plug-ins, and the product itself, may have rules for one type.
        self._add("dispatch rule", rule, f"{event_type} {self.plugin}")

    def group(self, name: str, help: str) -> None:
        """A group of commands; theirs begin with its name and a blank."""
        self._add("group", Command("", help), name)

    def command(self, name: str, target: str, help: str) -> None:
        """A command of `lessonboard`: a `click` command as `module:name`, imported when called."""
        self._add("command", Command(target, help), name)

    def page(self, page: Any) -> None:
        """A page of `lessonboard web`: a `lessonboard.pages.page.Page`, or where one is."""
        self._add("page", page)

    def mcp_tool(
        self,
        name: str,
        function: Callable[..., str] | str,
        description: str,
        *,
        needs: Schemas | None = None,
        takes: Schemas | None = None,
        reads: bool = False,
    ) -> None:
        """A tool of the MCP server: a function of the board and the arguments that returns text.

        Args:
            name: what agents call it by.
            function: it.
            description: one line; every agent pays for each word.
            needs: a JSON Schema for each argument that must be given.
            takes: a JSON Schema for each argument that may be given.
            reads: it changes nothing.
        """
        self._add("tool", (function, description, needs or {}, takes or {}, reads), name)

    def _add(self, kind: str, value: Any, name: str = "") -> None:
        self.entries.append(Entry(self.plugin, kind, name, value))
