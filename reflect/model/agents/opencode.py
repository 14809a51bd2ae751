"""OpenCode with an agent of our own that may do nothing, settings of our own, and no database.

Tried with 1.18.33: it then offers no tool at all, and what a model calls nevertheless is
unavailable.
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

_FLAGS = ("run", "--pure", "--format", "json", "--agent", "lessonboard", "--title", "lessonboard")
_KEPT = ("model", "provider", "enabled_providers", "disabled_providers")
"""What of the person's own settings goes along: who answers."""

_NOTHING = {"*": "deny"}
_SETTINGS: dict[str, Any] = {
    "autoupdate": False, "share": "disabled", "snapshot": False, "lsp": False,
    "formatter": False, "permission": _NOTHING, "tools": {"*": False},
}  # fmt: skip
_QUIET = (
    "OPENCODE_PURE", "OPENCODE_DISABLE_AUTOUPDATE", "OPENCODE_DISABLE_SHARE",
    "OPENCODE_DISABLE_LSP_DOWNLOAD", "OPENCODE_DISABLE_DEFAULT_PLUGINS",
    "OPENCODE_DISABLE_PROJECT_CONFIG", "OPENCODE_DISABLE_CLAUDE_CODE",
    "OPENCODE_DISABLE_EXTERNAL_SKILLS", "OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER",
)  # fmt: skip


def _ask(question: Question) -> Invocation:
    person = fields(question.settings)
    own = {"mode": "primary", "prompt": with_schema(question.system, question.schema),
           "tools": {"*": False}, "permission": _NOTHING}  # fmt: skip
    settings = {key: person[key] for key in _KEPT if key in person} | _SETTINGS
    settings["agent"] = {"lessonboard": own, "title": {"disable": True}}
    arguments = [*_FLAGS, *(("--model", question.model) if question.model else ())]
    folder = question.folder
    variables = dict.fromkeys(_QUIET, "1") | {
        "OPENCODE_PERMISSION": json.dumps(_NOTHING),
        "OPENCODE_CONFIG": str(folder / "config/opencode/opencode.json"),
        "OPENCODE_CONFIG_CONTENT": "{}",
        "OPENCODE_CONFIG_DIR": str(folder / "config/opencode"),
        "OPENCODE_DB": ":memory:",
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
    }
    links = {"data/opencode/auth.json": _data(question.variables, question.home) / "auth.json"}
    files = {"config/opencode/opencode.json": json.dumps(settings)}
    return Invocation(tuple(arguments), question.text, variables, files, links)


def _read(ended: Ended) -> Completion:
    """Its events, one a line: the last text, and the tokens of its steps."""
    events = [fields(line) for line in ended.out.splitlines()]
    problems = [each.get("error") for each in events if each.get("type") == "error"]
    if ended.code or problems or not events:
        error = problems[-1] if problems else None
        status = at(error, "data", "statusCode")
        raise failure("OpenCode", ended, _words(error), status)
    steps = [at(each, "part", "tokens") for each in events if each.get("type") == "step_finish"]
    texts = [word(each, "part", "text") for each in events if each.get("type") == "text"]
    reasons = [word(each, "part", "reason") for each in events if each.get("type") == "step_finish"]
    return Completion(
        texts[-1] if texts else "",
        sum(count(each, "input") + count(at(each, "cache"), "read") for each in steps),
        sum(count(each, "output") + count(each, "reasoning") for each in steps),
        _stopped(reasons[-1] if reasons else ""),
    )


def _stopped(reason: str) -> Any:
    return {"length": "length", "content-filter": "refused"}.get(reason, "")


def _words(error: Any) -> str:
    name, message = word(error, "name"), word(error, "data", "message") or word(error, "message")
    return f"{name}: {message}" if name and message else name or message


def _data(variables: Variables, home: Path) -> Path:
    return Path(variables.get("XDG_DATA_HOME") or home / ".local/share") / "opencode"


def _settings(variables: Variables, home: Path) -> tuple[Path, ...]:
    folder = Path(variables.get("XDG_CONFIG_HOME") or home / ".config") / "opencode"
    return tuple(folder / name for name in ("opencode.jsonc", "opencode.json", "config.json"))


OPENCODE = ModelAgent(
    "opencode", "OpenCode", "opencode", (1, 18, 33), ask=_ask, read=_read,
    account=signed_in("opencode"), adds=Added("1.18.33", 836), settings=_settings,
)  # fmt: skip
