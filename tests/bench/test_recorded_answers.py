"""Recorded answers hold no sentence of the sessions, and give the same quotations back."""

from __future__ import annotations

import json

from bench.quality.recorded_answers import entries_of, mark_of, with_quotations, without_quotations
from reflect.proposals.question import propose
from tests.reflect.proposals.asking import digest_of, lesson


def question() -> str:
    """The question about the sample session."""
    (window,) = digest_of().windows
    return "\n\n".join(message.text for message in propose(window, ()))


def test_quotations_are_kept_as_places() -> None:
    """The entry, from where to where; with the question they are words again."""
    answer = {"lessons": [lesson()], "seen_again": []}
    kept = without_quotations(answer, question())
    assert kept["lessons"][0]["quote"][0] == 3
    assert lesson()["quote"] not in json.dumps(kept)
    assert with_quotations(kept, question()) == answer


def test_an_invented_quotation_is_kept_as_none() -> None:
    """It proves as little when it is read again."""
    kept = without_quotations({"lessons": [lesson(quote="never said by anybody")]}, question())
    assert with_quotations(kept, question())["lessons"][0]["quote"] == ""


def test_an_answer_is_found_by_what_it_is_about() -> None:
    """The mark of the digest; its entries by their numbers."""
    assert mark_of(question()).startswith("session ")
    assert entries_of(question())[4].startswith("PASSED: `uv run pytest -q`")
