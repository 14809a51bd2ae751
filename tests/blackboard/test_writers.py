"""Who worded a lesson: a kind of writer, and his very words where they stand in what he wrote."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.delivery.voice import shown_name
from blackboard.event import NewEvent
from blackboard.views.writers import very_words
from tests.blackboard.lessons import lesson, told

_TEXT = st.text(st.sampled_from("aAb .;:`\n|"), max_size=12)


@given(_TEXT, _TEXT, _TEXT)
def test_very_words_stand_in_the_text(before: str, rule: str, after: str) -> None:
    """As they are found, but for white space, the first letter and the mark at the end."""
    found = very_words(rule, before + rule + after)
    assert found in before + rule + after
    assert found.lower().split() in (rule.rstrip(".:;, ").lower().split(), [])
    assert very_words(rule, "") == ""


@given(st.text())
def test_a_name_is_one_word_that_ends_nothing(name: str) -> None:
    """Of bounded length, whatever it is."""
    shown = shown_name(name)
    assert len(shown) <= 64
    assert shown.split() in ([shown], [])
    assert not set(shown) & set("\"'“”«»:;,()<>`")


def test_the_writer_of_older_events_follows_from_what_they_prove(board: Board) -> None:
    """A person's only with his words; a model's, an agent's, a note's by who appended it."""
    quote = {"event_id": "e", "quote": "Note: use  `make`, always"}
    cases: dict[str, tuple[NewEvent, tuple[str, str]]] = {
        "human": (lesson("a", "Use `make`.", trust="human", evidence=[quote]),
                  ("person", "use  `make`")),
        "reworded": (lesson("b", "Use `make` twice.", trust="human", evidence=[quote]),
                     ("person", "")),
        "tool": (lesson("c", "Use `make`.", evidence=[quote]), ("", "")),
        "model": (lesson("d", "Use `make`.", trust="model"), ("model", "")),
        "agent": (lesson("e", "Use `make`.", trust="imported")._replace(actor="agent"),
                  ("agent", "Use `make`.")),
        "note": (lesson("f", "Use `make`.", trust="imported", evidence=[quote])
                 ._replace(actor="import"), ("note", "use  `make`")),
        "file": (lesson("g", "Use it.", trust="human", evidence=[quote])
                 ._replace(actor="rule-files"), ("file", "")),
    }  # fmt: skip
    board.append([event for event, _ in cases.values()])
    faults = []
    for name, (event, expected) in cases.items():
        row = board.row("lessons", event.payload["lesson"])
        if (row["writer"], row["said"]) != expected:
            faults.append(f"{name}: {row['writer']!r}, {row['said']!r} and not {expected}")
    assert not faults, "\n".join(faults)


def test_a_revision_has_the_words_of_who_made_it(board: Board) -> None:
    """A person's are his own; those of a program are nobody's word for word; both can be undone."""
    board.append([lesson("a", "Use `make`.", trust="human")])
    board.append([told("lesson.revised", "a", constraint="Use `gmake`.")._replace(actor="human")])
    assert (board.row("lessons", "a")["writer"], board.row("lessons", "a")["said"]) == (
        "person", "Use `gmake`.",
    )  # fmt: skip
    [event] = board.append([
        told("lesson.revised", "a", constraint="Use `bmake`.")._replace(actor="curator")
    ])  # fmt: skip
    assert board.row("lessons", "a")["said"] == ""
    board.append([told("lesson.restored", "a", undone=event.id)._replace(actor="human")])
    assert board.row("lessons", "a")["said"] == "Use `gmake`."


def test_those_who_stand_behind_a_signed_lesson(board: Board) -> None:
    """Persons, each until he takes it back or somebody rewords it; a policy only for its own."""
    steps: list[tuple[str, str, list[str]]] = [
        ("lesson.approved", "bo/curator", []),
        ("lesson.approved", "anna/curator", ["anna"]),
        ("lesson.approved", "bo/human", ["anna", "bo"]),
        ("lesson.rejected", "bo/human", ["anna"]),
        ("lesson.approved", "carol/human", ["anna", "carol"]),
        ("lesson.revised", "bo/human", []),
        ("lesson.approved", "carol/human", ["carol"]),
        ("lesson.retired", "carol/human", []),
    ]
    board.append([lesson("a", "Use `make`.")._replace(actor="anna/miner")])
    for number, (type_, actor, expected) in enumerate(steps):
        fields = {"constraint": "Use it."} if type_ == "lesson.revised" else {"reason": "why"}
        by = {"by": "human"} if type_ == "lesson.approved" else {}
        board.append([told(type_, "a", **fields, **by)._replace(actor=actor)])
        assert board.row("lessons", "a")["approvers"] == expected, f"step {number}: {type_}"
    assert board.row("lessons", "a")["signed_by"] == "bo"
