"""OpenCode: `opencode run --format json` has calls and tokens, an export what was shown."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.effect.agents.kind import Kind, Read
from bench.effect.agents.player import Options
from bench.effect.arms.arm import Place
from bench.effect.judge import Ran
from bench.effect.session import Shown

_LIMITS = {"context": 200_000, "output": 16_384}
_LONGEST = 60.0


class OpenCode(Kind):
    """See `Kind`."""

    name = "opencode"
    keys = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY")
    variables = ("OPENAI_BASE_URL", "OPENCODE_DISABLE_MODELS_FETCH")
    fixed = dict.fromkeys(
        ("OPENCODE_DISABLE_AUTOUPDATE", "OPENCODE_DISABLE_SHARE", "OPENCODE_DISABLE_LSP_DOWNLOAD",
         "OPENCODE_DISABLE_DEFAULT_PLUGINS"), "1",
    ) | {"npm_config_offline": "true"}  # fmt: skip
    files = (".local/share/opencode/auth.json",)
    own_file = "AGENTS.md"

    def prepare(self, place: Place, options: Options, given: Mapping[str, str]) -> None:
        """Another endpoint than a vendor's is a provider that speaks chat completions."""
        path = place.home / ".config" / "opencode" / "opencode.json"
        settings = json.loads(path.read_text()) if path.is_file() else {}
        settings |= {"autoupdate": False, "share": "disabled"}
        if url := given.get("OPENAI_BASE_URL"):
            name = options.model or "default"
            model = {"name": name, "tool_call": True, "limit": _LIMITS}
            provider = {"npm": "@ai-sdk/openai-compatible", "name": "effect",
                        "options": {"baseURL": url, "apiKey": "{env:OPENAI_API_KEY}"},
                        "models": {name: model}}  # fmt: skip
            settings |= {"model": f"effect/{name}", "small_model": f"effect/{name}",
                         "enabled_providers": ["effect"],
                         "provider": {"effect": provider}}  # fmt: skip
        elif options.model:
            settings["model"] = options.model
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))

    def words(self, place: Place, options: Options, given: Mapping[str, str]) -> list[str]:
        """The prompt follows `--`, since it may begin with a dash."""
        return ["run", "--format", "json", "--", place.task.session.says]

    def read(self, printed: Sequence[Mapping[str, Any]], place: Place) -> Read:
        """Its events, and what an export has beside the prompt."""
        ran, shown, servers = list[Ran](), list[Shown](), _servers(place)
        for part in (each["part"] for each in printed if each.get("type") == "tool_use"):
            tool, state = part["tool"], part["state"]
            if tool == "bash" and state["status"] == "error":  # refused; a failure is completed
                shown.append(Shown("refused", len(ran), str(state.get("error", ""))))
                continue
            ran.append(_ran(tool, state))
            if tool.startswith(servers):
                shown.append(Shown(tool, len(ran), str(state.get("output", ""))))
        steps = [each["part"]["tokens"] for each in printed if each.get("type") == "step_finish"]
        exported = _exported(printed, place)
        errors = [json.dumps(each.get("error")) for each in printed if each.get("type") == "error"]
        problem = errors[-1] if errors else "" if steps else "it printed no step"
        tokens = sum(map(_tokens, steps))
        return Read(ran, [*_with_prompt(exported, place), *shown], tokens, _model(exported),
                    problem)  # fmt: skip


def _ran(tool: str, state: Mapping[str, Any]) -> Ran:
    if tool == "bash":
        code = (state.get("metadata") or {}).get("exit")
        return Ran(str(state["input"].get("command", "")), 1 if code is None else int(code))
    return Ran("", int(state["status"] != "completed"))


def _tokens(step: Mapping[str, Any]) -> int:
    cache = step.get("cache") or {}
    parts = (step.get("input"), step.get("output"), step.get("reasoning"), cache.get("read"),
             cache.get("write"))  # fmt: skip
    return sum(int(each or 0) for each in parts)


def _servers(place: Place) -> tuple[str, ...]:
    """What the names of servers' tools begin with."""
    path = place.home / ".config" / "opencode" / "opencode.json"
    return tuple(f"{name}_" for name in json.loads(path.read_text()).get("mcp", {}))


def _exported(printed: Sequence[Mapping[str, Any]], place: Place) -> Mapping[str, Any]:
    session = next((each["sessionID"] for each in printed if "sessionID" in each), "")
    program = shutil.which("opencode", path=os.environ["PATH"])
    if not session or program is None:
        return {}
    done = subprocess.run([program, "export", session], cwd=place.clone.folder,
                          env={**place.clone.variables, **OpenCode.fixed}, capture_output=True,
                          text=True, check=False, timeout=_LONGEST)  # fmt: skip
    found: Mapping[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {}
    return found


def _with_prompt(exported: Mapping[str, Any], place: Place) -> Iterator[Shown]:
    for message in exported.get("messages", ()):
        for part in message["parts"] if message["info"]["role"] == "user" else ():
            text = part.get("text", "")
            if part["type"] == "text" and place.task.session.says not in text:
                yield Shown("prompt", 0, text)


def _model(exported: Mapping[str, Any]) -> str:
    model = exported.get("info", {}).get("model") or {}
    return "/".join(str(model[each]) for each in ("providerID", "id") if each in model)
