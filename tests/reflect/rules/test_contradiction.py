"""A contradiction is called so only where nothing else differs; the rest is put before a person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.rules.similarity import compare

LABELS = [
    json.loads(line)
    for line in Path(__file__).with_name("labels_opposite.jsonl").read_text("utf-8").splitlines()
]
OPPOSITES = [(each["one"], each["two"]) for each in LABELS if each["label"] == "opposite"]
TRAPS = [(each["one"], each["two"]) for each in LABELS if each["label"] == "none"]

_THINGS = st.sampled_from(
    ["the parser", "user input", "`cargo fmt`", "generated files", "the nightly build"]
)
_VERBS = st.sampled_from(["commit", "cache", "log", "review", "rename"])
_PLACES = st.sampled_from(["", " in tests", " on staging", " for the mobile app"])


@pytest.mark.parametrize(("one", "two"), TRAPS)
def test_rules_that_can_both_be_followed_are_not_opposites(one: str, two: str) -> None:
    """They agree, or speak of another action, thing, place, number or condition."""
    assert compare(one, two) != "opposite"


def test_most_opposites_are_found() -> None:
    """Four of five are sure, nearly all others are put before a person; none is a duplicate."""
    verdicts = [compare(one, two) for one, two in OPPOSITES]
    assert verdicts.count("opposite") >= 0.8 * len(OPPOSITES)
    assert verdicts.count("different") <= 0.03 * len(OPPOSITES)
    assert "same" not in verdicts


def test_few_pairs_that_agree_are_put_before_a_person() -> None:
    """One in five of those that were written to look like contradictions, at most."""
    verdicts = [compare(one, two) for one, two in TRAPS]
    assert verdicts.count("unsure") <= 0.2 * len(TRAPS)


@given(verb=_VERBS, thing=_THINGS, place=_PLACES)
def test_two_negations_are_none(verb: str, thing: str, place: str) -> None:
    """Never without a review is only with a review, and without a review is neither."""
    rule = f"{verb.title()} {thing}{place}"
    never = f"Never {verb} {thing} without a review{place}"
    assert compare(never, f"{rule} with a review") != "opposite"
    assert compare(never, f"{verb.title()} {thing} without a review{place}") == "opposite"


@given(verb=_VERBS, thing=_THINGS, one=_PLACES, two=_PLACES)
def test_what_is_forbidden_in_one_place_may_be_demanded_in_another(
    verb: str, thing: str, one: str, two: str
) -> None:
    """The same place, or the same silence about it, makes a contradiction."""
    verdict = compare(f"{verb.title()} {thing}{one}", f"Never {verb} {thing}{two}")
    assert (verdict == "opposite") == (one == two)


@given(
    verb=_VERBS,
    thing=_THINGS,
    one=st.integers(1, 9),
    two=st.integers(1, 9),
    unit=st.sampled_from(["times", "seconds", "%"]),
)
def test_other_numbers_are_other_rules(
    verb: str, thing: str, one: int, two: int, unit: str
) -> None:
    """Whatever is denied."""
    verdict = compare(f"{verb.title()} {thing} {one} {unit}", f"Never {verb} {thing} {two} {unit}")
    assert (verdict == "opposite") == (one == two)
    assert one == two or verdict == "different"


@pytest.mark.parametrize("ending", [" if possible", " where possible", ", because it is slow", "."])
def test_a_reason_or_if_possible_takes_nothing_away(ending: str) -> None:
    """Both are left out before rules are compared."""
    assert compare(
        "Cache lookups in the gateway" + ending, "Never cache lookups in the gateway"
    ) == ("opposite")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Avoid classes", "Use classes when necessary"),
        ("Merge when CI is green", "Merge when CI is not green"),
        ("Cache lookups", "Never cache lookups and rows"),
        ("Never run the migrations before the backup", "Never run the migrations after the backup"),
        ("Set the timeout to at least 30 seconds", "Set the timeout to at most 30 seconds"),
        (
            "Use `docker compose`, not `docker-compose`",
            "Use `docker-compose`, not `docker compose`",
        ),
    ],
)
def test_what_may_contradict_is_unsure_at_most(one: str, two: str) -> None:
    """A wider object, a weaker word, a condition turned: a person decides."""
    assert compare(one, two) in ("unsure", "different")
