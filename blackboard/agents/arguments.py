"""What the arguments of tools are called, by all agents: where the shell line, files and texts are.

Only this room knows such names; the rest of the program reads `kind`, `command`, `paths` and `cwd`
of a call, or asks `edits.py` for the text that an edit wrote. Hooks load it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

COMMAND = ("command", "cmd", "script")
FOLDER = ("workdir", "cwd", "dir_path", "directory")
PATHS = (
    "file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file", "dir_path",
    "paths", "file_paths",
)  # fmt: skip
SOUGHT = ("pattern", "query", "regex")
TITLE = "description"
BACKGROUND = ("run_in_background", "is_background", "background")

_TEXTS = (
    "old_string", "new_string", "oldString", "newString", "content", "patch", "patchText", "input",
    "justification", "instruction",
)  # fmt: skip
_WAITING = ("timeout", "timeout_ms", "yield_time_ms", "max_output_tokens", "login")
_PART = ("offset", "limit", "pages", "start_line", "end_line", "view_range")
_PATCH = ("input", "patch", "patchText", *COMMAND)
_PATCH_START = "*** Begin Patch"
_PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_SHELLS = frozenset("bash sh zsh dash fish pwsh powershell cmd".split())
_UNWRAPPED = tuple(f"{shell} {flag} " for shell in ("bash", "sh", "zsh") for flag in ("-lc", "-c"))


def command_line(given: Mapping[str, Any]) -> str:
    """The shell line as a person would type it; empty where there is none.

    >>> command_line({"command": ["bash", "-lc", "npm test"]}), command_line({"cmd": "ls"})
    ('npm test', 'ls')
    """
    line = next((given[name] for name in COMMAND if given.get(name)), "")
    if isinstance(line, list):
        return _typed([str(word) for word in line])
    if not isinstance(line, str):
        return ""
    return _unwrapped(line) if line.startswith(_UNWRAPPED) else line


def others(given: Mapping[str, Any]) -> dict[str, str | int]:
    """What a call was given beside its shell line, files, texts and time: a sandbox, a background.

    >>> others({"command": "make", "timeout": 5, "run_in_background": True, "sandbox": ""})
    {'run_in_background': True}
    """
    known = {*COMMAND, *FOLDER, *PATHS, TITLE, *_TEXTS, *_WAITING}
    return {
        name: value
        for name, value in sorted(given.items())
        if name not in known and isinstance(value, str | int) and value
    }


def folder(given: Mapping[str, Any]) -> str:
    """The folder that a shell line is to be run in, where the call says so."""
    return next((given[name] for name in FOLDER if isinstance(given.get(name), str)), "")


def paths(given: Mapping[str, Any]) -> list[str]:
    """The files and folders that a call names, without repetition.

    >>> paths({"file_path": "a.py", "content": "x"}), paths({"paths": ["a", "b"], "path": "b"})
    (['a.py'], ['b', 'a'])
    """
    found: list[str] = []
    for name in PATHS:
        value = given.get(name)
        if value:
            found += [value] if isinstance(value, str) else _strings(value)
    return found if len(found) < 2 else list(dict.fromkeys(found))


def patch(given: Mapping[str, Any]) -> str:
    """The patch that a call carries; empty where it carries none."""
    for name in _PATCH:
        value = given.get(name)
        if value:
            text = "\n".join(map(str, value)) if isinstance(value, list) else value
            if isinstance(text, str) and _PATCH_START in text:
                return text[text.index(_PATCH_START) :]
    return ""


def patched(text: str) -> list[str]:
    """The files that a patch changes."""
    return [
        line.removeprefix(mark).strip()
        for line in text.splitlines()
        for mark in _PATCHED
        if line.startswith(mark)
    ]


def part(given: Mapping[str, Any]) -> str:
    """Which part of a file a call reads; empty for all of it."""
    return ":".join(f"{name}={given[name]}" for name in _PART if given.get(name))


def sought(given: Mapping[str, Any]) -> str:
    """What a call looks for; empty where it looks for nothing."""
    return first(given, SOUGHT) or ""


def first(given: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The first text among arguments of these names."""
    return next((given[name] for name in names if isinstance(given.get(name), str)), None)


def _strings(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _typed(words: list[str]) -> str:
    program = words[0].replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".exe") if words else ""
    if program in _SHELLS and len(words) > 1:
        return words[-1]
    from shlex import join

    return join(words)


def _unwrapped(line: str) -> str:
    """The line that a shell is given to run, where that is all of it."""
    from shlex import split

    try:
        words = split(line)
    except ValueError:  # an open quote: it was shortened, or typed so
        return line
    return words[2] if len(words) == 3 else line
