"""Read the step cards that lie beside a manifest: what someone wrote about each of its steps.

They are in `step_cards.json`, or in a `schema.json` under `plan.steps`: a list of objects with
`action_type`, `intent`, `expected_current_state`, `target` (`primary`, `fallback`), `post_action`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    with path.open("rb") as file:
        value = parse_value(file.read(LARGEST))
    value = _part(_part(value, "plan"), "steps") if isinstance(value, dict) else value
    cards = value if isinstance(value, list) else []
    if [_part(each, "action_type") for each in cards] == [step.action_type for step in steps]:
        return {step.index: _card(card) for step, card in zip(steps, cards, strict=True)}
    found = f"the {len(cards)} cards of {path.name} are not those of the {len(steps)} steps"
    problems.append(Problem(None, "metadata", f"{found}; they were left out"))
    return {}


def _card(card: Mapping[str, Any]) -> Any:
    target, after = card.get("target"), card.get("post_action")
    said = {"intent": card.get("intent"), "state": card.get("expected_current_state"),
            "primary": _part(target, "primary"), "fallback": _part(target, "fallback"),
            "change": " ".join(map(str, after)) if isinstance(after, list) else after}  # fmt: skip
    return redact_all({key: str(text or "")[:_LONGEST] for key, text in said.items()}).value


def _part(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None
