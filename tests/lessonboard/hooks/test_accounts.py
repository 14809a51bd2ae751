"""With which account a session is held is noted as it is held, and no key is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from blackboard.board import Board
from blackboard.events.consent import ModelAllowed
from reflect.model.agents.claude_code import CLAUDE_CODE
from reflect.model.agents.codex import CODEX
from reflect.model.consent import consent, held, why_not
from tests.lessonboard.hooks.agents import claude, codex
from tests.lessonboard.hooks.conftest import Hook
from tests.reflect.talks import says, session


def sign_in(home: Path, who: str) -> None:
    """Sign in to Claude Code."""
    (home / ".claude.json").write_text(json.dumps({"oauthAccount": {"emailAddress": who}}))


def accounts(hook: Hook, session: str) -> list[str]:
    """With which accounts a session was held, as the board knows."""
    with Board.open(hook.board) as board:
        return held(board, board.row("sessions", session))["accounts"]


def test_who_is_signed_in_is_noted_once_and_a_change_too(hook: Hook) -> None:
    """At the start, and at the end of each turn; a subagent's accounts are its session's."""
    sign_in(hook.folder, "ada@example.com")
    hook(claude("SessionStart", hook.folder, "s1"))
    hook(claude("Stop", hook.folder, "s1"))
    assert hook.events("session.attributed") == [{"session": "s1", "account": "ada@example.com"}]
    sign_in(hook.folder, "bob@example.com")
    hook(claude("Stop", hook.folder, "s1"))
    assert accounts(hook, "s1") == ["ada@example.com", "bob@example.com"]
    with Board.open(hook.board) as board:
        board.append(session([says("Look into it.")], "s1/a1"))
    assert accounts(hook, "s1/a1") == accounts(hook, "s1")


def test_a_key_is_noted_by_a_name_from_which_nobody_gets_it(hook: Hook) -> None:
    """The same key has the same name in each session; nobody signed in is not noted."""
    hook(codex("SessionStart", hook.folder, "s0"))
    for name in ("s1", "s2"):
        hook(codex("SessionStart", hook.folder, name), CODEX_API_KEY="no-token-of-anybody")
    assert accounts(hook, "s0") == []
    (name,) = accounts(hook, "s1")
    assert name.startswith("key ")
    assert "token" not in name
    assert accounts(hook, "s2") == [name]


def test_a_torn_sign_in_is_nobodys(hook: Hook) -> None:
    """It keeps no hook from noting the session."""
    (hook.folder / ".codex").mkdir()
    (hook.folder / ".codex" / "auth.json").write_bytes(b'{"tokens": {"id_token": "a.\xff')
    (hook.folder / ".codex" / "config.toml").write_text("model_provider = [")
    hook(codex("SessionStart", hook.folder, "s1"))
    assert accounts(hook, "s1") == []
    assert hook.failures() == []


def test_what_a_hook_notes_is_what_a_consent_names(hook: Hook) -> None:
    """Also where a key and a server of the person's own say it, and after secrets are cut."""
    (hook.folder / ".codex").mkdir()
    (hook.folder / ".codex" / "config.toml").write_text(
        'model_provider = "own"\n[model_providers.own]\nbase_url = "http://127.0.0.1:9/v1"\n'
    )
    server = {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    wrong = []
    for agent, say, variables in ((CLAUDE_CODE, claude, server), (CODEX, codex, {})):
        hook(say("SessionStart", hook.folder, agent.name), **variables)
        account = agent.account(variables, hook.folder)
        with Board.open(hook.board) as board:
            board.record(ModelAllowed(agent=agent.name, account=account), actor="human")
            given, row = consent(board), board.row("sessions", agent.name)
            reason = why_not(replace(given, since=0), held(board, row), [])
        if reason or given.account != account or not account:
            wrong.append((agent.name, account, given.account, reason))
    assert wrong == []
