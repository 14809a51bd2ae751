"""The goals that were set for quality hold on the labels that this repository has itself."""

from __future__ import annotations

from bench.quality import critic, duplicates
from bench.quality.table import Row, table
from reflect.accounts.intervals import Share


def _value(rows: list[Row], what: str) -> float:
    return next(row.share.value for row in rows if row.what == what)


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


def test_the_table_says_how_sure_a_figure_is_and_whether_its_goal_is_met() -> None:
    """Each share stands with its interval; a figure beyond its goal is called so."""
    rows = [Row("a", Share(81, 263), least=0.3), Row("b", Share(1, 10), most=0.02)]
    text = table([*rows, Row("c", Share(0, 0))])
    assert "| a | 0.31 | 0.26 to 0.37 | 81/263 | >= 0.3 | met |" in text
    assert "| b | 0.10 | 0.02 to 0.40 | 1/10 | <= 0.02 | NOT MET |" in text
    assert "| c | - | - | 0/0 |  |  |" in text
