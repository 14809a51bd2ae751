"""Mining: from the sessions that are new on the board to lessons with their evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from blackboard import Board
from blackboard.attestation import attested
from blackboard.event import Event
from blackboard.events.lesson import LessonSuperseded
from blackboard.events.payload import new
from blackboard.plugins import contents
from blackboard.views.rows import SessionRow
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.feedback.feedback import feedback
from reflect.feedback.language import foreign
from reflect.feedback.own_commands import remembered
from reflect.finding import Finding
from reflect.miner.pairs import pairs
from reflect.miner.recurrence import Recurrence, replaced_by
from reflect.miner.taking_back import take_back
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Intake, ingest
from reflect.procedures.failing import failed_steps
from reflect.procedures.learn import Procedures
from reflect.trust import within_evidence

ACTOR = "miner"
READER = "miner"
"""The name under which the board remembers how far the miner has read."""

Miner = Callable[[Sequence[Event], "str | None"], Iterable[Finding]]

MINERS: tuple[Miner, ...] = (pairs, remembered, feedback)


@dataclass
class Mined(Intake):
    """What mining brought: lessons new to the board, and known ones that were seen again.

    `foreign` counts messages in another language than English: no rule is read in them.
    """

    sessions: int = 0
    foreign: int = 0


def mine(
    board: Board,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    settings: CriticSettings | None = None,
) -> Mined:
    """Mine every session that has events since the last time; safe to run twice or to kill.

    Lessons and evidence have ids that follow from what they were made of, so mining a session
    again adds nothing. The critic judges by rules, whatever model is configured.
    """
    mined, critic = Mined(), Critic(settings or CriticSettings())
    recurrence, procedures = Recurrence(board, findings), Procedures(board)
    since, head = board.reader_position(READER), board.log.head()
    rows = board.view("sessions", where={"position>=": since + 1}, order="started_at")
    for done, row in enumerate(rows):
        if not row["child"]:
            _mine_session(board, row, mined, critic, recurrence, procedures)
        progress(done + 1, len(rows))
    with board.transaction():
        board.remember_reader(READER, head)
    return mined


def findings(events: Sequence[Event], root: str | None) -> list[Finding]:
    """Everything that one session teaches; a call that failed is the first miner's who sees why.

    Args:
        events: the session's events in order.
        root: the session's folder.
    """
    events = attested(events)
    found: list[Finding] = []
    for miner in (*MINERS, *added_miners()):
        taken = {finding.occasion for finding in found}
        found += [each for each in miner(events, root) if each.occasion not in taken]
    return [within_evidence(each, events) for each in found]


def added_miners() -> list[Miner]:
    """The miners that plug-ins add; they come last, so that what is ours is found by ours."""
    return contents.functions("miner", {miner.__name__ for miner in MINERS})


def _mine_session(
    board: Board,
    session: SessionRow,
    mined: Mined,
    critic: Critic,
    recurrence: Recurrence,
    procedures: Procedures,
) -> None:
    events = list(board.read(stream=session["stream"]))
    mined.sessions += 1
    mined.foreign += foreign(events)
    place = Place(session["project"], ACTOR)
    heard = attested(events)
    doubted = [within_evidence(each, heard) for each in take_back(board, session, heard, place)]
    found = recurrence.taught(session, recurrence.found(session, events))
    for finding in chain(found, doubted):
        kept = ingest(board, finding, place, critic)
        mined.count(kept.outcome)
        if kept.outcome in ("created", "recurred"):
            _give_way(board, replaced_by(finding, place.project), kept.id, place)
    board.append(failed_steps(board, session, heard, procedures.ways(place.project), place))
    for kept in procedures.learn(session, heard, place):
        mined.count(kept.outcome)


def _give_way(board: Board, remedy: str, rule: str, place: Place) -> None:
    """Retire what one session did about an error, once there is a rule for it."""
    if not remedy:
        return
    for row in board.view("lessons", where={"id": remedy, "status": "candidate"}):
        gone = LessonSuperseded(lesson=remedy, by=rule, reason="several sessions agree")
        board.append([new(gone, stream=f"lesson:{remedy}", project=row["project"],
                          actor=place.actor, key=f"superseded:{rule}")])  # fmt: skip
