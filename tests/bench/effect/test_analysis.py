"""What the runs say is a pure function of the logs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.effect.analysis.chance import bootstrap, holm, sign_flip
from bench.effect.analysis.compare import RUNS, beside_none, cells, compared, corrected
from bench.effect.analysis.page import NOT_MEASURED, figures
from bench.effect.judge import Verdict
from bench.effect.logs import Explained
from bench.effect.play import Log

DRAWS = 200
VALUES = st.lists(st.integers(-5, 5), max_size=8)


def log(task: str, arm: str, run: int, *, clean: bool = True, harm: bool = False,
        failures: int = 0, agent: str = "claude", model: str = "a-model",
        half: str = "second", kind: str = "decoy") -> Log:  # fmt: skip
    """A run."""
    verdict = Verdict(clean, (), (), (), (), ("data",) if harm else (), 9, failures)
    return Log(task=task, kind=kind, half=half, arm=arm, run=run, agent=agent, model=model,
               verdict=verdict, tokens=1000)  # fmt: skip


def some(arm: str, clean: list[int], tasks_of_a_repository: int = 2, **more: object) -> list[Log]:
    """The runs of an arm, of which so many are clean in each task."""
    return [
        log(f"r{number // tasks_of_a_repository}/t{number}", arm, run + 1, clean=run < count,
            **more)  # type: ignore[arg-type]  # whichever
        for number, count in enumerate(clean) for run in range(RUNS)
    ]  # fmt: skip


CLEAN = st.lists(st.integers(0, RUNS), min_size=1, max_size=6)


@given(VALUES)
def test_the_sign_flip_counts_every_pattern(differences: list[int]) -> None:
    """As a list of all of them does."""
    sums = [sum(sign * each for sign, each in zip(signs, differences, strict=True))
            for signs in product((1, -1), repeat=len(differences))]  # fmt: skip
    far = [each for each in sums if abs(each) >= abs(sum(differences))]
    assert sign_flip(differences) == pytest.approx(len(far) / len(sums))


@given(st.dictionaries(st.text(max_size=2), st.floats(0, 1), max_size=6))
def test_holm_corrects_upwards_and_keeps_the_order(found: dict[str, float]) -> None:
    """At most by the number of tests, and never above 1."""
    corrected_values = holm(found)
    for one, value in found.items():
        assert value <= corrected_values[one] <= min(1.0, value * len(found))
        assert all(corrected_values[one] <= corrected_values[other]
                   for other in found if value < found[other])  # fmt: skip


@given(CLEAN, st.randoms(use_true_random=False))
def test_the_order_of_logs_does_not_matter(clean: list[int], chance: Random) -> None:
    """Nor is anything drawn anew: the same logs give the same figures."""
    logs = [*some("none", clean), *some("rules", clean[::-1])]
    shuffled = chance.sample(logs, len(logs))
    assert beside_none(cells(logs), DRAWS) == beside_none(cells(shuffled), DRAWS)


@given(CLEAN)
def test_without_a_difference_nothing_is_found(clean: list[int]) -> None:
    """The interval holds 0, the test finds nothing, and no task is worse."""
    [found] = beside_none(cells([*some("none", clean), *some("rules", clean)]), DRAWS)
    assert found.effects["clean"].interval == (0.0, 0.0)
    assert (found.p, found.p_repositories, found.worse) == (1.0, 1.0, {})


@given(CLEAN, CLEAN)
def test_two_arms_are_each_others_opposite(one: list[int], other: list[int]) -> None:
    """With the other one first the difference has the other sign, and the test is the same."""
    given_cells = cells([*some("none", one), *some("rules", other)])
    there, back = compared(given_cells, "rules", "none", DRAWS), compared(
        given_cells, "none", "rules", DRAWS)  # fmt: skip
    assert there is not None
    assert back is not None
    assert there.p == back.p
    assert there.effects["clean"].difference == pytest.approx(-back.effects["clean"].difference)


def test_a_clear_difference_is_found() -> None:
    """Ten tasks that are always clean with a memory and never without."""
    logs = [*some("none", [0] * 10), *some("rules", [5] * 10), *some("other", [0] * 9 + [1])]
    found = beside_none(cells(logs), DRAWS)
    assert [each.arm for each in found] == ["other", "rules"]
    assert corrected(found) == {"rules": pytest.approx(2 * 2 / 2**10), "other": 1.0}
    assert found[1].effects["clean"].interval == (1.0, 1.0)
    assert found[1].p_repositories == pytest.approx(2 / 2**5)


def test_only_whole_tasks_are_compared() -> None:
    """A task with too few runs of one arm is left out; what is more than enough is too."""
    logs = [*some("none", [3, 3]), *some("rules", [3, 3])[:-1], log("r0/t0", "rules", 6)]
    found = compared(cells(logs), "rules", draws=DRAWS)
    assert found is not None
    assert found.tasks == ("r0/t0",)
    assert found.effects["clean"].shown == pytest.approx(0.6)


def test_a_task_that_was_changed_between_its_runs_is_not_compared() -> None:
    """Its runs are of two tasks."""
    changed = log("r0/t0", "rules", 1).model_copy(update={"digest": "other"})
    with pytest.raises(ValueError, match="r0/t0 was changed"):
        cells([*some("none", [3]), changed])


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"clean": [4]}, "clean in 0.8 of its runs, not 1"),
        ({"clean": [5], "failures": 1}, "1 more failed calls a run"),
        ({"clean": [5]}, ""),
    ],
)
def test_a_task_that_a_memory_made_worse_is_named(changed: dict[str, object], why: str) -> None:
    """By the registered rule."""
    logs = [*some("none", [5]), *some("rules", **changed)]  # type: ignore[arg-type]  # see above
    [found] = beside_none(cells(logs), DRAWS)
    assert found.worse == ({"r0/t0": why} if why else {})


def test_repositories_are_drawn_before_their_tasks() -> None:
    """Of two repositories with nothing in common a draw may hold one alone."""
    [interval] = bootstrap([[0.0] * 5, [1.0] * 5], lambda drawn: [sum(drawn) / len(drawn)], DRAWS)
    assert interval == (0.0, 1.0)


def whole(agent: str = "claude", model: str = "a-model", tasks: int = 40) -> list[Log]:
    """All runs of a player with two arms, of which one is worse in the first task."""
    return [*some("none", [5] * tasks, 5, agent=agent, model=model),
            *some("rules", [4, *[5] * (tasks - 1)], 5, agent=agent, model=model)]  # fmt: skip


@pytest.mark.parametrize(
    "logs",
    [
        [],
        whole(tasks=39),
        whole("scripted", ""),
        whole("files", ""),
        [each for each in whole() if each.arm == "none"],
        whole()[1:],
    ],
    ids=["nothing", "39 tasks", "scripted", "a model without a name", "one arm", "a run less"],
)
def test_nothing_is_called_measured_before_all_runs_of_a_real_model(logs: list[Log]) -> None:
    """Forty tasks, five runs, and two arms."""
    assert figures(logs, draws=2) == NOT_MEASURED


def test_the_page_says_what_was_measured_and_what_no_one_explained() -> None:
    """By agent and model, each with its own tasks that became worse."""
    why = Explained(agent="claude", model="a-model", arm="rules", task="r0/t0",
                    explained="It believed a stale note.", by="Robin")  # fmt: skip
    logs = [*whole(), *whole("files", "another")]
    text = figures(logs, [why], draws=2)
    assert "### claude, a-model" in text
    assert "| rules | 40 | 0.99 | 1.00 | -0.01 (" in text
    assert "of which 0 are not explained.\n\n- rules, r0/t0: clean in 0.8 of its runs" in text
    assert "It believed a stale note." in text
    assert text.count("of which 1 are not explained") == 1
