"""Whether this machine's sessions are on the board: which are missing, and which have grown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board, BoardError
from blackboard.sources.formats import beginning_of
from blackboard.sources.omission import Omission
from lessonboard.bootstrap import App
from lessonboard.discovery import Transcript, transcripts
from lessonboard.doctor.board import folded
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.doctor.transcript_deletion import deletion, kept
from lessonboard.exclusion import omission

_NEWEST = 3
_STILL_GOING = 3_600_000_000
_MOST_OPENED = 200
"""How many transcripts are opened to read their beginning, so that the check stays fast."""

_State = tuple[Transcript, str]


class Known(NamedTuple):
    """The board's knowledge: file sizes by path and by name, and sessions with their agents."""

    by_path: dict[str, int]
    by_name: dict[str, int]
    sessions: dict[str, str]


def compared(app: App, board: Board | None, now: int) -> Iterator[Diagnosis]:
    """Compare this machine's transcripts with the board; None means that there is no board."""
    refused: list[str] = []
    files = list(transcripts(_extra(app), lambda error: refused.append(str(error))))
    known = _known(board) if board else Known({}, {}, {})
    states = _with_states(files, known, omission(board))
    yield _comparison(states, known, now)
    if any(file.agent == "claude-code" for file in files):
        unread = [file for file, status in states if status not in ("read", "left out")]
        yield deletion(unread, kept(), now)
    if refused:
        advice = "Sessions there cannot be imported; change its permissions."
        found = f"{len(refused)} cannot be read, the first: {refused[0]}"
        yield Diagnosis("folders", "note", found, advice)


def state(file: Transcript, known: Known) -> str:
    """Return whether a transcript is `read`, has `grown` since, or is `missing`.

    A moved transcript, such as one archived by Codex, is recognised by name. If its session is only
    known from elsewhere, such as hooks, it counts as grown.
    """
    names = session_names(file.path)
    size = known.by_path.get(file.path)
    if size is None and _is_unique_name(names[0]):
        size = known.by_name.get(names[0])
    if size is None:
        return "grown" if any(name in known.sessions for name in names) else "missing"
    return "read" if size == file.size else "grown"


def session_names(path: str) -> tuple[str, str, str]:
    """Return the session ids that a file name may contain: all, its last 36 characters, an agent's.

    >>> session_names("/x/agent-a1.jsonl")
    ('agent-a1', 'agent-a1', 'a1')
    """
    stem = Path(path).name.split(".", maxsplit=1)[0]
    return stem, stem[-36:], stem.removeprefix("agent-")


def _is_unique_name(stem: str) -> bool:
    """Return whether a file name identifies one session, in any folder."""
    return len(stem) >= 36 or stem.startswith("agent-")


def _known(board: Board) -> Known:
    by_path = board.local.imports.sizes()
    rows = folded(board, "sessions")
    by_name = {session_names(path)[0]: size for path, size in by_path.items()}
    return Known(by_path, by_name, {row["id"]: row["agent"] or "" for row in rows})


def _with_states(files: Sequence[Transcript], known: Known, out: Omission) -> list[_State]:
    """Return each file with its state; the newest unread ones are checked for being excluded."""
    states = [(file, state(file, known)) for file in files]
    unread = [file for file, status in states if status != "read"]
    newest = sorted(unread, key=lambda file: -file.modified_ns)[:_MOST_OPENED]
    left_out = {file.path for file in newest if _is_left_out(file, out)}
    return [(file, "left out" if file.path in left_out else status) for file, status in states]


def _is_left_out(file: Transcript, out: Omission) -> bool:
    try:
        begins = beginning_of(Path(file.path))
    except (BoardError, OSError, EOFError):
        return False  # the import will report the problem
    return bool(out.why_off(begins.project, begins.folder, begins.session))


def _comparison(states: Sequence[_State], known: Known, now: int) -> Diagnosis:
    if not states:
        advice = (
            "Once a coding agent such as Claude Code or Codex has run here, `lessonboard session "
            "import` reads its sessions; [import] paths in the settings adds other folders."
        )
        return Diagnosis("transcripts", "note", "no agent keeps any on this machine", advice)
    missing = [file for file, status in states if status == "missing"]
    grown = [file for file, status in states if status == "grown"]
    rested = [file for file in grown if now - file.modified_ns // 1000 > _STILL_GOING]
    details = {
        "agents": list(_by_agent(states, known)),
        "newest_missing": _newest(missing),
        "newest_grown": _newest(grown),
    }
    left_out = sum(status == "left out" for _, status in states)
    changes = [f"{len(grown)} changed since they were read" if grown else "",
            f"{left_out} left out (lessonboard is off there)" if left_out else ""]  # fmt: skip
    more = "; ".join(filter(None, changes))
    if missing:
        found = f"{len(missing)} of {len(states)} on this machine are not on the board"
        found = f"{found} ({_agents(missing)})" + (f"; {more}" if more else "")
        return Diagnosis("transcripts", "note", found, "Run `lessonboard session import`.", details)
    read = f"all {len(states) - left_out}" if left_out < len(states) else "none"
    found = f"{read} on this machine are on the board" + (f"; {more}" if more else "")
    if rested:
        return Diagnosis("transcripts", "note", found, "Run `lessonboard session import`.", details)
    return Diagnosis("transcripts", "good", found, details=details)


def _by_agent(states: Sequence[_State], known: Known) -> Iterator[dict[str, Any]]:
    """Yield a row per agent: files, how many of subagents or archived, and what is missing."""
    on_board = Counter(known.sessions.values())
    for agent in dict.fromkeys(file.agent for file, _ in states):
        own = [(file, status) for file, status in states if file.agent == agent]
        yield {
            "agent": agent,
            "on_disk": len(own),
            "subagents": sum(_stem(file).startswith("agent-") for file, _ in own),
            "archived": sum("archived_sessions" in file.path for file, _ in own),
            "sessions_on_board": on_board[agent],
            "missing": sum(status == "missing" for _, status in own),
            "grown": sum(status == "grown" for _, status in own),
            "left_out": sum(status == "left out" for _, status in own),
        }


def _newest(files: Sequence[Transcript]) -> dict[str, list[str]]:
    """Return the names of each agent's newest few."""
    names: dict[str, list[str]] = {}
    for file in sorted(files, key=lambda file: (-file.modified_ns, file.path)):
        names.setdefault(file.agent, []).append(_stem(file))
    return {agent: stems[:_NEWEST] for agent, stems in names.items()}


def _stem(file: Transcript) -> str:
    return session_names(file.path)[0]


def _agents(files: Iterable[Transcript]) -> str:
    return ", ".join(f"{number} {agent}" for agent, number in Counter(
        file.agent for file in files).most_common())  # fmt: skip


def _extra(app: App) -> list[str]:
    try:
        return app.config.import_.paths
    except BoardError:
        return []  # reported by another check
