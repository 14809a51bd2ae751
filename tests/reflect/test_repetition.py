"""Messages that repeat each other word for word are one paste, not two sayings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reflect.repetition import FEWEST_WORDS, distinct

RULE, OTHER = "Use uv in this repo.", "Never edit the generated files."


def _sessions(*texts: str) -> int:
    evidence = [{"session": f"s{n}", "quote": text} for n, text in enumerate(texts)]
    return len(distinct({each["session"] for each in evidence}, evidence))


def test_one_rule_in_the_same_words_is_said_twice() -> None:
    """However long, also with different words around it, and beside what is said every day."""
    long = "Always write commit messages in the imperative mood, with the module before a colon."
    assert (_sessions(RULE, RULE), _sessions(long, long)) == (2, 2)
    assert _sessions(f"{RULE} Go on.", f"{RULE} Go on.") == 2
    assert _sessions(f"{RULE} What failed there?", f"Look here first. {RULE}") == 2


def test_more_than_one_sentence_in_the_same_words_is_one_paste() -> None:
    """In any order, whatever stands around, whatever the case and the marks."""
    assert _sessions(f"{RULE} {OTHER}", f"{RULE} {OTHER}") == 1
    assert _sessions(f"{RULE} {OTHER}", f"look at this\n{OTHER.upper()}\n\u201c{RULE}\u201d") == 1
    assert _sessions(f"{RULE} {OTHER}", RULE, OTHER) == 3
    assert _sessions(f"{RULE} {OTHER}", f"{RULE} {OTHER}", f"no, {RULE}") == 2


def test_the_boundaries_of_what_is_alike() -> None:
    """A sentence of a few words counts beside another, one of too few does not."""
    few = " ".join(["go"] * FEWEST_WORDS)
    assert _sessions(f"{RULE} {few}.", f"{RULE} {few}.") == 1
    assert _sessions(f"{RULE} {few[3:]}.", f"{RULE} {few[3:]}.") == 2


def test_calls_that_are_cited_beside_messages_do_not_count() -> None:
    """Two sessions may have run the same commands."""
    call = "cd app && make all the things\nmake check all of it"
    evidence = [{"session": s, "quote": q} for s, said in (("a", "use uv"), ("b", "uv, please"))
                for q in (said, call)]  # fmt: skip
    assert distinct({"a", "b"}, evidence) == {"a", "b"}


def test_a_session_without_its_message_counts_only_where_nothing_repeats() -> None:
    """A row keeps so much evidence and no more."""
    pasted = [{"session": each, "quote": f"{RULE} {OTHER}"} for each in "ab"]
    assert distinct({"a", "b", "z"}, pasted) == {"a"}
    assert distinct({"a", "z"}, pasted[:1]) == {"a", "z"}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.text("ab .\n", max_size=30))))
def test_no_session_is_made_up(said: list[tuple[str, str]]) -> None:
    """Those that count are among those that were given, and one counts if any does."""
    evidence = [{"session": session, "quote": text} for session, text in said]
    sessions = {session for session, _ in said}
    found = distinct(sessions, evidence)
    assert found <= sessions
    assert bool(found) is bool(sessions)
