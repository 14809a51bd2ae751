"""Proving what a model proposes, by structure alone; pure.

Checked is what needs no understanding: the cited entries exist, the quotation is in one of
them, its speaker is attested, the failed and the passed call differ as the text says, and the key
occurs there. Words in common between a text and its quotation prove nothing, and are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from blackboard.calls import has_failed, shell_line
from blackboard.redaction.redact import redact
from blackboard.search.words import words
from reflect.digest.digest import Digest
from reflect.digest.entry import Entry
from reflect.feedback.feedback import is_taken_back
from reflect.feedback.utterance import utterances
from reflect.own_words import in_full, own_words, unmarked
from reflect.procedures.common import FEWEST_STEPS, Way
from reflect.procedures.way import way_of
from reflect.proposals.answers import LONGEST_LESSON, OfKnown, Proposed
from reflect.proposals.keys import Keys, keys_in
from reflect.rules.for_now import is_for_now
from reflect.trajectory import payload_of
from reflect.trust import refused_with

Proof = Literal["person", "message", "fix", "conclusion", "procedure"]

SHORTEST_QUOTE = 8
"""Characters; shorter ones are everywhere."""

LONGEST_QUOTE = 400
"""Characters of a quotation that are kept."""


class Proven(NamedTuple):
    """A proposal that its entries confirm; `quoted` is the entry with the quotation.

    `pair` are the failed and the passed call of a proven fix, `way` the one that the session took
    by the cited steps of a `procedure`.
    """

    proposed: Proposed
    proof: Proof
    cited: tuple[Entry, ...]
    quoted: Entry
    keys: Keys
    pair: tuple[Entry, Entry] | None = None
    way: Way | None = None


class Shown(NamedTuple):
    """What a session shows of a known lesson: its entries, and the quotation in one of them.

    `said` is the quotation in whole sentences where a person said it in their own words.
    """

    lesson: str
    cited: tuple[Entry, ...]
    quoted: Entry
    quote: str
    said: str


class Refused(NamedTuple):
    """A proposal that is not kept, and why."""

    text: str
    reason: str


def prove(proposed: Proposed, digest: Digest) -> Proven | Refused:
    """What a session's digest confirms of a proposal."""
    text = " ".join(proposed.text.split())
    if not text or len(text) > LONGEST_LESSON:
        return Refused(text, f"its text has {len(text)} characters; 1 to {LONGEST_LESSON} may be")
    if redact(text).secrets:
        return Refused(text, "its text holds what looks like a secret")
    found = cited_and_quoted(proposed.entries, proposed.quote, digest)
    if isinstance(found, str):
        return Refused(text, found)
    cited, quoted = found
    keys = keys_in(proposed.key, cited, digest.trajectory.session["project"])
    if proposed.kind == "procedure":
        way = _way(cited, digest)
        return Proven(proposed, "procedure", cited, quoted, keys, way=way) if way else Refused(
            text, "its entries are no steps by which a check passed after the last change"
        )  # fmt: skip
    proof, whole = _of_a_person(proposed, quoted)
    if proof and not _is_taken_back(whole, quoted, digest):
        said = proposed.model_copy(update={"quote": whole})
        return Proven(said, proof, cited, quoted, keys)
    pair = _pair(cited, text) if proposed.kind == "fix" else None
    if pair is not None:
        return Proven(proposed, "fix", cited, quoted, keys, pair)
    return Proven(proposed, "conclusion", cited, quoted, keys)


def cited_and_quoted(
    numbers: Sequence[int], quote: str, digest: Digest
) -> tuple[tuple[Entry, ...], Entry] | str:
    """The entries of some numbers and the one with the quotation, or what is wrong with them."""
    missing = [each for each in numbers if each not in digest.by_number]
    if missing or not numbers:
        what = ", ".join(map(str, missing)) or "no entry"
        return f"it cites {what}, which the digest does not have"
    cited = tuple(digest.by_number[each] for each in dict.fromkeys(numbers))
    wanted = squeezed(quote)
    if len(wanted) < SHORTEST_QUOTE:
        return f"its quotation is shorter than {SHORTEST_QUOTE} characters"
    quoted = next((each for each in cited if wanted in squeezed(each.text)), None)
    quoted = quoted or next((each for each in cited if wanted in squeezed(text_of(each))), None)
    return (cited, quoted) if quoted else "its quotation is in none of the entries it cites"


