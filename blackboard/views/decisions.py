"""Decisions about a row, and taking any of them back.

Each decision notes who made it, why, and what the fields that it changes held before. Taking
one back gives those values to the row, or to the next decision that changed the same field: the
row is then what it would be had the decision never been made, but for `undone`, which keeps the
types of what people undid, so that no policy decides the same again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blackboard.actors import MACHINES, colleague, role
from blackboard.event import Event
from blackboard.views.view import Row
from blackboard.vocabulary import Trust

MOST = 50
"""Decisions that are kept; older ones cannot be undone."""


def is_by_person(actor: str) -> bool:
    """Whether a person decided, one's own or a colleague."""
    return role(actor) not in MACHINES


_BESIDE = ("lesson.pinned", "lesson.unpinned", "lesson.reconciled")
"""Decisions that leave a row to the policy: they say nothing of its words or status."""

_TAKES_AWAY = ("rejected", "superseded", "retired")


def is_only_said(row: Mapping[str, Any]) -> bool:
    """Whether a lesson rests on messages alone, which may be pasted: no person approved it."""
    is_of_messages = row["trust"] == "human" and row["learned_from"] == "miner"
    return is_of_messages and not any(
        each["type"].endswith(".approved") and is_by_person(each["actor"])
        for each in row["decisions"]
    )


def approved_trust(actor: str) -> Trust:
    """The trust of what a person approved: less where that was a colleague."""
    return "team" if colleague(actor) else "approved"


def standing_approvals(row: Mapping[str, Any]) -> list[str]:
    """Those of a team who approved the words that a row has now; "" is a board's own person.

    A person's approval is their own; a policy's counts for what its owner wrote.
    """
    found: set[str] = set()
    for each in row["decisions"]:
        who, what = colleague(each["actor"]), each["type"].rpartition(".")[2]
        if what == "revised":
            found.clear()
        elif what == "approved" and (is_by_person(each["actor"]) or who == row["signed_by"]):
            found.add(who)
        elif what in _TAKES_AWAY:
            found.discard(who)
    return sorted(found)


def decide(row: Row, event: Event, **fields: Any) -> Row:
    """The row with some fields changed by an event, which can be undone.

    What the fields become must not depend on what other decisions made of the row.
    """
    noted = {
        "event": event.id,
        "type": event.type,
        "at": event.recorded_at,
        "actor": event.actor,
        "reason": (event.payload or {}).get("reason", ""),
        "before": {name: row[name] for name in fields},
    }
    return {**row, **fields, "decisions": [*row["decisions"], noted][-MOST:]}


def reconsider(row: Row, event: Event, names: Iterable[str]) -> Row:
    """The row with those of its fields that an event gives; a status with its reason."""
    given = event.payload or {}
    fields = {name: given[name] for name in names if given.get(name) is not None}
    why = {"reason": given.get("reason", "")} if "status" in fields else {}
    return decide(row, event, **fields, **why)


def restore(row: Row, event: Event) -> Row:
    """The row as if a decision had not been made; unchanged when it is not remembered."""
    decisions: list[dict[str, Any]] = row["decisions"]
    undone = (event.payload or {})["undone"]
    place = next((n for n, each in enumerate(decisions) if each["event"] == undone), None)
    if place is None:
        return row
    later = [{**each, "before": dict(each["before"])} for each in decisions[place + 1 :]]
    restored = dict(row)
    if pair := decisions[place].get("pair"):
        _give_back(restored, pair, later)
    for name, value in decisions[place]["before"].items():
        heir = next((each["before"] for each in later if name in each["before"]), restored)
        heir[name] = value
    restored["decisions"] = [*decisions[:place], *later]
    if is_by_person(event.actor):
        restored["undone"] = [*row["undone"], decisions[place]["type"]][-MOST:]
    return restored


def _give_back(row: Row, pair: dict[str, Any], later: Iterable[dict[str, Any]]) -> None:
    """Give the pair of a decision that is undone to the row, or to the next one about it."""
    for each in later:
        if each.get("other") == pair["other"]:
            each["pair"] = each["pair"] or pair
            return
        if "contradicts" in each["before"]:
            row = each["before"]
            break
    if all(each["other"] != pair["other"] for each in row["contradicts"]):
        row["contradicts"] = [*row["contradicts"], pair]


def doubt(row: Mapping[str, Any]) -> str:
    """The words of its person that a model found against a row, while no one decided since."""
    last = row["decisions"][-1:]
    return next((each["reason"] for each in last if _is_doubt(each)), "")


def _is_doubt(decision: Mapping[str, Any]) -> bool:
    return (decision["type"], decision["actor"]) == ("lesson.reconsidered", "model")


def explain(row: Row, event: Event) -> Row:
    """The row with the reason of a decision, given afterwards; unchanged when it is not known."""
    said = event.payload or {}
    decisions: list[dict[str, Any]] = row["decisions"]
    place = next((n for n, each in enumerate(decisions) if each["event"] == said["decision"]), None)
    if place is None:
        return row
    reason = said["reason"]
    explained = {**decisions[place], "reason": reason}
    later = [{**each, "before": dict(each["before"])} for each in decisions[place + 1 :]]
    after = {**row, "decisions": [*decisions[:place], explained, *later]}
    if "reason" in explained["before"]:
        heir = next((each["before"] for each in later if "reason" in each["before"]), after)
        heir["reason"] = reason
    return after


def is_left_to_people(row: Mapping[str, Any]) -> bool:
    """Whether a person has decided on the row, or taken something back: no policy may go on."""
    undone = any(type_ not in _BESIDE for type_ in row["undone"])
    return undone or any(
        is_by_person(each["actor"]) and each["type"] not in _BESIDE for each in row["decisions"]
    )
