"""Calls that failed, grouped by what they complained about.

A search that finds nothing, a call that the human refused, and what the agent's own harness
turned down (an edit of a file that was not read) are no errors of the project's.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from blackboard.calls import failure_of, is_agents_own_error
from blackboard.event import Event
from blackboard.events.reflection import Pattern
from blackboard.search import moments
from blackboard.search.signature import masked, signature
from reflect.detectors.detector import Detector, PatternSeverity
from reflect.detectors.wording import about, code, times
from reflect.invocation import command_of
from reflect.trajectory import Trajectory, payload_of

_TYPE = "error_patterns"
_LEAST_ERRORS = 3
_MANY_ERRORS = 5
_MOST = 5
"""Signatures that a pattern names, the commonest first."""

_LOOKS = frozenset(
    """
    grep rg ag ack find fd which type command test diff ls cat head tail nl wc sort uniq sed awk
    cut tr tree stat file readlink jq
    """.split()
)
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")
_EXIT_CODE = re.compile(r"(?i)^\s*(?:exit code \d+|process exited with code \d+)\s*$")
_BESIDE = re.compile(r"^\s*(?:\$ |> |\(pass\)|PASS\b|ok\s|\u2713|\u221a|\u2705)")
"""Lines that echo what is run, or report success."""

_WORDLESS = "failed without a word"
_OWN_WORDS = r"^(?:.{0,20}: )?(?:\(eval\)|zsh|bash|sh|%s):"
_SAMPLE = 300
_LONGEST_ERROR = 120
_LONGEST_ABOUT = 100


def _find(trajectory: Trajectory) -> list[Pattern]:
    """One pattern for the errors of a session, when there were three or more."""
    groups = _by_signature(trajectory)
    count = sum(map(len, groups.values()))
    if count < _LEAST_ERRORS:
        return []
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        Pattern(
            type=_TYPE,
            severity=_severity(count),
            count=count,
            suggestion=_suggestion(trajectory, count, ranked[0][1]),
            context={
                "kinds": len(ranked),
                "signatures": [name for name, _ in ranked[:_MOST]],
                "counts": [len(failures) for _, failures in ranked[:_MOST]],
            },
            samples=[failures[0][0][:_SAMPLE] for _, failures in ranked[:_MOST]],
        )
    ]


def _every_signature(trajectory: Trajectory) -> list[str]:
    """The signature of every error of a session, also of one that came but once.

    With what it was before the classes came, so that what was requested then is still measured.
    """
    groups = _by_signature(trajectory)
    return sorted({*groups, *(masked(line) for each in groups.values() for line, _ in each)})


@lru_cache(maxsize=1)
def _by_signature(trajectory: Trajectory) -> Mapping[str, Sequence[tuple[str, Event]]]:
    """The complaints of a session's errors with their calls, grouped by their signature."""
    groups: dict[str, list[tuple[str, Event]]] = defaultdict(list)
    for call in trajectory.calls:
        if is_error(call):
            line, name = complaint_of(call)
            groups[name].append((line, call))
    return groups


def complaint_of(call: Event) -> tuple[str, str]:
    """The line of a failed call that says best what went wrong, and its signature."""
    found = failure_of({**payload_of(call), "output": _said(call)})
    line = found.line[:_SAMPLE] or _WORDLESS
    return line, found.signature or signature(line)


def is_error(call: Event) -> bool:
    """Whether a call failed unexpectedly: not refused, and not a search without a hit.

    A command that ends with 1 and says nothing has answered no.
    """
    payload = payload_of(call)
    if not payload.get("failed") or payload.get("denied"):
        return False
    said, command = _said(call), command_of(call)
    if is_agents_own_error(said):
        return False
    lookers = _only_looks(command)
    if command is not None and not said:
        return payload.get("exit_code") != 1 and not lookers
    return not lookers or _speaks_up(said, lookers)


def _said(call: Event) -> str:
    """What a call answered, without exit codes, echoes of the command and what went well."""
    lines = payload_of(call).get("output", "").splitlines()
    return "\n".join(
        line for line in lines if not (_EXIT_CODE.match(line) or _BESIDE.match(line))
    ).strip()


def _only_looks(command: str | None) -> set[str]:
    """The programs of a shell line, if all of them only look at files; what they print is text."""
    bare = _QUOTED.sub("x", command or "")
    programs = {words[0].rsplit("/", 1)[-1] for words in moments.simple_commands(bare)}
    return programs if programs <= _LOOKS and "<<" not in bare else set()


def _speaks_up(said: str, programs: set[str]) -> bool:
    """Whether a program complains, in a line that begins with its name or the shell's."""
    own = re.compile(_OWN_WORDS % "|".join(map(re.escape, sorted(programs))), re.MULTILINE)
    return own.search(said) is not None


def _suggestion(trajectory: Trajectory, count: int, commonest: Sequence[tuple[str, Event]]) -> str:
    """What to do about the commonest error, where it came from and how often."""
    line = code(commonest[0][0], _LONGEST_ERROR)
    calls = Counter(about(call, trajectory, _LONGEST_ABOUT) for _, call in commonest)
    where = calls.most_common(1)[0][0]
    return (
        f"Prevent {line}, with which {where} failed {times(len(commonest))} among {count} failed "
        "calls of one session: run it, and correct what causes that."
    )


def _severity(count: int) -> PatternSeverity:
    return "high" if count >= _MANY_ERRORS else "low"


def _former_subjects(pattern: Pattern) -> list[str]:
    """Until decision 0065 an error was known by its masked line, the sample of its pattern."""
    return [masked(each) for each in pattern.samples[:1]]


def _advice(sample: str, subject: str, often: str) -> str:
    return f"Prevent {code(sample, _LONGEST_ERROR)}, with which calls failed {often}: correct it."


ERROR_PATTERNS = Detector(
    _TYPE,
    _find,
    severity=_severity,
    subjects=_every_signature,
    former_subjects=_former_subjects,
    advice=_advice,
    improvement="error_handling",
    about="error",
    least=_LEAST_ERRORS,
)
