"""What is to be known of a board's teams: who is there, what waits, and who has not come by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from blackboard.board import Board
from blackboard.delivery.voice import author_shown
from blackboard.errors import BoardError, LogUnreachable
from blackboard.event import iso
from lessonboard.bootstrap import App
from lessonboard.elsewhere import open_log
from lessonboard.parts.team import keys
from lessonboard.parts.team.exchanging import waiting
from lessonboard.parts.team.repositories import sources
from lessonboard.parts.team.sharing.exchange import unsent
from lessonboard.parts.team.sharing.membership import Membership, memberships, own_names
from lessonboard.parts.team.sharing.trusting import folders_of
from lessonboard.places import is_address, without_password
from lessonboard.present.text import counted, one_line

_LATE = 7 * 86_400 * 1_000_000
"""Microseconds after which a machine that has not come by is named."""


def look(app: App, board: Board) -> dict[str, Any]:
    """The teams of a board, and the machines that follow its log or theirs."""
    teams = [_team(board, each) for each in memberships(board)]
    address = app.address
    log = {"address": without_password(address), **machines(address)} if address else None
    trusted = [{"repository": author_shown(each.name), "folders": folders_of(each)}
               for each in sources(board)]  # fmt: skip
    return {"log": log, "teams": teams, "repositories": trusted, "keys": keys.look(board)}


def machines(address: str) -> dict[str, Any]:
    """How the log at an address is, and which machines have copies of it."""
    log = open_log(address, 5.0)
    try:
        head, now = log.head(), log.now()
        found = log.followers()
    except LogUnreachable as error:
        return {"answers": False, "reason": str(error), "machines": []}
    finally:
        log.close()
    return {
        "answers": True,
        "events": head,
        "machines": [
            {"user": each.user, "machine": each.machine, "behind": head - each.position,
             "seen_at": iso(each.seen_at), "late": now - each.seen_at > _LATE}
            for each in found
        ],
    }  # fmt: skip


def lines(found: dict[str, Any]) -> Iterator[str]:
    """That as lines for a person."""
    if found["log"]:
        yield f"The log at {found['log']['address']} is this board."
        yield from _machine_lines(found["log"])
    for team in found["teams"]:
        projects = ", ".join(team["projects"]) or "all projects"
        yield f"{one_line(team['place'])} as {team['name']}: {one_line(projects)}"
        yield f"  {counted(team['waiting'], 'thing')} to send, {team['shared']} shared"
        for name, count in team["colleagues"].items():
            yield f"  {one_line(name)} shares {counted(count, 'thing')}"
        yield from _machine_lines(team)
    for each in found["repositories"]:
        yield f"{each['repository']}: its lessons are trusted, in {', '.join(each['folders'])}"
    for each in found["keys"]["refused"]:
        yield f"Refused: {one_line(each['reason'])}"
    if not (found["log"] or found["teams"] or found["repositories"]):
        yield "The board exchanges with no team; `lessonboard team join` joins one."


def opinions(board: Board, lesson: str) -> list[str]:
    """What colleagues decided about a lesson of one's own, one in a line."""
    found = []
    for me in sorted(own_names(board)):
        for row in board.view("shared", where={"kind": "decision", "name": f"{lesson}@{me}"}):
            says = row["content"].get("says")
            if row["author"] and says:
                reason = row["content"].get("reason", "")
                found.append(f"{row['author']} {says} it{': ' if reason else ''}{reason}")
    return found


def _machine_lines(found: dict[str, Any]) -> Iterator[str]:
    if not found.get("answers", True):
        yield f"  offline: {one_line(found['reason'])}"
    for each in found.get("machines", ()):
        late = "; not for a week" if each["late"] else ""
        yield (f"  {one_line(each['user'])} at {one_line(each['machine'])}: "
               f"{each['behind']} behind, last at {each['seen_at'][:16]}Z{late}")  # fmt: skip


def _team(board: Board, member: Membership) -> dict[str, Any]:
    rows = board.view("shared")
    colleagues: dict[str, int] = {}
    for row in rows:
        if row["author"]:
            colleagues[row["author"]] = colleagues.get(row["author"], 0) + 1
    found: dict[str, Any] = {
        **member._asdict(),
        "waiting": len(waiting(board, member)) + unsent(board, member.place),
        "shared": sum(not row["author"] for row in rows),
        "colleagues": dict(sorted(colleagues.items())),
    }
    if is_address(member.place):
        try:
            found |= machines(member.place)
        except BoardError as error:
            found |= {"answers": False, "reason": str(error), "machines": []}
    return found
