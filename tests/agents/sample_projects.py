"""Builds the projects of the sample sessions, and the home folder of the agents."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.agents.sample_files import FILES, PARCELS, TIDES

ROOT = Path("/tmp/samples")
"""Where everything is built: a neutral place, since transcripts are full of paths."""

HOME = ROOT / "home"
TOOLS = ROOT / "venv" / "bin"


def environment() -> dict[str, str]:
    """Variables for agents and git that tell nothing about the machine."""
    return {
        "HOME": str(HOME),
        "PATH": f"{TOOLS}:/usr/local/bin:/usr/bin:/bin",
        "TMPDIR": str(ROOT / "tmp"),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "PYTHONDONTWRITEBYTECODE": "1",
        "UV_OFFLINE": "1",
    }


def prepare(python: str) -> None:
    """Make the home folder, and a virtual environment with pytest and uv."""
    shutil.rmtree(ROOT, ignore_errors=True)
    for folder in (HOME, ROOT / "tmp"):
        folder.mkdir(parents=True)
    (HOME / ".gitconfig").write_text("[user]\nname = Sam Rivera\nemail = sam@example.com\n")
    # Codex starts login shells, which set PATH anew.
    (HOME / ".bash_profile").write_text(f"export PATH={TOOLS}:$PATH\n")
    (HOME / ".npmrc").write_text("update-notifier=false\n")
    subprocess.run([python, "-m", "venv", str(TOOLS.parent)], check=True)
    subprocess.run([str(TOOLS / "pip"), "install", "--quiet", "pytest", "uv"], check=True)


def build(name: str) -> Path:
    """Write a project anew, with one commit, a remote, and a bare repository to push to."""
    folder = ROOT / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(_bare(name), ignore_errors=True)
    for path, text in FILES[name].items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        target.chmod(0o755 if text.startswith("#!") else 0o644)
    for command in _commands(name):
        subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)
    return folder


def _bare(name: str) -> Path:
    return ROOT / "remotes" / f"{name}.git"


def _commands(name: str) -> list[list[str]]:
    bare = str(_bare(name))
    first = {
        PARCELS: [["mkdir", "data"]],
        TIDES: [["uv", "sync", "--python", str(TOOLS / "python")]],
    }
    git = [
        ["init", "--initial-branch=main"],
        ["add", "."],
        ["commit", "--message", "Start the project"],
        ["init", "--bare", "--initial-branch=main", bare],
        ["push", bare, "main"],
        ["remote", "add", "origin", f"https://github.com/example/{name}.git"],
        # What is pushed stays on this disk, while the address looks like anybody's.
        ["remote", "set-url", "--push", "origin", bare],
        ["config", "core.hooksPath", ".githooks"],
    ]
    return first.get(name, []) + [["git", *words] for words in git]
