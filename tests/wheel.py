"""Builds the wheel from the source archive, as `uv build` does, and uses it as a stranger would.

That is elsewhere, beside modules of the same name.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Build, install into an empty environment, and run the main job from a hostile folder."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run([sys.executable, "-m", "build", "--outdir", str(place / "dist"), str(ROOT)])
        wheel = next((place / "dist").glob("*.whl"))
        venv.create(place / "env", with_pip=True)
        pip = [str(place / "env/bin/python"), "-m", "pip", "install", "--quiet"]
        run([*pip, str(wheel)])
        use(place / "env/bin/lessonboard", hostile(place / "work"), place / "board.db")
        has_samples(place / "env/bin/python", place / "work")
    print("the wheel works in a clean environment")


def hostile(folder: Path) -> Path:
    """A working folder with modules named like ours, which must never be imported."""
    folder.mkdir()
    for name in ("scheduler", "schemas", "reflect", "blackboard"):
        (folder / f"{name}.py").write_text("raise SystemExit('the wrong module was imported')\n")
    return folder


def use(command: Path, folder: Path, board: Path) -> None:
    """Import the sample sessions, look at the lessons, and check what was written."""
    program = [str(command), "--db", str(board)]
    run([*program, "session", "import", str(ROOT / "examples" / "sessions")], folder)
    run([*program, "lesson"], folder)
    run([*program, "admin", "verify"], folder)
    run([*program, "admin", "backup", str(board.with_name("backup.db"))], folder)
    greeting = (
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}'
    )
    if '"serverInfo"' not in run([*program, "mcp"], folder, f"{greeting}\n"):
        sys.exit("the MCP server does not answer")


def has_samples(python: Path, folder: Path) -> None:
    """The first minute shows them where there is no history, and needs them in the wheel."""
    ask = "from lessonboard.first_minute.samples import samples; print(samples())"
    found = Path(run([str(python), "-I", "-c", ask], folder).strip())
    number = len(list(found.rglob("*.jsonl")))
    if number != 10 or "site-packages" not in found.parts:
        sys.exit(f"the wheel has {number} samples in {found}")


def run(command: list[str], folder: Path = ROOT, stdin: str = "") -> str:
    """What a command prints; one that fails is the end."""
    done = subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
