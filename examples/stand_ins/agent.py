"""A coding agent that follows a script, in the place of a real one.

    python agent.py FOLDER < prompt

`FOLDER/acts.json` says for each step what to `write` (path to text), `run` (commands) and `say`;
`hang` keeps it busy, `exit` is its exit code. What it was asked goes to `FOLDER/asked.jsonl`.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path


def main(folder: Path) -> int:
    """Do one step in the working folder."""
    prompt = sys.stdin.read()
    found = re.search(r"^The step is (\S+):", prompt, re.MULTILINE)
    if found is None:
        print("The prompt names no step.", file=sys.stderr)
        return 2
    with (folder / "asked.jsonl").open("a") as asked:
        asked.write(json.dumps({"step": found[1], "prompt": prompt}) + "\n")
    act = json.loads((folder / "acts.json").read_text()).get(found[1], {})
    for name, text in act.get("write", {}).items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    for command in act.get("run", []):
        subprocess.run(command, check=True, capture_output=True)
    print(act.get("say", f"Step {found[1]} is done.\nVERDICT: PASS"), flush=True)
    while act.get("hang"):
        signal.pause()
    return int(act.get("exit", 0))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
