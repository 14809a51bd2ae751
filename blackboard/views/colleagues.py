"""A colleague's lesson on one's own board: their words, and what the people of the team decided.

Its id is `LESSON@AUTHOR`, so that it is never mistaken for one's own. What colleagues decide raises
its rank; whose voice it has, and whether it is shown unasked, is `delivery.voice`'s. What is not
signed counts for nothing until one vouches for it. One's own decision counts for oneself, whatever
others say. Which of it arrived first makes no difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from blackboard.actors import colleague
from blackboard.digests import sha256
from blackboard.event import Event
from blackboard.views.decisions import approved_trust, is_by_person, standing_approvals
from blackboard.views.shared import is_newer, is_vouched_for, signed
from blackboard.views.view import Reduce, Row

FROM_A_COLLEAGUE = "colleague"
"""How such a lesson was learnt: from a person."""

_WORDS = ("phase", "category", "severity", "symptom", "root_cause", "resolution", "constraint",
          "tags", "scope", "confidence", "paths", "commands", "signatures", "seen",
          "last_seen_at")  # fmt: skip


_NOTHING = {"revision": -1, "event": "", "signed": ""}
"""What is known of a thing before it is shared."""

_TOLD = ("constraint", "symptom", "root_cause", "resolution", "scope", "paths", "commands",
         "signatures")  # fmt: skip
"""What an agent is shown of a lesson, and when."""


def words_of(words: Mapping[str, Any]) -> str:
    """A digest of what is shown of a lesson, by which a decision says what it is about."""
    told = {name: words.get(name) for name in _TOLD}
    return sha256(orjson.dumps(told, option=orjson.OPT_SORT_KEYS)).hexdigest()[:32]


def keys(event: Event) -> tuple[str, ...]:
    """The colleague's lesson that a shared event is about; none for one's own events."""
    said: dict[str, Any] = event.payload or {}
    if event.type == "unsigned.trusted" and said:
        about = {"lesson": f"{said['name']}@{said['author']}", "decision": said["name"]}
        return (about[said["kind"]],) if said["kind"] in about else ()
    author = colleague(event.actor)
    if not said or not author:
        return ()
    return (f"{said['lesson']}@{said.get('author', author)}",)


def shared(row: Row | None, event: Event, blank: Row) -> Row:
    """The row in the author's newest words; `blank` has what every new lesson has."""
    said: dict[str, Any] = event.payload or {}
    mark = {"revision": said["revision"], "event": event.id, "words": words_of(said),
            "signed": signed(event)}  # fmt: skip
    if row is None:
        row = {
            **blank,
            "id": keys(event)[0],
            "author": colleague(event.actor),
            "signed_by": colleague(event.actor),
            "colleagues": {},
            "project": event.project,
            "trust": "imported",
            "status": "candidate",
            "learned_from": FROM_A_COLLEAGUE,
            "created_at": said["first_seen_at"],
            "shared": {"words": "", **_NOTHING},
        }
    if not is_newer(event, row["shared"]):
        return row
    words = {name: said[name] for name in _WORDS if name in said}
    shown = [each for each in said.get("evidence", []) if each.get("quote")]
    says = {"says": said.get("says"), "reason": "", "at": event.occurred_at, **mark}
    if commit := said.get("git"):
        says["git"] = commit
    is_reworded = words["constraint"] != row.get("constraint", "")
    return {
        **row,
        **words,
        "contradicts": [] if is_reworded else row["contradicts"],
        "evidence": shown,
        "shared": mark,
        "colleagues": {**row["colleagues"], row["author"]: says},
        "updated_at": event.recorded_at,
    }


def decided(row: Row | None, event: Event) -> Row | None:
    """The row with what another colleague decided; nothing for a lesson that is not here."""
    said: dict[str, Any] = event.payload or {}
    who = colleague(event.actor)
    if row is None or not row["author"] or who == row["author"]:
        return row
    if not is_newer(event, row["colleagues"].get(who, _NOTHING)):
        return row
    says = {"says": said.get("says"), "reason": said.get("reason", ""), "at": said["decided_at"],
            "words": said.get("words", ""), "revision": said["revision"],
            "event": event.id, "signed": signed(event)}  # fmt: skip
    return {**row, "colleagues": {**row["colleagues"], who: says}, "updated_at": event.recorded_at}


