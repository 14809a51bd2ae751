"""Recorded answers fit again in another run, with other ids, dates and hashes."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from bench.effect.arms.recorded import Recorded, session_of

_TEXTS = st.lists(
    st.text("abcdefg ", min_size=1, max_size=20).map(str.strip).filter(bool),
    min_size=2, max_size=6, unique=True,
)  # fmt: skip


def _question(texts: list[str], new: int, prefix: str) -> str:
    lines = [f"- lesson-{prefix}{number:04} (2026-11-28): {text}" for number, text in
             enumerate(texts)]  # fmt: skip
    return "New lessons:\n{}\n\nThe others:\n{}".format(
        "\n".join(lines[:new]), "\n".join(lines[new:]) or "(none)"
    )


@given(texts=_TEXTS, data=st.data())
def test_a_join_is_answered_in_whatever_order_and_by_whatever_ids(
    texts: list[str], data: st.DataObject
) -> None:
    """Also where some of the lessons are no longer listed; and not where others are new."""
    relation = {"lesson": "lesson-a0000", "relation": "same", "other": "lesson-a0001", "better": "",
                "reason": ""}  # fmt: skip
    asked = _question(texts, len(texts), "a")
    kept = Recorded({}, {}, {}).keep("join", asked, 0, {"relations": [relation]})
    order = data.draw(st.permutations(texts))
    again = kept.answer("join", _question(order, len(order), "b"), 0)
    assert again is not None
    [found] = again["relations"]
    ids = {text: f"lesson-b{number:04}" for number, text in enumerate(order)}
    assert (found["lesson"], found["other"]) == (ids[texts[0]], ids[texts[1]])
    assert kept.answer("join", _question([*texts, "another"], 1, "c"), 0) is None


def test_a_proposal_is_found_by_its_session() -> None:
    """By what the person said; what it says of a lesson that is not listed is left out."""
    said = [["Add a flag\nfor this"], ["Now the other thing"], ["And the last one"]]
    text = "<<<known 1\n- lesson-a1b2: Use uv.\n>>>\n[1] PERSON: Now the other thing"
    assert (session_of(text, said), session_of("[1] PERSON: add", said)) == (2, 0)
    answer = {"lessons": [{"text": "x"}], "seen_again": [{"lesson": "lesson-a1b2", "entries": [1]}]}
    kept = Recorded({}, {}, {}).keep("propose", text, 2, answer)
    other = text.replace("a1b2", "c3d4")
    found = kept.answer("propose", other, 2)
    assert found is not None
    assert found["seen_again"] == [{"lesson": "lesson-c3d4", "entries": [1]}]
    gone = kept.answer("propose", re.sub("- lesson.*", "(none)", text), 2)
    assert gone is not None
    assert (gone["lessons"], gone["seen_again"]) == ([{"text": "x", "entries": []}], [])
    assert kept.answer("propose", text, 1) is None


def test_an_entry_is_found_though_it_has_another_number() -> None:
    """By its letters: times and folders differ from run to run."""
    text = (
        "[3-4] read a; read b\n[5] FAILED: make in /tmp/effect-ab12\n    took 0.3 s\n[7] AGENT: no"
    )
    answer = {"lessons": [{"entries": [5, 7]}]}
    kept = Recorded({}, {}, {}).keep("propose", text, 1, answer)
    other = "[8] FAILED: make in /tmp/effect-zz9y\n    took 1.2 s\n[9] AGENT: no"
    assert kept.answer("propose", other, 1) == {"lessons": [{"entries": [8, 9]}]}


def test_verdicts_are_kept_by_the_text_that_was_checked() -> None:
    """So that the number may be another one."""
    text = "1. fix: Use uv.\ncites 3:\n[3] x\n\n2. convention: Tabs.\ncites 4:\n[4] y"
    given = {"verdicts": [{"number": 2, "verdict": "mended", "text": "Tabs in C."}]}
    kept = Recorded({}, {}, {}).keep("correct", text, 0, given)
    alone = kept.answer("correct", "1. convention: Tabs.\ncites 4:\n[4] y", 0)
    assert alone == {"verdicts": [{"number": 1, "verdict": "mended", "text": "Tabs in C."}]}
    assert kept.answer("correct", "1. fix: Use pip.\ncites 4:\n[4] y", 0) is None
