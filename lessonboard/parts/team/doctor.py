"""Whether a team's log answers, which copies hold what was forgotten, which keys are refused."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.board import Board
from lessonboard import exchanges
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.parts.team import keys, unsigned
from lessonboard.parts.team.sharing.board_key import key_made
from lessonboard.parts.team.sharing.key_file import key_path
from lessonboard.parts.team.sharing.membership import memberships
from lessonboard.parts.team.status import machines
from lessonboard.places import is_address, without_password
from lessonboard.present.text import counted, one_line

_FEW = 5


def look(app: App, board: Board) -> Iterator[Diagnosis]:
    """A finding for each log that this board follows or exchanges by."""
    if app.address:
        last = max((each.position for each in board.read(types=["payload.forgotten"])), default=0)
        yield _of_log(app.address, last)
    for member in memberships(board):
        if is_address(member.place):
            yield _of_log(member.place, 0)
    for fault in exchanges.faults(app.path):
        advice = "`lessonboard team sync` tries it again and shows all of it."
        yield Diagnosis("team", "note", one_line(fault), advice)
    yield from _of_keys(board)


def _of_keys(board: Board) -> Iterator[Diagnosis]:
    """A finding for a key that is lost, and each that its name does not vouch for."""
    if key_made(board) and board.path and not key_path(board.path).exists():
        advice = "Put it back, or make a new one with `lessonboard team key --replace`."
        yield Diagnosis("keys", "bad", f"{key_path(board.path)} is gone: nothing is shared", advice)
    for each in keys.look(board)["refused"]:
        advice = "What it signed is not imported; `lessonboard team key` has all keys."
        named = {"name": each["name"], "fingerprint": each["fingerprint"]}
        yield Diagnosis("keys", "note", each["reason"], advice, named)
    if rows := unsigned.waiting(board):
        found = f"{counted(len(rows), 'share')} from before signing, found in search alone"
        yield Diagnosis("keys", "note", found, "See `lessonboard team --unsigned`.")


def _of_log(address: str, forgotten_at: int) -> Diagnosis:
    """What is known of a log, and who has not come by since text was last forgotten there."""
    found = machines(address)
    place = without_password(address)
    if not found["answers"]:
        advice = "What is read comes from the copy on this machine; what hooks note is sent later."
        why = {"reason": found["reason"]}
        return Diagnosis("team", "note", f"{place} does not answer", advice, why)
    behind = [
        f"{each['user']} at {each['machine']}, last seen {each['seen_at'][:16]}Z"
        for each in found["machines"]
        if found["events"] - each["behind"] < forgotten_at
    ]
    if behind:
        what = f"{len(behind)} of {len(found['machines'])} copies still hold what was forgotten"
        advice = f"It is erased there when they next come by: {'; '.join(behind[:_FEW])}."
        return Diagnosis("team", "note", f"{place}: {what}", advice, {"copies": behind[:_FEW]})
    many = len(found["machines"])
    return Diagnosis("team", "good", f"{place}: {found['events']} events, {many} copies")
