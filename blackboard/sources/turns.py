"""What most readers of transcripts share: who speaks, which calls wait, and where to resume.

None of the agents read by it says whether a person typed a prompt or a program sent it, so who said
it is unknown: what is learnt from the words waits for a person.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from blackboard.agents.tools import describe
from blackboard.event import NewEvent
from blackboard.repositories.remote import normalise_remote
from blackboard.sources.repository import project_of
from blackboard.sources.source import Call, Record, Speaker, Waiting, name
from blackboard.sources.usage import Meter, Tokens, state_of
from blackboard.vocabulary import Author

_TAIL = 300


class Turns(ABC):
    """Reads records one by one; a subclass has a `name`, and `_turn` gives a record's events."""

    name: ClassVar[str]

    def __init__(self, session: str, state: Record) -> None:
        self.unknown = 0
        self._waiting = Waiting()
        self._speaker = Speaker(state.get("session", session), self.name)
        self._speaker.project = state.get("project")
        self._speaker.begun = state.get("begun", False)
        self._calls: dict[str, Call] = {}
        self._meter = Meter(state.get("usage", {}))

    def read(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """See `Reader.read`."""
        before = self._meter.now
        yield from self._turn(record, offset)
        self._waiting.mark(offset, is_open=self._is_open(), before=before)

    def _is_open(self) -> bool:
        """Whether a call waits for its result."""
        return bool(self._calls)

    def unanswered(self) -> list[Call]:
        """The calls whose results did not come, in the order in which they were made."""
        return list(self._calls.values())

    def waiting(self) -> int | None:
        """See `Reader.waiting`."""
        return self._waiting.since

    def state(self) -> Record:
        """See `Reader.state`."""
        return {
            "session": self._speaker.session,
            "project": self._speaker.project,
            "begun": self._speaker.begun,
            "usage": state_of(self._waiting.counted(self._meter.now)),
        }

    def usage(self) -> Iterator[NewEvent]:
        """See `Reader.usage`."""
        return self._meter.events()

    @abstractmethod
    def _turn(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """The events of one record."""

    def _begin(
        self,
        session: object,
        folder: str | None,
        at: int | None,
        *,
        remote: str = "",
        **known: object,
    ) -> Iterator[NewEvent]:
        """The beginning of the session, once; an id that a name cannot hold is left out."""
        if self._speaker.begun:
            return
        self._speaker = Speaker(name(session, self._speaker.session), self.name)
        found = normalise_remote(remote) or (folder and project_of(folder))
        project = name(found, "") or None
        self._speaker.project = project
        yield self._speaker.started(at, cwd=folder, repository=project, **known)

    def _said(
        self, role: str, key: str, at: int | None, text: str, author: Author | None = None
    ) -> Iterator[NewEvent]:
        """A message; the session has begun with it, if nothing said so before.

        When the user speaks, calls that wait for their result have none.
        """
        if not self._speaker.begun:
            yield self._speaker.started(at)
        if role == "user" and text.strip():
            for waiting, call in self._calls.items():
                yield self._called(waiting, call, call.at or at, "", failed=None, author="unknown")
            self._calls.clear()
        yield from self._speaker.said(role, key, at, text, author=author)

    def _asked(self, key: object, tool: object, given: object, at: int | None) -> None:
        """A call whose result is to come."""
        arguments = given if isinstance(given, dict) else {"input": given} if given else {}
        self._calls.setdefault(str(key), Call(str(tool), arguments, at))

    def _answered(
        self, key: object, at: int | None, output: str, *, failed: bool | None,
        exit_code: int | None = None, denied: bool = False,
    ) -> Iterator[NewEvent]:  # fmt: skip
        """The result of a call that was made; one without a call is skipped."""
        call = self._calls.pop(str(key), None)
        if call is not None:
            yield self._called(
                key, call, at, output, failed=failed, exit_code=exit_code, denied=denied
            )

    def _called(
        self, key: object, call: Call, at: int | None, output: str, *, failed: bool | None,
        exit_code: int | None = None, denied: bool = False, author: Author = "tool",
    ) -> NewEvent:  # fmt: skip
        """A call with its result; a refusal proves no author."""
        author = "unknown" if denied else author
        return self._speaker.called(
            str(key), call, at, output, failed=None if denied else failed, exit_code=exit_code,
            denied=denied, author=author,
        )  # fmt: skip

    def _is_shell(self, key: object) -> bool:
        """Whether a call that waits runs a command: what others print may look like its end."""
        call = self._calls.get(str(key))
        return call is not None and describe(call.name, call.input, self.name)["kind"] == "shell"

    def _end(self, key: object, output: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What an agent adds at the end of a command's output, which is all that is looked at."""
        is_shell = self._is_shell(key)
        return pattern.search(output, max(0, len(output) - _TAIL)) if is_shell else None

    def _count(self, call: object, at: int | None, model: str | None, tokens: Tokens) -> None:
        """The tokens of a call to the model."""
        self._meter.count(self._speaker, at, str(call), model, tokens)
