"""The first commands of the README on sample sessions, in a home folder that is deleted afterwards.

Nothing of yours is read. With `--shell` a shell is opened in that home to type your own commands:

    python -m examples.demo [--shell]
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SAMPLES = Path(__file__).parent / "sessions"
COMMANDS = (
    "lessonboard session import",
    "lessonboard search database locked",
    """lessonboard fix 'npm error Missing script: "test"'""",
)
NEXT_AGENT = 'lessonboard lesson context --project parcel-api --prompt "Run npm test"'
"""The README has them all, as they are typed here."""

_KEPT = ("LANG", "LC_ALL", "TERM", "TZ", "SHELL", "COLORTERM", "NO_COLOR")


def main(options: list[str]) -> int:
    """Run the commands, or open the shell; the exit code is that of the first one that fails."""
    with sample_home() as home:
        print("Ten sample sessions, in a temporary home folder; nothing of yours is read.\n")
        if options == ["--shell"]:
            print("This home is deleted when you leave the shell (`exit`).")
            shell = os.environ.get("SHELL", "sh")
            return subprocess.run([shell], cwd=home, env=environment(home), check=False).returncode
        for line in COMMANDS:
            if code := run(line, home):
                return code
        print("The next agent there that is asked to run `npm test` is shown:\n")
        code = run(NEXT_AGENT, home)
        print("Type your own commands in this home: ./run demo --shell")
        return code


@contextmanager
def sample_home() -> Iterator[Path]:
    """A home folder with the samples where Claude Code and Codex keep their sessions."""
    with tempfile.TemporaryDirectory(prefix="lessonboard-demo-") as name:
        add_samples(Path(name))
        yield Path(name)


def add_samples(home: Path) -> None:
    """Copy the samples to where their agents would have written them."""
    shutil.copytree(SAMPLES / "claude-code", home / ".claude" / "projects")
    shutil.copytree(SAMPLES / "codex", home / ".codex" / "sessions")


def environment(home: Path) -> Mapping[str, str]:
    """The variables of a person who has set none of ours, with `lessonboard` on the path."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    programs = Path(sys.executable).parent
    return {**kept, "HOME": str(home), "PATH": f"{programs}:{os.environ.get('PATH', os.defpath)}"}


def run(line: str, home: Path) -> int:
    """Show a command as it is typed, and run it."""
    print(f"$ {line}", flush=True)
    variables = environment(home)
    command = shutil.which("lessonboard", path=variables["PATH"]) or "lessonboard"
    words = [command, *shlex.split(line)[1:]]
    code = subprocess.run(words, cwd=home, env=variables, check=False).returncode
    print(flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
