"""A real agent in its print mode, in the home of a place: its own hooks, servers and settings.

It may do all that its tools can, without asking and without a sandbox: run it where that is no
harm, such as in a container.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.effect.agents.kind import Kind
from bench.effect.agents.player import NoSession, Options
from bench.effect.agents.process import TOO_LONG, run, without
from bench.effect.arms.arm import Arm, Place
from bench.effect.judge import judged
from bench.effect.session import OWN_FILE, Shown
from bench.effect.tasks import is_told
from blackboard.variables import only
from reflect.model.agents.sign_in import CONNECTION

_SECRET = re.compile(r"KEY|TOKEN|SECRET|HEADERS")
_PER_TOKEN = 4


class Real:
    """Plays with a real agent."""

    def __init__(self, kind: Kind, options: Options) -> None:
        """See `Kind` and `Options`."""
        self.name = self.agent = kind.name
        self._kind, self._options = kind, options

    def missing(self) -> str:
        """It needs its program, and a key or a sign-in."""
        if not shutil.which(self._kind.name):
            return f"`{self._kind.name}` is not on PATH"
        if only(self._kind.keys, os.environ) or any(each.is_file() for each in self._sign_in()):
            return ""
        return f"sign in to {self.name}, or set one of {', '.join(self._kind.keys)}"

    def __call__(self, place: Place, arm: Arm) -> dict[str, Any]:
        """Play, and judge."""
        start, began = place.clone.head(), time.monotonic()
        printed, fault = self._run(place, arm)
        took = time.monotonic() - began
        read = self._kind.read(printed, place)
        ended = f"{self._options.longest:g} seconds" if fault == TOO_LONG else ""
        if not ended and (fault or read.problem):
            raise NoSession("; ".join(filter(None, (read.problem, fault))))
        shown, facts = [*self._own_file(place), *read.shown], place.task.fact
        return {
            "agent": self.name, "ended": ended, "took": took, "shown": shown, "ran": read.ran,
            "model": self._options.model_name or self._options.model or read.model,
            "told": [fact.id for fact in facts
                     if any(is_told(fact, each.text, facts) for each in shown)],
            "verdict": judged(place.task, place.clone, start, read.ran), "tokens": read.tokens,
            "tokens_shown": sum(len(each.text) for each in shown) // _PER_TOKEN,
        }  # fmt: skip

    def _run(self, place: Place, arm: Arm) -> tuple[list[dict[str, Any]], str]:
        """The objects that it printed, and what went wrong; `TOO_LONG` if it was ended."""
        names = (*CONNECTION, *self._kind.keys, *self._kind.variables)
        passed = only(names, os.environ)
        given = {**place.clone.variables, **passed, **self._kind.fixed}
        if not only(self._kind.keys, passed):
            self._copy_sign_in(place.home)
        self._kind.prepare(place, self._options, given)
        program = shutil.which(self._kind.name) or self._kind.name
        words = [program, *self._kind.words(place, self._options, given)]
        text, fault = run(words, place.clone.folder, given, self._options.longest)
        text = without(text, [value for name, value in passed.items() if _SECRET.search(name)])
        self._keep(text, place, arm)
        return [each for each in map(_object, text.splitlines()) if each], fault

    def _keep(self, text: str, place: Place, arm: Arm) -> None:
        parts = (place.task.name, arm.name, str(place.run), self.name)
        name = "--".join(re.sub(r"[^\w.-]+", "--", each) for each in parts)
        self._options.raw.mkdir(parents=True, exist_ok=True)
        (self._options.raw / f"{name}.jsonl").write_text(text)

    def _sign_in(self) -> list[Path]:
        return [Path.home() / each for each in self._kind.files]

    def _copy_sign_in(self, home: Path) -> None:
        for name, path in zip(self._kind.files, self._sign_in(), strict=True):
            with suppress(FileNotFoundError):
                content = path.read_bytes()
                copied = home / name
                copied.parent.mkdir(parents=True, exist_ok=True)
                copied.touch(mode=0o600)
                copied.write_bytes(content)

    def _own_file(self, place: Place) -> list[Shown]:
        path = place.clone.folder / self._kind.own_file
        return [Shown(OWN_FILE, 0, path.read_text())] if path.is_file() else []


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
