"""What an agent's session was made of: who spoke, what was run, how it ended."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar, Literal

from blackboard.events import streams
from blackboard.events.payload import Count, Part, PayloadModel
from blackboard.vocabulary import Author, ToolKind


class SessionEvent(PayloadModel):
    """Something that happened in a session."""

    session: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.session(self.session)


class SessionStarted(SessionEvent):
    """A session of a coding agent began; a hook and the transcript may both tell it.

    `transcript` is the file in which the agent keeps it, where a hook was told.
    """

    type: ClassVar[str] = "session.started"
    agent: str
    agent_version: str | None = None
    model: str | None = None
    cwd: str | None = None
    repository: str | None = None
    branch: str | None = None
    commit: str | None = None
    entrypoint: str | None = None
    transcript: str | None = None


class MessageRecorded(SessionEvent):
    """A message of a conversation; several records may be parts of one `message`.

    `role` is what the agent's protocol calls the sender, and proves nothing: hooks, other agents
    and web pages speak as "user" too. `said_by` is who wrote it, as far as the records prove it.
    """

    type: ClassVar[str] = "message.recorded"
    version: ClassVar[int] = 2
    role: Literal["user", "assistant"]
    text: str
    said_by: Author = "unknown"
    message: str | None = None
    model: str | None = None
    agent: str | None = None


class ToolCalled(SessionEvent):
    """The agent called a tool and got an answer.

    `name` and `input` are in the agent's own terms. `kind`, `command` (the shell line as a person
    would type it), `paths` (the files and folders that it names) and `cwd` (the folder that the
    shell line is to be run in, where the call names one) say the same for all agents
    (`blackboard/agents/tools.py`).
    `failed` is None when no answer is known; `denied` when the call was refused. `said_by` is who
    wrote the output: the tool, or the human who refused the call. The event happened
    when the answer came; `called_at` is when the agent decided upon the call, in microseconds.
    `output` is shortened in the middle, `output_chars` is its full length.
    """

    type: ClassVar[str] = "tool.called"
    version: ClassVar[int] = 3
    call: str
    name: str
    input: dict[str, Any]
    kind: ToolKind
    command: str | None = None
    paths: tuple[str, ...] = ()
    cwd: str | None = None
    output: str = ""
    said_by: Author = "unknown"
    output_chars: Count = 0
    failed: bool | None = None
    exit_code: int | None = None
    denied: bool = False
    corrected: bool = False
    called_at: int | None = None
    agent: str | None = None


class AuthorsAttested(SessionEvent):
    """Reading a transcript of the agent's own again proved who wrote events that could not tell.

    `authors` holds the ids of those events, by their author. They are of the same session.
    """

    type: ClassVar[str] = "authors.attested"
    authors: dict[Author, list[str]]

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        ids = sorted(f"{author}:{each}" for author, ids in self.authors.items() for each in ids)
        return f"{self.type}:{hashlib.sha256(' '.join(ids).encode()).hexdigest()[:32]}"


class SessionMetrics(Part):
    """Counts over a session; `minutes` from its first to its last record."""

    total_messages: Count = 0
    user_messages: Count = 0
    assistant_messages: Count = 0
    tool_uses: Count = 0
    minutes: float | None = None
    input_tokens: Count = 0
    output_tokens: Count = 0


class ModelUsage(Part):
    """Calls to one model and their tokens; `input_tokens` are those that no cache held."""

    model: str
    calls: Count
    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0


class UsageRecorded(SessionEvent):
    """What a session has taken of its models by now, from its beginning on.

    A transcript that grows tells it again with larger sums; only the largest count.
    """

    type: ClassVar[str] = "usage.recorded"
    models: list[ModelUsage]


class SessionAttributed(SessionEvent):
    """With which account of its agent a session is held; where it changed there are several.

    `account` is an e-mail, an id or the name of a key, as hooks saw it (`blackboard/signed_in.py`).
    """

    type: ClassVar[str] = "session.attributed"
    account: str

    def id_key(self) -> str:
        """See `PayloadModel.id_key`."""
        return f"{self.type}:{self.account}"


class TurnEnded(SessionEvent):
    """An agent answered and waits for its user; the session may go on or never be heard of."""

    type: ClassVar[str] = "turn.ended"
    transcript: str | None = None


class SessionEnded(SessionEvent):
    """A session was closed by the agent or by its user; it may still be resumed."""

    type: ClassVar[str] = "session.ended"
    reason: str = ""
    transcript: str | None = None
    metrics: SessionMetrics | None = None