def vouched(row: Row | None, event: Event) -> Row | None:
    """The row after its person vouched for an unsigned event; a later one is not meant."""
    if row is None or not row["author"]:
        return row

    def trusted(mark: dict[str, Any]) -> dict[str, Any]:
        return {**mark, "signed": "trusted"} if is_vouched_for(event, mark) else mark

    said = {name: trusted(each) for name, each in row["colleagues"].items()}
    return {**row, "shared": trusted(row["shared"]), "colleagues": said}


def may_be_shown(row: Mapping[str, Any]) -> bool:
    """Whether a lesson may be put before an agent unasked, as far as its signature goes.

    What a colleague shared unsigned is found in search alone, unless its person vouched for it or
    approved these words themselves.
    """
    if row["signed"] != "unsigned":
        return True
    own = own_decision(row)
    return own is not None and is_approval(own)


def settled(step: Reduce) -> Reduce:
    """A step of the fold that leaves a row's status as all decisions together make it.

    `approvers` are those of a team who approved it, unless one decided oneself.
    """

    def stepped(row: Row | None, event: Event) -> Row | None:
        after = step(row, event)
        if after is None or not after["signed_by"]:
            return after
        if not after["author"]:
            return {**after, "approvers": standing_approvals(after)}
        own = own_decision(after)
        return {
            **after,
            "signed": after["shared"]["signed"],
            **(_by_oneself(own) if own and not _is_over(own, after) else _by_colleagues(after)),
        }

    return stepped


def _is_over(own: Mapping[str, Any], row: Row) -> bool:
    """Whether the author withdrew a lesson that one decided on before that was here.

    The clocks of two people say nothing of it; the revision that one saw does.
    """
    return is_withdrawn(row) and bool(
        own["revision"] < row["colleagues"][row["author"]]["revision"]
    )


def _by_oneself(decision: Mapping[str, Any]) -> dict[str, Any]:
    status = decision["type"].removeprefix("lesson.")
    is_trusted = is_approval(decision) and is_by_person(decision["actor"])
    trust = approved_trust(decision["actor"]) if is_trusted else "imported"
    who = colleague(decision["actor"])  # on a log that is wholly a team's
    return {"status": status, "trust": trust, "approvers": [who] if who and is_trusted else []}


def _by_colleagues(row: Row) -> dict[str, Any]:
    if is_withdrawn(row):
        return {"status": "retired", "trust": "imported", "approvers": []}
    says = {said for name in row["colleagues"] if (said := says_now(row, name))}
    if says == {"approved"}:
        return {"status": "approved", "trust": "team", "approvers": approved_by(row)}
    status = "rejected" if says == {"rejected"} else "candidate"
    return {"status": status, "trust": "imported", "approvers": []}


def approved_by(row: Row) -> list[str]:
    """The colleagues who approved a lesson, in the order of the alphabet."""
    return sorted(name for name in row["colleagues"] if says_now(row, name) == "approved")


def is_withdrawn(row: Row) -> bool:
    """Whether its author withdrew a lesson: it is kept, and shown to no agent."""
    return says_now(row, row["author"]) == "withdrawn"


def is_disputed(row: Row) -> bool:
    """Whether one colleague approved a lesson and another one rejected it."""
    return {"approved", "rejected"} <= {says_now(row, name) for name in row["colleagues"]}


def says_now(row: Row, name: str) -> str | None:
    """What a colleague says of a lesson in its present words; an approval of others is over.

    Who did not sign it says nothing.
    """
    each: dict[str, Any] = row["colleagues"][name]
    if each["signed"] == "unsigned":
        return None
    if each["says"] == "approved" and each["words"] != row["shared"]["words"]:
        return None
    says: str | None = each["says"]
    return says


def own_decision(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """One's own last decision about a colleague's lesson; an approval of other words is over."""
    made = [each for each in row["decisions"] if "words" in each]
    if not made or (is_approval(made[-1]) and made[-1]["words"] != row["shared"]["words"]):
        return None
    last: dict[str, Any] = made[-1]
    return last


def is_approval(decision: Mapping[str, Any]) -> bool:
    """Whether a decision approved."""
    return str(decision["type"]).endswith(".approved")


def seen(row: Row) -> Row:
    """The row with the words and the revision that its last decision was about."""
    if not row["author"]:
        return row
    *earlier, last = row["decisions"]
    about = {"words": row["shared"]["words"], "revision": row["shared"]["revision"]}
    return {**row, "decisions": [*earlier, {**last, **about}]}
