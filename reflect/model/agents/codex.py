"""Codex without its screen, with a home of its own in which only the sign-in is the person's.

Switching off features alone leaves tools: which ones a model has is in Codex's catalogue of
models. So it is read first, and given back with every tool taken out (tried with 0.169.0).
"""

from __future__ import annotations

import json
import tomllib
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
from reflect.model.agents.files import count, fields, word
from reflect.model.thread import Completion, ModelRejected

_FLAGS = (
    "exec", "--ephemeral", "--json", "--sandbox", "read-only", "--skip-git-repo-check",
    "--ignore-rules", "--color", "never",
)  # fmt: skip
_OFF = (
    "shell_tool", "unified_exec", "code_mode_host", "view_image", "image_generation", "apps",
    "plugins", "multi_agent", "hooks", "goals", "skill_search", "tool_suggest", "computer_use",
    "browser_use", "in_app_browser", "sleep_tool", "shell_snapshot", "memories",
)  # fmt: skip
_SETTINGS = {
    "web_search": "disabled", "project_doc_max_bytes": 0, "include_environment_context": False,
    "include_permissions_instructions": False, "include_apps_instructions": False,
    "history.persistence": "none", "approval_policy": "never",
    "skills.bundled.enabled": False, "skills.include_instructions": False,
    "tools.experimental_request_user_input.enabled": False,
}  # fmt: skip
_WITHOUT_TOOLS: dict[str, Any] = {
    "shell_type": "disabled", "apply_patch_tool_type": None, "tool_mode": "direct",
    "multi_agent_version": None, "experimental_supported_tools": [],
    "supports_search_tool": False, "model_messages": None,
}  # fmt: skip
_KEPT = (
    "model", "model_provider", "model_providers", "model_reasoning_effort", "openai_base_url",
    "chatgpt_base_url", "cli_auth_credentials_store", "forced_login_method",
    "forced_chatgpt_workspace_id", "service_tier",
)  # fmt: skip
"""What of the person's own settings goes along: who answers, and by which sign-in."""

_HOME, _CATALOGUE, _SCHEMA, _SYSTEM = "codex", "models.json", "schema.json", "system.txt"
_SIGN_IN = ("auth.json", "auth.lock", ".credentials.json")


def _ask(question: Question) -> Invocation:
    settings = _person(question.settings)
    name = question.model or word(settings, "model")
    files = {
        f"{_HOME}/config.toml": _toml({key: settings[key] for key in _KEPT if key in settings}),
        f"{_HOME}/{_CATALOGUE}": _catalogue(question.prepared, name, question.system),
        f"{_HOME}/{_SYSTEM}": question.system,
    }
    home = question.folder / _HOME
    chosen: dict[str, object] = {
        **_SETTINGS,
        "model_catalog_json": str(home / _CATALOGUE),
        "model_instructions_file": str(home / _SYSTEM),
    }
    arguments = [*_FLAGS, *(word for key, value in chosen.items()
                            for word in ("-c", f"{key}={json.dumps(value)}"))]  # fmt: skip
    arguments += [word for feature in _OFF for word in ("--disable", feature)]
    if question.model:
        arguments += ["--model", question.model]
    if question.schema is not None:
        files[_SCHEMA] = json.dumps(question.schema)
        arguments += ["--output-schema", str(question.folder / _SCHEMA)]
    variables = {"CODEX_HOME": str(home), "HOME": str(home)}  # it looks for skills in both
    links = {f"{_HOME}/{name}": _folder(question.variables, question.home) / name
             for name in _SIGN_IN}  # fmt: skip
    return Invocation((*arguments, "-"), question.text, variables, files, links)


def _catalogue(printed: str, name: str, system: str) -> str:
    """The models without tools; one that is not listed is taken for one that is.

    Raises:
        ModelRejected: Codex printed no models.
    """
    models = [each for each in fields(printed).get("models") or [] if isinstance(each, dict)]
    if not models:
        raise ModelRejected("`codex debug models` printed no models; is it installed whole?")
    if name and name not in [each.get("slug") for each in models]:
        models.append(models[0] | {"slug": name, "display_name": name})
    changed = _WITHOUT_TOOLS | {"base_instructions": system}
    return json.dumps({"models": [each | changed for each in models]})


def _read(ended: Ended) -> Completion:
    """Its events, one a line: the last message, and the tokens of the turn."""
    events = [fields(line) for line in ended.out.splitlines()]
    problems = [_problem(each) for each in events if each.get("type") in ("error", "turn.failed")]
    usage = next((each.get("usage") for each in reversed(events)
                  if each.get("type") == "turn.completed"), None)  # fmt: skip
    if ended.code or usage is None:
        raise failure("Codex", ended, problems[-1] if problems else "")
    texts = [word(each, "item", "text") for each in events
             if word(each, "item", "type") == "agent_message"]  # fmt: skip
    return Completion(
        texts[-1] if texts else "", count(usage, "input_tokens"), count(usage, "output_tokens")
    )


def _problem(event: dict[str, Any]) -> str:
    return word(event, "message") or word(event, "error", "message")


def _person(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError:
        return {}  # Codex itself says what is wrong with it


def _toml(settings: dict[str, Any]) -> str:
    """Settings as TOML: inline, since a table may be within a table.

    >>> print(_toml({"model": "m", "model_providers": {"a b": {"n": 1, "on": True}}}))
    model = "m"
    model_providers = {"a b" = {"n" = 1, "on" = true}}
    """
    return "\n".join(f"{key} = {_value(value)}" for key, value in settings.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(str(key))} = {_value(part)}" for key, part in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, default=str)


def _folder(variables: Variables, home: Path) -> Path:
    return Path(variables.get("CODEX_HOME") or home / ".codex")


def _settings(variables: Variables, home: Path) -> tuple[Path, ...]:
    return (_folder(variables, home) / "config.toml",)


CODEX = ModelAgent(
    "codex", "Codex", "codex", (0, 169, 0), ask=_ask, read=_read,
    account=signed_in("codex"), adds=Added("0.169.0", 2_230),
    settings=_settings, preparation=("debug", "models", "--bundled"),
)  # fmt: skip
