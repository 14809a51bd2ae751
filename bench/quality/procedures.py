"""Procedures of shared sessions: how many, what they rest on, and their worth to a reader.

The rules were made while looking at the sessions of `TUNED` alone; those of the other repositories
were read once, at the end. Readers were given each line with the calls that it cites. Here are
digests and verdicts alone, and what nobody read counts as not worth showing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.quality.boards import imported
from bench.quality.repositories import REPOSITORIES, SESSIONS, Repository
from bench.quality.table import Row, cell, grid, table
from bench.quality.verdicts import digest_of
from blackboard import Board
from blackboard.event import Event
from blackboard.events.reflection import SessionPassed
from blackboard.events.upcast import latest
from blackboard.views.rows import LessonRow
from reflect.accounts.intervals import Share
from reflect.miner.mine import mine
from reflect.procedures.common import independent, way_in
from reflect.procedures.way import is_checking, ran
from reflect.trajectory import is_edit

FILE = Path(__file__).parent / "labels" / "procedures.jsonl"
"""Whether a reader finds each worth showing, by repository and the digest of its line."""

TUNED = ("entireio-cli", "packmind")

_MORE = {
    "session-bridge": [f"{agent}/savekirk-session-bridge"
                       for agent in ("codex", "opencode", "gemini-cli")],
    "auth-go": ["claude-code/entireio-auth-go", "pi/entireio-auth-go"],
    "gatomia": ["opencode/eitatech-gatomia-vscode", "copilot-cli/eitatech-gatomia-vscode"],
    "pi.dev": ["pi/raquezha-pi.dev"],
    "biome-config": ["opencode/nivalis-studio-biome-config"],
    "getspecstory": ["specstory/specstoryai-getspecstory"],
}  # fmt: skip
HISTORIES = (
    *REPOSITORIES,
    *(Repository(name, tuple(folders), tuned=False, root=SESSIONS)
      for name, folders in _MORE.items()),
)  # fmt: skip
"""The sessions of one repository by all its agents."""

STANDING = ("candidate", "approved")
"""The statuses of what is shown."""

Verdicts = dict[tuple[str, str], bool]


class Proposed(NamedTuple):
    """A procedure that was proposed, with the calls that it cites, by their sessions."""

    row: LessonRow
    cited: dict[str, list[Event]]
    unproven: tuple[str, ...]

    @property
    def digest(self) -> str:
        """What a verdict on it is kept under."""
        return digest_of(self.row["constraint"])


class Found(NamedTuple):
    """What the sessions of one repository gave; `passed` of them are known to have passed."""

    repository: str
    sessions: int
    passed: int
    proposed: tuple[Proposed, ...]

    def worth(self, verdicts: Verdicts, *, standing: bool = False) -> Share:
        """How much of what was proposed, or of what stands, is worth showing to a reader."""
        asked = [each for each in self.proposed if not standing or each.row["status"] in STANDING]
        read = (verdicts.get((self.repository, each.digest), False) for each in asked)
        return Share(sum(read), len(asked))


def found(repository: Repository) -> Found:
    """Mine a repository's sessions, the oldest first, and collect what was ever shown of them."""
    with imported(repository) as (board, _):
        mine(board)
        events = board.read(types=[SessionPassed.type])
        ways = independent(map(way_in, events))
        rows = board.view("lessons", where={"proof": "procedure"}, order="created_at")
        sessions = len(board.view("sessions", where={"child": 0}))
        proposed = tuple(_proposed(board, row) for row in rows)
    return Found(repository.name, sessions, len(ways), proposed)


def tables(repositories: Iterable[Repository] = HISTORIES) -> str:
    """The figures, and a line for each repository."""
    each, verdicts = [found(one) for one in repositories], read_verdicts()
    lines = [
        (one.repository + (" (tuned)" if one.repository in TUNED else ""), str(one.sessions),
         str(one.passed), str(len(one.proposed)), cell(one.worth(verdicts)))
        for one in each
    ]  # fmt: skip
    heading = ("repository", "sessions", "passed", "procedures", "worth showing")
    return f"{table(rows(each, verdicts))}\n\n{grid(heading, lines)}"


def rows(found: Sequence[Found], verdicts: Verdicts) -> list[Row]:
    """The figures with their goals, of the repositories that nobody looked at apart."""
    unseen = [one for one in found if one.repository not in TUNED]
    everything = [one for each in found for one in each.proposed]
    without = sum(bool(each.unproven) for each in everything)
    return [
        Row("procedures worth showing", _worth(found, verdicts), least=0.7),
        Row("... that no better one took the place of", _worth(found, verdicts, standing=True)),
        Row("... in repositories that nobody looked at", _worth(unseen, verdicts), least=0.7),
        Row("procedures that rest on a session without a passing check",
            Share(without, len(everything)), most=0),
    ]  # fmt: skip


def listed(found: Found) -> Iterator[str]:
    """Each procedure with its sessions, for whoever reads and judges them."""
    verdicts = read_verdicts()
    for each in found.proposed:
        read = {True: "worth", False: "NOT WORTH", None: "unread"}
        verdict = read[verdicts.get((found.repository, each.digest))]
        yield f"{each.digest} {verdict} ({each.row['status']}): {each.row['constraint']}"
        yield f"    in {len(each.cited)} sessions: {', '.join(each.cited)}"


def read_verdicts(path: Path = FILE) -> Verdicts:
    """The verdicts of readers, by repository and digest."""
    lines = path.read_text().splitlines() if path.is_file() else []
    told = [json.loads(line) for line in lines]
    return {(each["repository"], each["digest"]): each["worth"] for each in told}


def _worth(found: Iterable[Found], verdicts: Verdicts, *, standing: bool = False) -> Share:
    shares = [one.worth(verdicts, standing=standing) for one in found]
    return Share(sum(each.part for each in shares), sum(each.total for each in shares))


def _proposed(board: Board, row: LessonRow) -> Proposed:
    cited: dict[str, list[Event]] = {}
    for each in row["evidence"]:
        cited.setdefault(each["session"], []).append(board.log.get(each["event_id"]))
    unproven = (name for name, calls in cited.items() if not _is_proven(board, name, calls))
    return Proposed(row, cited, tuple(unproven))


def _is_proven(board: Board, session: str, cited: Sequence[Event]) -> bool:
    """Whether the cited calls succeeded after a session's last edit, a check the last of them."""
    calls = latest(board.read(stream=f"session:{session}", types=["tool.called"]))
    edits = [each.position for each in calls if is_edit(each)]
    ends = [(each.payload or {}).get("failed") for each in cited]
    checks = any(is_checking(command.words) for command, _ in ran(cited[-1], None))
    after = bool(edits) and min(each.position for each in cited) > max(edits)
    return after and checks and not any(end is not False for end in ends)
