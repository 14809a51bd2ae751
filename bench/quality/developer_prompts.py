"""What developers asked of agents: the human prompts of the shared sessions, by repository."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.quality.labelled import SHARED
from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.transcript_files import find

_OUR_READERS = (
    "transcripts/claude-code", "transcripts/codex", "sessions/claude-code", "sessions/codex",
)  # fmt: skip
_TURN = re.compile(r"(?ms)^_\*\*User[^\n]*\*\*_\n(.*?)(?=^---\s*$|^_\*\*|\Z)")

NAMES = {
    "PackmindHub-context-evaluator": "PackmindHub/context-evaluator",
    "entireio-cli": "entireio/cli",
    "entireio-entire-graph": "entireio/entire-graph",
    "entireio-auth-go": "entireio/auth-go",
    "EntityProcess-agentv": "EntityProcess/agentv",
}
"""Folders of repositories whose owner has labels or several agents; others keep their name."""


def prompts_by_repository() -> dict[str, list[str]]:
    """Each distinct prompt once, in the order of files."""
    found: dict[str, dict[str, None]] = {}
    for folder, read in _folders():
        texts = (text.strip() for text in read(folder))
        name = NAMES.get(folder.name, folder.name)
        found.setdefault(name, {}).update(dict.fromkeys(filter(None, texts)))
    return {name: list(texts) for name, texts in found.items()}


def _folders() -> Iterator[tuple[Path, Callable[[Path], Iterator[str]]]]:
    readers: dict[str, Callable[[Path], Iterator[str]]] = {
        **dict.fromkeys(_OUR_READERS, _imported),
        "sessions/pi": _pi,
        "sessions/opencode": _opencode,
        "sessions/specstory": _specstory,
    }
    for place, read in readers.items():
        for folder in sorted((SHARED / place).glob("*/")):
            yield folder, read


def _imported(folder: Path) -> Iterator[str]:
    with Board.open(":memory:") as board:
        import_files(board, find([folder]))
        for event in board.read(types=["message.recorded"]):
            if event.payload and event.payload["role"] == "user":
                yield event.payload["text"]


def _pi(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.jsonl")):
        for record in map(json.loads, path.read_text().splitlines()):
            message = record.get("message", {})
            if record.get("type") == "message" and message["role"] == "user":
                content = message["content"]
                yield content if isinstance(content, str) else _texts(content)


def _opencode(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.json")):
        for message in json.loads(path.read_text())["messages"]:
            if message["info"].get("role") == "user":
                yield _texts([part for part in message["parts"] if not part.get("synthetic")])


def _specstory(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.md")):
        yield from _TURN.findall(path.read_text(errors="replace"))


def _texts(parts: list[dict[str, str]]) -> str:
    return "\n".join(part["text"] for part in parts if part.get("type") == "text")
