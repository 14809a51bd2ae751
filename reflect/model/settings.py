"""The settings of a model: its endpoint, limits and prices."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field


class ModelSettings(BaseModel):
    """An endpoint, its model, and limits; without a model everything works by rules."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    name: str | None = Field(
        default=None, description="The model; without it and an agent, rules only."
    )
    agent: str | None = Field(
        default=None,
        description="A signed-in agent (claude-code, codex, opencode, gemini) instead of base_url.",
    )
    base_url: str | None = Field(
        default=None, repr=False, description="The endpoint, such as http://127.0.0.1:8080/v1."
    )
    key_env: str = Field(
        default="OPENAI_API_KEY", description="The environment variable that holds the key."
    )
    api: Literal["auto", "responses", "chat-schema", "chat-object"] = Field(
        default="auto", description="How structured answers are asked for; auto finds out."
    )
    embedding: str | None = Field(default=None, description="The model for embeddings.")
    temperature: float | None = Field(default=None, ge=0, le=2)
    timeout: float = Field(default=120, gt=0, description="Total seconds for one answer.")
    retries: int = Field(default=2, ge=0, le=10, description="For a busy or failing server.")
    corrections: int = Field(default=2, ge=0, le=5)
    concurrency: int = Field(default=2, ge=1, le=32)
    max_output_tokens: int = Field(default=4000, ge=1)
    max_input_tokens: int = Field(default=24_000, ge=500, description="For one question.")
    tokens_per_run: int = Field(default=500_000, ge=0)
    tokens_per_day: int = Field(default=2_000_000, ge=0, description="Budget of a UTC day.")
    cost_per_run: float | None = Field(default=None, ge=0)
    cost_per_day: float | None = Field(default=None, ge=0, description="In the prices' currency.")
    price_input: float = Field(default=0, ge=0, description="For a million input tokens.")
    price_output: float = Field(default=0, ge=0, description="For a million output tokens.")

    @property
    def is_server(self) -> bool:
        """Whether a model on a server is named; an agent is shown digests and nothing else."""
        return self.name is not None and self.agent is None

    @property
    def address(self) -> str:
        """What was asked, for storage: an agent, or a URL without user, password and query.

        >>> ModelSettings(base_url="https://ada:secret@models.example/v1/?key=k").address
        'https://models.example/v1'
        >>> ModelSettings(agent="codex").address
        'agent:codex'
        """
        if self.agent:
            return f"agent:{self.agent}"
        try:
            url = urlsplit(self.base_url or "")
            port = f":{url.port}" if url.port else ""
        except ValueError:
            return ""
        host = f"[{url.hostname}]" if ":" in (url.hostname or "") else url.hostname
        return f"{url.scheme}://{host}{port}{url.path.rstrip('/')}" if host else ""
