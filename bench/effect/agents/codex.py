"""Codex: `codex exec --json` has its calls and tokens, its rollout what hooks showed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.effect.agents.kind import Kind, Read
from bench.effect.agents.player import Options
from bench.effect.arms.arm import Place
from bench.effect.judge import Ran
from bench.effect.session import Shown

_FLAGS = ("exec", "--json", "--skip-git-repo-check",
          "--dangerously-bypass-approvals-and-sandbox",
          "--dangerously-bypass-hook-trust")  # fmt: skip
_CALLS = ("command_execution", "mcp_tool_call", "file_change", "web_search")
_SHELL_WORDS = 3
_ENDPOINT, _VENDOR_KEY = "https://api.openai.com/v1", "OPENAI_API_KEY"
_HOOK = "hooks.additional_context"
_REFUSED = re.compile(r"Command blocked by PreToolUse hook: (.*?)(?:\. Command: .*)?", re.DOTALL)
"""What the model is given for a call that was not made; it repeats the command."""


class Codex(Kind):
    """See `Kind`."""

    name = "codex"
    keys = ("OPENAI_API_KEY", "CODEX_API_KEY")
    variables = ("OPENAI_BASE_URL", "OPENAI_ORGANIZATION", "OPENAI_PROJECT")
    fixed = {}
    files = (".codex/auth.json",)
    own_file = "AGENTS.md"

    def prepare(self, place: Place, options: Options, given: Mapping[str, str]) -> None:
        """Nothing: all is said by options."""

    def words(self, place: Place, options: Options, given: Mapping[str, str]) -> list[str]:
        """Of the keys it takes its own from the environment; with another it needs a provider."""
        model = ["--model", options.model] if options.model else []
        key = next((each for each in self.keys if each in given), "")
        url = given.get("OPENAI_BASE_URL", _ENDPOINT if key == _VENDOR_KEY else "")
        fields = {"name": "effect", "base_url": url, "wire_api": "responses", "env_key": key}
        table = ", ".join(f"{name} = {json.dumps(value)}" for name, value in fields.items())
        named = ('model_provider="effect"', f"model_providers.effect={{{table}}}")
        provider = [word for each in named for word in ("-c", each)] if url else []
        return [*_FLAGS, *provider, *model, place.task.session.says]

    def read(self, printed: Sequence[Mapping[str, Any]], place: Place) -> Read:
        """Its events, and the one rollout of the home."""
        items = [each["item"] for each in printed if each.get("type") == "item.completed"]
        ran = [_ran(each) for each in items if each["type"] in _CALLS]
        turns = [each["usage"] for each in printed if each.get("type") == "turn.completed"]
        tokens = sum(each["input_tokens"] + each["output_tokens"] for each in turns)
        rollout = list(_rollout(place))
        model = next((str(each.get("model", "")) for kind, each in rollout
                      if kind == "turn_context"), "")  # fmt: skip
        shown = [*_hooks(rollout), *_asked(items)]
        return Read(ran, shown, tokens, model, _problem(printed, bool(turns)))


def _problem(printed: Sequence[Mapping[str, Any]], is_over: bool) -> str:
    failed = [str((each.get("error") or {}).get("message", "its turn failed"))
              for each in printed if each.get("type") == "turn.failed"]  # fmt: skip
    return failed[-1] if failed else "" if is_over else "its turn did not end"


def _ran(item: Mapping[str, Any]) -> Ran:
    if item["type"] == "command_execution":
        code = item.get("exit_code")
        return Ran(_command(item["command"]), 1 if code is None else code)
    return Ran("", int(item.get("status", "completed") != "completed"))


def _command(text: str) -> str:
    """The command that a shell was started for: `/bin/bash -lc 'sh a'` is `sh a`."""
    try:
        words = shlex.split(text)
    except ValueError:
        return text
    is_shell = len(words) == _SHELL_WORDS and words[1] in ("-c", "-lc")
    return words[2] if is_shell else text


def _rollout(place: Place) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path in sorted((place.home / ".codex" / "sessions").rglob("rollout-*.jsonl")):
        for line in map(json.loads, path.read_text().splitlines()):
            yield str(line["type"]), line["payload"]


def _hooks(rollout: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[Shown]:
    """What is shown before a call comes before its output."""
    calls = 0
    for _, payload in rollout:
        if str(payload.get("type", "")).endswith("_call_output"):
            if refused := _REFUSED.fullmatch(str(payload.get("output", ""))):
                yield Shown("PreToolUse", calls, refused[1])
            else:
                calls += 1
        about = payload.get("internal_chat_message_metadata_passthrough") or {}
        if _HOOK in about.get("content_item_kinds", ()):
            yield Shown("hook", calls, "\n".join(each["text"] for each in payload["content"]))


def _asked(items: Sequence[Mapping[str, Any]]) -> Iterator[Shown]:
    """What servers' tools answered."""
    calls = [each for each in items if each["type"] in _CALLS]
    for number, item in enumerate(calls, 1):
        if item["type"] == "mcp_tool_call":
            content = (item.get("result") or {}).get("content", ())
            text = "\n".join(str(each.get("text", "")) for each in content)
            yield Shown(f"mcp__{item['server']}__{item['tool']}", number, text)
