"""What several sessions did about the same failure, whatever the failure was.

No list of phrases is needed: the aftermath of each sighting says what was run before the call
passed, or in its place (`blackboard.fixes.follow_up`), and what most of them did is the remedy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard import Board
from blackboard.attestation import attested_one
from blackboard.event import Event
from blackboard.events.session import AuthorsAttested
from blackboard.fixes import fixes
from blackboard.fixes.aftermath import Aftermaths
from blackboard.fixes.remedies import Remedy as Answer
from blackboard.views.rows import FailureRow
from reflect.finding import Finding
from reflect.invocation import Invocation, pieces
from reflect.miner.attempt import is_temporary, looks
from reflect.miner.remedy import Remedy, lesson, prefix, short, when
from reflect.trust import within_evidence

_CONVINCING = 2
"""Sessions that did the same, where it is not the very same call that passed."""

_MOVES_ON = frozenset(
    """
    add commit stash checkout switch reset restore pull fetch rebase merge push branch clean rm mv
    cherry-pick tag worktree am apply
    """.split()
)
"""What git does to the work itself says nothing about the next command."""

_OF_THE_MOMENT = frozenset("mkdir kill pkill killall touch cp mv git-lock sudo wait exit".split())
_GETS_ROUND = re.compile(
    r"(?i)--no-verify|--force(?:-with-lease)?(?:\s|$)|SKIP\w*=|HUSKY=0|^chmod 777"
)


def unexplained(
    board: Board, row: FailureRow, projects: Sequence[str] | None, aftermaths: Aftermaths
) -> Iterator[Finding]:
    """The lesson of a failure that was seen in several sessions, if what they did was one thing."""
    failing = _one(row["target"])
    if failing is None:
        return
    found = fixes(board, row["error"], projects=projects, aftermaths=aftermaths)
    best = next((each for each in found.remedies if each.worked and each.proved), None)
    if best is None or found.seen is None or not found.exact:
        return
    words = _instead(best, failing) if best.latest.how == "other" else _before(best, failing)
    if words is None:
        return
    constraint, resolution = words
    text = lesson(
        symptom=f"`{short(failing)}` fails: {row['error']}",
        cause=_cause(len(found.seen.sessions)),
        resolution=resolution,
        constraint=constraint + f"{when(row['error'])}.",
        tags=(failing.program, "recurring"),
    )
    failed = board.log.get(row["id"])
    mended = board.log.get(best.latest.worked.event) if best.latest.worked else None
    if failed is not None and mended is not None:
        remedy = Remedy(failed, row["error"], mended)
        finding = remedy.finding(f"problem\n{row['signature']}", text, commands=prefix(failing))
        yield within_evidence(finding, [_attested(board, each) for each in (failed, mended)])


def _cause(sessions: int) -> str:
    return "It failed in a session." if sessions == 1 else f"It failed in {sessions} sessions."


def _attested(board: Board, call: Event) -> Event:
    return attested_one(
        call, lambda stream: board.read(stream=stream, types=[AuthorsAttested.type])
    )


def _instead(best: Answer, failing: Invocation) -> tuple[str, str] | None:
    """Another form of the command, run in its place."""
    other = _one(best.latest.worked.text) if best.latest.worked else None
    if other is None or best.steps or looks(other) != looks(failing):
        return None
    before, after = short(failing), short(other)
    if before == after or len(best.sessions) < _CONVINCING:
        return None
    return f"Use `{after}` instead of `{before}`", f"`{after}` worked."


def _before(best: Answer, failing: Invocation) -> tuple[str, str] | None:
    """One command, run before the very same one passed."""
    if len(best.steps) != 1 or best.steps[0].kind != "command":
        return None
    step = _one(best.steps[0].text)
    if step is None or looks(step) or step.program == "rm" or not _can_help(step):
        return None
    if step.words[:2] == failing.words[:2]:
        return None
    command, first = short(failing), short(step)
    return f"Run `{first}` before `{command}`", f"`{command}` worked after `{first}`."


def _can_help(step: Invocation) -> bool:
    """Whether a command can be what another one needed, and not only came between."""
    if step.has_text or is_temporary(step.words[0]) or _GETS_ROUND.search(step.command):
        return False
    if step.program == "git":
        return not _MOVES_ON & set(step.words[1:2])
    return step.program not in _OF_THE_MOMENT


def _one(line: str) -> Invocation | None:
    """The one command that a shell line is about."""
    found = [each.invocation for each in pieces(line, None) if not each.invocation.is_filter]
    return found[0] if len(found) == 1 and not found[0].has_text else None
