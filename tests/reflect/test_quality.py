"""The goals that were set for quality hold on the labelled data."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.quality import critic, duplicates, episodes, retrieval
from bench.quality.table import Row, table


def _value(rows: list[Row], what: str) -> float:
    return next(row.value for row in rows if row.what == what)


def test_duplicates_are_told_from_opposites_and_from_other_rules() -> None:
    """Nearly all that is merged says the same, and no rule is merged with its opposite."""
    rows = duplicates.measure()
    assert _value(rows, "duplicates: precision") >= 0.98
    assert _value(rows, "duplicates: recall") >= 0.85
    assert _value(rows, "duplicates: opposites merged") == 0


def test_the_critic_seldom_takes_the_good_for_the_bad() -> None:
    """Rules agree with a reader on four of five, and hardly ever accept what is to be dropped."""
    rows = critic.measure()
    assert _value(rows, "critic: agreement") >= 0.8
    assert _value(rows, "critic: accepted for discarded or the reverse") <= 0.02


@pytest.mark.usefixtures("shared_data")
def test_unrelated_prompts_are_left_alone() -> None:
    """Of a hundred prompts that no rule is about, at most two are told something."""
    rows = retrieval.measure()
    assert _value(rows, "context: false injection") <= 0.02
    assert _value(rows, "context: recall@5") >= 0.45


def test_mined_lessons_are_right(shared_data: Path) -> None:
    """Precision comes before recall, and both are where they should be."""
    rows = episodes.rows(episodes.measure(shared_data / "transcripts"))
    assert _value(rows, "miner: precision") >= 0.85
    assert _value(rows, "miner: recall of episodes") >= 0.5


def test_the_table_says_which_goals_are_met() -> None:
    """A figure beyond its goal is called so."""
    text = table([Row("a", 0.9, 10, least=0.8), Row("b", 0.03, 10, most=0.02), Row("c", 1, 1)])
    assert "| a | 0.900 | 10 | >= 0.8 | met |" in text
    assert "| b | 0.030 | 10 | <= 0.02 | NOT MET |" in text
    assert "| c | 1.000 | 1 |  |  |" in text
