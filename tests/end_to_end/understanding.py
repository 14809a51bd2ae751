"""An agent whose own program is also the model that reads its sessions: one scripted service."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from blackboard.views.rows import LessonRow
from tests.agents.scripted_readers import (
    Lesson,
    Proposing,
    Reader,
    ReadingAnthropic,
    ReadingOpenAI,
    ShownDigest,
)
from tests.agents.scripted_server import Say, Turn
from tests.end_to_end.agents import Agent, ClaudeCode, Session
from tests.end_to_end.machine import PATIENCE
from tests.end_to_end.seeding import RIGHT, WRONG

FIX = f"`{RIGHT}` seeds the tables; bare `{WRONG}` fails."
ERROR = "no configuration was given, pass --config dev.toml"
TASK = "Fill the tables, please"


@dataclass(frozen=True)
class Understood:
    """An agent on its machine, signed in to a service that stays the same."""

    agent: Agent
    service: Reader

    def run(self, prompt: str, script: Sequence[Turn], *, resume: str | None = None) -> Session:
        """One prompt, whose requests are those of the conversation alone."""
        before = len(self.service.requests)
        self.service.play(script)
        done = self.agent.start(prompt, self.service, resume=resume)
        assert done.code == 0, done
        return Session("", "", self.spoken(before))

    def spoken(self, before: int = 0) -> list[dict[str, object]]:
        """The requests of conversations since some number of requests."""
        reader = self.service
        return [body for body in reader.requests[before:]
                if reader.is_conversation(body) and not reader.is_question(body)]  # fmt: skip

    def fails_and_passes(self) -> Session:
        """A session in which the command fails bare, and passes with its option."""
        script: list[Turn] = [self.agent.shell(WRONG), self.agent.shell(RIGHT),
                              Say("The tables are full.")]  # fmt: skip
        return self.run(TASK, script)

    def lessons(self) -> list[LessonRow]:
        """What a model proposed."""
        with self.agent.machine.board() as board:
            board.catch_up()
            return [row for row in board.view("lessons") if row["asked"]]

    def wait_for(self, type_: str) -> None:
        """Wait until a worker that nobody here started has written an event of a type."""
        deadline = time.monotonic() + PATIENCE
        with self.agent.machine.board() as board:
            found = board.tail(0, types=[type_], until=lambda: time.monotonic() > deadline)
            assert next(found, None) is not None, f"nobody wrote {type_}"


@contextmanager
def reader(agent: Agent, proposing: Proposing) -> Iterator[Understood]:
    """The agent, signed in to a service that answers questions by some function."""
    kind = ReadingAnthropic if isinstance(agent, ClaudeCode) else ReadingOpenAI
    with kind([], proposing) as service:
        if isinstance(agent, ClaudeCode):
            agent.machine.variables.update(agent.variables(service))
        else:
            settings = agent.machine.home / ".codex" / "config.toml"
            settings.write_text(
                'model_provider = "stub"\n[model_providers.stub]\nname = "stub"\n'
                f'base_url = "{service.url}/v1"\nwire_api = "responses"\n'
            )
        yield Understood(agent, service)


def the_fix(shown: ShownDigest) -> list[Lesson]:
    """What failed and what passed, where the digest has both."""
    entries = shown.entries("FAILED", "PASSED")
    return [lesson("fix", FIX, entries, ERROR, error=ERROR)] if len(entries) > 1 else []


def lesson(kind: str, text: str, entries: Sequence[int], quote: str, **key: str) -> Lesson:
    """A lesson in the form of the answer, of which the model is very sure."""
    keys = {"command": "", "path": "", "error": "", "words": "", **key}
    return {"kind": kind, "text": text, "holds": "repository", "key": keys,
            "entries": list(entries), "quote": quote, "confidence": 1.0}  # fmt: skip
