"""A fake `gh`: a real command on the PATH that answers from a folder."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.parts.automation.workflow.world import World

_SCRIPT = """#!{python} -SE
import json, sys
from pathlib import Path

folder = Path(__file__).parent
with (folder / "asked.jsonl").open("a") as asked:
    asked.write(json.dumps(sys.argv[1:]) + "\\n")
as_diff = any(each.endswith(".diff") for each in sys.argv[1:])
answers = json.loads((folder / "answers.json").read_text())
whole = next(each for each in sys.argv[1:] if each.startswith("repos/"))
address = whole.split("?")[0]
answer = answers.get(whole if "?" in whole else "") or answers.get(address + "|diff" * as_diff)
answer = answer or answers["*"]
sys.stdout.buffer.write(answer["out"].encode())
sys.stderr.write(answer["err"])
sys.exit(answer["code"])
"""


class FakeGh:
    """What `gh` will answer to each address, and what it was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._answers: dict[str, dict[str, Any]] = {}
        folder.mkdir()
        script = folder / "gh"
        script.write_text(_SCRIPT.format(python=sys.executable))
        script.chmod(0o755)
        self.answer("*", "", code=1, err="gh: Not Found (HTTP 404)\n")

    @property
    def path(self) -> str:
        """A PATH on which this `gh` is the first."""
        return f"{self.folder}:{os.environ['PATH']}"

    def answer(self, address: str, out: str, code: int = 0, err: str = "") -> None:
        """Answer so from now on; the address * is all others, one with |diff its difference."""
        self._answers[address] = {"out": out, "code": code, "err": err}
        (self.folder / "answers.json").write_text(json.dumps(self._answers))

    def serve(self, repository: str, state: dict[str, Any]) -> None:
        """Answer as GitHub would if it had this pull request."""
        number = state["pull_request"]["number"]
        pull = f"repos/{repository}/pulls/{number}"
        self.answer(pull, json.dumps(state["pull_request"]))
        self.answer(f"{pull}|diff", state["diff"])
        self.answer(f"{pull}/reviews", json.dumps(state["reviews"]))
        self.answer(f"{pull}/comments", json.dumps(state["review_comments"]))
        self.answer(f"{pull}/commits", json.dumps(state["commits"]))
        talk = f"repos/{repository}/issues/{number}/comments"
        self.answer(talk, json.dumps(state["issue_comments"]))

    def asked(self) -> list[list[str]]:
        """The arguments of every call."""
        return [json.loads(line) for line in (self.folder / "asked.jsonl").read_text().splitlines()]


@pytest.fixture
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGh:
    """A `gh` that knows nothing yet, first on the PATH."""
    fake = FakeGh(tmp_path / "bin")
    monkeypatch.setenv("PATH", fake.path)
    return fake


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A remote, a checkout and an agent; git reads no settings but those made here."""
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[user]\nname = A Person\nemail = person@example.com\n[init]\ndefaultBranch = main\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return World(tmp_path).set_up()
