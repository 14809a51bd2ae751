"""The critic: a model where one is configured, else rules."""

from __future__ import annotations

from collections.abc import Sequence

from reflect.critic import asked, rules
from reflect.critic import refine as by_rules
from reflect.critic.duplicates import Embed
from reflect.critic.process import Processed, Review, process, run
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.critic.settings import CriticSettings
from reflect.model.model import Model
from reflect.model.thread import ModelError


class Critic:
    """Judges, refines and deduplicates recommendations.

    If the model fails, the rules judge that recommendation instead, so that availability never
    decides what is kept. `failures` lists the model's errors.
    """

    def __init__(
        self, settings: CriticSettings, model: Model | None = None, embed: Embed | None = None
    ) -> None:
        self.settings = settings
        self.failures: list[str] = []
        self._model = model if settings.refinement.use_llm else None
        self._embed = embed

    def __call__(self, recommendation: Recommendation) -> Review:
        """Review a recommendation: judge and refine it."""
        if not self.settings.enabled:
            return Review(recommendation)
        return run(recommendation, self.settings, self.critique, self.refine)

    def critique(self, recommendation: Recommendation) -> CritiqueResult:
        """The four judgements, the score and the decision."""
        if self._model is not None:
            try:
                return asked.critique(recommendation, self.settings, self._model)
            except ModelError as error:
                self.failures.append(str(error))
        return rules.critique(recommendation, self.settings)

    def refine(self, recommendation: Recommendation, result: CritiqueResult) -> Recommendation:
        """A better version, or the same if nothing can be improved."""
        if self._model is not None:
            try:
                return asked.refine(recommendation, result, self._model)
            except ModelError as error:
                self.failures.append(str(error))
        return by_rules.refine(recommendation, self.settings)

    def process(self, recommendations: Sequence[Recommendation]) -> Processed:
        """Judge, refine and deduplicate a list."""
        return process(
            recommendations,
            self.settings,
            judge=self.critique,
            refine=self.refine,
            embed=self._embed,
        )
