"""Every key of the critic's configuration changes an outcome, and no other key is taken."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from blackboard.errors import BoardError
from reflect.critic.critic import Critic
from reflect.critic.process import Processed, process
from reflect.critic.recommendation import Recommendation
from reflect.critic.rules import critique
from reflect.critic.settings import CriticSettings, UnknownProfile, laid_over

GOOD = Recommendation(
    instruction="Pin `httpx==0.27.2` in pyproject.toml.",
    scope="pyproject.toml",
    rationale="0.28 removed the `proxies` argument.",
    issue="Fresh installs of httpx crash with 0.28.",
)
FAIR = GOOD.model_copy(update={"instruction": "Pin the http client library."})
REFINABLE = Recommendation(
    instruction="Make sure to pin `httpx==0.27.2` because 0.28 removed the proxies argument.",
    issue="httpx crashes in src/app.py.",
)


def settings(**tables: Any) -> CriticSettings:
    """Settings as a configuration file gives them."""
    return CriticSettings.model_validate(tables)


def score(recommendation: Recommendation, **tables: Any) -> float:
    """The score under some settings."""
    return critique(recommendation, settings(**tables)).quality_score


def decided(recommendation: Recommendation, **tables: Any) -> str:
    """What becomes of a recommendation under some settings."""
    return critique(recommendation, settings(**tables)).decision


def processed(*recommendations: Recommendation, **tables: Any) -> Processed:
    """A list through the critic."""
    return process(recommendations, settings(**tables))


def test_the_defaults_are_the_published_ones() -> None:
    """Of seed and design."""
    default = CriticSettings()
    assert default.enabled
    assert default.thresholds.model_dump() == {
        "quality_threshold": 0.7, "discard_threshold": 0.3, "similarity_threshold": 0.85,
    }  # fmt: skip
    assert {name: each["weight"] for name, each in default.dimensions.model_dump().items()} == {
        "actionable": 0.3, "fixes_issue": 0.3, "specific": 0.2, "side_effects": 0.2,
    }  # fmt: skip
    assert (default.refinement.max_iterations, default.deduplication.method) == (2, "fuzzy")
    assert default.deduplication.compare_fields == ["instruction", "scope"]
    assert default.rules.banned_phrases == [
        "review and fix", "check and update", "ensure proper", "make sure",
    ]  # fmt: skip


def test_enabled_false_judges_nothing() -> None:
    """All is kept as it is, without a score."""
    vague = Recommendation(instruction="Improve it.")
    off = processed(vague, enabled=False)
    assert (len(off.kept), off.reflection_enabled, off.kept[0].critique) == (1, False, None)


def test_quality_threshold_decides_what_is_accepted() -> None:
    """The same score, two verdicts."""
    assert 0.3 < score(FAIR) < 0.9
    assert decided(GOOD, thresholds={"quality_threshold": 0.9}) == "accept"
    slower = GOOD.model_copy(update={"rationale": ""})
    assert decided(slower, thresholds={"quality_threshold": 0.7}) == "accept"
    assert decided(slower, thresholds={"quality_threshold": 0.95}) == "refine"


def test_discard_threshold_decides_what_is_discarded() -> None:
    """What was to be refined is dropped."""
    assert decided(FAIR) == "refine"
    assert decided(FAIR, thresholds={"discard_threshold": 0.9}) == "discard"


def test_similarity_threshold_decides_what_is_a_duplicate() -> None:
    """At 1 only equal texts are."""
    more = GOOD.model_copy(update={"instruction": "Please pin `httpx==0.27.2` in pyproject.toml."})
    for threshold, kept in ((0.85, 1), (1.0, 2)):
        found = processed(GOOD, more, thresholds={"similarity_threshold": threshold})
        assert len(found.kept) == kept


def test_max_iterations_bounds_the_refinements() -> None:
    """None at 0, as many as help at 2."""
    assert len(processed(REFINABLE, refinement={"max_iterations": 0}).courses[0].forms) == 1
    assert len(processed(REFINABLE, refinement={"max_iterations": 1}).courses[0].forms) == 2
    assert processed(REFINABLE).as_json()["refined_count"] == 1


def test_use_llm_false_asks_no_model() -> None:
    """Even if there is one: this one would break."""
    broken: Any = object()
    critic = Critic(settings(refinement={"use_llm": False}), broken)
    assert critic.critique(GOOD).judge == "rules"
    with pytest.raises(AttributeError):
        Critic(settings(), broken).critique(GOOD)


@pytest.mark.parametrize(
    ("key", "value"),
    [("llm_model", "mistral"), ("temperature", 1.5)],
)
def test_the_models_keys_are_kept_for_whoever_asks_it(key: str, value: object) -> None:
    """`lessonboard/bootstrap.py` makes the critic's model of them."""
    given = settings(refinement={key: value}).in_force("strict")
    assert getattr(given.refinement, key) == value


