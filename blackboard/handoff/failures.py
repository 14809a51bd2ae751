"""What failed in a session: first what was never seen to work afterwards; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from blackboard.agents.plans import approved_plan
from blackboard.calls import (
    changed_files,
    failure_of,
    is_agents_own_error,
    signature_of,
    target_of,
    was_not_run,
)
from blackboard.handoff.fact import Fact
from blackboard.handoff.runs import shown
from blackboard.handoff.steps import Call
from blackboard.handoff.words import lines as in_line
from blackboard.search.forms import is_form
from blackboard.search.shell import only_looks, prefixes, simple_commands

_FADES = 0.85
_LINES = 3
_FILTERS = frozenset("tee xargs sort uniq cut tr".split())
_LONGEST = 300
_DENIED = "was denied by"
_REASON = "Reason: "


@dataclass
class _Failure:
    """An error as it came last, how often, and the call of the same kind that worked later."""

    call: Call
    lines: tuple[str, ...]
    times: int = 1
    worked: Call | None = None


def failures(calls: Sequence[Call]) -> Iterator[Fact]:
    """What failed, last first; an error that came several times is one fact."""
    worths = {True: 80.0, False: 34.0}
    for each in sorted(_failures(calls), key=lambda each: -each.call.position):
        is_open = each.worked is None
        yield _fact(each, worths[is_open])
        worths[is_open] *= _FADES
    yield from _refused(calls)


def _fact(each: _Failure, worth: float) -> Fact:
    times = f", {each.times} times" if each.times > 1 else ""
    later = "" if each.worked is None else f", passed later ({each.worked.position})"
    call = each.call
    words = f"{shown(call)} → {in_line(chr(10).join(each.lines) or call.output[-_LONGEST:])}"
    if each.worked is not None and each.worked.line != call.line:
        words += f"; then {shown(each.worked)}"
    return Fact("failed", call.position, worth, f"failed{times}{later}", words)


def _failures(calls: Sequence[Call]) -> list[_Failure]:
    found: dict[tuple[str, ...], _Failure] = {}
    for call in calls:
        if _is_refused(call) or call.only_looks or call.kind in ("read", "search"):
            continue
        key = _key(call)
        if call.failed:
            if call.output.strip() and not _is_agents_own(call):
                _note(found, call, key)
        elif call.payload.get("failed") is not None or call.line:
            for known, each in found.items():
                if each.worked is None and _is_the_same(known[:-1], key, each, call):
                    each.worked = call
    return list(found.values())


def _is_the_same(
    known: tuple[str, ...], key: tuple[str, ...], failure: _Failure, call: Call
) -> bool:
    """Whether a call did what one that failed was to do, perhaps in another form."""
    if set(known) <= set(key):
        return True
    error = failure.lines[0] if failure.lines else ""
    return bool(failure.call.line and call.line) and is_form(failure.call.line, call.line, error)


def _note(found: dict[tuple[str, ...], _Failure], call: Call, key: tuple[str, ...]) -> None:
    lines = failure_of(call.payload).lines[:_LINES]
    whole = (*key, signature_of(call.payload, lines[0]) if lines else "")
    known = found.pop(whole, None)
    found[whole] = _Failure(call, lines, 1 + (known.times if known else 0))


def _key(call: Call) -> tuple[str, ...]:
    """What a call was for: the programs of a shell line with their subcommands, a tool's files."""
    if call.line:
        did = [words for words in simple_commands(call.line) if not only_looks(words)]
        known = [prefixes(" ".join(words))[-1:] for words in did]
        return tuple(dict.fromkeys(each[0] for each in known if each and each[0] not in _FILTERS))
    return (call.name, *changed_files(call.payload))


def _is_agents_own(call: Call) -> bool:
    return is_agents_own_error(call.output) or was_not_run(call.output)


def _refused(calls: Sequence[Call]) -> Iterator[Fact]:
    """Calls that were refused, by the person or by the agent's own rules."""
    worth = 60.0
    for call in reversed(calls):
        says = target_of(call.payload) or changed_files(call.payload)
        if says and _is_refused(call) and not approved_plan(call.name, call.input):
            by = " by the user" if call.payload.get("said_by") == "human" else ""
            why = in_line(call.output.partition(_REASON)[2] or call.output)[:_LONGEST]
            words = shown(call) if by else f"{shown(call)} → {why}"
            yield Fact("failed", call.position, worth, f"refused{by}", words)
            worth *= _FADES


def _is_refused(call: Call) -> bool:
    return call.denied or (call.failed and _DENIED in call.output[:_LONGEST])
