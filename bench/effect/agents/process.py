"""Runs an agent's program to its end, or ends it; what it printed is kept without secrets."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from reflect.model.agents.program import end_group

TOO_LONG = "it did not end in time"
_LAST = 400
_SHORTEST_SECRET = 8


def run(
    words: Sequence[str], folder: Path, variables: Mapping[str, str], longest: float
) -> tuple[str, str]:
    """Run a program to its end, or end it; what it printed, and what went wrong."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as error:
        process = subprocess.Popen(list(words), cwd=folder, env=dict(variables), stdout=out,
                                   stderr=error, stdin=subprocess.DEVNULL,
                                   start_new_session=True)  # fmt: skip
        fault = ""
        try:
            if code := process.wait(longest):
                fault = f"it ended with {code}"
        except subprocess.TimeoutExpired:
            fault = TOO_LONG
        finally:
            end_group(process.pid)
            process.wait()
        texts = []
        for file in (out, error):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    if fault and fault != TOO_LONG:
        fault += f": {' '.join((texts[1].strip() or texts[0].strip()).split())[-_LAST:]}"
    return texts[0], fault


def without(text: str, secrets: Sequence[str]) -> str:
    """A text in which no secret is left."""
    for each in secrets:
        if len(each) >= _SHORTEST_SECRET:
            text = text.replace(each, "[secret]")
    return text
