"""How far a lesson can be trusted: by who wrote the words that prove it, and who worded it.

A role is not a person: what counts is `said_by`, which the agent's own program attests. What no one
attests is worth as much as fetched text, however it reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.search import moments
from blackboard.vocabulary import Author, ToolKind, Trust
from reflect.dictated import is_dictated
from reflect.finding import Finding
from reflect.invocation import command_of, pieces
from reflect.own_words import are_own
from reflect.trajectory import payload_of

ORDER: tuple[Trust, ...] = get_args(Trust)
"""Best first."""

_BY_KIND: dict[ToolKind, Trust] = {
    "read": "repository", "search": "repository", "edit": "tool", "agent": "tool",
}  # fmt: skip
"""What any other kind of tool shows, anybody may have written."""

_SHOWS = frozenset("cat bat head tail less more sed awk grep rg nl tac strings find jq".split())
_SHOWN_BY_GIT = frozenset("show log diff blame grep cat-file".split())
_DOWNLOADS = re.compile(
    r"""(?x)
    (?: ^ | [|;&(`\n"'] | \b(?:sudo|xargs|time|env|exec|then|do|command)\s+(?:-\S+\s+)* )
    \s* (?: \w+=\S*\s+ )* (?: [\w.~/-]*/ )? (?: curl | wget | gh | https? | lynx ) (?= \s | $ )
    """
)
"""Also in `$(...)`, behind a folder, and as what another command is given to run."""

_PIPES = ("|", "|&")
_RUNS = frozenset("sudo xargs time env nohup command".split())
"""What runs the command that is given to it."""


ATTESTED: tuple[Trust, ...] = ("human", "tool")
"""What the policy may approve by itself."""

_OF_AUTHORS: Mapping[Author, Trust] = {
    "human": "human", "agent": "model", "hook": "repository", "harness": "repository",
}  # fmt: skip
"""What the words of others are worth is unknown: they are anybody's."""


def trust_of(event: Event, quote: str = "") -> Trust:
    """The trust that one event deserves, or the words quoted from it.

    Args:
        event: the event, with its author as far as that is proved (`blackboard.attestation`).
        quote: the words; those that a person only pasted are anybody's.
    """
    if event.type not in ("message.recorded", "tool.called"):
        return "repository"
    (told,) = latest([event])
    payload = payload_of(told)
    author = payload.get("said_by", "unknown")
    if author == "tool" and event.type == "tool.called":
        return _of_call(told)
    trust = _OF_AUTHORS.get(author, "imported")
    text = str(payload.get("text") or refused_with(str(payload.get("output", ""))))
    return "imported" if trust == "human" and quote and not are_own(quote, text) else trust


def within_evidence(found: Finding, events: Iterable[Event]) -> Finding:
    """A finding with at most the trust of its evidence and of what chose its words.

    Args:
        found: what a miner made of a session, by rules.
        events: those of the session, with their authors.
    """
    by_id = {event.id: event for event in events}
    proofs = [by_id.get(each.event_id) for each in found.evidence]
    trust = trust_by(proofs, found.rule, found.trust)
    if trust == "tool" and any(is_dictated(found.rule, _printed(each)) for each in proofs[:1]):
        trust = "imported"
    return replace(found, trust=trust)


def _printed(call: Event | None) -> str:
    return str(payload_of(call).get("output", "")) if call else ""


def trust_by(proofs: Sequence[Event | None], rule: str, wanted: Trust) -> Trust:
    """The trust of a rule that was made of some events; None is a missing event.

    Args:
        proofs: the events, the one that it was made of first.
        rule: its words.
        wanted: the most that rules of its kind can have: a person's own words, or a tool's result.
    """
    limits = (_ceiling(proof, rule, wanted, is_first=not n) for n, proof in enumerate(proofs))
    return least((wanted, *limits))


def _ceiling(proof: Event | None, rule: str, wanted: Trust, *, is_first: bool) -> Trust:
    """The most trust that a rule can have with one of its proofs.

    A rule of a person's is their own wherever its words are; the call that they spoke about only
    has to be a real one.
    """
    if proof is None:
        return "imported"
    (told,) = latest([proof])
    payload = payload_of(told)
    author: Author = payload.get("said_by", "unknown")
    if told.type == "tool.called" and author == "tool":
        return "tool" if is_first else "human"
    words = rule if wanted == "human" and author == "human" else ""
    return trust_of(told, words)


def least(trusts: Iterable[Trust]) -> Trust:
    """The least of several; nothing proves nothing, and counts as fetched text.

    >>> least(["human", "tool"]), least([])
    ('tool', 'imported')
    """
    return max(trusts, key=ORDER.index, default="imported")


def refused_with(output: str) -> str:
    """What a person said as they refused a call, after the harness's own words."""
    return output.partition(" said:")[2] or output.partition(" rejection:")[2]


def _of_call(call: Event) -> Trust:
    payload, line = payload_of(call), command_of(call)
    if line is not None:
        return _of_line(line)
    if payload.get("kind") == "shell":  # a shell whose line is unknown may show anything
        refused = payload.get("failed") and payload.get("exit_code") is None
        return "tool" if refused else least(())
    found = _BY_KIND.get(payload.get("kind", "other"), least(()))
    return "tool" if found == "repository" and payload.get("failed") else found


def _of_line(line: str) -> Trust:
    if _DOWNLOADS.search(line):
        return "imported"
    return "repository" if _shows_text(line) else "tool"


def _shows_text(line: str) -> bool:
    """Whether a shell line shows what files say; a failing one may have shown it all the same.

    What only passes on a part of another command's output shows nothing of its own.
    """
    told = [(each.operator, each.invocation.words) for each in pieces(line, None)]
    first = [words for sign, words in told if sign not in _PIPES or words[0] in _RUNS]
    return any(map(_is_shown, first if told else moments.simple_commands(line)))


def _is_shown(words: Sequence[str]) -> bool:
    words = [word for word in words if word not in _RUNS and not word.startswith("-")] or words
    program = words[0].rsplit("/", 1)[-1]
    return program in _SHOWS or (program == "git" and bool(_SHOWN_BY_GIT.intersection(words[1:4])))
