"""The reflection loop: find insights, merge, and repeat until they converge or suffice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from blackboard.delivery.text import tokens
from blackboard.events.reflection import Iteration
from reflect.model.model import Model
from reflect.model.thread import BudgetExhausted, Message, ModelError
from reflect.prompts import as_data, load
from reflect.reflector.by_rules import by_rules
from reflect.reflector.insight import Draft, is_same, merge
from reflect.reflector.markdown import extract
from reflect.reflector.record import prove, record
from reflect.reflector.settings import ReflectorSettings
from reflect.trajectory import Trajectory

_AROUND = 40
"""Tokens for the data delimiters and the mark of our own sessions."""

_PROMPT = "reflect-on-trajectory"
_STEADY = 0.05
"""Two iterations whose confidence differs by less have converged."""


@dataclass(frozen=True)
class Reflection:
    """The result of reflecting on a trajectory.

    `failure` says why the model could not finish; `exhausted` that its budget is spent.
    """

    insights: list[Draft] = field(default_factory=list)
    history: tuple[Iteration, ...] = ()
    converged: bool = False
    failure: str | None = None
    exhausted: bool = False

    @property
    def iterations(self) -> int:
        """How often it was looked at the session."""
        return len(self.history)


class Reflector:
    """Finds insights in trajectories, with a model if there is one, else by rules."""

    def __init__(self, settings: ReflectorSettings, model: Model | None = None) -> None:
        self._settings = settings
        self._model = model

    def reflect(self, trajectory: Trajectory, known: Sequence[Draft] = ()) -> Reflection:
        """Reflect on a trajectory until the insights converge, suffice, or iterations run out.

        Args:
            trajectory: the session.
            known: insights that need not be found again; those of other sessions may be, because
                this session then proves them too.
        """
        if self._model is None:
            found = _new(by_rules(trajectory), trajectory, known)
            merged = merge([], found)
            return Reflection(merged, (iteration([], found, merged),), converged=True)
        insights: list[Draft] = []
        history: tuple[Iteration, ...] = ()
        for _ in range(self._settings.max_iterations):
            thread = _thread(trajectory, [*insights, *known], self._model.settings.max_input_tokens)
            try:
                answer = self._model.write(thread, load(_PROMPT).purpose)
            except ModelError as error:
                insights = merge(insights, _new(by_rules(trajectory), trajectory, known))
                return _failed(insights, history, error)
            drafts = [replace(draft, by_model=True) for draft in extract(answer)]
            found = _new(drafts, trajectory, known)
            merged = merge(insights, found)
            history += (iteration(insights, found, merged),)
            converged = has_converged(insights, merged)
            insights = merged
            if converged or is_good_enough(insights, self._settings):
                return Reflection(insights, history, converged)
        return Reflection(insights, history, converged=False)


def iteration(before: Sequence[Draft], found: Sequence[Draft], after: Sequence[Draft]) -> Iteration:
    """What one look brought: how much it proved, how much of that was new, how sure all are now."""
    mean = sum(insight.confidence for insight in after) / len(after) if after else 0.0
    return Iteration(found=len(found), new=len(after) - len(before), confidence=round(mean, 4))


def has_converged(before: Sequence[Draft], after: Sequence[Draft]) -> bool:
    """Whether another iteration brought no new insight and no other confidence."""
    if len(before) != len(after):
        return False
    return all(
        is_same(old, new) and abs(old.confidence - new.confidence) < _STEADY
        for old, new in zip(before, after, strict=True)
    )


def is_good_enough(insights: Sequence[Draft], settings: ReflectorSettings) -> bool:
    """Whether there are enough insights, confident enough, and enough of them actionable."""
    if len(insights) < settings.least_insights:
        return False
    mean = sum(insight.confidence for insight in insights) / len(insights)
    actionable = sum(insight.actionable for insight in insights) / len(insights)
    return mean >= settings.least_confidence and actionable >= settings.least_actionable


def _thread(trajectory: Trajectory, known: Sequence[Draft], most_tokens: int) -> list[Message]:
    """The question about a trajectory within a token limit; the record gets what is left."""
    prompt = load(_PROMPT)
    task = as_data("task", str(trajectory.session.get("title") or "unknown"))
    listed = as_data("known", _listed(known, most_tokens // 4))
    bare = prompt.fill(task=task, trajectory="", known=listed)
    room = most_tokens - _AROUND - sum(tokens(message.text) for message in bare)
    session = as_data("session", record(trajectory, max(room, most_tokens // 4)))
    return prompt.fill(task=task, trajectory=session, known=listed)


def _listed(known: Sequence[Draft], most_tokens: int) -> str:
    lines: list[str] = []
    for insight in known:
        line = f"- {insight.statement}"
        most_tokens -= tokens(line) + 1
        if most_tokens < 0:
            break
        lines.append(line)
    return "\n".join(lines) or "nothing"


def _failed(insights: list[Draft], history: tuple[Iteration, ...], error: ModelError) -> Reflection:
    """The insights found before a failure and those of the rules; never `converged`."""
    return Reflection(
        insights,
        history,
        converged=False,
        failure=str(error),
        exhausted=isinstance(error, BudgetExhausted),
    )


def _new(drafts: Sequence[Draft], trajectory: Trajectory, known: Sequence[Draft]) -> list[Draft]:
    """The drafts proven by this session, without those that it proved before.

    Only quotes found in the record are kept; a claim without one is dropped.
    """
    proved = [
        replace(draft, evidence=found, quotes=tuple(evidence.quote for evidence in found))
        for draft in drafts
        if (found := prove(draft.quotes, trajectory.events, trajectory.id))
    ]
    already_proved = [
        insight
        for insight in known
        if any(proof.session == trajectory.id for proof in insight.evidence)
    ]
    return [
        draft for draft in proved if not any(is_same(draft, insight) for insight in already_proved)
    ]
