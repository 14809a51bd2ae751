"""Which candidates are chosen, in which order: each weight and each threshold at its boundary."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.delivery import choice
from blackboard.delivery.candidates import Overlap
from blackboard.delivery.choice import best_fitting, choose, credibility, fits, reason, score
from blackboard.delivery.situation import Situation
from blackboard.search import weights
from tests.blackboard.delivery.made import account, candidate
from tests.blackboard.lessons import ELSEWHERE, HERE

_HERE = Situation(command="make tiles", project=HERE)


def _ids(*given: Any, situation: Situation = _HERE, limit: int = 20) -> list[str]:
    return [each.candidate.id for each in choose(given, situation, limit)]


def _shared(relevance: float, *words: str) -> Overlap:
    return Overlap(words, relevance)


@pytest.mark.parametrize(("relevance", "unasked", "asked"), [
    (0.21, True, True), (0.2099, False, True), (0.17, False, True), (0.1699, False, False),
    (1.0, True, True), (0.0, False, False),
])  # fmt: skip
def test_a_sentence_must_speak_of_it(relevance: float, unasked: bool, asked: bool) -> None:
    """Without a key in common, exactly as much as the bar says; with one nothing is needed."""
    known = candidate(overlap=_shared(relevance), keys=())
    assert fits(known, _HERE) == unasked
    assert fits(known, Situation(command="make tiles", project=HERE, asked=True)) == asked
    assert fits(candidate(overlap=_shared(relevance)), _HERE)


@pytest.mark.parametrize(("columns", "is_news"), [
    ({"freshness": "fresh"}, True), ({"freshness": "drifted"}, True),
    ({"freshness": "orphaned"}, False),
    ({"learned_from": "rule-files", "trust": "repository"}, False),
    ({"learned_from": "rule-files", "trust": "human"}, True),
    ({"learned_from": "sessions", "trust": "repository"}, True),
    ({"learned_from": "by-hand", "trust": "repository"}, True),
    ({"learned_from": "rule-files", "trust": "tool"}, True), ({"freshness": ""}, True),
    ({"freshness": "unknown"}, True),
])  # fmt: skip
def test_what_is_gone_or_read_already_is_no_news(columns: dict[str, Any], is_news: bool) -> None:
    """Neither at a step nor at the start of a session."""
    known = candidate("a", **columns)
    assert fits(known, _HERE) == is_news
    assert _ids(known, situation=Situation(project=HERE, step="start")) == ["a"] * is_news


@pytest.mark.parametrize(("kind", "worth"), [
    ("signature", 3.0), ("path", 2.0), ("command", 1.5), ("title", 1.5),
])  # fmt: skip
def test_what_a_key_in_common_is_worth(kind: str, worth: float) -> None:
    """Each kind once, however many keys of it are shared; words count beside it."""
    keys = ((kind, "x"), (kind, "y"))
    assert score(candidate(keys=keys), _HERE) == worth
    assert score(candidate(keys=keys, overlap=_shared(0.5)), _HERE) == worth + 2.5


def test_kinds_of_keys_add_up() -> None:
    """A file and an error say more than either."""
    keys = (("path", "x"), ("signature", "y"))
    assert score(candidate(keys=keys), _HERE) == 5.0


def test_a_score_is_weighed_by_credibility() -> None:
    """Twice as credible is twice as strong."""
    keys = (("path", "x"),)
    assert score(candidate(keys=keys, freshness="drifted"), _HERE) == 1.0
    assert score(candidate(keys=keys, trust="human"), _HERE) == 2.4


def test_a_score_is_rounded() -> None:
    """To four digits, so that the order of nearly equal ones does not hang on the last bit."""
    assert score(candidate(keys=(), overlap=_shared(0.123_456_78)), _HERE) == 0.6173


_WEIGHTS: dict[str, tuple[dict[str, Any], float]] = {
    "human": ({"trust": "human"}, 1.2), "approved": ({"trust": "approved"}, 1.15),
    "tool": ({"trust": "tool"}, 1.0), "repository": ({"trust": "repository"}, 0.85),
    "imported": ({"trust": "imported"}, 0.85), "unknown trust": ({"trust": "new"}, 1.0),
    "high": ({"severity": "high"}, 1.15), "medium": ({"severity": "medium"}, 1.0),
    "low": ({"severity": "low"}, 0.9), "no severity": ({"severity": ""}, 1.0),
    "no confidence": ({"confidence": 0.0}, 0.7), "confidence": ({"confidence": 1.0}, 1.3),
    "never seen": ({"seen": 0}, 1.0), "seen twice": ({"seen": 2}, 1.1),
    "seen 8 times": ({"seen": 8}, 1.3), "seen often": ({"seen": 9}, 1.3),
    "drifted": ({"freshness": "drifted"}, 0.5), "unchecked": ({"freshness": ""}, 1.0),
    "fresh": ({"freshness": "fresh"}, 1.0),
    "everywhere": ({"scope": "global"}, 0.7), "no project": ({"project": None}, 0.7),
    "undecided": ({"before": account(50)}, 1.0),
    "proven": ({"before": account(50, "helps")}, 1.0),
    "harmful": ({"before": account(50, "harms")}, 0.5),
}  # fmt: skip


@pytest.mark.parametrize(("columns", "weight"), _WEIGHTS.values(), ids=_WEIGHTS)
def test_what_makes_a_lesson_credible(columns: dict[str, Any], weight: float) -> None:
    """Trust, severity, confidence, recurrence, freshness, place and effect, each by itself."""
    assert credibility(candidate(**columns), _HERE) == pytest.approx(weight)


def test_weights_are_multiplied() -> None:
    """None replaces another one."""
    columns: dict[str, Any] = {
        "trust": "human",
        "severity": "low",
        "confidence": 1.0,
        "seen": 4,
        "scope": "global",
        "freshness": "drifted",
        "before": account(5, "harms"),
    }
    expected = 1.2 * 0.9 * 1.3 * 1.2 * 0.7 * 0.5 * 0.5
    assert credibility(candidate(**columns), _HERE) == pytest.approx(expected)


def test_where_any_project_is_meant_none_is_elsewhere() -> None:
    """Without a project, a lesson for everywhere is as near as any; in no project it is not."""
    known = candidate(scope="global")
    assert credibility(known, Situation(project=None)) == 1.0
    assert credibility(known, Situation(project="")) == 0.7


@pytest.mark.parametrize(("phase", "weight"), [
    ("review", 1.1), ("implement", 1.0), ("rework", 1.0), (None, 1.0),
])  # fmt: skip
def test_the_phase_at_hand(phase: str | None, weight: float) -> None:
    """Counts a little, where it is known."""
    known = candidate(phase="review")
    assert credibility(known, Situation(project=HERE, phase=phase)) == pytest.approx(weight)


def test_a_lesson_without_phase_is_of_no_phase() -> None:
    """That nobody named a phase is no phase in common."""
    assert credibility(candidate(phase=None), Situation(project=HERE)) == 1.0


def test_half_of_the_best_is_the_least() -> None:
    """Beside one that fits twice as well, a candidate is noise; just at that it is not."""
    best = candidate("best", "Mind the amber.", keys=(("signature", "x"),))
    at = candidate("at", "Mind basil.", keys=(), overlap=_shared(0.3))
    under = candidate("under", "Mind cedar.", keys=(), overlap=_shared(0.2999))
    assert score(best, _HERE) == 2 * score(at, _HERE)
    assert _ids(under, at, best) == ["best", "at"]
    assert _ids(under, at) == ["at", "under"]
    assert _ids() == []


def test_equals_are_in_the_order_of_their_ids() -> None:
    """So that equal state gives equal bytes."""
    assert _ids(candidate("b", "Mind amber."), candidate("a", "Mind basil.")) == ["a", "b"]


def test_a_situation_of_a_step_is_answered_by_what_fits_the_step() -> None:
    """What shares nothing is told at the start alone, by credibility and whatever it shares."""
    weak = candidate("weak", "Mind amber.", keys=(), trust="imported")
    strong = candidate("strong", "Mind basil.", keys=(), trust="human")
    start = Situation(project=HERE, step="start")
    assert _ids(weak, strong, situation=start) == ["strong", "weak"]
    assert [each.reason for each in choose([weak], start, 5)] == ["of this project"]
    assert [each.score for each in choose([strong], start, 5)] == [pytest.approx(1.2)]
    assert _ids(weak, strong) == []


@pytest.mark.parametrize("limit", [-1, 0, 1, 2, 3])
@pytest.mark.parametrize("step", ["start", "before"])
def test_no_more_than_the_limit(limit: int, step: str) -> None:
    """The best ones, at every step; two of three that say the same count as one."""
    given = [candidate("a", "Mind amber."), candidate("b", "Mind amber!"),
             candidate("c", "Mind basil."), candidate("d", "Mind cedar.")]  # fmt: skip
    situation = Situation(command="make", project=HERE, step=step)
    assert _ids(*given, situation=situation, limit=limit) == ["a", "c", "d"][: max(0, limit)]


@pytest.mark.parametrize(("other", "is_same"), [
    ("amber basil cedar delta", False),  # 3 of 5 words, which is just not more than 0.6
    ("amber basil cedar", True),  # 3 of 4
    ("ember fjord grove heron", False),
])  # fmt: skip
def test_texts_that_share_more_than_six_tenths_say_the_same(other: str, is_same: bool) -> None:
    """Exactly so many words in common are not too many."""
    given = [candidate("a", "amber basil cedar fjord"), candidate("b", other)]
    assert _ids(*given) == ["a", "b"][: 1 if is_same else 2]


def test_each_is_compared_with_all_before_it() -> None:
    """Not with the best one only, nor with the last."""
    given = [candidate("a", "amber basil"), candidate("b", "cedar delta"),
             candidate("c", "amber basil"), candidate("d", "cedar delta")]  # fmt: skip
    assert _ids(*given) == ["a", "b"]


@pytest.mark.parametrize(("command", "constraint", "symptom", "step", "is_due"), [
    ("uv run pytest", "Use `uv run pytest`.", "No module.", "before", False),
    ("  uv run pytest\n", "Use `uv run pytest`.", "No module.", "before", False),
    ("uv run pytest", "Use `uv run pytest`.", "`uv run pytest` fails.", "before", True),
    ("uv run pytest", "Use uv run pytest.", "No module.", "before", True),
    ("uv run pytest", "Use `uv run pytest`.", "No module.", "failed", False),
    ("uv run pytest", "Use `uv run pytest`.", "No module.", "after", True),
    ("  ", "Use `` here.", "No module.", "before", True),
])  # fmt: skip
def test_what_the_agent_does_anyway_is_not_said(
    command: str, constraint: str, symptom: str, step: str, is_due: bool
) -> None:
    """Unless that is also what went wrong, or nobody knows how it ended."""
    known = candidate("a", constraint, symptom=symptom)
    situation = Situation(command=command, project=HERE, step=step)
    assert _ids(known, situation=situation) == ["a"] * is_due


@pytest.mark.parametrize(("command", "symptom", "is_measurable", "is_due"), [
    ("npm run check", "`npm test` fails.", True, False),
    ("cd app && npm run check | tail", "`npm test` fails.", True, False),
    ("npm run check", "`npm test` fails.", False, True),
    ("npm run check", "`npm run check` fails elsewhere.", True, True),
    ("npm test", "`npm test` fails.", True, True), ("", "No.", True, True),
])  # fmt: skip
def test_a_remedy_is_not_shown_where_it_failed_itself(
    command: str, symptom: str, is_measurable: bool, is_due: bool
) -> None:
    """The very command that it asks for; what names no error may forbid that command."""
    rule = "Use `npm run check` instead of `npm test`."
    known = candidate("a", rule, symptom=symptom, measurable=is_measurable)
    situation = Situation(command=command, error="no", project=HERE, step="failed")
    assert _ids(known, situation=situation) == ["a"] * is_due


def test_reasons_name_what_is_shared() -> None:
    """Each key by its kind, and the first six words."""
    keys = (("signature", "e"), ("path", "p"), ("command", "c"), ("title", "t"))
    words = _shared(0.5, *"abcdefg")
    found = "same error: e; same file: p; same command: c; same task: t"
    assert reason(candidate(keys=keys)) == found
    assert reason(candidate(keys=keys, overlap=words)) == (
        f"{found}; words in common: a, b, c, d, e, f"
    )
    (only,) = best_fitting([candidate(keys=keys, overlap=words)], _HERE, 5)
    assert only.reason == reason(only.candidate)


def test_after_a_compaction_what_was_shown_comes_behind_what_fits() -> None:
    """And before what holds for all work there; each once."""
    given = [candidate(name, f"{word} {name}", keys=(), trust=trust) for name, word, trust in (
        ("general", "amber", "human"), ("shown", "basil", "model"), ("both", "cedar", "model"),
        ("other", "delta", "human"))]  # fmt: skip
    given[0].is_general = given[2].is_general = True
    given[1].was_shown = given[2].was_shown = True
    fitting = candidate("fits", "ember fjord", trust="model")
    chosen = choice.choose([*given, fitting], Situation(project=HERE, step="cleared"), 5)
    assert [each.candidate.id for each in chosen] == ["fits", "both", "shown", "general"]


def test_a_lesson_of_another_project_is_weighed_as_its_own() -> None:
    """Which projects may speak at all is decided where candidates are found."""
    assert credibility(candidate(project=ELSEWHERE), _HERE) == 1.0


def test_tables_name_every_kind() -> None:
    """A kind of key without a name or a worth could not be weighed."""
    assert set(weights.KEY) == {"signature", "path", "command", "title"}
