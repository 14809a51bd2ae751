"""The settings of the parts; every install reads them, whichever parts are active.

Of the automation: thresholds, limits and budgets. What has a description can be set.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TriggerThresholds(_Table):
    """What a pattern must reach."""

    min_pattern_severity: Literal["low", "medium", "high", "critical"] = Field(
        default="medium", description="Patterns below it are left alone."
    )
    min_pattern_count: int = Field(
        default=2, ge=1, description="So often at least, in all sessions that show it."
    )
    cooldown_hours: float = Field(default=1, ge=0, allow_inf_nan=False)


class WorkflowConstraints(_Table):
    """Limits for one improvement, and how many may run together."""

    max_concurrent_workflows: int = Field(default=2, ge=1)
    max_lines_per_improvement: int = Field(default=200, ge=1, description="Lines changed.")
    max_components_per_improvement: int = Field(default=3, ge=1)


class WholeBoard(_Table):
    """Limits for all projects of the board together; those of a project hold as well."""

    cooldown_hours: float = Field(default=0, ge=0, allow_inf_nan=False)
    daily_budget: int = Field(default=6, ge=0)
    weekly_budget: int = Field(default=20, ge=0)
    max_concurrent_workflows: int = Field(default=4, ge=1)


class Retrying(_Table):
    """When a pattern is improved again whose improvement was merged and measured as failed."""

    max_tries: int = Field(default=3, ge=1)
    cooldown_hours: float = Field(default=24, ge=0, allow_inf_nan=False)


class GithubIntegration(_Table):
    """What may be done on GitHub without asking; nothing is ever merged."""

    auto_create_issues: bool = Field(default=True, description="Open an issue.")
    auto_create_branches: bool = True
    auto_create_prs: bool = Field(default=True, description="Open a draft pull request.")


class AutomationSettings(_Table):
    """All settings of the automation."""

    automation_enabled: bool = Field(
        default=False, description="On without `automation enable`; that command outweighs it."
    )
    dry_run: bool = Field(default=True, description="Only say what would be done.")
    trigger_thresholds: TriggerThresholds = TriggerThresholds()
    workflow_constraints: WorkflowConstraints = WorkflowConstraints()
    whole_board: WholeBoard = WholeBoard()
    retrying: Retrying = Retrying()
    github_integration: GithubIntegration = GithubIntegration()
    daily_budget: int = Field(default=3, ge=0, description="Improvements in 24 hours.")
    weekly_budget: int = Field(default=10, ge=0, description="Improvements in 7 days.")
    stop_after_failures: int = Field(default=3, ge=1)
    forbidden_topics: list[str] = Field(
        default=["password", "secret", "credential", "license", "payment"],
        description="Words that make a pattern a person's business.",
    )
    agent: Literal["claude", "codex", "command"] = Field(
        default="claude", description="Who does the steps of a workflow."
    )
    command: str = Field(default="", description="The command line of the agent `command`.")
    agent_env: list[str] = Field(
        default=[], description="Variables for agents besides their own sign-in, by name."
    )
    forge: str = Field(
        default="github", description="`github`, `git` without a server, or one of a plug-in."
    )
    workflow: str = Field(
        default="default", description="The steps: `default`, or the path of a Markdown file."
    )
    timeout_minutes: float = Field(default=30, gt=0, description="For one step of an agent.")
    checks: list[str] = Field(
        default=[],
        description="Commands that check a change; none: derived from the project's files.",
    )
    measure_after: int = Field(default=10, ge=1)  # sessions examined after a merge
