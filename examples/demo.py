"""The main job in one go: import the history at hand, then show lessons, a search, a context."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from lessonboard.discovery import transcript_folders

SAMPLES = Path(__file__).parent / "sessions"
COMMAND = Path(sys.executable).with_name("lessonboard")


def main(database: str) -> None:
    """Run the commands that a user would type, on a board that is thrown away afterwards."""
    own = [folder for folder in transcript_folders() if any(folder.rglob("*.jsonl"))]
    if own:
        print("Your own history, read into a board of its own that is deleted afterwards.")
    else:
        print("There is no history of Claude Code or Codex here, so these are sample sessions.")
    run(database, "import", *([] if own else [str(SAMPLES)]))
    run(database, "lesson", "list", "--limit", "10")
    run(database, "lesson", "search", "test" if own else "run the tests")
    prompt = (
        "Run the tests with pytest and fix what fails"
        if own
        else "The seed script stops because there is no configuration; run it and the tests"
    )
    project = [] if own else ["--project", "parcel-api"]
    run(database, "context", *project, "--prompt", prompt, "--command", "npm test")
    print("\nKeep it: lessonboard import   (the board is then yours; see lessonboard doctor)")


def run(database: str, *arguments: str) -> None:
    """Show a command, then what it prints."""
    print(f"\n$ lessonboard {shlex.join(arguments)}", flush=True)
    subprocess.run([COMMAND, "--db", database, *arguments], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
