"""The settings of the curator's policy."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from blackboard.events.payload import Share


class CuratorSettings(BaseModel):
    """When insights are kept, and which decisions need no person."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least_confidence: Share = 0.7  # insights must be surer than this to be kept
    approval: Literal["policy", "manual"] = Field(
        default="policy", description="Whether what is proved often enough needs a person."
    )
    approval_sessions: int = Field(
        default=3, ge=1, description="Sessions that must show a lesson for the policy to approve."
    )
    promotion_projects: int = Field(
        default=2, ge=2, description="Independent projects that must agree to make it global."
    )
    decay_days: int = Field(default=180, ge=1)  # retired when not seen for so long, while
    decay_sessions: int = Field(default=30, ge=1)  # the project had so many sessions since
    harm_disputes: int = Field(default=2, ge=1)  # retired when disputed in so many sessions
    stale_days: int = Field(default=60, ge=1)  # stale when not seen or shown for so long
