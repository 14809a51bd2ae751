"""How good the lessons of strangers' transcripts are, as people who read them judged."""

from __future__ import annotations

from pathlib import Path

from bench.quality.episodes import Episode, Found, Score, labels, measure


def test_most_lessons_are_right_and_half_are_found(shared_data: Path) -> None:
    """Of what is mined, little is wrong; of what could be learnt, more than half is."""
    score = measure(shared_data / "transcripts")
    assert score.precision >= 0.85
    assert score.recall >= 0.5


def test_the_score_counts_what_it_says() -> None:
    """Right is what teaches, in the words that were asked for; what has no label is not judged."""
    taught = Episode(0, "a", "f", "c1", "call", "s", True, "use uv", ("uv",))
    missed = Episode(1, "a", "f", "c2", "call", "s", True, "use uv", ("uv",))
    nothing = Episode(2, "b", "f", "c3", "call", "s", False, "a slip")
    found = [
        Found("l1", "Use uv.", "pair", taught),
        Found("l2", "Use pip.", "pair", nothing),
        Found("l3", "Use make.", "pair", None),
    ]
    score = Score([taught, missed, nothing], found)
    assert (score.precision, score.recall, score.recall_of_lessons) == (0.5, 0.5, 1.0)
    assert (score.of("a").precision, score.of("b").precision) == (1.0, 0.0)


def test_both_halves_hold_calls_and_messages() -> None:
    """Each half can be measured for what agents did and for what humans said."""
    halves = {(each.of, each.half) for each in labels()}
    assert halves == {(of, half) for of in ("call", "message") for half in "ab"}
