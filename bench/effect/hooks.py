"""Runs hooks as Claude Code does: those of its settings, and what their answers mean.

Source: https://code.claude.com/docs/en/hooks, and `docs/agents.md`.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

_PLAIN_TEXT = ("SessionStart", "UserPromptSubmit")
"""The events whose plain answer is shown to the model."""

_LIST = re.compile(r"[\w\- ,|]*")
_LONGEST = 60.0
_TIMED_OUT = 124


class Reaction(NamedTuple):
    """What hooks made of an event.

    Attributes:
        shown: what the model sees.
        refusal: why a call is not made; empty if it is.
        seconds: of wall clock, without hooks that run beside the agent.
        failed: what went wrong in the hooks.
    """

    shown: str = ""
    refusal: str = ""
    seconds: float = 0.0
    failed: tuple[str, ...] = ()


def react(settings: Sequence[Path], event: str, fields: Mapping[str, Any], folder: Path,
          variables: Mapping[str, str]) -> Reaction:  # fmt: skip
    """Run the hooks of an event, one after the other.

    Args:
        settings: the person's and the project's; one that is missing has no hooks.
        event: its name.
        fields: what the hooks are given.
        folder: the agent's working folder.
        variables: its environment.
    """
    shown, refusals, failed, seconds = [], [], [], 0.0
    matched = str(fields.get("tool_name") or fields.get("source") or "")
    for hook in (hook for each in settings for hook in _hooks(each, event, matched)):
        began = time.monotonic()
        done = _run(hook, json.dumps({"hook_event_name": event, **fields}), folder, variables)
        failed += [done.stderr.strip()] if done.returncode not in (0, 2) else []
        if hook.get("async"):  # nobody waits for it, or reads what it says
            continue
        seconds += time.monotonic() - began
        if done.returncode == 2:  # refused, says the documentation
            refusals.append(done.stderr.strip())
        text, refusal = meaning(event, done.stdout)
        shown += [text] if text else []
        refusals += [refusal] if refusal else []
    return Reaction("\n".join(shown), "\n".join(refusals), seconds, tuple(failed))


def _hooks(settings: Path, event: str, matched: str) -> Iterator[Mapping[str, Any]]:
    if not settings.is_file():
        return
    for group in json.loads(settings.read_text()).get("hooks", {}).get(event, []):
        matcher = group.get("matcher") or "*"
        if matcher == "*" or _matches(matcher, matched):
            yield from (each for each in group["hooks"] if each["type"] == "command")


def _matches(matcher: str, name: str) -> bool:
    if _LIST.fullmatch(matcher):
        return name in re.split(r"[,|]\s*", matcher)
    return bool(re.search(matcher, name))


def _run(hook: Mapping[str, Any], given: str, folder: Path,
         variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:  # fmt: skip
    command = hook["command"]
    words = [command, *hook["args"]] if "args" in hook else ["sh", "-c", command]
    environment = {**variables, "CLAUDE_PROJECT_DIR": str(folder)}
    longest = hook.get("timeout", _LONGEST)
    try:
        return subprocess.run(words, input=given, cwd=folder, env=environment, text=True,
                              capture_output=True, check=False, timeout=longest)  # fmt: skip
    except subprocess.TimeoutExpired:  # the agent goes on without it
        return subprocess.CompletedProcess(words, _TIMED_OUT, "", f"over {longest} s: {command}")


def meaning(event: str, answer: str) -> tuple[str, str]:
    """What an answer shows to the model, and why it refuses."""
    try:
        said = json.loads(answer)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        return (answer.strip() if event in _PLAIN_TEXT else ""), ""
    special = said.get("hookSpecificOutput", {})
    refusal = ""
    if special.get("permissionDecision") in ("deny", "ask"):
        refusal = special.get("permissionDecisionReason", "")
    elif said.get("decision") == "block":
        refusal = said.get("reason", "")
    return special.get("additionalContext", ""), refusal
