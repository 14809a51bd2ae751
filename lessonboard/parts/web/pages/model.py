"""What models were asked, what it cost, what was kept and refused, and what would be sent."""

from __future__ import annotations

import re

from blackboard import Board, NotFound
from blackboard.event import Event
from blackboard.events.understanding import ModelAnswered
from lessonboard.pages.addresses import address, of_session
from lessonboard.pages.page import Asked, Shown
from lessonboard.pages.paging import SIZE
from lessonboard.present.asked import PURPOSES, Question, accepted, questions, refusals, total
from lessonboard.present.model import state, state_lines
from lessonboard.would_ask import agent_of, questions_about

_DAY = 86_400_000_000


def model(asked: Asked) -> Shown:
    """The consent and budget of today, and each question with its cost and what became of it."""
    board = asked.board
    every = questions(board)
    before = _number(asked.query.get("before", ""))
    some = [each for each in every if not before or each.position < before]
    page = some[:SIZE]
    today = asked.now - asked.now % _DAY
    return Shown("model.html", {
        "lines": state_lines(state(board, asked.app.config.model, asked.now),
                             "each below its question"),
        "spent": [("today", total(every, today)), ("in 7 days", total(every, today - 6 * _DAY)),
                  ("in all", total(every))],
        "questions": page,
        "sessions": _titles(board, page),
        "purposes": PURPOSES,
        "kept": accepted(board),
        "refused": refusals(board, [each.subject for each in page]) if page else {},
        "next": address("/model", before=page[-1].position) if some[SIZE:] else "",
    })  # fmt: skip


def question(asked: Asked) -> Shown:
    """One question exactly as it was sent, and its answer."""
    event = _event(asked.board, asked.names["position"])
    payload = event.payload or {}
    return Shown("model_question.html", {
        "title": "A question", "at": event.occurred_at, "asked": payload["asked"],
        "purpose": PURPOSES[payload["purpose"]], "subject": payload["subject"],
        "session": _session(asked.board, payload["subject"]),
        "texts": [payload["question"]], "answer": payload["answer"], "adds": "",
    })  # fmt: skip


def would_be_sent(asked: Asked) -> Shown:
    """What a model would be sent of a session now; nothing is sent."""
    row = asked.board.row("sessions", asked.names["name"])
    agent = agent_of(asked.board, row)
    adds = f"{agent.title} itself adds {agent.adds or 'what is not known yet'}" if agent else ""
    return Shown("model_question.html", {
        "title": "What would be sent", "at": None, "asked": "", "purpose": "", "answer": "",
        "subject": row["id"], "session": of_session(row["id"]),
        "texts": questions_about(asked.board, row), "adds": adds,
    })  # fmt: skip


def _event(board: Board, text: str) -> Event:
    """The answer at a position.

    Raises:
        NotFound: there is none, or it was forgotten.
    """
    position = _number(text)
    for event in board.read(max(position, 1) - 1, limit=1, types=[ModelAnswered.type]):
        if event.position == position and event.payload is not None:
            return event
    raise NotFound(f"no question is kept under {text[:20]!r}; /model lists those that are")


def _titles(board: Board, some: list[Question]) -> dict[str, str]:
    """What was asked in the sessions that questions are about; a project is none."""
    names = sorted({each.subject for each in some if each.subject})
    rows = board.view("sessions", where={"id": names}) if names else []
    return {row["id"]: row["title"] or "(nothing was asked)" for row in rows}


def _session(board: Board, subject: str) -> str:
    """The address of a session; empty where the subject is none on the board."""
    return of_session(subject) if board.view("sessions", where={"id": subject}) else ""


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0
