"""The rules that a linter's output says were broken, run by a person or a hook."""

from __future__ import annotations

import re

_BEFORE = r"^(?:\S.{0,80}?(?:[\]:>] |[│┃|]\s))?"
"""What a runner or hook writes before each line of the linter: `[lint] `, `web:lint: `, a bar."""


def _shape(signs: tuple[str, ...], pattern: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    """What a linter writes; one of the signs is in whatever the pattern finds."""
    return signs, re.compile(pattern, re.MULTILINE)


_SHAPES = (
    # Pylint: a.py:4:2: W0718: Catching too general exception (broad-exception-caught)
    _shape(
        (".py:",),
        _BEFORE + r"\S+\.py:\d+:\d+: [CRWE]\d{4}: (?P<says>.+) \((?P<rule>[a-z][a-z-]+)\)$",
    ),
    # golangci-lint: a.go:4:2: append result not assigned to the same slice (gocritic)
    _shape(
        (")\n",),
        _BEFORE + r"\S+\.\w+:\d+(?::\d+)?: (?P<says>.+) \((?P<rule>[a-z][\w-]+)\)$",
    ),
    # Biome: a.ts:4:2 lint/suspicious/noEmptyBlock ━━━  and then  x Unexpected empty block.
    _shape(
        ("lint/", "━"),
        r"^\s*(?:\S.{0,80}?\s)?\S+\.\w+(?::\d+:\d+)? "
        r"(?:lint/(?:\w+/)+(?P<rule>\w+)|(?P<whole>format|organizeImports|assist/\S+)(?=[ \t]*━))"
        r"(?P<fix>\s+FIXABLE)?[ \t]*━*\s*^.{0,80}?[\u00d7!\u2716\u2139] (?P<says>.+)$",
    ),
    # Ruff, Flake8: a.py:4:2: T201 [*] `print` found
    _shape(
        (".py",),
        _BEFORE + r"\S+\.pyi?:\d+:\d+: (?P<rule>[A-Z]{1,4}\d{3,4}) (?P<fix>\[\*\] )?(?P<says>.+)$",
    ),
    # Ruff, in full: T201 `print` found  and then  --> a.py:4:2
    _shape(
        ("-->",),
        _BEFORE + r"(?P<rule>[A-Z]{1,4}\d{3,4}) (?P<fix>\[\*\] )?(?P<says>.+)\n.{0,80}?"
        r"\s*-->\s\S+:\d+:\d+$",
    ),
    # mypy: a.py:4: error: Incompatible return value  [return-value]
    _shape(
        (": error: ",),
        _BEFORE + r"\S+\.pyi?:\d+(?::\d+)?: error: (?P<says>.+?)\s+\[(?P<rule>[a-z][a-z-]+)\]$",
    ),
    # ESLint: 4:2  error  Unexpected console statement  no-console
    _shape(
        (" error ", " warning "),
        r"^(?:\S.{0,80}?)?\s+\d+:\d+\s+(?:error|warning)\s+(?P<says>\S.+?)\s{2,}"
        r"(?P<rule>[@\w/-]*[a-z][\w-]*)$",
    ),
    # Clippy: error: used `unwrap()` on an `Option` value ... clippy::unwrap_used
    _shape(
        ("clippy::", "#"),
        r"^(?:error|warning): (?P<says>.+)\n(?:(?!^(?:error|warning)).*\n){0,20}?"
        r".*(?:clippy::|#)(?P<rule>[a-z_]{4,})\b",
    ),
    # ShellCheck, as its gcc format: a.sh:4:2: warning: x appears unused. [SC2034]
    _shape(
        (" [SC",),
        _BEFORE + r"\S+:\d+:\d+: (?:error|warning|note): (?P<says>.+) \[(?P<rule>SC\d{4})\]$",
    ),
)
"""A linter more is a shape more: where it writes its rule."""

_LONGEST = 400
"""Characters of a line; what linters say is shorter."""


class Rule:
    """A rule that was broken; `part` is a rule within a rule, `mends` says that a run can mend it.

    `line` is the first line of what the linter said, without what was around it.
    """

    def __init__(self, name: str, part: str, says: str, line: str, *, mends: bool) -> None:
        self.name = name
        self.part = part
        self.says = says
        self.line = line
        self.mends = mends


def broken_rules(output: str) -> list[Rule]:
    """The rules that an output says were broken, each once, of the first linter that is found.

    >>> [(each.name, each.part) for each in broken_rules("a.go:1:2: elseif: do (gocritic)")]
    [('gocritic', 'elseif')]
    """
    text = "".join(f"{line}\n" for line in output.splitlines() if len(line) <= _LONGEST)
    for signs, shape in _SHAPES:
        if not any(map(text.__contains__, signs)):
            continue
        found: dict[tuple[str, str], Rule] = {}
        for match in shape.finditer(text):
            rule = _rule(match)
            found.setdefault((rule.name, rule.part), rule)
        if found:
            return list(found.values())
    return []


def rule_signature(name: str, part: str = "") -> str:
    """The identity of breaking a rule, in any file and any run of the linter."""
    return f"lint: {name} {part}".rstrip().lower()


def _rule(match: re.Match[str]) -> Rule:
    named = match.groupdict()
    part, says = _parted(named["says"].strip())
    line = match.group().strip().split("\n")[0].strip()
    return Rule(named["rule"] or named["whole"], part, says, line, mends=bool(named.get("fix")))


def _parted(says: str) -> tuple[str, str]:
    """The rule within a rule that a message begins with, and the message without particulars."""
    match = re.match(r"([A-Za-z][\w-]*): (.+)", says)
    part, rest = (match[1], match[2]) if match else ("", says)
    rest = re.split(r": |\bof type\b|, \w+\.\w+,", rest, maxsplit=1)[0]
    rest = re.sub(r" (?:in|for) (?:Test|test_)?\w*[A-Z_]\w*\.?$", "", rest)
    return part, rest.strip().rstrip(".;,")
