"""The loop: look, merge, and look again until nothing new comes or it is good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reflect.model.model import Model
from reflect.model.thread import BudgetExhausted, ModelError
from reflect.prompts import as_data, load
from reflect.reflector.by_rules import by_rules
from reflect.reflector.insight import Draft, is_same, merge
from reflect.reflector.markdown import extract
from reflect.reflector.record import prove, record
from reflect.reflector.settings import ReflectorSettings
from reflect.trajectory import Trajectory

_STEADY = 0.05
"""Two iterations that differ by less in confidence have converged."""


@dataclass(frozen=True)
class Reflection:
    """What came of looking at a trajectory.

    `failure` says why the model could not finish; `exhausted` that it will not be asked again.
    """

    insights: list[Draft] = field(default_factory=list)
    iterations: int = 0
    converged: bool = False
    failure: str | None = None
    exhausted: bool = False


class Reflector:
    """Finds insights in trajectories, by a model if there is one, else by rules."""

    def __init__(self, settings: ReflectorSettings, model: Model | None = None) -> None:
        self._settings = settings
        self._model = model

    def reflect(self, trajectory: Trajectory, known: Sequence[Draft] = ()) -> Reflection:
        """Look at a trajectory until the insights converge, are good enough, or time is up.

        Args:
            trajectory: what happened.
            known: insights that need not be found again.
        """
        if self._model is None:
            return Reflection(_proved(by_rules(trajectory), trajectory), 1, converged=True)
        insights: list[Draft] = []
        for iteration in range(1, self._settings.max_iterations + 1):
            try:
                found = self._look(self._model, trajectory, [*known, *insights])
            except ModelError as error:
                return self._without_model(trajectory, insights, iteration - 1, error)
            merged = merge(insights, found)
            converged = has_converged(insights, merged)
            insights = merged
            if converged or is_good_enough(insights, self._settings):
                return Reflection(insights, iteration, converged)
        return Reflection(insights, self._settings.max_iterations, converged=False)

    def _look(self, model: Model, trajectory: Trajectory, known: Sequence[Draft]) -> list[Draft]:
        prompt = load("reflect-on-trajectory")
        told = record(trajectory, model.settings.max_input_tokens)
        thread = prompt.fill(
            task=as_data("task", str(trajectory.session.get("title") or "unknown")),
            trajectory=as_data("session", told),
            known=as_data("known", "\n".join(f"- {each.statement}" for each in known) or "nothing"),
        )
        return _proved(extract(model.write(thread, prompt.purpose)), trajectory)

    def _without_model(
        self, trajectory: Trajectory, insights: list[Draft], iterations: int, error: ModelError
    ) -> Reflection:
        """What the model gave before it failed, and what rules find; never called converged."""
        found = _proved(by_rules(trajectory), trajectory)
        return Reflection(
            merge(insights, found),
            iterations,
            converged=False,
            failure=str(error),
            exhausted=isinstance(error, BudgetExhausted),
        )


def has_converged(before: Sequence[Draft], after: Sequence[Draft]) -> bool:
    """Whether another look brought nothing: no new insight, and no other confidence."""
    if len(before) != len(after):
        return False
    return all(
        is_same(old, new) and abs(old.confidence - new.confidence) < _STEADY
        for old, new in zip(before, after, strict=True)
    )


def is_good_enough(insights: Sequence[Draft], settings: ReflectorSettings) -> bool:
    """Whether there are enough insights, sure enough, and enough of them actionable."""
    if len(insights) < settings.least_insights:
        return False
    mean = sum(each.confidence for each in insights) / len(insights)
    actionable = sum(each.actionable for each in insights) / len(insights)
    return mean >= settings.least_confidence and actionable >= settings.least_actionable


def _proved(drafts: Sequence[Draft], trajectory: Trajectory) -> list[Draft]:
    """The drafts whose quotations stand in the record; a claim without proof is dropped."""
    proved = [
        replace(draft, evidence=prove(draft.quotes, trajectory.events, trajectory.id))
        for draft in drafts
    ]
    return [draft for draft in proved if draft.evidence]
