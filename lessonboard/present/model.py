"""Who is asked about sessions, what they took, and what waits: for every face."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from blackboard.events.understanding import ModelAnswered, ProposalRefused
from lessonboard.asking import obstacle
from lessonboard.present.text import counted, one_line
from reflect.model.account import calls_since, spent
from reflect.model.consent import consent
from reflect.model.settings import ModelSettings
from scheduler.handlers.understand import KIND, PURPOSES, failures_in_a_row

_DAY = 86_400_000_000
_FAILED_LATELY = 7 * _DAY


def state(board: Board, settings: ModelSettings, now: int) -> dict[str, Any]:
    """Return the consent, what was spent on this UTC day, what waits, and what keeps it waiting.

    Args:
        board: the board.
        settings: the person's settings of models.
        now: microseconds since 1970 UTC.
    """
    given = consent(board)
    calls = calls_since(board, now - _FAILED_LATELY, PURPOSES)
    today = spent(calls_since(board, now - now % _DAY, PURPOSES))
    failure = str(calls[-1].get("detail", "")) if failures_in_a_row(calls) else ""
    waiting = board.view("work", where={"kind": KIND, "state": ("ready", "blocked")})
    kinds = (ModelAnswered.type, ProposalRefused.type)
    counts = {kind: sum(1 for _ in board.read(types=[kind])) for kind in kinds}
    return {
        "asked": given.asked,
        "tokens_per_day": given.tokens_per_day,
        "spent_today": today.input_tokens + today.output_tokens,
        "backlog": given.backlog,
        "excluded": sorted(given.excluded),
        "waiting": sum(1 for _ in waiting),
        "questions": counts[ModelAnswered.type],
        "refused": counts[ProposalRefused.type],
        "failure": given.asked and (obstacle(settings, given) or failure),
    }


def state_lines(
    found: dict[str, Any], refused_in: str = "`lessonboard admin model --log`"
) -> list[str]:
    """Return the same in words; a failure is one line, however often it was tried again.

    Args:
        found: what `state` returned.
        refused_in: where the proposals that were refused can be read.
    """
    if not found["asked"]:
        lines = [
            "No model is asked about your sessions; "
            "`lessonboard admin model allow AGENT` allows one."
        ]
    else:
        taken = f"{found['spent_today']:,} of {found['tokens_per_day']:,} tokens spent today"
        older = ", also about older sessions" if found["backlog"] else ""
        lines = [f"Asked after sessions: {one_line(found['asked'])}{older}; {taken}."]
    if found["excluded"]:
        lines.append(f"Never about: {', '.join(map(one_line, found['excluded']))}.")
    if found["waiting"]:
        lines.append(f"{counted(found['waiting'], 'session')} waiting.")
    if found["questions"]:
        lines.append(
            f"{counted(found['questions'], 'question')} asked, "
            f"{counted(found['refused'], 'proposal')} refused: {refused_in}."
        )
    if found["failure"]:
        lines.append(f"It cannot be asked now: {one_line(found['failure'])}")
    return lines
