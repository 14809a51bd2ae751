"""What a model proposed comes up by what structure proves of it, at the boundary of two sources."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.delivery.candidates import Candidate
from blackboard.delivery.proof import (
    FEWEST_SOURCES,
    SESSIONS_UNFIT,
    is_said_once,
    may_be_shown,
)
from blackboard.delivery.situation import STEPS, Situation
from blackboard.delivery.voice import spoken

KEYED = ("before", "after", "failed")


def shown(step: str, *keys: str, **fields: Any) -> bool:
    """Whether a row may be shown at a step, with some kinds of keys in common."""
    row = {"proof": "conclusion", "status": "candidate", "trust": "model", "sources": 1,
           "measurable": 1, "unfit": 0, "learned_from": "model", **fields}  # fmt: skip
    candidate = Candidate("lesson", row, keys=tuple((kind, "x") for kind in keys))
    return may_be_shown(candidate, Situation(prompt="x", step=step))


@pytest.mark.parametrize("proof", ["conclusion", "fix"])
def test_before_the_act_it_takes_two_sources(proof: str) -> None:
    """At every step before it, whatever it shares with the situation."""
    for step in sorted({*STEPS} - {*KEYED}):
        assert not shown(step, "path", proof=proof, sources=FEWEST_SOURCES - 1)
        assert shown(step, "path", proof=proof, sources=FEWEST_SOURCES)


def test_one_source_comes_up_at_its_error_or_where_it_has_none_at_its_key() -> None:
    """A command is mostly run for other reasons than that which once made it fail."""
    for step in KEYED:
        assert shown(step, "signature", "command")
        assert not shown(step, "command")
        assert shown(step, "command", measurable=0)


def test_what_a_session_was_shown_at_its_key_comes_once_more_after_a_compaction() -> None:
    """Without its key, as its context has neither any more."""
    row = {"proof": "fix", "status": "candidate", "trust": "tool", "sources": 1, "measurable": 1,
           "learned_from": "miner"}  # fmt: skip
    found = Candidate("lesson", row)
    assert not may_be_shown(found, Situation(step="cleared"))
    found.was_shown = True
    assert may_be_shown(found, Situation(step="cleared"))


def test_what_others_proved_or_stand_behind_is_not_concerned() -> None:
    """A person's own words, approved lessons, lessons of other sources, and whoever asks."""
    assert shown("prompt", proof="person")
    assert shown("prompt", proof="message")
    assert shown("prompt", status="approved")
    assert shown("prompt", proof="", trust="tool")
    row = {"proof": "fix", "status": "candidate", "trust": "model", "sources": 0, "measurable": 1,
           "learned_from": "model"}  # fmt: skip
    assert may_be_shown(Candidate("lesson", row), Situation(prompt="x", asked=True))


def test_a_persons_sentence_ends_after_ten_sessions_in_which_it_did_not_fit() -> None:
    """A model that quotes it, or a rule that found it; whoever asks still finds it."""
    found = {"proof": "", "trust": "human", "writer": "person", "said": "Use uv."}
    for kind in ({"proof": "person"}, found):
        assert shown("prompt", unfit=SESSIONS_UNFIT - 1, **kind)
        assert not shown("prompt", unfit=SESSIONS_UNFIT, **kind)
        assert shown("prompt", unfit=SESSIONS_UNFIT, **{**kind, "status": "approved"})
    row = {"proof": "person", "status": "candidate", "trust": "model", "unfit": SESSIONS_UNFIT}
    assert may_be_shown(Candidate("lesson", row), Situation(prompt="x", asked=True))


@pytest.mark.parametrize(
    ("recurred", "other", "is_shown"),
    [
        (0, {}, True), (1, {}, False), (1, {"sources": FEWEST_SOURCES}, True),
        (1, {"status": "approved"}, True), (1, {"proof": "conclusion", "trust": "model"}, True),
    ],
)  # fmt: skip
def test_one_sessions_remedy_ends_where_its_error_came_back(
    recurred: int, other: dict[str, Any], is_shown: bool
) -> None:
    """Though it was shown; what more sessions or a person bear out is measured instead."""
    row = {"proof": "fix", "status": "candidate", "trust": "tool", "sources": 1, "measurable": 1,
           "unfit": 0, "learned_from": "miner", **other}  # fmt: skip
    known = {"injected": 1, "verdict": "", "recurred_injected": recurred}
    found = Candidate("lesson", row, keys=(("signature", "x"),), account=known)
    assert may_be_shown(found, Situation(error="x", step="failed")) is is_shown
    assert may_be_shown(found, Situation(error="x", step="failed", asked=True))


@pytest.mark.parametrize(
    "other",
    [
        {"status": "approved"}, {"signed_by": "anna"}, {"author": "anna"}, {"writer": "note"},
        {"said": ""}, {"trust": "repository"}, {"learned_from": "by-hand"}, {"proof": "fix"},
    ],
)  # fmt: skip
def test_only_an_unconfirmed_sentence_of_ones_own_was_said_once(other: dict[str, str]) -> None:
    """What is approved, somebody else's, or written by hand is told by other rules."""
    row = {"status": "candidate", "trust": "human", "writer": "person", "said": "Use uv.",
           "learned_from": "miner"}  # fmt: skip
    assert is_said_once(row)
    assert not is_said_once({**row, **other})


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        ("person", 'on Wednesday, 3 May, you said: "use uv"'),
        ("message", 'your message of Wednesday, 3 May, contained: "use uv"'),
        ("fix", 'seen in 2 sessions: "use uv"'),
        ("conclusion", 'concluded from 2 sessions: "Use uv."; shown by "use uv"'),
    ],
)
def test_a_proof_has_its_words_and_never_the_boards_own_voice(proof: str, words: str) -> None:
    """Until a person approves it; then it is said plainly."""
    row = {"proof": proof, "status": "candidate", "trust": "model", "said": "use uv", "sources": 2,
           "writer": "model", "last_seen_at": 1_683_115_200_000_000}  # fmt: skip
    said = spoken(row, "Use uv.", "", lambda text: f'"{text}"', str)
    assert said == words
    approved = {**row, "status": "approved", "trust": "approved"}
    assert spoken(approved, "Use uv.", "", lambda text: f'"{text}"', str) == "Use uv."
