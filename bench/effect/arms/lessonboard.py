"""Lessonboard as a person installs it: by rules, with a model's answers, with all approved."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from pathlib import Path

from bench.effect.arms import answering
from bench.effect.arms.arm import Arm, Place
from bench.effect.arms.server import answers
from bench.effect.clone import Clone

ROOT = Path(__file__).resolve().parents[3]
ANSWERS = Path(__file__).parents[1] / "answers"

QUESTIONS = "EFFECT_QUESTIONS"
"""The variable with the folder in which questions without a recorded answer are put."""

_LONGEST, _MOMENT = 3600.0, 0.2


class Rules(Arm):
    """Without a model."""

    name = "rules"
    model = "none"

    def install(self, place: Place) -> None:
        """Run `lessonboard init` in the clone, as a script that its person lets decide."""
        start = "from lessonboard.start import main; main()"
        _program(place.bin / "lessonboard", [sys.executable, "-c", start])
        settings = place.home / ".config" / "lessonboard" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            f"[decide]\nscripts = true\n[context]\nholdout = false\n{self.settings()}"
        )
        agents = " ".join(f"--agent {each}" for each in dict.fromkeys(("claude", place.agent)))
        run(place.clone, f"lessonboard init {agents} --model {self.model} --no-history")

    def after(self, place: Place) -> None:
        """Let the workers finish, as they would in a pause; one of a hook's may be at it still."""
        run(place.clone, "lessonboard stop")
        run(place.clone, "lessonboard admin worker --until-idle --quiet")
        while json.loads(run(place.clone, "lessonboard admin queue --state claimed --json")):
            time.sleep(_MOMENT)

    def settings(self) -> str:
        """More lines of the settings."""
        return ""

    def asked(self, place: Place, error: str) -> str:
        """The MCP server's answer to `fix`."""
        return answers(place, ("lessonboard", "mcp"), ("fix", {"error": error}))[0]

    def close(self, place: Place) -> None:
        """End the worker and the hooks' server."""
        run(place.clone, "lessonboard stop")


class Answers(Rules):
    """With a model's recorded answers, given by a program in the place of Claude Code."""

    name = "answers"
    model = "claude-code"

    def install(self, place: Place) -> None:
        """Sign in, and put the program first on `PATH`."""
        recorded = ANSWERS / place.task.repository.name / f"{place.task.id}.json"
        folder = os.environ.get(QUESTIONS, "")
        said = place.home / ".said.json"
        turns = [*(each.turn for each in place.task.before), [place.task.session]]
        said.write_text(json.dumps([[each.says for each in some] for some in turns]))
        words = [sys.executable, "-m", answering.__name__, str(recorded), str(said), folder]
        _program(place.bin / "claude", words)
        signed_in = {"oauthAccount": {"accountUuid": "a", "emailAddress": "robin@example.org"}}
        (place.home / ".claude.json").write_text(json.dumps(signed_in))
        super().install(place)

    def settings(self) -> str:
        """Whoever answers only now takes his time."""
        return f"[model]\ntimeout = {_LONGEST}\n" if os.environ.get(QUESTIONS) else ""


class Approved(Answers):
    """The same, and a person who says yes to all that waits."""

    name = "approved"

    def after(self, place: Place) -> None:
        """Let the worker finish, then keep what waits."""
        super().after(place)
        listed = "lessonboard lesson --status candidate --limit 100 --json"
        waiting = json.loads(run(place.clone, listed))
        for lesson in waiting:
            run(place.clone, f"lessonboard lesson keep {lesson['id']}")


def run(clone: Clone, command: str) -> str:
    """Run a command in the clone, and return what it prints; raises RuntimeError."""
    outcome = clone.run(command, _LONGEST)
    if outcome.code:
        raise RuntimeError(f"{command} failed: {outcome.text}")
    return outcome.output


def _program(path: Path, words: list[str]) -> None:
    path.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.join(words)} "$@"\n'
    )
    path.chmod(0o755)
