"""How an agent's program is run, with programs of our own in its place."""

from __future__ import annotations

import dataclasses
import os
import time
from pathlib import Path

import pytest

from blackboard.vocabulary import CHILD_MARK
from reflect.model.account import endpoint_for
from reflect.model.agents.agent import Invocation, ModelAgent
from reflect.model.agents.ask import AgentEndpoint
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import (
    Completion,
    Message,
    ModelRejected,
    ModelTimeout,
    ProgramMissing,
    ProgramTooOld,
)
from tests.waiting import eventually, has_ended

_AGENT = ModelAgent(
    "claude-code", "Test", "claude", (2, 0),
    ask=lambda question: Invocation(
        ("ask", str(question.folder)), question.text, {"OWN": "1"}, {"a/b.txt": "x"},
        {"token": question.home / "token"},
    ),
    read=lambda ended: Completion(ended.out, 7, 3, model="big"),
    account=lambda _variables, _home: "",
)  # fmt: skip
_ASKED = [Message("system", f"{CHILD_MARK}\nBe brief."), Message("user", "hello")]


def _program(folder: Path, body: str, version: str = "2.0.1") -> str:
    path = folder / "program"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo {version} && exit\n{body}\n')
    path.chmod(0o755)
    return str(path)


def _complete(folder: Path, body: str, timeout: float = 30, version: str = "2.0.1") -> Completion:
    variables = {"PATH": os.environ["PATH"], "HOME": str(folder), "GITHUB_TOKEN": "no"}
    endpoint = AgentEndpoint(_AGENT, None, _program(folder, body, version), variables)
    return endpoint.complete(_ASKED, None, "agent", timeout)


def test_it_runs_in_an_empty_folder_with_its_own_variables_and_is_told_by_stdin(
    tmp_path: Path,
) -> None:
    """The folder is its own and gone afterwards; no other secret is in its environment."""
    body = 'pwd; ls -A | wc -l; stat -c %a . ..; env | cut -d= -f1; cat; echo; echo "$2"'
    text = _complete(tmp_path, body).text
    folder, count, mode, above, *rest = text.split("\n")
    assert (count.strip(), mode, above) == ("0", "700", "700")
    assert not Path(folder).exists()
    assert {"OWN", "LESSONBOARD_CHILD", "HOME"} <= set(rest)
    assert "GITHUB_TOKEN" not in rest
    assert f"{CHILD_MARK}\nhello" in text


def test_a_program_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    """Nothing of its group lives on."""
    started = time.monotonic()
    body = f"sleep 60 & echo $! > {tmp_path}/child; sleep 60"
    with pytest.raises(ModelTimeout):
        _complete(tmp_path, body, timeout=0.5)
    assert time.monotonic() - started < 10
    child = int((tmp_path / "child").read_text())
    assert eventually(lambda: has_ended(child))


def test_a_sign_in_that_was_renewed_is_kept(tmp_path: Path) -> None:
    """Through the link, and also where the program replaced the link by a file."""
    token = tmp_path / "token"
    for body in ('echo new > "$2/token"', 'rm "$2/token"; echo new > "$2/token"'):
        token.write_text("old")
        _complete(tmp_path, body)
        assert token.read_text() == "new\n", body


def test_an_old_or_missing_program_is_not_asked(tmp_path: Path) -> None:
    """One version below the oldest is refused, the oldest itself is not."""
    for version in ("1.9.9", "nothing"):
        with pytest.raises(ProgramTooOld, match="update it"):
            _complete(tmp_path, "echo yes", version=version)
    assert _complete(tmp_path, "echo yes", version="2.0").text == "yes\n"
    gone = AgentEndpoint(_AGENT, None, str(tmp_path / "gone"), {"PATH": "/bin"})
    with pytest.raises(ProgramMissing, match="install it"):
        gone.complete(_ASKED, None, "agent", 5)


def test_a_model_asks_an_agent_in_one_mode_and_counts_what_it_says(tmp_path: Path) -> None:
    """The call names the agent as its address and the model that answered."""
    settings = ModelSettings(agent="claude-code")
    variables = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    endpoint = AgentEndpoint(_AGENT, None, _program(tmp_path, "echo fine"), variables)
    model = Model(endpoint, settings)
    assert model.write(_ASKED, "test@1") == "fine"
    (call,) = model.meter.take_calls()
    assert (call.endpoint, call.model) == ("agent:claude-code", "big")
    assert (call.input_tokens, call.output_tokens) == (7, 3)


def test_settings_name_an_agent_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another name says which there are; one that is not offered says why."""
    assert isinstance(endpoint_for(ModelSettings(agent="claude")), AgentEndpoint)
    with pytest.raises(ModelRejected, match="claude-code, codex"):
        endpoint_for(ModelSettings(agent="nobody"))
    barred = dataclasses.replace(_AGENT, name="barred", not_offered="its shell stays on")
    monkeypatch.setattr("reflect.model.agents.registry.BUILT_IN", (barred,))
    with pytest.raises(ModelRejected, match="its shell stays on"):
        endpoint_for(ModelSettings(agent="barred"))


def test_embeddings_are_refused(tmp_path: Path) -> None:
    """An agent is told by text alone."""
    endpoint = AgentEndpoint(_AGENT, None, _program(tmp_path, "echo x"), {"HOME": str(tmp_path)})
    with pytest.raises(ModelRejected, match="no embeddings"):
        endpoint.embed(["x"], 5)
