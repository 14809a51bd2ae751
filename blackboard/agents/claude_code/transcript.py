"""Claude Code transcripts: `~/.claude/projects/<folder>/<session>.jsonl`.

Only `user` and `assistant` lines carry what was said (those of subagents may be wrapped in
`progress` lines), besides two places that hold only a human's words: the feedback in a refused
tool call, and prompts typed while the agent worked (`queue-operation` lines that end in
`remove`). All other lines are known and passed over. Who wrote a text is decided in
`agents/claude_code.py`; of the queue no field proves it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from blackboard.agents.claude_code import (
    author_of,
    decided_by_hook,
    looks_refused,
    own_command,
    refusal,
)
from blackboard.event import NewEvent
from blackboard.sources.fields import count
from blackboard.sources.repository import project_of
from blackboard.sources.source import Call, Record, Speaker, Waiting, name, string, text_of, time_of
from blackboard.sources.usage import Meter, Tokens, state_of
from blackboard.vocabulary import Author

_SILENT = frozenset(
    """
    agent-name agent-setting ai-title api-request api-request-blob api-request-shape
    artifact-created artifact-updated atis-latch attachment bridge-session continued-in
    cost-state custom-title file-history-delta file-history-snapshot fork-context-ref
    frame-link history-suppression last-prompt mode permission-mode pr-link progress
    saved_hook_context summary system tag tools-used worktree-state
    """.split()
)
_NOT_HUMAN = re.compile(
    r"\s*(?:<(?:command-message|local-command-std(?:out|err)|local-command-caveat"
    r"|task-notification|bash-(?:std(?:out|err)|input)|system-reminder|user-memory-input)\b"
    r"|\[Request interrupted by user|This session is being continued from a previous"
    r"|Caveat: The messages below|Implement the following plan:|Base directory for this skill:)"
)
_WRAPPED = re.compile(r"<(system-reminder|ide_\w+|command-contents)>.*?</\1>", re.DOTALL)
_COMMAND_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_EXIT_CODE = re.compile(r"\AExit code (\d+)")


class ClaudeCode:
    """Reads one transcript; see `Reader`."""

    name: ClassVar[str] = "claude-code"

    def __init__(self, session: str, state: Record) -> None:
        self.unknown = 0
        self._waiting = Waiting()
        self._session = session
        self._speakers: dict[str, Speaker] = {}
        self._calls: dict[str, tuple[Speaker, Call]] = {}
        self._hooked: set[str] = set()
        self._typed: list[tuple[int, str, int | None]] = []
        self._project: str | None = state.get("project")
        self._meter = Meter(state.get("usage", {}))

    @staticmethod
    def recognises(record: Record) -> bool:
        """See `Reader.recognises`."""
        kind = string(record.get("type"))
        known = kind in _SILENT or kind in ("user", "assistant", "queue-operation")
        known = known and "parts" not in _dict(record.get("message"))  # those are Qwen Code's
        return known and ("sessionId" in record or "messageId" in record or "leafUuid" in record)

    def read(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """See `Reader.read`."""
        before = self._meter.now
        record = _of_subagent(record) or record
        kind = string(record.get("type"))
        if kind == "assistant":
            yield from self._assistant(record)
        elif kind == "user":
            yield from self._user(record)
        elif kind == "queue-operation":
            yield from self._queue(record, offset)
        elif kind == "attachment":
            self._hooked.update(filter(None, [decided_by_hook(record)]))
        elif kind not in _SILENT:
            self.unknown += 1
        self._waiting.mark(offset, is_open=bool(self._calls or self._typed), before=before)

    @staticmethod
    def given_plan(record: Record) -> str:
        """The plan with which Claude Code began a session anew, else nothing."""
        plan = record.get("planContent")
        return plan if isinstance(plan, str) and not record.get("isSidechain") else ""

    def unanswered(self) -> list[Call]:
        """The calls whose results did not come, in the order in which they were made."""
        return [call for speaker, call in self._calls.values() if "/" not in speaker.session]

    def waiting(self) -> int | None:
        """See `Reader.waiting`."""
        return self._waiting.since

    def state(self) -> Record:
        """See `Reader.state`."""
        usage = self._waiting.counted(self._meter.now)
        return {"project": self._project, "usage": state_of(usage)}

    def usage(self) -> Iterator[NewEvent]:
        """See `Reader.usage`."""
        return self._meter.events()

    def _assistant(self, record: Record) -> Iterator[NewEvent]:
        message = _dict(record.get("message"))
        if message.get("model") == "<synthetic>":
            return
        speaker, at = self._speaker(record), time_of(record)
        yield from self._start(speaker, record, at, message.get("model"))
        self._count(speaker, record, message, at)
        for index, block in enumerate(_blocks(message.get("content"))):
            if block.get("type") == "text":
                key = f"{record.get('uuid')}:{index}"
                yield from speaker.said("assistant", key, at, text_of([block]), message.get("id"))
            elif block.get("type") == "tool_use":
                call = Call(str(block.get("name")), _dict(block.get("input")), at)
                self._calls[str(block.get("id"))] = (speaker, call)

    def _count(self, speaker: Speaker, record: Record, message: Record, at: int | None) -> None:
        """A message's tokens, by Anthropic's API (https://docs.claude.com/en/api/messages)."""
        usage = _dict(message.get("usage"))
        if usage:
            call = str(message.get("id") or record.get("uuid"))
            tokens = Tokens(
                count(usage.get("input_tokens")),
                count(usage.get("output_tokens")),
                count(usage.get("cache_read_input_tokens")),
                count(usage.get("cache_creation_input_tokens")),
            )
            self._meter.count(speaker, at, call, string(message.get("model")), tokens)

    def _user(self, record: Record) -> Iterator[NewEvent]:
        speaker, at = self._speaker(record), time_of(record)
        message = _dict(record.get("message"))
        for block in _blocks(message.get("content")):
            if block.get("type") == "tool_result":
                yield from self._result(speaker, record, block, at)
        if _is_human(record):
            text = own_command(record) or human_words(text_of(message.get("content")))
            if text:
                yield from self._start(speaker, record, at, None)
                author = author_of(record)
                yield from speaker.said("user", str(record.get("uuid")), at, text, author=author)
                yield from self._give_up(at)

    def _result(
        self, speaker: Speaker, record: Record, block: Record, at: int | None
    ) -> Iterator[NewEvent]:
        key = str(block.get("tool_use_id"))
        open_call = self._calls.pop(key, None)
        if open_call is None:
            return
        call = open_call[1]
        output = text_of(block.get("content"))
        code = _EXIT_CODE.match(output)
        refused = self._refusal(record, block, key, call)
        denied = refused is not None
        author, feedback = refused or ("tool", "")
        yield speaker.called(
            key,
            call,
            at,
            output,
            failed=bool(block.get("is_error")) and not denied and not _is_collateral(output),
            exit_code=int(code[1]) if code else None,
            denied=denied,
            corrected=bool(_dict(record.get("toolUseResult")).get("userModified")),
            author=author,
        )
        if feedback:
            words = human_words(feedback)
            yield from speaker.said("user", f"feedback:{key}", at, words, author=author)

    def _refusal(
        self, record: Record, block: Record, key: str, call: Call
    ) -> tuple[Author, str] | None:
        """Who refused a call, and their words; what only resembles a refusal has no author."""
        if not block.get("is_error"):
            return None
        alone = len(_blocks(_dict(record.get("message")).get("content"))) == 1
        found = refusal(record, call.name, by_hook=key in self._hooked) if alone else None
        if found is None and not (alone and isinstance(record.get("toolUseResult"), str)):
            return ("unknown", "") if looks_refused(text_of(block.get("content"))) else None
        return found

    def _give_up(self, at: int | None) -> Iterator[NewEvent]:
        """Close the calls before a human's next message: they get no result."""
        for key, (speaker, call) in self._calls.items():
            yield speaker.called(key, call, call.at or at, "", failed=None, author="unknown")
        self._calls.clear()

    def _queue(self, record: Record, offset: int) -> Iterator[NewEvent]:
        """What was typed while the agent worked: removed from the queue, it was said mid-turn."""
        content, at = string(record.get("content")), time_of(record)
        match record.get("operation"):
            case "enqueue":
                # Commands and notifications are never said, but hold their place.
                words = content if content and content.strip()[:1] not in ("{", "<", "/") else ""
                self._typed.append((offset, words, at))
            case "remove" if self._typed:
                typed_offset, text, typed_at = self._typed.pop(0)
                speaker = self._speaker(record)
                key = f"typed:{typed_offset}"
                yield from speaker.said("user", key, typed_at, human_words(text), author="unknown")
            case "dequeue" if self._typed:
                self._typed.pop(0)  # it comes again as a line of its own
            case "popAll":
                self._typed.clear()

    def _speaker(self, record: Record) -> Speaker:
        """The session that a line belongs to; a subagent's lines are a session of their own."""
        session = name(record.get("sessionId"), self._session)
        agent = string(record.get("agentId"))
        if record.get("isSidechain") and agent:
            session = f"{session}/{agent}"
        speaker = self._speakers.get(session)
        if speaker is None:
            speaker = self._speakers[session] = Speaker(session, self.name)
        speaker.project = self._project
        return speaker

    def _start(
        self, speaker: Speaker, record: Record, at: int | None, model: str | None
    ) -> Iterator[NewEvent]:
        if speaker.begun:
            return
        cwd = record.get("cwd")
        if self._project is None and isinstance(cwd, str):
            self._project = name(project_of(cwd), "") or None
        speaker.project = self._project
        yield speaker.started(
            at,
            agent_version=record.get("version"),
            model=model,
            cwd=cwd,
            repository=self._project,
            branch=record.get("gitBranch"),
            entrypoint=record.get("entrypoint"),
        )


def human_words(text: str) -> str:
    """What a human wrote, without what the program wrapped around it; empty when nothing is.

    >>> human_words("<command-name>/plan</command-name><command-args>use sqlite</command-args>")
    'use sqlite'
    >>> human_words("<local-command-stdout>ok</local-command-stdout>")
    ''
    """
    arguments = _COMMAND_ARGUMENTS.search(text)
    if arguments or "<command-name>" in text:
        return arguments[1].strip() if arguments else ""
    if _NOT_HUMAN.match(text):
        return ""
    return _WRAPPED.sub("", text).strip()


def _of_subagent(record: Record) -> Record | None:
    """The line that a subagent's progress wraps, as in a subagent's own file."""
    data = _dict(record.get("data"))
    if record.get("type") != "progress" or data.get("type") != "agent_progress":
        return None
    wrapped = {"isSidechain": True, "agentId": data.get("agentId")}
    return {**record, **_dict(data.get("message")), **wrapped}


def _is_human(record: Record) -> bool:
    origin = _dict(record.get("origin")).get("kind", "human")
    return (
        origin == "human"
        and not record.get("isMeta")
        and not record.get("isCompactSummary")
        and not record.get("isSidechain")
        and not record.get("isVisibleInTranscriptOnly")
    )


def _is_collateral(output: str) -> bool:
    """Whether a call was stopped by others, and did not fail by itself."""
    return "Sibling tool call errored" in output or "[Request interrupted by user" in output


def _blocks(content: object) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return (
        [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    )


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
