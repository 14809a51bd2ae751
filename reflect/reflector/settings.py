"""The reflector's settings."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from blackboard.events.payload import Share


class ReflectorSettings(BaseModel):
    """The limit of iterations, and when insights suffice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_iterations: int = Field(default=3, ge=1, le=10)
    least_insights: int = Field(default=2, ge=1)  # enough are so many,
    least_confidence: Share = 0.65  # so sure on average,
    least_actionable: Share = 0.5  # and this share actionable
