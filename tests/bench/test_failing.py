"""A model that fails is asked again, and nothing is lost by it."""

from __future__ import annotations

import pytest

from bench.quality.failing import QUESTIONS, Fickle, learnt
from bench.quality.failures import FORMS


@pytest.mark.parametrize(
    ("form", "question", "end"),
    [("truncated", QUESTIONS[0], "failed, tried again"),
     ("after the deadline", QUESTIONS[1], "put off")],
)  # fmt: skip
def test_a_failure_is_asked_again_and_teaches_later_what_it_would_have(
    form: str, question: str, end: str
) -> None:
    """Junk fails the attempt, an absent answer puts it off; neither is nothing to learn."""
    wanted, _, _ = learnt(Fickle())
    lessons, ends, nothing = learnt(Fickle(FORMS[form], question))
    assert wanted
    assert (lessons, set(ends), nothing) == (wanted, {end}, 0)
