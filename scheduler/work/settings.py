"""The settings of the work queue."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, model_validator


class QueueSettings(BaseModel):
    """How long a failed item waits: twice as long after each attempt, with a jitter on top.

    An item waits up to half as long again, so that items that failed together are not retried
    together.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_retry_seconds: int = Field(
        default=30, ge=1, le=86_400, description="The wait after the first failed attempt."
    )
    longest_retry_seconds: int = Field(
        default=3_600, ge=1, le=604_800, description="No wait is longer, without its jitter."
    )

    @model_validator(mode="after")
    def _grows(self) -> QueueSettings:
        if self.longest_retry_seconds < self.first_retry_seconds:
            raise ValueError("longest_retry_seconds is less than first_retry_seconds")
        return self


QUEUE = QueueSettings()
"""The settings where nobody made others."""
