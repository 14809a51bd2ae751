"""The sessions of our own are whole: every question about them has its recorded answer."""

from __future__ import annotations

from bench.quality.own import measure


def test_nothing_is_missing_and_every_goal_is_met() -> None:
    """What a person says in any language is kept in his words; what is no wish is not."""
    told = measure()
    assert "incomplete" not in told, told
    assert "NOT MET" not in told, told
