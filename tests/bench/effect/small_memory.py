"""A memory for tests: it shows one sentence with the prompt, and refuses one command."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bench.effect.arms.arm import Arm, Place

SENTENCE = "In this repository verify.sh checks, not check.sh."
REFUSAL = "check.sh is gone, as was seen."

_HOOK = f"""
import json, sys
given = json.load(sys.stdin)
event = given["hook_event_name"]
said = {{"hookEventName": event}}
if event == "UserPromptSubmit":
    said["additionalContext"] = {SENTENCE!r}
elif "check.sh" in str(given["tool_input"]):
    said.update(permissionDecision="deny", permissionDecisionReason={REFUSAL!r})
print(json.dumps({{"hookSpecificOutput": said}}))
"""
_PLUGIN = """
export const Memory = async () => ({
  "chat.message": async ({ sessionID }, output) => {
    const text = SENTENCE, messageID = output.message.id
    output.parts.push({ id: "prt_zzz", sessionID, messageID, type: "text", text, synthetic: true })
  },
  "tool.execute.before": async ({ tool }, output) => {
    if (String(output.args.command).includes("check.sh")) throw new Error(REFUSAL)
  },
})
"""


class SmallMemory(Arm):
    """Registered with the agent that plays."""

    name = "small"

    def install(self, place: Place) -> None:
        """Write the settings of the agent."""
        if place.agent == "opencode":
            plugin = _PLUGIN.replace("SENTENCE", json.dumps(SENTENCE))
            plugin = plugin.replace("REFUSAL", json.dumps(REFUSAL))
            _write(place.home / ".config" / "opencode" / "plugin" / "memory.js", plugin)
            return
        script = place.home / "memory.py"
        script.write_text(_HOOK)
        command = {"type": "command", "command": f"{sys.executable} -I {script}"}
        groups: list[dict[str, Any]] = [{"hooks": [command]}]
        settings = {"hooks": {"UserPromptSubmit": groups, "PreToolUse": groups}}
        name = ".claude/settings.json" if place.agent == "claude" else ".codex/hooks.json"
        _write(place.home / name, json.dumps(settings))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
