"""The line that agents run, and that it disturbs none of them whatever is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lessonboard.install.launcher import hook_line, runs_launcher, shared_line

_SAYS = "import sys; sys.stdout.write(ascii(sys.argv[1:]))"


def run(line: str, **variables: str) -> tuple[int, str]:
    """The code, and what was printed, in the shell that agents use."""
    done = subprocess.run(
        line, shell=True, input="{}", capture_output=True, text=True, check=False,
        env={**os.environ, **variables},
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.fixture
def launcher(tmp_path: Path) -> Path:
    """A launcher that prints its arguments, in a folder with a difficult name."""
    folder = tmp_path / 'it\'s a $HOME "folder" 🚢' / "lessonboard"
    folder.mkdir(parents=True)
    path = folder / "lessonboard-hook"
    path.write_text(_SAYS)
    return path


def test_a_launcher_that_is_gone_blocks_nothing(launcher: Path) -> None:
    """To Claude Code, Codex, Gemini CLI and Cursor the code 2 would mean to forbid the action."""
    launcher.unlink()
    assert run(hook_line("claude", launcher)) == (0, "")
    assert run(hook_line("claude", launcher).removesuffix(" || :"))[0] == 2  # what it prevents


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_launcher_that_cannot_be_read_blocks_nothing(launcher: Path) -> None:
    """Such as one of another user."""
    launcher.chmod(0)
    assert run(hook_line("claude", launcher)) == (0, "")


@pytest.mark.parametrize(
    "text",
    [b"main(board=", b"\xff\xfe", b"\0", b"import nowhere", b"raise KeyboardInterrupt", None],
)
def test_a_launcher_that_is_broken_says_nothing(launcher: Path, text: bytes | None) -> None:
    """Torn, of another encoding, of another program's making, or a folder in its place."""
    launcher.unlink()
    if text is None:
        launcher.mkdir()
    else:
        launcher.write_bytes(text)
    assert run(hook_line("claude", launcher)) == (0, "")


def test_the_launcher_gets_the_name_of_the_agent(launcher: Path) -> None:
    """As its first argument, whatever its folder is called."""
    line = hook_line("codex", launcher)
    assert "\n" not in line
    assert run(line) == (0, "['codex']")


def test_the_line_is_the_one_that_was_trusted() -> None:
    """Codex keeps its trust by a hash; to change this is to make everybody trust it again."""
    line = hook_line("codex", Path("/data/lessonboard/lessonboard-hook"))
    assert line == f"{sys.executable} -IS /data/lessonboard/lessonboard-hook codex || :"
    assert shared_line("claude") == "lessonboard-hook claude || :"


def test_a_colleague_without_the_program_sees_and_waits_for_nothing(tmp_path: Path) -> None:
    """The line that is committed does nothing where nobody installed it."""
    assert run(shared_line("claude"), PATH=str(tmp_path)) == (0, "")


def test_entries_of_all_versions_are_known_as_ours(launcher: Path) -> None:
    """As a list and as a line; the first versions ran the launcher directly, then by a stub."""
    old = launcher.with_name("hook.py")
    command = [sys.executable, "-IS", str(old), "claude"]
    stub = [sys.executable, "-IS", "-c", "import os", str(old), "claude"]
    for words in (command, stub):
        assert runs_launcher({"command": words[0], "args": words[1:]})
        assert runs_launcher({"command": " ".join(words)})
    assert runs_launcher({"command": hook_line("claude", launcher)})
    assert runs_launcher({"command": shared_line("codex")})
    assert not runs_launcher({"command": "python3 /elsewhere/hook.py claude"})
    assert not runs_launcher({"command": "echo my-lessonboard-hook"})
    assert not runs_launcher({"command": "cat notes-on-lessonboard-hook claude"})
