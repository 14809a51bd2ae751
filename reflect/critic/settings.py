"""The critic's settings: keys with a description can be set, and overridden per profile."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from blackboard.errors import BoardError
from blackboard.events.payload import Share


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Thresholds(_Table):
    """The scores that decide what happens to a recommendation."""

    quality_threshold: Share = Field(default=0.7, description="Accepted from this score on.")
    discard_threshold: Share = Field(
        default=0.3, description="Discarded below this score; at 0 only vetoes are."
    )
    similarity_threshold: Share = 0.85  # duplicates from here on


class Refinement(_Table):
    """How mediocre recommendations are improved."""

    max_iterations: int = Field(default=2, ge=0, le=10)
    use_llm: bool = True
    llm_model: str | None = None
    temperature: float = Field(default=0.3, ge=0, le=2)


class Deduplication(_Table):
    """How duplicates are found."""

    enabled: bool = True
    method: Literal["exact", "fuzzy", "semantic"] = Field(
        default="fuzzy", description="Equal texts, alike texts, or alike meanings (embeddings)."
    )
    compare_fields: list[Literal["instruction", "scope", "rationale", "issue"]] = Field(
        default=["instruction", "scope"], min_length=1
    )


class Dimension(_Table):
    """The weight of one dimension."""

    weight: float = Field(ge=0, le=1)


class Dimensions(_Table):
    """The weights of the four dimensions; they need not add up to 1, but cannot all be 0."""

    actionable: Dimension = Dimension(weight=0.3)
    fixes_issue: Dimension = Dimension(weight=0.3)
    specific: Dimension = Dimension(weight=0.2)
    side_effects: Dimension = Dimension(weight=0.2)

    @model_validator(mode="after")
    def _require_a_weight(self) -> Dimensions:
        dimensions = (self.actionable, self.fixes_issue, self.specific, self.side_effects)
        if not any(dimension.weight for dimension in dimensions):
            raise ValueError("at least one weight must be above 0")
        return self


class Rules(_Table):
    """The rules' parameters."""

    require_rationale: bool = True
    min_instruction_length: int = Field(default=20, ge=0)
    max_instruction_length: int = Field(default=500, ge=1)
    banned_phrases: list[str] = Field(
        default=["review and fix", "check and update", "ensure proper", "make sure"],
        description="Phrases that make an instruction vague, matched as whole words.",
    )


class CriticSettings(_Table):
    """All settings of the critic, and profiles that override some of them."""

    enabled: bool = Field(default=True, description="Whether anything is judged at all.")
    profile: str | None = Field(default=None, description="A profile: strict, lenient, or yours.")
    thresholds: Thresholds = Thresholds()
    refinement: Refinement = Refinement()
    deduplication: Deduplication = Deduplication()
    dimensions: Dimensions = Dimensions()
    rules: Rules = Rules()
    profiles: dict[str, dict[str, Any]] = Field(
        default={}, description="Tables of your own by name, with any of these keys."
    )

    @model_validator(mode="after")
    def _check_profiles(self) -> CriticSettings:
        """Validate profiles when they are read, not on first use."""
        for name, table in self.profiles.items():
            try:
                given = CriticSettings.model_validate(table)
            except ValidationError as error:
                problem = error.errors()[0]
                key = ".".join(map(str, problem["loc"]))
                raise ValueError(f"profile {name!r}: {key}: {problem['msg']}") from error
            if given.model_fields_set & {"profile", "profiles"}:
                raise ValueError(f"profile {name!r}: a profile cannot hold profiles")
        return self

    def in_force(self, profile: str | None = None) -> CriticSettings:
        """The settings with a profile applied.

        Raises:
            UnknownProfile: the profile does not exist.
        """
        name = profile or self.profile
        if name is None:
            return self
        known = {**_PROFILES, **self.profiles}
        if name not in known:
            raise UnknownProfile(
                f"there is no profile {name!r} for [reflection]; known are {', '.join(known)}"
            )
        mine = self.model_dump(exclude={"profile"}, exclude_unset=True)
        return CriticSettings.model_validate(laid_over(mine, known[name]))


class UnknownProfile(BoardError):
    """The profile is neither built in nor configured."""


_PROFILES: dict[str, dict[str, Any]] = {
    "strict": {"thresholds": {"quality_threshold": 0.8, "discard_threshold": 0.4}},
    "lenient": {
        "thresholds": {"quality_threshold": 0.6, "discard_threshold": 0.2},
        "rules": {"require_rationale": False, "min_instruction_length": 10},
    },
}


def laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merge nested tables; the second one wins.

    >>> laid_over({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}})
    {'a': {'b': 1, 'c': 3}}
    """
    merged = dict(below)
    for name, value in above.items():
        under = merged.get(name)
        both = isinstance(under, dict) and isinstance(value, dict)
        merged[name] = laid_over(under, value) if both and under is not None else value
    return merged
