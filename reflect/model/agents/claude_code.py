"""Claude Code in print mode, without tools, settings, MCP servers and a stored session.

Every switch was tried with 2.1.330; a version that lacks one refuses to start.
"""

from __future__ import annotations

import json
from typing import Any

from reflect.model.agents.agent import (
    Added,
    Ended,
    Invocation,
    ModelAgent,
    Question,
    signed_in,
)
from reflect.model.agents.failures import failure
from reflect.model.agents.files import at, count, fields, word
from reflect.model.thread import Completion

_FLAGS = (
    "-p", "--tools", "", "--setting-sources", "", "--strict-mcp-config",
    "--no-session-persistence", "--disable-slash-commands", "--output-format", "json",
)  # fmt: skip
_SYSTEM = "system.txt"
_QUIET = (
    # With no tools at all, `@/etc/passwd` in the text still put that file into the question.
    "CLAUDE_CODE_DISABLE_ATTACHMENTS", "CLAUDE_CODE_DISABLE_FILE_MENTIONS",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS", "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
    "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "CLAUDE_CODE_SKIP_PROMPT_HISTORY", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY",
    "DISABLE_ERROR_REPORTING",
)  # fmt: skip
_RETRIES = {"CLAUDE_CODE_MAX_RETRIES": "2"}
"""Its own ten take minutes; the worker asks again later."""


def _ask(question: Question) -> Invocation:
    arguments = [*_FLAGS, "--system-prompt-file", str(question.folder / _SYSTEM)]
    if question.schema is not None:
        arguments += ["--json-schema", json.dumps(question.schema)]
    if question.model:
        arguments += ["--model", question.model]
    variables = dict.fromkeys(_QUIET, "1") | _RETRIES
    return Invocation(tuple(arguments), question.text, variables, {_SYSTEM: question.system})


def _read(ended: Ended) -> Completion:
    """The one object that it prints, also where it failed."""
    result = fields(ended.out)
    if ended.code or result.get("is_error") or not result:
        raise failure("Claude Code", ended, word(result, "result"), at(result, "api_error_status"))
    structured = result.get("structured_output")
    text = word(result, "result") if structured is None else json.dumps(structured)
    usage = result.get("usage")
    sent = sum(
        count(usage, name)
        for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    )
    return Completion(
        text, sent, count(usage, "output_tokens"), _stopped(word(result, "stop_reason")),
        _model(result),
    )  # fmt: skip


def _stopped(reason: str) -> Any:
    return {"max_tokens": "length", "refusal": "refused"}.get(reason, "")


def _model(result: dict[str, Any]) -> str:
    """The model that gave most of the answer; a smaller one may have done side work."""
    used = result.get("modelUsage")
    models = used if isinstance(used, dict) else {}
    return max(models, key=lambda name: count(models[name], "outputTokens"), default="")


CLAUDE_CODE = ModelAgent(
    "claude-code",
    "Claude Code",
    "claude",
    (2, 1, 330),
    ask=_ask,
    read=_read,
    account=signed_in("claude-code"),
    adds=Added("2.1.330", 2_295),
)
