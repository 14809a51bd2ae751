"""Who is asked about sessions, what he took, and what waits: for every face."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from blackboard.events.board import ModelCalled
from blackboard.events.understanding import ModelAnswered, ProposalRefused
from lessonboard.present.text import counted, one_line
from reflect.model.consent import consent
from reflect.model.settings import ModelSettings

_DAY = 86_400_000_000
_PURPOSES = ("propose-lessons", "correct-lessons", "join-lessons")


def state(board: Board, settings: ModelSettings, now: int) -> dict[str, Any]:
    """What stands, what was spent on this UTC day, and what waits.

    Args:
        board: the board.
        settings: the person's settings of models.
        now: microseconds since 1970 UTC.
    """
    given = consent(board)
    since = board.log.position_at(now - now % _DAY - 1)
    calls = [event.payload or {} for event in board.read(since, types=[ModelCalled.type])]
    spent = sum(
        call.get("input_tokens", 0) + call.get("output_tokens", 0)
        for call in calls
        if str(call.get("purpose", "")).startswith(_PURPOSES)
    )
    failed = [call for call in calls if call.get("outcome") != "ok"]
    waiting = board.view("work", where={"kind": "understand", "state": ("ready", "blocked")})
    kinds = (ModelAnswered.type, ProposalRefused.type)
    counts = {kind: sum(1 for _ in board.read(types=[kind])) for kind in kinds}
    return {
        "asked": given.asked,
        "tokens_per_day": given.tokens_per_day,
        "spent_today": spent,
        "backlog": given.backlog,
        "excluded": sorted(given.excluded),
        "configured_endpoint": settings.address,
        "waiting": sum(1 for _ in waiting),
        "questions": counts[ModelAnswered.type],
        "refused": counts[ProposalRefused.type],
        "failure": str(failed[-1].get("detail", "")) if failed and failed[-1] is calls[-1] else "",
    }


def state_lines(found: dict[str, Any]) -> list[str]:
    """The same in words."""
    if not found["asked"]:
        lines = [
            "No model is asked about your sessions; `lessonboard model allow AGENT` allows one."
        ]
    else:
        spent = f"{found['spent_today']:,} of {found['tokens_per_day']:,} tokens spent today"
        older = ", also about older sessions" if found["backlog"] else ""
        lines = [f"Asked after sessions: {one_line(found['asked'])}{older}; {spent}."]
    if found["excluded"]:
        lines.append(f"Never about: {', '.join(map(one_line, found['excluded']))}.")
    if found["waiting"]:
        lines.append(f"{counted(found['waiting'], 'session')} waiting.")
    if found["questions"]:
        lines.append(
            f"{counted(found['questions'], 'question')} asked, "
            f"{counted(found['refused'], 'proposal')} refused: `lessonboard model log`."
        )
    if found["failure"]:
        lines.append(f"The last question failed: {one_line(found['failure'])}")
    return lines
