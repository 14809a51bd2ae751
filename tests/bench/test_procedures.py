"""Procedures are counted with what they rest on, and judged by readers alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.quality import procedures
from bench.quality.procedures import Found, Proposed, found, read_verdicts, rows
from bench.quality.repositories import SAMPLES, is_here


def _proposed(line: str, *unproven: str) -> Proposed:
    row: Any = {"constraint": line, "status": "candidate"}
    return Proposed(row, {"s1": []}, unproven)


def test_what_nobody_read_is_not_worth_showing(tmp_path: Path) -> None:
    """And the repositories that were looked at are told apart from the others."""
    seen, other = _proposed("Run `a`, then `b`."), _proposed("Run `c`, then `d`.", "s1")
    both = [Found(procedures.TUNED[0], 3, 3, (seen,)), Found("kite", 4, 3, (other,))]
    labels = tmp_path / "labels.jsonl"
    assert read_verdicts(labels) == {}
    labels.write_text(f'{{"repository": "kite", "digest": "{other.digest}", "worth": true}}\n')
    worth, standing, unseen, without = rows(both, read_verdicts(labels))
    assert [each.share for each in (worth, standing, unseen, without)] == [
        (1, 2), (1, 2), (1, 1), (1, 2),
    ]  # fmt: skip
    assert [each.verdict for each in (worth, unseen, without)] == ["NOT MET", "met", "NOT MET"]


def test_the_sample_sessions_are_too_few_for_one() -> None:
    """Their history is short, and tells so."""
    assert found(SAMPLES).proposed == ()


@pytest.mark.skipif(not is_here(), reason="the shared data is not here")
@pytest.mark.parametrize("name", procedures.TUNED)
def test_no_procedure_rests_on_a_session_without_a_passing_check(name: str) -> None:
    """Looked up in the cited calls themselves."""
    (repository,) = [each for each in procedures.HISTORIES if each.name == name]
    told = found(repository)
    assert told.proposed
    assert not any(each.unproven for each in told.proposed)
