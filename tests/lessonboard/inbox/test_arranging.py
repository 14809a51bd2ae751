"""Which rows are one decision, in which section, and what comes first."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lessonboard.inbox.arranging import arranged
from lessonboard.inbox.grouping import MOST
from lessonboard.inbox.model import Inbox, Waiting


def row(name: str, source: str = "", quote: str = "Use it.", **fields: Any) -> Any:
    """A lesson that waits."""
    evidence = [{"event_id": source, "quote": quote, "session": "s1"}] if source else []
    return {
        "id": name, "status": "candidate", "proof": "conclusion", "trust": "model",
        "writer": "model", "said": "", "signed_by": "", "author": "", "learned_from": "model",
        "confidence": 0.6, "decisions": [],
        "sources": 1, "sessions": ["s1"], "seen": 1, "last_seen_at": 0, "freshness": "",
        "evidence": evidence,
        **fields,
    }  # fmt: skip


def by_rule(name: str, source: str, quote: str, **fields: Any) -> Any:
    """A sentence that a rule took from a message."""
    return row(name, source, quote, proof="", learned_from="miner", sources=0, **fields)


def names(found: Inbox) -> list[list[list[str]]]:
    """The ids of each group: the first, what says the same, and what is beside it."""
    return [
        [[group.first.id], [each.id for each in group.same], [each.id for each in group.beside]]
        for group in found.groups
    ]


def put(*rows: Any, alike: dict[str, list[str]] | None = None) -> Inbox:
    """An inbox of rows, without a backtest."""
    return arranged(map(Waiting, rows), lambda each: (alike or {}).get(each["id"], []))


def test_what_comes_from_one_message_is_one_decision() -> None:
    """They are listed beside the first, which is the surest."""
    found = put(row("a", "m1"), row("b", "m1", confidence=0.7), row("c", "m2"), row("d"), row("e"))
    assert names(found) == [[["b"], [], ["a"]], [["c"], [], []], [["d"], [], []], [["e"], [], []]]


def test_what_says_the_same_is_folded() -> None:
    """Whatever its source."""
    found = put(row("a", "m1"), row("b", "m2", confidence=0.7), alike={"b": ["a", "elsewhere"]})
    assert names(found) == [[["b"], ["a"], []]]


def test_a_rules_sentence_is_folded_under_what_quotes_it() -> None:
    """Two conclusions that quote the same line may say different things, and are not."""
    said = "Please use uv here, not pip."
    found = put(row("a", "m1", said), by_rule("b", "m1", "use uv here", confidence=0.5),
                row("c", "m1", said, confidence=0.55))  # fmt: skip
    assert names(found) == [[["a"], ["b"], ["c"]]]


def test_a_decision_has_no_more_rows_than_one_looks_through() -> None:
    """The others of the source are the next decision."""
    found = put(*(row(f"{number:03}", "file") for number in range(MOST + 1)))
    assert [len(group.all) for group in found.groups] == [MOST, 1]


def test_conclusions_are_apart_from_what_a_person_said() -> None:
    """And from what was approved; each section is one run of the list."""
    found = put(
        row("said", proof="person"), row("doubted", status="approved"), row("sure"),
        by_rule("sentence", "m1", "Use it.", trust="human", writer="person", said="Use it."),
    )  # fmt: skip
    assert [(group.first.id, group.section) for group in found.groups] == [
        ("sure", "conclusions"), ("doubted", "again"), ("said", "said"), ("sentence", "said"),
    ]  # fmt: skip


def test_what_came_back_is_first_then_what_was_seen_often_then_what_is_sure() -> None:
    """A line says which it is."""
    found = arranged(
        [
            Waiting(row("sure", confidence=0.9)),
            Waiting(row("seen", sources=2, confidence=0.5)),
            Waiting(row("back", confidence=0.5), came_back=1),
        ],
        lambda _row: [],
    )
    assert [(group.first.id, group.why) for group in found.groups] == [
        ("back", "what it is about came back once since"),
        ("seen", "seen in 2 sessions"),
        ("sure", "seen once, with a confidence of 0.90"),
    ]


def test_the_words_that_put_a_lesson_in_doubt_are_told() -> None:
    """Whether it stays approved or waits again; until somebody decides."""
    said = {"type": "lesson.reconsidered", "actor": "model", "reason": 'you said: "No."'}
    kept = {"type": "lesson.approved", "actor": "human", "reason": ""}
    found = put(
        row("held", status="approved", decisions=[kept, said]),
        row("waits", decisions=[kept, said]),
        row("ruled", decisions=[kept, {**said, "actor": "curator"}]),
        row("kept", decisions=[said, kept]),
    )
    assert {group.first.id: group.why for group in found.groups} == {
        "held": 'approved, but you said: "No."',
        "waits": 'approved before, but you said: "No."',
        "ruled": "seen once, with a confidence of 0.60",
        "kept": "seen once, with a confidence of 0.60",
    }


_ROWS = st.lists(
    st.tuples(
        st.sampled_from(["", "m1", "m2", "m3"]),
        st.sampled_from(["", "person", "conclusion"]),
        st.sampled_from(["candidate", "approved"]),
        st.sampled_from(["", "unsure"]),
        st.lists(st.integers(0, 11), max_size=4),
        st.integers(0, 2),
    ),
    max_size=12,
)


@given(_ROWS)
def test_every_row_is_in_exactly_one_place(made: Any) -> None:
    """In one group, or deferred; and sections follow each other."""
    rows = [
        Waiting(row(str(number), source, proof=proof, status=status), back, deferred)
        for number, (source, proof, status, deferred, _, back) in enumerate(made)
    ]
    alike = {str(number): list(map(str, each[4])) for number, each in enumerate(made)}
    found = arranged(rows, lambda each: alike[each["id"]])
    placed = [each.id for group in found.groups for each in group.all]
    placed += [each.id for each in found.deferred]
    assert sorted(placed) == sorted(each.id for each in rows)
    assert all(each.deferred for each in found.deferred)
    assert found.number() == len(rows) - len(found.deferred)
    order = [("conclusions", "again", "said").index(group.section) for group in found.groups]
    assert order == sorted(order)
