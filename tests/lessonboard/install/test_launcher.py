"""The line that agents run, and that it disturbs none of them whatever is missing."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lessonboard.install.launcher import hook_command, runs_launcher, shell_line

_SAYS = "import sys; sys.stdout.write(ascii(sys.argv[1:]))"


def run(command: list[str] | str) -> tuple[int, str, str]:
    """The code, what was printed and what was complained of; a text goes through the shell."""
    shell = isinstance(command, str)
    done = subprocess.run(
        command, shell=shell, input="{}", capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def launcher(tmp_path: Path) -> Path:
    """A launcher that prints its arguments, in a folder with a difficult name."""
    folder = tmp_path / 'it\'s a $HOME "folder" 🚢' / "lessonboard"
    folder.mkdir(parents=True)
    path = folder / "hook.py"
    path.write_text(_SAYS)
    return path


def test_a_launcher_that_is_gone_blocks_nothing(launcher: Path) -> None:
    """To Claude Code, Codex, Gemini CLI and Cursor the code 2 would mean to forbid the action."""
    launcher.unlink()
    assert run(hook_command("claude", launcher)) == (0, "", "")
    assert run([sys.executable, "-IS", str(launcher)])[0] == 2  # why it is not run directly


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_launcher_that_cannot_be_read_blocks_nothing(launcher: Path) -> None:
    """Such as one of another user."""
    launcher.chmod(0)
    assert run(hook_command("claude", launcher)) == (0, "", "")


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
    assert run(hook_command("claude", launcher)) == (0, "", "")


def test_the_launcher_gets_the_name_of_the_agent(launcher: Path) -> None:
    """As its first argument, as if it were run by itself."""
    command = hook_command("claude", launcher)
    assert run(command) == (0, "['claude']", "")
    assert run([sys.executable, "-IS", str(launcher), "claude"]) == (0, "['claude']", "")


def test_a_shell_passes_the_line_on_as_it_is(launcher: Path) -> None:
    """One line, which means the same with and without a shell."""
    command = hook_command("codex", launcher)
    line = shell_line(command)
    assert "\n" not in line
    assert shlex.split(line) == command
    assert run(line) == (0, "['codex']", "")


def test_nothing_in_the_line_means_something_to_a_shell_inside_quotes(launcher: Path) -> None:
    """Not to sh, cmd.exe or PowerShell; agents choose the shell."""
    stub = hook_command("codex", launcher)[3]
    assert not set(stub) & set("'\"\\$`%!^\n")


def test_the_line_is_the_one_that_was_trusted() -> None:
    """Codex keeps its trust by a hash; to change this is to make everybody trust it again."""
    assert hook_command("codex", Path("/data/lessonboard/hook.py")) == [
        sys.executable,
        "-IS",
        "-c",
        "import sys,os;a=sys.argv;a.pop(0);sys.excepthook=lambda*e:os._exit(0);"
        "os.access(a[0],4)and exec(open(a[0]).read())",
        "/data/lessonboard/hook.py",
        "codex",
    ]


@pytest.mark.parametrize("form", ["this", "older"])
def test_entries_of_all_versions_are_known_as_ours(launcher: Path, form: str) -> None:
    """As a list and as a line; the first versions ran the launcher directly."""
    command = hook_command("claude", launcher)
    if form == "older":
        command = [sys.executable, "-IS", str(launcher), "claude"]
    assert runs_launcher({"command": command[0], "args": command[1:]})
    assert runs_launcher({"command": shell_line(command)})
    assert not runs_launcher({"command": "python3 /elsewhere/hook.py claude"})
