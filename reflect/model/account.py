"""Connect models with the board: past spending, the known mode of an endpoint, and new calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blackboard import Board
from blackboard.events import streams
from blackboard.events.board import ModelCalled
from blackboard.plugins import contents
from blackboard.plugins.registry import Entry
from reflect.model.agents.ask import AgentEndpoint
from reflect.model.agents.registry import agent_named
from reflect.model.budget import NOTHING, Spent
from reflect.model.endpoint import OpenAIEndpoint
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import MODES, Endpoint, Mode

ACTOR = "model"
_DAY = 86_400_000_000
_OURS = ("", "http", "https")


def model_for(
    board: Board,
    settings: ModelSettings,
    now: int,
    endpoint: Endpoint | None = None,
    purposes: tuple[str, ...] = ("",),
) -> Model | None:
    """The configured model with the rest of its budget; None if none is configured.

    Args:
        board: the board with earlier calls.
        settings: the model and its limits.
        now: microseconds since 1970 UTC; the daily budget is that of its day.
        endpoint: replaces the configured endpoint.
        purposes: how the purposes begin whose calls count toward the daily budget.
    """
    if settings.name is None and settings.agent is None:
        return None
    return Model(
        endpoint or endpoint_for(settings),
        settings,
        spent_today=spent(calls_since(board, now - now % _DAY, purposes)),
        mode=_known_mode(board, settings),
    )


def endpoint_for(settings: ModelSettings) -> Endpoint:
    """The signed-in agent of the settings, what a plug-in makes of their address, or the server.

    Raises:
        ModelRejected: there is no such agent, or it may not be asked.
    """
    if settings.agent:
        return AgentEndpoint(agent_named(settings.agent), settings.name)
    scheme = settings.address.partition("://")[0]
    if scheme not in _OURS and (found := added_models().get(scheme)):
        made: Endpoint = contents.guarded("model", scheme, found)(settings)
        return made
    return OpenAIEndpoint(settings)


def added_models() -> dict[str, Entry]:
    """The ways to ask a model that plug-ins add, by the scheme of an address."""
    return contents.added("model", _OURS, contents.not_a_function)


def variant(model: Model, **changes: Any) -> Model:
    """A model on the same server with other settings and the same budget."""
    settings = model.settings.model_copy(update=changes)
    return Model(endpoint_for(settings), settings, meter=model.meter, mode=model.proven)


def remember(board: Board, model: Model | None) -> None:
    """Append the calls made since the last time."""
    remembered(board, model)


def remembered(board: Board, model: Model | None) -> int:
    """Append the calls made since the last time, and return their number."""
    calls = model.meter.take_calls() if model else []
    if calls:
        board.record(*calls, actor=ACTOR)
    return len(calls)


def calls_since(
    board: Board, since: int, purposes: tuple[str, ...] = ("",)
) -> list[dict[str, Any]]:
    """The calls from a time on in microseconds since 1970 UTC, the latest last.

    Args:
        board: the board with the calls.
        since: the time.
        purposes: how their purposes begin.
    """
    events = board.read(board.log.position_at(since - 1), types=[ModelCalled.type])
    calls = (event.payload or {} for event in events)
    return [call for call in calls if str(call.get("purpose", "")).startswith(purposes)]


def spent(calls: Iterable[Mapping[str, Any]]) -> Spent:
    """What some calls took together."""
    total = NOTHING
    for call in calls:
        total = total.plus(Spent(call.get("input_tokens", 0), call.get("output_tokens", 0)))
    return total


def _known_mode(board: Board, settings: ModelSettings) -> Mode | None:
    """The mode of this endpoint's last valid structured answer."""
    if settings.agent:
        return "agent"
    mode: Mode | None = None
    for event in board.read(stream=streams.model(settings.name or ""), types=[ModelCalled.type]):
        call = event.payload or {}
        is_match = call.get("endpoint", "") == settings.address and call.get("outcome") == "ok"
        if is_match and call.get("mode") in MODES:
            mode = call["mode"]
    return mode
