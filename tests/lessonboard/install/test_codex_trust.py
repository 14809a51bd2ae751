"""What Codex itself says of the hooks that `init` registers, and what we say of its trust."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from lessonboard.install.codex_trust import trust_of
from tests.lessonboard.install.conftest import Machine
from tests.optional_parts import CODEX


def _ask(home: Path, folder: Path) -> list[dict[str, Any]]:
    """The hooks that Codex would run in a folder, by its own server."""
    asked = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "t", "version": "1"}}},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(folder)]}},
    ]
    process = subprocess.Popen(
        ["codex", "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, cwd=folder, text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "CODEX_HOME": str(home / ".codex")},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        try:
            process.stdin.write("".join(json.dumps(each) + "\n" for each in asked))
            process.stdin.flush()
            for line in process.stdout:
                answer = json.loads(line)
                if answer.get("id") == 2:
                    return [hook for each in answer["result"]["data"] for hook in each["hooks"]]
        finally:
            process.kill()
    raise AssertionError("Codex did not answer")


@CODEX.needed
def test_codex_and_we_agree_on_what_it_trusts(machine: Machine) -> None:
    """None of them at first, and all once their hashes stand in its configuration."""
    assert machine("init", "--agent", "codex").code == 0
    path = machine.home / ".codex" / "hooks.json"
    hooks = json.loads(path.read_text())
    asked = _ask(machine.home, machine.project)
    assert [each["trustStatus"] for each in asked] == ["untrusted"] * 6
    assert {each.trust for each in trust_of(hooks, str(path), {})} == {"untrusted"}
    state = {each["key"]: {"trusted_hash": each["currentHash"]} for each in asked}
    found = list(trust_of(hooks, str(path), {"hooks": {"state": state}}))
    assert [each.trust for each in found] == ["trusted"] * 6
