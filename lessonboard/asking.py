"""Who may be asked about sessions on this machine, what it takes, and what prevents it."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from pathlib import Path

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events.consent import ModelAllowed, ModelWithdrawn
from lessonboard.bootstrap import App
from lessonboard.discovery import transcripts
from reflect.digest.price import BESIDE_DIGEST, DIGEST, Expected, expected
from reflect.model.account import model_for
from reflect.model.agents.registry import agents
from reflect.model.consent import Consent, held, in_words
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import NotSignedIn
from scheduler.handlers.understand import PURPOSES, Allowed, drop_queued

ENDPOINT = "endpoint"
"""How the server of [model] in the settings is named where an agent could be."""

_WEEKS = 4
_WEEK = 7 * 86_400_000_000


def offered(settings: ModelSettings) -> dict[str, str]:
    """Return who can be asked on this machine, with the account or address.

    Those are the agents whose program is here, and the server of the settings.
    """
    found = {
        name: account_of(name)
        for name, agent in agents().items()
        if not agent.not_offered and shutil.which(agent.program)
    }
    is_known = settings.is_server and settings.address
    return {**found, ENDPOINT: settings.address} if is_known else found


def account_of(name: str) -> str:
    """Return the account with which an agent is signed in; empty if none is known."""
    agent = agents().get(name)
    return agent.account(os.environ, Path.home()) if agent else ""


def permission(
    settings: ModelSettings, name: str, tokens_per_day: int, *, backlog: bool = False
) -> ModelAllowed:
    """Return the decision to let somebody be asked, with the account or address of now.

    Raises:
        BoardError: it cannot be asked on this machine.
    """
    found = offered(settings)
    if name not in found:
        here = ", ".join(found) or "none"
        more = "set [model] name and base_url first; " if name == ENDPOINT else ""
        raise BoardError(f"{name} cannot be asked on this machine; {more}those that can: {here}")
    if name == ENDPOINT:
        return ModelAllowed(endpoint=found[name], tokens_per_day=tokens_per_day, backlog=backlog)
    return ModelAllowed(
        agent=name, account=found[name], tokens_per_day=tokens_per_day, backlog=backlog
    )


def withdraw(board: Board, reason: str = "") -> int:
    """Ask no one any longer, and drop what is queued; returns how many questions that were."""
    board.record(ModelWithdrawn(reason=reason), actor="human")
    return drop_queued(board)


def price(board: Board, name: str, now: int) -> Expected:
    """Return what asking somebody would take.

    Before an import it is estimated from the number of transcripts here.
    """
    agent = "" if name == ENDPOINT else name
    found = expected(board, agent, now)
    if found.backlog_sessions:
        return found
    files = [each for each in transcripts() if agent in ("", each.agent)]
    recent = sum(each.modified_ns // 1000 > now - _WEEKS * _WEEK for each in files)
    each = DIGEST + BESIDE_DIGEST
    return Expected(round(recent / _WEEKS), round(recent * each * 30 / (7 * _WEEKS)),
                    len(files), len(files) * each)  # fmt: skip


def held_with(board: Board, name: str) -> dict[str, int]:
    """With whom the sessions were held that asking somebody is about, and how many with each."""
    where = {"child": 0, **({} if name == ENDPOINT else {"agent": name})}
    rows = (held(board, row) for row in board.view("sessions", where=where))
    return Counter(f"{row['agent']} as {in_words(row['accounts'])}" for row in rows)


def allowed_model(app: App) -> Allowed:
    """Return how a worker comes to the model that a consent names."""

    def allowed(board: Board, given: Consent) -> Model | str:
        settings = settings_of(app.config.model, given)
        if isinstance(settings, str):
            return settings
        now = time.time_ns() // 1000
        return model_for(board, settings, now, purposes=PURPOSES) or "no model is configured"

    return allowed


def settings_of(own: ModelSettings, given: Consent) -> ModelSettings | str:
    """Return the settings under which a consent asks, or why it may not be asked.

    Args:
        own: the person's settings of models; what they name for the agent or server is kept.
        given: the consent in force.

    Raises:
        NotSignedIn: no user is signed in to the agent at the moment.
    """
    limits = {"tokens_per_day": given.tokens_per_day, "corrections": min(1, own.corrections)}
    if not given.agent:
        if own.is_server and own.address == given.endpoint:
            return own.model_copy(update=limits)
        return (f"[model] no longer names {given.endpoint}; "
                "`lessonboard admin model allow endpoint` allows the new one")  # fmt: skip
    account = account_of(given.agent)
    if given.account and not account:
        raise NotSignedIn(f"no user is signed in to {given.agent}; sign in as {given.account}")
    if account != given.account:
        return (f"{given.agent} is signed in as {account}, and allowed was "
                f"{given.account or 'an unknown account'}; "
                f"`lessonboard admin model allow {given.agent}` allows the new one")  # fmt: skip
    name = own.name if own.agent == given.agent else None
    return own.model_copy(update={**limits, "agent": given.agent, "name": name})


def obstacle(own: ModelSettings, given: Consent) -> str:
    """Return what on this machine keeps whom a consent names from being asked.

    It is empty where nothing does.
    """
    if not given.stands:
        return ""
    try:
        found = settings_of(own, given)
    except NotSignedIn as error:
        return str(error)
    return found if isinstance(found, str) else ""
