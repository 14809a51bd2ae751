"""A file of lessons passes what every lesson passes, and can be imported again."""

from __future__ import annotations

import json
from typing import Any

from blackboard import Board
from blackboard.events.lesson import LessonRevised
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.curator import decisions
from reflect.pipeline.records import Imported, import_lessons
from tests.blackboard.lessons import HERE, lesson
from tests.reflect.findings import NOON, WORDS

YES, NO = "Always run `make gen` before `make test`.", "Never run `make gen` before `make test`."
CRITIC = Critic(CriticSettings())


def imported(board: Board, *records: dict[str, Any]) -> Imported:
    """Import records, the words of which are filled in."""
    lines = [json.dumps({**WORDS, **record}).encode() for record in records]
    return import_lessons(board, lines, CRITIC, NOON, HERE)


def test_always_and_never_in_one_file_are_a_pair(board: Board) -> None:
    """Neither line gives way; the contradiction is told with its line, and how both stand."""
    done = imported(board, {"id": "yes", "constraint": YES}, {"id": "no", "constraint": NO})
    assert done.created == 2
    assert [tuple(each) for each in done.contradictions] == [
        (2, "no", "candidate", "yes", "candidate", "opposite")
    ]
    assert board.row("lessons", "yes")["contradicts"] == [{"other": "no", "verdict": "opposite"}]


def test_importing_again_changes_nothing_whatever_became_of_the_records(board: Board) -> None:
    """Whether they were kept, merged, refused, lost, or forgotten since."""
    records = [
        {"id": "a", "constraint": YES},
        {"id": "b", "constraint": "Run `make gen` before you run `make test`."},
        {"id": "c", "constraint": "Always improve the quality of the code."},
        {"id": "d", "constraint": "Never push to `main` before `make lint`."},
        {"id": "e", "constraint": "Always push to `main` before `make lint`."},
        {"id": "f", "constraint": "Keep the key of `staging` in `vault/`."},
    ]
    first = imported(board, *records)
    assert (first.created, first.recurred, len(first.problems)) == (4, 1, 1)
    (proof,) = board.row("lessons", "f")["evidence"]
    board.forget(proof["event_id"], reason="private")
    head = board.log.head()
    again = imported(board, *records)
    assert (again.created, again.recurred, again.revised, again.unchanged) == (0, 0, 0, 5)
    assert [each.message for each in again.problems] == [each.message for each in first.problems]
    assert board.log.head() == head


def test_a_record_is_kept_word_for_word_with_its_words_as_evidence(board: Board) -> None:
    """Trusted as imported text, a candidate whatever it calls itself, global where it says so."""
    imported(board, {"id": "a", "constraint": YES, "status": "approved", "scope": "global"})
    row = board.row("lessons", "a")
    assert (row["constraint"], row["status"], row["trust"], row["scope"]) == (
        YES, "candidate", "imported", "global",
    )  # fmt: skip
    (evidence,) = row["evidence"]
    cited = board.log.get(evidence["event_id"]).payload or {}
    assert evidence["quote"] in cited["body"]


def test_what_was_let_go_elsewhere_is_not_offered_here(board: Board) -> None:
    """A retired record comes as retired."""
    imported(board, {"id": "a", "constraint": YES, "status": "retired"})
    assert board.row("lessons", "a")["status"] == "retired"


def test_new_words_must_pass_the_gate_and_are_compared(board: Board) -> None:
    """Words that tell nobody to do anything are refused; an opposite is told, and both stand."""
    board.append([lesson("old", NO)])
    decisions.approve(board, board.row("lessons", "old"))
    imported(board, {"id": "a", "constraint": "Keep `make gen` out of the release."})
    refused = imported(board, {"id": "a", "constraint": "The release is slow."})
    (problem,) = refused.problems
    assert "does not say what to do" in problem.message
    assert board.row("lessons", "a")["constraint"] == "Keep `make gen` out of the release."
    done = imported(board, {"id": "a", "constraint": YES})
    assert done.revised == 1
    assert [tuple(each) for each in done.contradictions] == [
        (1, "a", "candidate", "old", "approved", "opposite")
    ]


def test_words_that_a_person_edited_stay_when_the_same_file_is_imported_again(
    board: Board,
) -> None:
    """Only a record that changed since is news."""
    record = {"id": "a", "constraint": YES}
    imported(board, record)
    edited = "Always run `make gen` before `make check`."
    board.record(LessonRevised(lesson="a", constraint=edited), actor="human")
    again = imported(board, record)
    assert (again.revised, again.unchanged) == (0, 1)
    assert board.row("lessons", "a")["constraint"] == edited
    changed = imported(board, {**record, "symptom": "Made files are older than their sources."})
    assert (changed.revised, changed.unchanged) == (1, 0)