def test_deduplication_may_be_off() -> None:
    """Equal recommendations are then all kept."""
    assert len(processed(GOOD, GOOD).kept) == 1
    assert len(processed(GOOD, GOOD, deduplication={"enabled": False}).kept) == 2


def test_the_method_decides_how_alike_is_the_same() -> None:
    """A comma is enough to be different for `exact`."""
    more = GOOD.model_copy(update={"instruction": "Pin, `httpx==0.27.2` in pyproject.toml."})
    assert len(processed(GOOD, more, deduplication={"method": "exact"}).kept) == 2
    assert len(processed(GOOD, more, deduplication={"method": "fuzzy"}).kept) == 1


def test_compare_fields_are_those_compared() -> None:
    """The scope counts unless it is left out."""
    other = GOOD.model_copy(update={"scope": "requirements.txt"})
    assert len(processed(GOOD, other).kept) == 2
    fields = {"compare_fields": ["instruction"]}
    assert len(processed(GOOD, other, deduplication=fields).kept) == 1


@pytest.mark.parametrize("name", ["actionable", "fixes_issue", "specific", "side_effects"])
def test_every_weight_counts(name: str) -> None:
    """A weaker dimension that weighs more lowers the score."""
    weak = {
        "actionable": GOOD.model_copy(update={"instruction": "Make sure `httpx` is pinned."}),
        "fixes_issue": GOOD.model_copy(update={"rationale": ""}),
        "specific": Recommendation(instruction="Pin the http client library.", issue="Client."),
        "side_effects": GOOD.model_copy(update={"instruction": "Commit it with `--no-verify`."}),
    }[name]
    light, heavy = (score(weak, dimensions={name: {"weight": weight}}) for weight in (0.01, 1))
    assert heavy < light


def test_weights_need_not_add_up_to_one() -> None:
    """Only their ratios count; all of them cannot be 0."""
    thrice = {name: {"weight": weight} for name, weight in
              (("actionable", 0.9), ("fixes_issue", 0.9), ("specific", 0.6),
               ("side_effects", 0.6))}  # fmt: skip
    for each in (GOOD, FAIR, REFINABLE):
        assert score(each, dimensions=thrice) == score(each)
    nothing = {name: {"weight": 0} for name in thrice}
    with pytest.raises(ValidationError, match="above 0"):
        settings(dimensions=nothing)


def test_require_rationale_makes_a_missing_reason_cost_points() -> None:
    """And only if it is set."""
    bare = GOOD.model_copy(update={"rationale": ""})
    assert score(bare) < score(GOOD)
    assert score(bare, rules={"require_rationale": False}) == score(GOOD)


def test_min_instruction_length_makes_the_short_cost_points() -> None:
    """What is said counts, and not how often."""
    short = GOOD.model_copy(update={"instruction": "Pin `httpx`."})
    assert score(short) < score(short, rules={"min_instruction_length": 5})


def test_max_instruction_length_makes_the_long_cost_points() -> None:
    """Whatever it says."""
    assert score(GOOD, rules={"max_instruction_length": 30}) < score(GOOD)


def test_banned_phrases_may_be_ones_own() -> None:
    """They replace the default ones."""
    assert score(GOOD, rules={"banned_phrases": ["Pin `httpx`", "in PYPROJECT.toml"]}) < score(GOOD)
    sure = GOOD.model_copy(update={"instruction": f"Make sure: {GOOD.instruction}"})
    assert score(sure) < score(sure, rules={"banned_phrases": []})


