"""Gemini CLI with a home of its own in which only the sign-in is the person's, and no tools.

Tried with 0.61.0: it then declares no function, and what a model calls nevertheless is not found.
Its chats are kept in its home, which ends with the question.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reflect.model.agents.agent import (
    Added,
    Ended,
    Invocation,
    ModelAgent,
    Question,
    Variables,
    signed_in,
)
from reflect.model.agents.failures import failure
from reflect.model.agents.files import at, count, fields, word
from reflect.model.agents.instructions import with_schema
from reflect.model.thread import Completion

_FLAGS = (
    "-p", "", "--output-format", "json", "--extensions", "none", "--skip-trust",
    "--allowed-mcp-server-names", "none", "--approval-mode", "default",
)  # fmt: skip
_OFF = {"enabled": False}
_SETTINGS: dict[str, Any] = {
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    "privacy": {"usageStatisticsEnabled": False}, "telemetry": _OFF, "hooksConfig": _OFF,
    "skills": _OFF, "ide": {"enabled": False, "hasSeenNudge": True},
    "tools": {"core": []}, "mcp": {"allowed": []}, "experimental": {"enableAgents": False},
    "admin": {"extensions": _OFF, "mcp": _OFF, "skills": _OFF},
    "context": {"fileName": "none.md", "includeDirectoryTree": False},
    "model": {"maxSessionTurns": 4},
}  # fmt: skip
_HOME, _SYSTEM = "home", "system.md"
_SIGN_IN = ("oauth_creds.json", "google_accounts.json", "gemini-credentials.json",
            "installation_id", ".env")  # fmt: skip


def _ask(question: Question) -> Invocation:
    person, home = fields(question.settings), question.folder / _HOME
    model = {**_SETTINGS["model"], "name": question.model or word(person, "model", "name")}
    settings = _SETTINGS | {
        "security": {"folderTrust": _OFF, "auth": at(person, "security", "auth") or {}},
        "model": {key: value for key, value in model.items() if value},
    }
    files = {f"{_HOME}/.gemini/settings.json": json.dumps(settings),
             _SYSTEM: with_schema(question.system, question.schema)}  # fmt: skip
    variables = {
        "GEMINI_CLI_HOME": str(home), "GEMINI_SYSTEM_MD": str(question.folder / _SYSTEM),
        "GEMINI_CLI_NO_RELAUNCH": "true", "GEMINI_TELEMETRY_ENABLED": "false",
    }  # fmt: skip
    links = {f"{_HOME}/.gemini/{name}": _folder(question.variables, question.home) / name
             for name in _SIGN_IN}  # fmt: skip
    return Invocation(_FLAGS, question.text, variables, files, links)


def _read(ended: Ended) -> Completion:
    """The one object that it prints: on its output where it answered, else on the other."""
    result = fields(ended.out)
    if ended.code or "error" in result or not result:
        error = result.get("error") or at(fields(ended.err[ended.err.find("\n{") + 1 :]), "error")
        raise failure("Gemini CLI", ended, word(error, "message"), at(error, "code"))
    models = at(result, "stats", "models")
    used = models if isinstance(models, dict) else {}
    return Completion(
        word(result, "response"),
        sum(count(each, "tokens", "prompt") for each in used.values()),
        sum(count(each, "tokens", "candidates") + count(each, "tokens", "thoughts")
            for each in used.values()),
        model=max(used, key=lambda name: count(used[name], "tokens", "total"), default=""),
    )  # fmt: skip


def _folder(variables: Variables, home: Path) -> Path:
    return Path(variables.get("GEMINI_CLI_HOME") or home) / ".gemini"


def _settings(variables: Variables, home: Path) -> tuple[Path, ...]:
    return (_folder(variables, home) / "settings.json",)


GEMINI = ModelAgent(
    "gemini", "Gemini CLI", "gemini", (0, 61, 0), ask=_ask, read=_read,
    account=signed_in("gemini"), adds=Added("0.61.0", 952),
    settings=_settings,
)  # fmt: skip