def _way(cited: Sequence[Entry], digest: Digest) -> Way | None:
    """The way of a session, of the cited steps alone; None where that is no procedure."""
    trajectory = digest.trajectory
    passed = way_of(trajectory.events, trajectory.id, trajectory.root)
    names = {each.event.id for each in cited}
    steps = [each for each in passed.steps if each.event_id in names] if passed else []
    if passed is None or len(steps) < FEWEST_STEPS or not steps[-1].checks:
        return None
    at = max(each.event.occurred_at for each in cited)
    return Way.of(passed.model_copy(update={"steps": steps}), at)


def _of_a_person(proposed: Proposed, entry: Entry) -> tuple[Literal["", "person", "message"], str]:
    """What an attested message proves of a rule that quotes it, and the sentences that do.

    They said what is their own by its structure; of what may be composed or pasted, without a mark
    of either, only that their message contained it.
    """
    if proposed.kind != "human-rule":
        return "", ""
    if whole := persons_words(proposed.quote, entry):
        return "person", whole
    whole = persons_words(proposed.quote, entry, unmarked)
    return ("message", whole) if whole else ("", "")


def persons_words(quote: str, entry: Entry, own: Callable[[str], str] = own_words) -> str:
    """The whole sentences of a person's own words that a quotation is in.

    Empty where no person said it, or pasted it, where they are for now only or ask, and where they
    are too long to be shown.

    Args:
        quote: the quotation.
        entry: where it is.
        own: what of a message counts as theirs.
    """
    payload = payload_of(entry.event)
    if payload.get("said_by") != "human":
        return ""
    said = str(payload.get("text") or refused_with(str(payload.get("output", ""))))
    whole = in_full(squeezed(quote), own(said))
    return "" if len(whole) > LONGEST_QUOTE or is_for_now(whole) else whole


def _is_taken_back(said: str, entry: Entry, digest: Digest) -> bool:
    """Whether the person of a session retracted in it what they had said in an entry."""
    events = digest.trajectory.events
    later = [each for each in utterances(events) if each.event.position > entry.event.position]
    return is_taken_back(said, later)


def text_of(entry: Entry) -> str:
    """All that an entry's event says."""
    payload = payload_of(entry.event)
    given = payload.get("input") or {}
    values = [value for value in given.values() if isinstance(value, str)]
    return "\n".join([str(payload.get("text", "")), *values, str(payload.get("output", ""))])


def squeezed(text: str) -> str:
    """A text with single blanks.

    >>> squeezed("a\\n    b")
    'a b'
    """
    return " ".join(text.split())


def _pair(cited: Sequence[Entry], text: str) -> tuple[Entry, Entry] | None:
    """A failed call and a later one that passed, which differ in something that the text names."""
    calls = sorted((each for each in cited if each.event.type == "tool.called"),
                   key=lambda each: each.number)  # fmt: skip
    named = set(words(text))
    for number, failed in enumerate(calls):
        if failed.kind not in ("failed", "refused"):
            continue
        for passed in calls[number + 1 :]:
            if _has_passed(passed) and named & (_words_of(passed) ^ _words_of(failed)):
                return failed, passed
    return None


def _has_passed(entry: Entry) -> bool:
    payload = payload_of(entry.event)
    return not payload.get("denied") and not has_failed(payload)


def _words_of(entry: Entry) -> set[str]:
    """The words of a call: its shell line, else all that it was given."""
    payload = payload_of(entry.event)
    line = shell_line(payload)
    given = payload.get("input") or {}
    extra = [f"{name} {value}" for name, value in given.items() if isinstance(value, str | bool)]
    return set(words("\n".join([line or "", *extra])))


def prove_of_known(said: OfKnown, known: Sequence[str], digest: Digest) -> Shown | Refused:
    """What a session's digest confirms of something said about a known lesson."""
    if said.lesson not in known:
        return Refused(said.lesson, "it was not among the lessons that were listed")
    found = cited_and_quoted(said.entries, said.quote, digest)
    if isinstance(found, str):
        return Refused(said.lesson, found)
    cited, quoted = found
    whole = persons_words(said.quote, quoted)
    return Shown(said.lesson, cited, quoted, squeezed(said.quote), whole)
