"""The miner of what sessions write down: passages added to memory and rule files become lessons."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.vocabulary import Trust
from reflect.finding import Finding
from reflect.harvest.added import Added, added
from reflect.harvest.bound import commands_of, paths_of, signatures_of
from reflect.rule_files.topics import category_of, tags_of
from reflect.trajectory import payload_of

AGENTS_WORD: Trust = "repository"
"""How far an agent's own word is trusted: less than what a tool showed."""

TAG = "self-written"
ASKED = "asked-for"
_LONGEST_QUOTE = 10_000
_CONFIDENCE, _CONFIDENCE_ASKED = 0.5, 0.6


def harvest(
    events: Sequence[Event], root: str | None, more: Sequence[str] = ()
) -> Iterator[Finding]:
    """The lessons that a session wrote into memory and rule files, and that it left there.

    Args:
        events: the session's events in order.
        root: the session's folder.
        more: patterns of further files that hold lessons.
    """
    for each in added(events, root, more):
        yield _finding(each)


def occasion(call: Event, rule: str) -> str:
    """That a call wrote a rule, the same in every transcript that was copied from another."""
    name = payload_of(call).get("call") or call.id
    return f"{name}:{hashlib.sha256(rule.encode()).hexdigest()[:16]}"


def _finding(each: Added) -> Finding:
    words, passage = each.words, each.passage
    call = payload_of(each.call)
    where = each.path
    under = " / ".join(passage.headings[-2:])
    about = f"{where}, {under}" if under else where
    return Finding(
        key=each.key,
        occasion=occasion(each.call, words.constraint),
        text=LessonText(
            phase="implement",
            category=category_of((*passage.headings, words.constraint)),
            severity="medium",
            symptom=words.symptom or about,
            root_cause=words.cause or f"A session wrote it down in {where}.",
            resolution=words.resolution or words.constraint,
            constraint=words.constraint,
            tags=[TAG, *([ASKED] if each.is_asked else []), *_tags(each)],
        ),
        evidence=(
            Evidence(
                event_id=each.call.id,
                quote=passage.quote.strip()[:_LONGEST_QUOTE] or words.constraint,
                session=call.get("session"),
                path=_cited(where),
            ),
        ),
        trust=_trust(each),
        confidence=_CONFIDENCE_ASKED if each.is_asked else _CONFIDENCE,
        occurred_at=each.call.occurred_at,
        paths=paths_of(passage, words),
        commands=commands_of(passage, words),
        signatures=signatures_of(passage, words),
        verbatim=True,
        noted=True,
        writer=f"written {where}",
    )


def _trust(each: Added) -> Trust:
    """An agent vouches for what it wrote down, for no more; what it copied is worth no more there.

    What a person asked for is better where it is in his words: else a page that he had read may
    have chosen them.
    """
    return each.copied_from or ("tool" if each.is_dictated else AGENTS_WORD)


def _tags(each: Added) -> list[str]:
    fields = dict(each.passage.fields)
    given = [re.sub(r"[^\w-]+", "-", tag.lower()).strip("-") for tag in fields.get("tags", ())]
    return [tag for tag in given if tag][:6] or tags_of(each.passage.headings)


def _cited(path: str) -> str | None:
    """The path as evidence names it; a file outside the repository is not looked for there."""
    return None if path.startswith(("/", "~", "..")) or ":" in path[:3] else path
