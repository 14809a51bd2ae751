"""Who may be asked about sessions on this machine, and what keeps him from being asked now."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

from blackboard import Board
from lessonboard.bootstrap import App
from reflect.model.account import model_for
from reflect.model.agents.registry import agents
from reflect.model.consent import Consent
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from scheduler.handlers.understand import Allowed


def offered() -> dict[str, str]:
    """The agents of this machine that can be asked, with the account that is signed in."""
    return {
        name: account_of(name)
        for name, agent in agents().items()
        if not agent.not_offered and _is_here(agent.program)
    }


def account_of(name: str) -> str:
    """The account with which an agent is signed in; empty if none is known."""
    agent = agents().get(name)
    return agent.account(os.environ, Path.home()) if agent else ""


def allowed_model(app: App) -> Allowed:
    """How a worker comes to the model that a consent names."""

    def allowed(board: Board, given: Consent) -> Model | str:
        settings = settings_of(app.config.model, given)
        if isinstance(settings, str):
            return settings
        return model_for(board, settings, time.time_ns() // 1000) or "no model is configured"

    return allowed


def settings_of(own: ModelSettings, given: Consent) -> ModelSettings | str:
    """The settings under which a consent asks, or why it may not be asked now; pure but for the
    account, which is read from the agent's own sign-in.

    Args:
        own: the person's settings of models.
        given: the consent that stands.
    """
    budget = {"tokens_per_day": given.tokens_per_day}
    if given.agent:
        if given.account != account_of(given.agent):
            return (f"{given.agent} is not signed in as {given.account or 'before'} any more; "
                    f"`lessonboard model allow {given.agent}` allows the new account")  # fmt: skip
        return ModelSettings(**{**budget, **_of_agent(own, given.agent)})  # type: ignore[arg-type]
    if own.name is None or own.address != given.endpoint:
        return (f"[model] does not name {given.endpoint} any more; "
                "`lessonboard model allow endpoint` allows the new one")  # fmt: skip
    return own.model_copy(update=budget)


def _of_agent(own: ModelSettings, agent: str) -> Mapping[str, object]:
    """The settings of an agent; a model that the person named for it is kept."""
    return {"agent": agent, "name": own.name if own.agent == agent else None}


def _is_here(program: str) -> bool:
    import shutil

    return shutil.which(program) is not None
