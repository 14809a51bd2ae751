"""A blunt count of what a rule denies, for where taking its opposite for the same would do harm."""

from __future__ import annotations

from typing import Any

import pytest

from reflect.pipeline.decide import why_no_evidence
from reflect.pipeline.known import Neighbour
from reflect.rules.denials import denials
from tests.reflect.findings import found

RULE = "Always run `make gen` before the tests."


def _approved(rule: str = RULE, status: str = "approved") -> Neighbour:
    row: dict[str, Any] = {"id": "lesson-a", "constraint": rule, "status": status}
    return Neighbour(row, 0.9, "same")


@pytest.mark.parametrize(
    "proposal",
    ["Never run `make gen` before the tests.", "Run the tests without `make gen` before.",
     "Skip `make gen` before the tests.", "Run `make gen` before the tests only on Mondays."],
)  # fmt: skip
@pytest.mark.parametrize("trust", ["imported", "model", "repository"])
def test_a_proposal_that_denies_an_approved_lesson_is_no_evidence(
    proposal: str, trust: Any
) -> None:
    """Whatever the comparison of rules took it for."""
    assert why_no_evidence(found(proposal, trust=trust), _approved())
    assert not why_no_evidence(found(proposal, trust=trust), _approved(status="candidate"))


def test_who_agrees_is_evidence() -> None:
    """In other words, too; and what a person or a tool shows is compared by its meaning alone."""
    assert not why_no_evidence(found("Run `make gen` before tests", trust="imported"), _approved())
    assert not why_no_evidence(found("Never run it.", trust="human"), _approved())
    assert denials("Don\u2019t push") == denials("Never push") == 1
