"""A program in the place of `claude -p`, which gives recorded answers.

    python answering.py ANSWERS SAID QUESTIONS [-p ...]

`ANSWERS` is the file of a task's answers (`recorded.py`), `SAID` one with what the person says in
each session, by which a digest is recognised. A question without an answer is written to the folder
`QUESTIONS` and waited for; where no folder is given, it is noted and answered with nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

from bench.effect.arms.recorded import PROMPTS, Recorded, listed, session_of

NOTED = ".unanswered"
"""A file of the home with the questions that had no answer."""

_ID = re.compile(r"\blesson-[0-9a-z]{4,}\b")
_LONGEST = 3600.0


def main() -> None:
    """Print a version, or the answer to the question on standard input."""
    if "--version" in sys.argv:
        print("2.1.330 (Claude Code)")
        return
    system = Path(sys.argv[sys.argv.index("--system-prompt-file") + 1]).read_text()
    text = sys.stdin.read()
    prompt = next(name for name, start in PROMPTS.items() if start in system)
    given = _answer(prompt, system, text)
    used = {"input_tokens": len(text) // 4, "output_tokens": len(json.dumps(given)) // 4}
    print(json.dumps({"result": "", "structured_output": given, "usage": used}))


def _answer(prompt: str, system: str, text: str) -> dict[str, Any]:
    answers, said, folder = (
        Path(sys.argv[1]),
        json.loads(Path(sys.argv[2]).read_text()),
        sys.argv[3],
    )
    session = session_of(text, said)
    recorded = Recorded.read(answers)
    found = recorded.answer(prompt, text, session)
    if found is None and folder and session <= len(said) - 1:
        found = _asked(Path(folder) / f"{answers.parent.name}--{answers.stem}", system, text)
        answers.parent.mkdir(parents=True, exist_ok=True)
        with answers.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            Recorded.read(answers).keep(prompt, text, session, found).write(answers)
        found = Recorded.read(answers).answer(prompt, text, session)
    if found is None:
        if session <= len(said) - 1:
            with (Path(os.environ["HOME"]) / NOTED).open("a") as file:
                file.write(f"{prompt} {session or listed(text)}\n")
        return Recorded().nothing(prompt)
    return found


def _asked(name: Path, system: str, text: str) -> dict[str, Any]:
    """Write a question, its lessons with short names, and wait for the answer."""
    ids = list(dict.fromkeys(_ID.findall(text)))
    plain = _ID.sub(lambda found: f"lesson-{ids.index(found[0]) + 1:04}", text)
    mark = f"{time.time_ns():x}"[-9:]
    question, answer = (name.with_name(f"{name.name}--{mark}.{end}") for end in ("md", "json"))
    question.with_suffix(".part").write_text(f"{system}\n\n{plain}")
    question.with_suffix(".part").rename(question)
    ends = time.monotonic() + _LONGEST
    while not answer.is_file():
        if time.monotonic() > ends:
            raise SystemExit(f"{answer} did not come")
        time.sleep(0.5)
    back = {f"lesson-{number:04}": each for number, each in enumerate(ids, 1)}
    whole = _ID.sub(lambda found: back.get(found[0], found[0]), answer.read_text())
    given: dict[str, Any] = json.loads(whole)
    return given


if __name__ == "__main__":
    main()
