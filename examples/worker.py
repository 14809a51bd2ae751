"""A dispatch worker: it waits for notes from any process and answers each exactly once.

Run it beside a program that appends `note.taken` events; it stops when it has answered enough:

    python -m examples.worker board.db 3
"""

from __future__ import annotations

import sys

from blackboard import Board, Event, NewEvent
from blackboard.ids import derived


def answer(note: Event) -> NewEvent:
    """The event that answers a note; its id follows from the note's, so it is told only once."""
    words = len((note.payload or {}).get("text", "").split())
    return NewEvent(
        type="note.counted",
        stream=note.stream,
        payload={"note": note.id, "words": words},
        actor="word-counter",
        id=derived(note.stream, f"counted:{note.id}"),
        causation=note.id,
    )


def work(path: str, enough: int) -> int:
    """Answer notes from the beginning of the log on until `enough` are answered."""
    answered: set[str] = set()
    with Board.open(path) as board:
        for note in board.tail(0, types=["note.taken"], until=lambda: len(answered) >= enough):
            board.append([answer(note)])
            answered.add(note.id)
            if len(answered) >= enough:
                break
    return len(answered)


if __name__ == "__main__":
    print(work(sys.argv[1], int(sys.argv[2])))
