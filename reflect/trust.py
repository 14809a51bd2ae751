"""How far a lesson can be trusted, by where the words that prove it come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from blackboard.event import Event
from blackboard.events.payload import Trust
from blackboard.search import moments
from reflect.invocation import command_of
from reflect.trajectory import payload_of

ORDER: tuple[Trust, ...] = get_args(Trust)
"""Best first."""

_FETCHES = ("web", "fetch", "browser", "curl", "wget", "http")
_READS = frozenset(("Read", "Grep", "Glob", "read_file", "NotebookRead", "view"))
_SHOWS = frozenset("cat head tail less more sed awk grep rg git gh find jq".split())
_FROM_OUTSIDE = frozenset(("curl", "wget", "gh", "http", "lynx"))


def trust_of(event: Event) -> Trust:
    """The trust that the words of one event deserve."""
    payload = payload_of(event)
    if event.type == "message.recorded":
        return "human" if payload.get("role") == "user" else "tool"
    if event.type == "tool.called":
        return _of_call(event)
    return "repository"


def least(trusts: Iterable[Trust]) -> Trust:
    """The least of several; nothing proves nothing, and counts as fetched text.

    >>> least(["human", "tool"]), least([])
    ('tool', 'imported')
    """
    return max(trusts, key=ORDER.index, default="imported")


def _of_call(call: Event) -> Trust:
    name = str(payload_of(call).get("name", ""))
    if any(word in name.lower() for word in _FETCHES):
        return "imported"
    programs = {words[0] for words in moments.simple_commands(command_of(call) or "")}
    if programs & _FROM_OUTSIDE:
        return "imported"
    shows_text = name in _READS or (bool(programs) and programs <= _SHOWS)
    return "repository" if shows_text and not payload_of(call).get("failed") else "tool"
