"""Other products are arms: pinned, installed once, and skipped with a reason where they are not."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from bench.effect import fetch_peers
from bench.effect.arms.arm import Arm, Place
from bench.effect.arms.claude_recall import ClaudeRecall
from bench.effect.arms.cortext_memory import CortextMemory
from bench.effect.arms.peer import NpmPeer, Peer
from bench.effect.arms.registry import ARMS, arm
from bench.effect.clone import Clone
from bench.effect.hooks import react
from bench.effect.play import played, scripted
from bench.effect.run_reach import main
from bench.effect.tasks import tasks_of
from tests.bench.effect.example import EXAMPLE
from tests.optional_parts import Part

PEERS = [each for each in ARMS.values() if issubclass(each, Peer)]
_FETCH = "python -m bench.effect.fetch_peers"


def part(peer: type[Peer]) -> Part:
    """A peer as a program that a test needs."""
    return Part(peer.name, f"{_FETCH} {peer.name}",
                lambda: None if peer().missing() else peer.name)  # fmt: skip


def test_each_arm_has_a_name_of_its_own() -> None:
    """The registry finds each by it, and a peer says its package and version."""
    names = [each.name for each in ARMS.values()]
    assert names == list(ARMS)
    assert all(type(arm(name)) is ARMS[name] for name in names)
    assert PEERS
    assert all(each.package and each.programs and each.version[0].isdigit() for each in PEERS)


def test_the_page_has_each_arm_with_its_version() -> None:
    """What was run is said with what it was, and with its registry."""
    page = (Path(fetch_peers.__file__).parent / "PEERS.md").read_text()
    rows = {line.split(" | ")[0].strip("| "): line for line in page.splitlines()}
    for peer in PEERS:
        registry = "npm" if issubclass(peer, NpmPeer) else "PyPI"
        assert f"| {peer.version} | {registry} |" in rows[peer.name]


@pytest.mark.parametrize("peer", PEERS)
def test_a_package_that_is_not_installed_is_said_with_what_installs_it(
    peer: type[Peer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the folder names the version, so that another one is not taken for it."""
    monkeypatch.setenv("EFFECT_PEERS", str(tmp_path))
    assert peer().missing() == (
        f"{peer.package} {peer.version} is not installed ({_FETCH} {peer.name})"
    )
    assert peer().folder == tmp_path / f"{peer.name}-{peer.version}"


def test_an_arm_that_is_not_installed_is_left_out_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others are run."""
    monkeypatch.setenv("EFFECT_PEERS", str(tmp_path))
    root = tmp_path / "repositories"
    root.mkdir()
    (root / "greeter").symlink_to(EXAMPLE)
    arms = ["--arm", "none", "--arm", "claude-recall"]
    assert main(["--root", str(root), *arms, "--into", str(tmp_path / "logs")]) == 0
    assert "claude-recall is not run: claude-recall 0.9.2 is not installed" in (
        capsys.readouterr().err
    )
    logs = (tmp_path / "logs").read_text().splitlines()
    assert [json.loads(each)["arm"] for each in logs] == ["none"]


class _Made(Peer):
    """A package that a command makes."""

    name = "made"
    package = "made"
    version = "1"
    programs = ("made",)

    def commands(self) -> list[list[str]]:  # type: ignore[override]  # what is iterated
        """Write the program."""
        write = "import pathlib, sys; p = pathlib.Path(sys.argv[1]); p.parent.mkdir(); p.touch()"
        return [[sys.executable, "-c", write, str(self.bin / "made")]]


def test_what_is_installed_is_not_installed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second time, nothing is run."""
    monkeypatch.setenv("EFFECT_PEERS", str(tmp_path))
    monkeypatch.setitem(ARMS, "made", _Made)
    for _ in range(2):
        assert fetch_peers.main(["made"]) == 0
        assert capsys.readouterr().out == "made 1: installed\n"


def test_each_home_has_a_port_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the service of one is never asked by the hooks of another."""
    monkeypatch.setattr(_Made, "port", "MADE_PORT")
    ports = []
    for name in ("a", "b"):
        home = tmp_path / name
        (home / "bin").mkdir(parents=True)
        [task] = tasks_of(EXAMPLE)
        clone = Clone(task.repository, home)
        _Made().install(Place(task, home, clone, home / "bin"))
        ports.append(clone.variables["MADE_PORT"])
        assert os.access(home / "bin" / "made", os.X_OK)
    assert all(each.isdigit() for each in ports)


def test_a_registry_is_asked_for_one_version() -> None:
    """By pip in an environment of its own, and by npm in a folder of its own."""

    class Npm(NpmPeer):
        name = package = "some"
        version = "2.0"

    assert [command[-1] for command in Npm().commands()] == ["some@2.0"]
    assert [command[-1] for command in ClaudeRecall().commands()][1:] == ["claude-recall==0.9.2"]


def test_a_project_s_own_settings_have_hooks_too(tmp_path: Path) -> None:
    """As Claude Code runs those of the person and of the project."""
    paths = [tmp_path / "a.json", tmp_path / "none.json", tmp_path / "b.json"]
    for path in (paths[0], paths[2]):
        hook = {"type": "command", "command": f"echo {path.stem}"}
        path.write_text(json.dumps({"hooks": {"SessionStart": [{"hooks": [hook]}]}}))
    assert react(paths, "SessionStart", {}, tmp_path, {}).shown == "a\nb"


def test_a_hook_that_takes_too_long_is_left_and_one_that_runs_beside_shows_nothing(
    tmp_path: Path,
) -> None:
    """As an agent does; the first is noted as failed."""
    slow = {"type": "command", "command": "exec tail -f /dev/null", "timeout": 0.1}
    beside = {"type": "command", "command": "echo a", "async": True}
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"hooks": {"SessionStart": [{"hooks": [slow, beside]}]}}))
    reaction = react([path], "SessionStart", {}, tmp_path, {"PATH": os.environ["PATH"]})
    assert reaction.shown == ""
    assert reaction.failed == ("over 0.1 s: exec tail -f /dev/null",)


def test_what_is_no_json_is_plain_text(tmp_path: Path) -> None:
    """Even if it looks like it, as one product's answer does."""
    hook = {"type": "command", "command": "echo '{ \"context\": today }'"}
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"hooks": {"SessionStart": [{"hooks": [hook]}]}}))
    assert react([path], "SessionStart", {}, tmp_path, {}).shown == '{ "context": today }'


class _Recalling(Arm):
    """A memory whose documentation tells the agent to ask first."""

    name = "recalling"

    def recalled(self, place: Place, prompt: str) -> str:
        """It repeats the prompt."""
        return f"about {prompt}"


def test_a_memory_that_tells_an_agent_to_ask_is_asked_with_the_first_prompt() -> None:
    """Once, before the first call."""
    [task] = tasks_of(EXAMPLE)
    shown = played(task, _Recalling(), scripted).shown
    assert shown == [("recalled", 0, f"about {task.session.says}")]


@part(CortextMemory).needed
def test_a_peer_shows_what_an_earlier_session_said() -> None:
    """By its own hooks, as its own installer registers them."""
    log = played(next(iter(tasks_of(EXAMPLE))), CortextMemory(), scripted)
    assert log.failed == []
    assert log.in_time == {"verify": True}
    assert {each.event for each in log.shown} == {"SessionStart", "UserPromptSubmit"}
