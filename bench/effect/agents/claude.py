"""Claude Code: `claude -p`, whose stream has its calls, its hooks and its tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.effect.agents.kind import Kind, Read
from bench.effect.agents.player import Options
from bench.effect.agents.servers import PREFIX, registered
from bench.effect.arms.arm import Place
from bench.effect.hooks import meaning
from bench.effect.judge import Ran
from bench.effect.session import OWN_FILE, Shown
from blackboard.agents.claude_code import WORKING_TOOLS

_CODE = re.compile(r"Exit code (\d+)")
_REFUSING = 2
_COUNTED = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens",
            "output_tokens")  # fmt: skip


class ClaudeCode(Kind):
    """See `Kind`."""

    name = "claude"
    keys = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN",
            "CLAUDE_CODE_USE_BEDROCK")  # fmt: skip
    variables = (
        "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_MODEL",
        "ANTHROPIC_SMALL_FAST_MODEL", "ANTHROPIC_DEFAULT_OPUS_MODEL",
        "ANTHROPIC_DEFAULT_SONNET_MODEL", "ANTHROPIC_DEFAULT_HAIKU_MODEL", "API_TIMEOUT_MS",
        "MAX_THINKING_TOKENS", "CLAUDE_CODE_EFFORT_LEVEL", "AWS_REGION", "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_BEARER_TOKEN_BEDROCK",
        "ANTHROPIC_BEDROCK_BASE_URL",
    )  # fmt: skip
    # Its own memory would be one more arm.
    fixed = dict.fromkeys(
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "CLAUDE_CODE_DISABLE_AUTO_MEMORY",
         "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING"), "1",
    ) | {"MCP_CONNECTION_NONBLOCKING": "0"}  # fmt: skip
    files = (".claude/.credentials.json",)
    own_file = OWN_FILE

    def prepare(self, place: Place, options: Options, given: Mapping[str, str]) -> None:
        """Nothing: all is said by options."""

    def words(self, place: Place, options: Options, given: Mapping[str, str]) -> list[str]:
        """It may use its tools, and those of all servers, without asking."""
        allowed = [*WORKING_TOOLS, *(f"{PREFIX}{name}" for name in registered(place))]
        model = ["--model", options.model] if options.model else []
        return ["-p", place.task.session.says, "--output-format", "stream-json", "--verbose",
                "--include-hook-events", "--permission-mode", "acceptEdits",
                "--allowedTools", ",".join(allowed), *model]  # fmt: skip

    def read(self, printed: Sequence[Mapping[str, Any]], place: Place) -> Read:
        """Hooks, calls and results, in the order in which they came."""
        calls: dict[str, Mapping[str, Any]] = {}
        ran, shown, refusals = list[Ran](), list[Shown](), list[str]()
        for line in printed:
            if line.get("subtype") == "hook_response":
                text, refusal = _hook(line)
                refusals += [refusal] if refusal else []
                shown += [Shown(line["hook_event"], len(ran), each)
                          for each in (text, refusal) if each]  # fmt: skip
            for block in _blocks(line):
                if block.get("type") == "tool_use":
                    calls[block["id"]] = block
                elif block.get("type") == "tool_result":
                    call, text = calls.get(block["tool_use_id"], {}), _text(block)
                    if block.get("is_error") and (refused := _first_in(text, refusals)):
                        refusals.remove(refused)
                        continue
                    ran.append(_ran(call, block, text))
                    if str(call.get("name", "")).startswith(PREFIX):
                        shown.append(Shown(call["name"], len(ran), text))
        result: Mapping[str, Any] = next(
            (each for each in reversed(printed) if each.get("type") == "result"), {}
        )
        return Read(ran, shown, *_told(result, printed))


def _told(result: Mapping[str, Any], printed: Sequence[Mapping[str, Any]]) -> tuple[int, str, str]:
    """Tokens, model and problem."""
    model = next((each["model"] for each in printed if each.get("subtype") == "init"), "")
    usage = result.get("usage") or {}
    problem = "" if result else "it printed no result"
    if result.get("is_error"):
        problem = str(result.get("result") or result.get("subtype") or "it reports an error")
    return sum(int(usage.get(each) or 0) for each in _COUNTED), model, problem


def _hook(line: Mapping[str, Any]) -> tuple[str, str]:
    """What a hook showed, and why it refused."""
    if line.get("exit_code") == _REFUSING:
        return "", str(line.get("stderr", "")).strip()
    try:
        return meaning(str(line["hook_event"]), str(line.get("stdout", "")))
    except ValueError:
        return "", ""


def _first_in(text: str, parts: Sequence[str]) -> str:
    return next((each for each in parts if each in text), "")


def _blocks(line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    content = (line.get("message") or {}).get("content")
    yield from (each for each in (content if isinstance(content, list) else ()))


def _text(block: Mapping[str, Any]) -> str:
    content = block.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(str(each.get("text", "")) for each in content or ())


def _ran(call: Mapping[str, Any], block: Mapping[str, Any], text: str) -> Ran:
    code = 0
    if block.get("is_error"):
        found = _CODE.match(text)
        code = int(found[1]) if found else 1
    command = call.get("input", {}).get("command", "") if call.get("name") == "Bash" else ""
    return Ran(str(command), code)
