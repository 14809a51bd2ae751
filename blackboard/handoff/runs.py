"""What was run last, what came out, and whether the last check passed; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.calls import changed_files, edits_files, failure_of, target_of
from blackboard.handoff.fact import Fact
from blackboard.handoff.repository import done_in
from blackboard.handoff.steps import Call
from blackboard.handoff.words import lines, shortened
from blackboard.search.shell import prefixes

_CHECKS = re.compile(
    r"(?:^|[\s:_/.-])(?:tests?|check|checks|lint|typecheck|type-check|tsc|pytest|vitest|jest|mypy|ruff"
    r"|eslint|clippy|vet|verify|build|biome|phpunit|rspec|unittest|tox|nox)(?:$|[\s:_.-])"
)
_LAST, _FADES, _SILENT = 78.0, 0.8, 0.4
_ABOUT_AGENT = "\nagentId:"
"""What Claude Code adds behind a subagent's report."""
_LONGEST, _LONGEST_LOOK, _LONGEST_RESULT = 90, 200, 400
"""Characters of a call, of what a look printed or the end of a check, and of any other result."""


def runs(calls: Sequence[Call]) -> Iterator[Fact]:
    """The last commands with their results, the very last one worth most."""
    ran = [each for each in calls if each.line and not each.denied]
    check = last_check(ran)
    if check is not None:
        yield _check(check, calls, is_last=check is ran[-1])
    worth = 56.0
    for call in reversed(ran):
        is_last = call is ran[-1]
        if call is not check and (is_last or _says_more(call)):
            share = 1.0 if call.output.strip() else _SILENT
            yield _ran(call, _LAST if is_last else worth * share, "ran last" if is_last else "ran")
            worth *= _FADES


def _ran(call: Call, worth: float, label: str) -> Fact:
    is_told = call.failed and not call.only_looks  # among the failures
    came_out = f"{_ending(call)} (see Failed)" if is_told else _ending(call)
    words = shown(call) if is_told else f"{shown(call)} → {_came_out(call)}"
    return Fact("ran", call.position, worth, f"{label}{came_out}", words, keep="ends")


def subagents(calls: Sequence[Call]) -> Iterator[Fact]:
    """What other agents were sent to do, and what they reported, the last ones first."""
    worth = 36.0
    done = [each for each in reversed(calls) if each.kind == "agent" and not _is_begun(each)]
    for call in done:
        words = f"{shown(call)} → {lines(call.output.partition(_ABOUT_AGENT)[0])}"
        yield Fact("ran", call.position, worth, "subagent", words)
        worth *= _FADES


def last_check(ran: Sequence[Call]) -> Call | None:
    """The last command that tested, checked or built something."""
    return next((each for each in reversed(ran) if _is_check(each.line)), None)


def shown(call: Call, longest: int = _LONGEST) -> str:
    """A call in a few words: its shell line up to what is written into it, or tool and target."""
    if not call.line:
        return shortened(f"{call.name} {lines(target_of(call.payload))}", longest, "start")
    line = call.line.strip()
    first, _, rest = line.partition("\n")
    return f"$ {shortened(first, longest, 'start')}{' …' if rest and len(first) <= longest else ''}"


def result(call: Call) -> str:
    """What a call printed that says how it went: its error lines, else what it printed."""
    if call.failed and (found := failure_of(call.payload).lines):
        return lines("\n".join(found[:2]))
    return lines(call.output) or "(nothing printed)"


def _check(call: Call, calls: Sequence[Call], *, is_last: bool) -> Fact:
    edits = [each.position for each in calls if _edits_here(each)]
    since = sum(position > call.position for position in edits)
    times = f"{since} edit{'' if since == 1 else 's'} after it" if since else "no edit after it"
    when = f"; {times}" if edits else ""
    how = "failed" if call.failed else "passed" if call.payload.get("failed") is False else "ran"
    words = f"{shown(call)} → {shortened(result(call), _LONGEST_LOOK, 'end')}"
    label = f"last check{', run last,' if is_last else ''} {how}{when}"
    return Fact("ran", call.position, _LAST, label, words, keep="ends")


def _edits_here(call: Call) -> bool:
    """Whether a call changed a file of the folder, and not only an agent's notes."""
    is_done = edits_files(call.payload) and not (call.failed or call.denied)
    return is_done and not all(each.startswith("/") for each in changed_files(call.payload))


def _is_check(line: str) -> bool:
    return any(each != "test" and _CHECKS.search(each) for each in prefixes(line))


def _is_begun(call: Call) -> bool:
    """Whether a subagent was only started: what it found came later."""
    return "launched" in call.output[:_LONGEST] or not call.output.strip()


def _says_more(call: Call) -> bool:
    """Whether no other fact says what a call did: it failed, committed, or only looked."""
    return not (call.only_looks or call.failed or call.denied or any(done_in(call)))


def _came_out(call: Call) -> str:
    found = result(call)
    if found[:1] in ("{", "["):
        return shortened(found, _LONGEST_LOOK, "start")
    return shortened(found, _LONGEST_LOOK if call.only_looks else _LONGEST_RESULT, "ends")


def _ending(call: Call) -> str:
    if call.denied:
        return ", refused"
    if call.failed:
        code = call.payload.get("exit_code")
        return ", failed" if code is None else f", exit {code}"
    return ", no result known" if call.payload.get("failed") is None and not call.output else ""
