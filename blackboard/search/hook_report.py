"""What failed behind a hook or a script, out of what its runner printed: its name and its words."""

from __future__ import annotations

import re

from blackboard.search.shell import program_of

_SECTION = re.compile(
    r"^\S.*?\.{3,}(?:\([^)\n]*\))?Failed[ \t]*\n- hook id: (?P<id>[\w.-]+)[ \t]*\n"
    r"(?P<facts>(?:- .*\n)*)"
    r"(?P<said>(?:(?!\S.*\.{3,}(?:\([^)\n]*\))?(?:Passed|Failed|Skipped)).*\n)*)",
    re.MULTILINE,
)
"""A hook of pre-commit that failed: `ruff....Failed`, its id, facts such as its exit code."""

_AGENTS_HOOK = re.compile(
    r"^\s*(?:PreToolUse|PostToolUse|Stop|SubagentStop):?\S* hook (?:\S+ )*?error:?\s*"
    r"(?:\[(?P<command>[^\]\n]+)\]:?\s*)?",
    re.MULTILINE,
)
"""What a coding agent writes before the words of a hook of its own that failed."""

_ECHO = re.compile(r"^(?:\[[\w:.-]+\] )?\$ (\S.*)$|^> \S+@\S+ .*\n> (\S.*)$", re.MULTILINE)
"""The command that a runner of scripts is about to run, as bun, yarn, mise and npm print it."""

_MODIFIED = "files were modified by this hook"


def hook_report(output: str, program: str) -> tuple[str, str]:
    """What was said, and by which program: of a hook that failed, of the last script that was run.

    Args:
        output: what was printed.
        program: the program that was run, used where no other is named.

    >>> hook_report("Lint....Failed\\n- hook id: ruff\\n\\na.py:1:1: T201 x", "git")
    ('a.py:1:1: T201 x', 'ruff')
    """
    if "- hook id: " in output:
        failed = list(_SECTION.finditer(f"{output}\n"))
        if failed:
            names = {each["id"] for each in failed}
            said = "\n".join(_said(each) for each in failed)
            return said.strip(), names.pop() if len(names) == 1 else program
    match = _AGENTS_HOOK.search(output) if " hook " in output else None
    if match is None:
        return output, _scripted(output) or program
    command = (match["command"] or "").split()
    name = command[0].replace("\\", "/").rsplit("/", 1)[-1] if command else program
    return _AGENTS_HOOK.sub("", output), name


def _scripted(output: str) -> str:
    found = _ECHO.findall(output) if "$ " in output or "\n> " in output else []
    return program_of(next(filter(None, found[-1]))) if found else ""


def _said(section: re.Match[str]) -> str:
    said: str = section["said"].strip("\n")
    return f"{_MODIFIED}\n{said}" if _MODIFIED in section["facts"] else said
