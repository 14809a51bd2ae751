"""Settings of earlier versions: a file that has one is read for ever, with a line that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_FIXED = """
import.mine
model.temperature model.corrections model.concurrency model.max_output_tokens
model.tokens_per_run model.cost_per_run
reflector.max_iterations reflector.least_insights reflector.least_confidence
reflector.least_actionable
curator.least_confidence curator.decay_days curator.decay_sessions curator.harm_disputes
curator.stale_days
queue.first_retry_seconds queue.longest_retry_seconds
reflection.thresholds.similarity_threshold
reflection.refinement.max_iterations reflection.refinement.use_llm
reflection.refinement.llm_model reflection.refinement.temperature
reflection.deduplication.enabled reflection.deduplication.compare_fields
reflection.dimensions.actionable.weight reflection.dimensions.fixes_issue.weight
reflection.dimensions.specific.weight reflection.dimensions.side_effects.weight
reflection.rules.require_rationale reflection.rules.min_instruction_length
reflection.rules.max_instruction_length
automation.trigger_thresholds.cooldown_hours automation.stop_after_failures
automation.measure_after automation.workflow_constraints.max_concurrent_workflows
automation.workflow_constraints.max_components_per_improvement
automation.whole_board.cooldown_hours automation.whole_board.daily_budget
automation.whole_board.weekly_budget automation.whole_board.max_concurrent_workflows
automation.retrying.max_tries automation.retrying.cooldown_hours
automation.github_integration.auto_create_branches
"""

REMOVED = {
    ("reflection", "memory_files"): "agents load such files themselves; no lesson is made of them",
    **{tuple(key.split(".")): "its value is fixed now" for key in _FIXED.split()},
}
"""The place of each setting that is gone, and what there is instead; the next one adds a line."""

_TABLES = ("reflector", "queue")
"""Tables of which no setting is left."""

_ABSENT = object()


def take_out(tables: dict[str, Any]) -> list[str]:
    """Take the settings that are gone out of a file's tables, and say of each what replaces it."""
    found: dict[str, list[str]] = {}
    for (*place, name), instead in REMOVED.items():
        for above, table in _tables(tables, place):
            if table.pop(name, _ABSENT) is not _ABSENT:
                found.setdefault(instead, []).append(".".join((*above, name)))
    if found:
        _prune(tables)
    return [f"{', '.join(keys)}: removed, {instead}" for instead, keys in found.items()]


def _prune(tables: dict[str, Any], above: str = "") -> None:
    """Take out tables that nothing is left of; one of today's settings and a profile stay."""
    for name, table in list(tables.items()):
        if isinstance(table, dict):
            _prune(table, f"{above}{name}.")
            stays = name == "profiles" or above == "reflection.profiles."
            if not (table or stays) and (above or name in _TABLES):
                tables.pop(name)


def _tables(tables: dict[str, Any], place: list[str]) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Yield the table at a place.

    A profile of [reflection] holds the keys of that table, so it is included.
    """
    yield from _table(tables, [], place)
    reflection = tables.get("reflection")
    profiles = reflection.get("profiles") if isinstance(reflection, dict) else None
    if place[0] == "reflection" and isinstance(profiles, dict):
        for name, profile in profiles.items():
            yield from _table(profile, ["reflection", "profiles", name], place[1:])


def _table(
    tables: Any, above: list[str], place: list[str]
) -> Iterator[tuple[list[str], dict[str, Any]]]:
    for name in place:
        tables = tables.get(name) if isinstance(tables, dict) else None
    if isinstance(tables, dict):
        yield [*above, *place], tables
