"""The critic as others use it: by a model where one is configured, else by rules."""

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

    A model that fails is replaced by the rules for that one recommendation: whether advice is
    kept must not depend on the weather. `failures` holds what went wrong.
    """

    def __init__(
        self, settings: CriticSettings, model: Model | None = None, embed: Embed | None = None
    ) -> None:
        self.settings = settings
        self.failures: list[str] = []
        self._model = model if settings.refinement.use_llm else None
        self._embed = embed

    def __call__(self, recommendation: Recommendation) -> Review:
        """The course of a recommendation through judging and refining."""
        if not self.settings.enabled:
            return Review(recommendation)
        return run(recommendation, self.settings, self.critique, self.refine)

    def critique(self, recommendation: Recommendation) -> CritiqueResult:
        """The four judgements, the score, and what follows."""
        if self._model is not None:
            try:
                return asked.critique(recommendation, self.settings, self._model)
            except ModelError as error:
                self.failures.append(str(error))
        return rules.critique(recommendation, self.settings)

    def refine(self, recommendation: Recommendation, result: CritiqueResult) -> Recommendation:
        """A better form, or the same when nothing can be bettered."""
        if self._model is not None:
            try:
                return asked.refine(recommendation, result, self._model)
            except ModelError as error:
                self.failures.append(str(error))
        return by_rules.refine(recommendation, self.settings)

    def process(self, recommendations: Sequence[Recommendation], force: bool = False) -> Processed:
        """A whole list: judged, refined, and without duplicates."""
        return process(
            recommendations,
            self.settings,
            judge=self.critique,
            refine=self.refine,
            embed=self._embed,
            force=force,
        )
