"""What a model would be sent of a session, byte for byte; nothing is sent."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import SessionRow
from reflect.digest.digest import digest
from reflect.model.agents.registry import agents
from reflect.model.consent import consent
from reflect.model.model import marked
from reflect.proposals import question
from reflect.proposals.fitting import fitting
from reflect.proposals.understand import active_lessons
from reflect.trajectory import trajectory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from reflect.model.agents.agent import ModelAgent


def questions_about(board: Board, session: SessionRow) -> list[str]:
    """Return the first questions about a session; none where nothing happened in it."""
    looked = digest(trajectory(board, session))
    rows = active_lessons(board, session["project"])
    return [
        "\n\n".join(message.text for message in marked(thread))
        for each in looked.windows
        for thread in [question.propose(each, fitting(rows, each))]
    ]


def agent_of(board: Board, session: SessionRow) -> ModelAgent | None:
    """Return the signed-in agent that would be asked; None where it is a server, or none."""
    return None if consent(board).endpoint else agents().get(session["agent"] or "")
