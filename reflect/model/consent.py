"""What a person allowed to be sent to a model, folded from their decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from blackboard import Board
from blackboard.event import Event
from blackboard.events import streams
from blackboard.views.rows import SessionRow


@dataclass(frozen=True)
class Consent:
    """The current consent; none without `agent` and `endpoint`.

    `since` is when it was given, in microseconds; `excluded` are the projects left out. `decided`
    says whether the person was asked at all, and perhaps said no.
    """

    agent: str = ""
    account: str = ""
    endpoint: str = ""
    tokens_per_day: int = 0
    backlog: bool = False
    since: int = 0
    excluded: frozenset[str] = frozenset()
    decided: bool = False

    @property
    def stands(self) -> bool:
        """Whether anybody may be asked."""
        return bool(self.agent or self.endpoint)

    @property
    def asked(self) -> str:
        """Who is asked, in words."""
        if self.agent:
            return f"{self.agent} as {self.account}" if self.account else self.agent
        return self.endpoint


NONE = Consent()


def consent(board: Board) -> Consent:
    """The current consent of a board."""
    return fold(board.read(stream=streams.CONSENT))


def fold(events: Iterable[Event]) -> Consent:
    """The consent after some decisions, the last of which counts."""
    found = NONE
    for event in events:
        payload: dict[str, Any] = event.payload or {}
        match event.type:
            case "model.allowed":
                found = _allowed(found, payload, event.occurred_at)
            case "model.withdrawn":
                found = Consent(excluded=found.excluded, decided=True)
            case "project.excluded":
                name = {str(payload["name"])}
                kept = found.excluded | name if payload["excluded"] else found.excluded - name
                found = replace(found, excluded=kept)
    return found


def why_left_out(board: Board, session: SessionRow) -> str:
    """Why nothing is asked about a session under the current consent; empty where it may be."""
    return why_not(consent(board), held(board, session), board.names_of(session["project"] or ""))


def held(board: Board, session: SessionRow) -> SessionRow:
    """A session with the accounts that it was held with: a subagent's are those of its parent."""
    parent, slash, _ = session["id"].partition("/")
    above = board.view("sessions", where={"id": parent}) if slash else []
    return {**session, "accounts": next((row["accounts"] for row in above), session["accounts"])}


def why_not(given: Consent, session: SessionRow, names: Collection[str]) -> str:
    """Why nothing is asked about a session; empty where it may be.

    Args:
        given: the current consent.
        session: a row of the sessions view.
        names: all names of its project.
    """
    if not given.stands:
        return "no model may be asked; `lessonboard admin model allow` allows one"
    if session["child"]:
        return "it was started by this program"
    if given.agent and session["agent"] != given.agent:
        return f"it is a session of {session['agent']}, and only {given.agent} may be asked"
    if not given.backlog and (reason := _why_older(given, session)):
        return f"{reason}; `lessonboard admin model allow --backlog`"
    if given.excluded.intersection(names):
        return "its project is excluded; `lessonboard admin model exclude --undo` takes that back"
    return ""


def _why_older(given: Consent, session: SessionRow) -> str:
    """Why a session counts as one of another provider; empty where it does not."""
    if session["started_at"] < given.since:
        return "it is from before the model was allowed"
    if not given.agent or session["accounts"] == [name for name in (given.account,) if name]:
        return ""
    allowed = in_words([given.account])
    return f"it was held with {in_words(session['accounts'])}, and allowed is {allowed}"


def in_words(accounts: Iterable[str]) -> str:
    """Some accounts, or that they are not known."""
    return " and ".join(filter(None, accounts)) or "an unknown account"


def _allowed(before: Consent, payload: dict[str, Any], at: int) -> Consent:
    same = (before.agent, before.account, before.endpoint) == tuple(
        str(payload.get(name, "")) for name in ("agent", "account", "endpoint")
    )
    return Consent(
        agent=str(payload.get("agent", "")),
        account=str(payload.get("account", "")),
        endpoint=str(payload.get("endpoint", "")),
        tokens_per_day=int(payload.get("tokens_per_day", 0)),
        backlog=bool(payload.get("backlog")),
        since=before.since if same and before.since else at,
        excluded=before.excluded,
        decided=True,
    )
