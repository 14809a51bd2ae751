"""Reflecting on a session or a merged pull request, and then the policy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.importer import import_files
from blackboard.redaction.breadth import finder
from blackboard.sources.omission import Excluded
from blackboard.transcript_files import find
from blackboard.views.rows import SessionRow
from reflect.curator.curate import curate
from reflect.examine import examine
from reflect.guards.follow_up import follow_up
from reflect.guards.prohibiting import propose
from reflect.guards.qualifying import qualify
from reflect.guards.switching import switch_on_qualified
from reflect.merge.history import History, history
from reflect.miner.mine import mine
from reflect.reconsider import reconsider
from reflect.reflecting import (
    ReflectionOutcome,
    ReflectionTools,
    reflect_on_merge,
    reflect_on_sessions,
)
from scheduler.dispatch import calls_for_a_look
from scheduler.handler import Hopeless, Outcome
from scheduler.handlers.check import ask_for_check
from scheduler.handlers.understand import ask_to_understand
from scheduler.work.item import Item
from scheduler.work.queue import system_clock

Then = Callable[[Board, SessionRow, str, ReflectionTools], None]
"""What follows a look at a session; it gets the id of the work item, and may be called again."""


def nothing(_board: Board, _session: SessionRow, _item: str, _tools: ReflectionTools) -> None:
    """Nothing follows."""


class ReflectHandler:
    """Does items of the kind `reflect`: `{"session"}` or `{"project", "number"}`.

    Args:
        tools: gives the settings, critic and model for a board.
        then: what follows a look at a session; see `Then`.
        clock: microseconds since 1970 UTC.
        excluded: what the settings leave out of an import.
        auto_guards: whether lessons that qualify become guards without being asked for.
    """

    kind = "reflect"
    in_background = True

    def __init__(
        self,
        tools: Callable[[Board], ReflectionTools],
        then: Then = nothing,
        clock: Callable[[], int] = system_clock,
        *,
        excluded: Excluded = lambda _project, _folder: "",
        auto_guards: bool = False,
    ) -> None:
        self._tools = tools
        self._then = then
        self._excluded = excluded
        self._auto_guards = auto_guards
        self._clock = clock

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Reflect, keep what is learnt, let the policy decide, and do what follows.

        Looking at a session again that was looked at adds nothing, so an attempt that was cut
        off after it still comes to what follows.
        """
        reason = self._ingest(board, item)
        if reason:
            return {"left_out": reason}
        tools = self._tools(board)
        session = _session(board, item) if "session" in item.input else None
        if session is not None:
            mine(board, settings=tools.critic.settings)
            due = [session] if _is_due(board, item, session) else []
            head = board.log.head()
            looked = list(reflect_on_sessions(board, due, tools))
            examine(board, examined={each.subject for each in looked}, until=head)
        else:
            looked = [reflect_on_merge(board, _pull_request(board, item), tools)]
        reconsider(board, tools.curator)
        decided = curate(board, tools.curator) + follow_up(board)
        decided["guard.proposed"] += len(propose(board))
        decided["guard.qualified"] += len(qualify(board))
        if self._auto_guards:
            decided["guard.enabled"] += len(switch_on_qualified(board))
        if session is not None and not session["child"]:
            self._then(board, session, item.id, tools)
            ask_for_check(board, session, self._clock)
            ask_to_understand(board, session)
        return {"looked_at": [_told(each) for each in looked], "decided": dict(+decided)}

    def _ingest(self, board: Board, item: Item) -> str:
        """Import the item's transcript with its subagents; why it is left out, or nothing."""
        transcript = item.input.get("transcript")
        if not isinstance(transcript, str) or not Path(transcript).is_file():
            return ""
        subagents = Path(transcript).with_suffix("") / "subagents"
        folders = [subagents] if subagents.is_dir() else []
        paths = find([Path(transcript), *folders])
        summary = import_files(board, paths, excluded=self._excluded, more_secrets=finder())
        return next((why for path, why in summary.left_out if path == transcript), "")


def _is_due(board: Board, item: Item, session: SessionRow) -> bool:
    """Whether a session is worth a look; one that came with its transcript is judged only now."""
    return "transcript" not in item.input or calls_for_a_look(board, session)


def _session(board: Board, item: Item) -> SessionRow:
    """The session that an item is about."""
    name = item.input["session"]
    try:
        return board.row("sessions", name if isinstance(name, str) else repr(name))
    except NotFound as error:
        raise Hopeless(f"{item.id}: {error}") from error


def _pull_request(board: Board, item: Item) -> History:
    match item.input:
        case {"project": str(project), "number": int(number)}:
            return history(board, project, number)
    raise Hopeless(f"{item.id} names neither a session nor a pull request with its project")


def _told(looked: ReflectionOutcome) -> dict[str, object]:
    return {"subject": looked.subject, "kept": looked.kept, "failure": looked.failure}