def test_profiles_lie_over_the_settings() -> None:
    """What a profile does not name stays; what the user set does not get lost."""
    given = settings(rules={"min_instruction_length": 3, "max_instruction_length": 40})
    strict = given.in_force("strict")
    assert strict.thresholds.quality_threshold == 0.8
    assert strict.thresholds.similarity_threshold == 0.85
    assert strict.rules == given.rules
    assert given.in_force("lenient").rules.max_instruction_length == 40
    assert given.in_force("lenient").rules.min_instruction_length == 10
    assert given.in_force() is given


def test_a_profile_changes_what_is_accepted() -> None:
    """The same recommendation under three profiles."""
    middling = GOOD.model_copy(update={"instruction": "Pin `httpx`.", "rationale": ""})
    given = settings(profiles={"mine": {"rules": {"banned_phrases": ["pin"]}}})
    assert critique(middling, given.in_force("lenient")).decision == "accept"
    verdicts = [critique(middling, given.in_force(name)).quality_score
                for name in ("strict", "lenient", "mine")]  # fmt: skip
    assert verdicts[2] < verdicts[0] < verdicts[1]


def test_the_profile_may_stand_in_the_settings() -> None:
    """And one that is asked for goes before it."""
    given = settings(profile="strict")
    assert given.in_force().thresholds.discard_threshold == 0.4
    assert given.in_force("lenient").thresholds.discard_threshold == 0.2


def test_an_unknown_profile_is_an_error_that_names_the_known() -> None:
    """It is one of the board's errors."""
    with pytest.raises(UnknownProfile, match="strict, lenient, mine") as caught:
        settings(profiles={"mine": {}}).in_force("stern")
    assert isinstance(caught.value, BoardError)


@pytest.mark.parametrize(
    "tables",
    [
        {"quality_threshold": 0.5},
        {"thresholds": {"quality": 0.5}},
        {"refinement": {"iterations": 2}},
        {"deduplication": {"fields": []}},
        {"dimensions": {"kindness": {"weight": 1}}},
        {"dimensions": {"actionable": {"wait": 1}}},
        {"rules": {"banned": []}},
        {"profiles": {"mine": {"rules": {"banned": []}}}},
        {"profiles": {"mine": {"profiles": {}}}},
        {"profiles": {"mine": {"profile": "strict"}}},
    ],
)
def test_an_unknown_key_is_refused_when_it_is_read(tables: dict[str, Any]) -> None:
    """Also inside of a profile that nobody uses yet."""
    with pytest.raises(ValidationError):
        settings(**tables)


@pytest.mark.parametrize(
    "tables",
    [
        {"thresholds": {"quality_threshold": 1.1}},
        {"thresholds": {"discard_threshold": -0.1}},
        {"refinement": {"max_iterations": -1}},
        {"refinement": {"temperature": 3}},
        {"deduplication": {"method": "magic"}},
        {"deduplication": {"compare_fields": []}},
        {"deduplication": {"compare_fields": ["id"]}},
        {"dimensions": {"actionable": {"weight": 2}}},
        {"rules": {"max_instruction_length": 0}},
        {"profiles": {"mine": {"thresholds": {"quality_threshold": "high"}}}},
    ],
)
def test_a_value_out_of_range_is_refused(tables: dict[str, Any]) -> None:
    """Before it can do harm."""
    with pytest.raises(ValidationError):
        settings(**tables)


def test_settings_cannot_be_changed_afterwards() -> None:
    """They are values."""
    with pytest.raises(ValidationError):
        CriticSettings().enabled = False


def test_tables_are_laid_over_without_being_changed() -> None:
    """Lists are replaced, tables merged, and the one below stays as it was."""
    below = {"a": {"b": [1], "c": 2}, "d": 1}
    assert laid_over(below, {"a": {"b": []}, "d": {"e": 1}}) == {
        "a": {"b": [], "c": 2}, "d": {"e": 1},
    }  # fmt: skip
    assert below == {"a": {"b": [1], "c": 2}, "d": 1}
