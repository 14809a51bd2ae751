"""Read the step cards that lie beside a manifest: what someone wrote about each of its steps.

They are in `step_cards.json`, or in a `schema.json` under `plan.steps`: a list of objects with
`action_type`, `intent`, `expected_current_state`, `target` (`primary`, `fallback`), `post_action`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from blackboard.redaction.redact import redact_all
from blackboard.sources.lines import parse_value
from lessonboard.parts.recordings.sources.metadata import LARGEST
from lessonboard.parts.recordings.sources.model import Problem, Step

NAMES = ("step_cards.json", "schema.json")
_LONGEST = 2_000


def read_cards(folder: Path, steps: Sequence[Step], problems: list[Problem]) -> dict[int, Any]:
    """The cards by the index of their step; all fit the steps, or none is taken.

    Each has the texts `intent`, `state`, `primary`, `fallback` and `change`, "" where unknown.
    """
    path = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    if path is None:
        return {}
    found = _listed(path)
    types = [each.get("action_type") if isinstance(each, dict) else None for each in found]
    if types != [step.action_type for step in steps]:
        text = f"{path.name} has {len(found)} cards that are not those of the {len(steps)} steps"
        problems.append(Problem(None, "metadata", f"{text}; it was left out"))
        return {}
    return {step.index: _card(card) for step, card in zip(steps, found, strict=True)}


def _listed(path: Path) -> list[Any]:
    with path.open("rb") as file:
        value = parse_value(file.read(LARGEST))
    plan = value.get("plan") if isinstance(value, dict) else None
    found = plan.get("steps") if isinstance(plan, dict) else value
    return found if isinstance(found, list) else []


def _card(card: dict[str, Any]) -> dict[str, str]:
    target = card.get("target")
    named = target if isinstance(target, dict) else {"primary": target}
    after = card.get("post_action")
    change = " ".join(map(str, after)) if isinstance(after, list) else after
    said = {"intent": card.get("intent"), "state": card.get("expected_current_state"),
            "primary": named.get("primary"), "fallback": named.get("fallback"),
            "change": change}  # fmt: skip
    texts = {key: text[:_LONGEST] if isinstance(text, str) else "" for key, text in said.items()}
    clean: dict[str, str] = redact_all(texts).value
    return clean
