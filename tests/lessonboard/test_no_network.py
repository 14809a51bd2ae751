"""What is promised about the network: daily commands neither connect nor listen without a model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.deciding import allow_scripts

ROOT = Path(__file__).parent.parent.parent
COMMANDS = (
    "init --agent claude --agent codex", "session import", "search database locked",
    "fix database is locked", "session", "session a9904ca5", "lesson",
    "lesson add Seed\\ the\\ data --project parcel-api", "lesson review --all --policy",
    "lesson context --prompt Run\\ the\\ tests --command npm\\ test", "session reflect --all",
    "lesson report", "admin worker --until-idle", "admin events --output -", "admin verify",
    "admin verify --rebuild", "doctor",
    "forget --session a9904ca5 --reason test --yes", "uninstall --purge --yes",
)  # fmt: skip
_PROGRAM = """
import shlex, socket, sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        if event == "socket.getaddrinfo" or arguments[0].family != socket.AF_UNIX:
            print("network:", event, arguments[1:], file=sys.stderr)

sys.addaudithook(refuse)
from lessonboard.start import main
for line in sys.argv[1:]:
    sys.argv = ["lessonboard", *shlex.split(line)]
    try:
        main()
    except SystemExit as end:
        if end.code:
            print("failed:", line, file=sys.stderr)
"""


def said(home: Path, *commands: str, given: str = "") -> list[str]:
    """What of these commands, run one after the other, failed or touched the network."""
    keep = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *commands],
        cwd=home, env={**keep, "HOME": str(home)}, input=given, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return [line for line in done.stderr.splitlines() if line.startswith(("network", "failed"))]


def test_daily_commands_touch_no_network(tmp_path: Path) -> None:
    """From `init` to `uninstall`, with all that is learnt in between, no socket but local ones."""
    sessions = ROOT / "examples" / "sessions"
    shutil.copytree(sessions / "claude-code", tmp_path / ".claude" / "projects")
    shutil.copytree(sessions / "codex", tmp_path / ".codex" / "sessions")
    allow_scripts(tmp_path)
    assert said(tmp_path, *COMMANDS) == []


def test_a_hook_touches_no_network(tmp_path: Path) -> None:
    """Neither does what an agent runs at each prompt."""
    assert said(tmp_path, "init --agent claude") == []
    prompt = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "UserPromptSubmit",
              "prompt": "Run the tests"}  # fmt: skip
    assert said(tmp_path, "hook claude", given=json.dumps(prompt)) == []


def test_the_network_would_be_seen(tmp_path: Path) -> None:
    """The same watch sees a command that does connect: a model that is asked."""
    settings = tmp_path / ".config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[model]\nname = "m"\nbase_url = "http://127.0.0.1:9/v1"\nretries = 0\n')
    advice = '[{"instruction": "Run the unit tests with npm run test:unit", "issue": "npm test"}]'
    found = said(tmp_path, "score -", given=advice)
    assert any(line.startswith("network") for line in found)
