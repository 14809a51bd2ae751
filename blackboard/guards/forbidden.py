"""Whether a shell line runs a command that a person forbade; when unsure it does not.

A forbidden command is written as one would type it: `npm`, `git stash`, `git push main`, or an
option alone, `--no-verify`. Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from blackboard.guards.pattern import place
from blackboard.search.every_command import every_command
from blackboard.search.shell import only_looks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blackboard.search.command_line import Command

    Branch = Callable[[str], str]
    """The branch that is checked out in a folder; empty where it is not known."""

_PUSH = ("git", "push")
_HEADS = ("HEAD", "@")
_ALL_BRANCHES = ("--all", "--mirror", "--branches")
_WITH_VALUE = frozenset(("-o", "--push-option", "--receive-pack", "--exec", "--repo"))
_BEFORE_TEXT = frozenset(("-m", "-am", "--message", "--body", "--title"))
"""Options whose value is a text of one's own."""

_TELLING = frozenset(("-v", "-vv", "--verbose", "-l", "--list", "-a", "--all"))
"""Options that do not make a command one that only looks; see `only_looks`."""


def no_branch(_folder: str) -> str:
    """The branch where it is unknown which one is checked out."""
    return ""


def forbidden_command(
    forbids: Sequence[str], line: str, root: str, cwd: str, branch: Branch = no_branch
) -> str:
    """The command of a shell line that is forbidden; empty where none surely is.

    Args:
        forbids: the forbidden commands.
        line: what a shell is given to run in `cwd`.
        root: the folder of the repository that the prohibition is about.
        cwd: where the shell is.
        branch: asked where `git push` names no branch.
    """
    for command in every_command(line):
        if place(root, _folder(cwd, command), "") is None:
            continue
        if any(is_forbidden(each, command, cwd, branch) for each in forbids):
            return " ".join(filter(None, command.words))
    return ""


def is_forbidden(form: str, command: Command, cwd: str = "", branch: Branch = no_branch) -> bool:
    """Whether a command is what was forbidden.

    >>> [each] = every_command("git -C web push -u origin HEAD:main")
    >>> is_forbidden("git push main", each), is_forbidden("git push dev", each)
    (True, False)
    >>> [is_forbidden("pip", each) for each in every_command("python3 -m pip install x; pipx ls")]
    [True, False]
    """
    words = tuple(form.split())
    if len(words) == 1 and words[0].startswith("--"):
        return _has_option(words[0], command.words[1:])
    if words[: len(_PUSH)] == _PUSH:
        return _pushes(words[len(_PUSH) :], command, cwd, branch)
    rest = _after(words, command.words)
    if rest is None:
        return False
    whole = (*(word for word in words if not word.startswith("-")), *rest)
    return only_looks(_plain(words)) or not only_looks(_plain(whole))


def _plain(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _TELLING) or tuple(words[:1])


def _after(form: Sequence[str], words: Sequence[str]) -> tuple[str, ...] | None:
    """The words of a command after the program and subcommands of a form; None if it is another.

    Options may be between them, each with a value.
    """
    started = _of_program(form[0], words)
    if started is None:
        return None
    lead = next((at for at, word in enumerate(form) if word.startswith("-")), len(form))
    rest = started
    for word in form[1:lead]:
        found = _subcommand(word, rest)
        if found is None:
            return None
        rest = found
    options = form[lead:]
    has_all = all(
        _has_option(each, rest) if each.startswith("-") else each in rest for each in options
    )
    return rest if has_all else None


def _of_program(program: str, words: Sequence[str]) -> tuple[str, ...] | None:
    """The words after a program, by whatever path or interpreter it is run; None for another."""
    first = words[0]
    if first == program or (_is_installed(first) and first.rsplit("/", 1)[-1] == program):
        return tuple(words[1:])
    is_python = first.rsplit("/", 1)[-1].rstrip("0123456789.") == "python"
    if is_python and tuple(words[1:3]) == ("-m", program):
        return tuple(words[3:])
    return None


def _is_installed(path: str) -> bool:
    """Whether a path is that of a program, and not of a script of the same name."""
    return path.startswith("/") or "/bin/" in path


def _subcommand(name: str, words: Sequence[str]) -> tuple[str, ...] | None:
    """The words after a subcommand, skipping the options before it."""
    at = 0
    while at < len(words):
        if words[at] == name:
            return tuple(words[at + 1 :])
        if words[at].startswith("-"):
            at += 1
            follows = words[at : at + 2]
            is_value = len(follows) == 2 and follows[0] != name and not follows[0].startswith("-")
            at += is_value
        else:
            return None
    return None


def _has_option(option: str, words: Sequence[str]) -> bool:
    """Whether an option is among words, also with a value or bundled with other letters."""
    before = ""
    for word in words:
        if word == "--":
            return False
        is_text, before = before in _BEFORE_TEXT, word
        if is_text:
            continue
        if word == option or (option.startswith("--") and word.startswith(f"{option}=")):
            return True
        is_bundle = word[:1] == "-" and word[:2] != "--" and word[1:].isalpha()
        if is_bundle and len(option) == 2 and option[1] in word:
            return True
    return False


def _pushes(wanted: Sequence[str], command: Command, cwd: str, branch: Branch) -> bool:
    """Whether a command pushes to what is meant: a branch or a remote, with options where said."""
    rest = _after(_PUSH, command.words)
    if rest is None or {"--dry-run", "-n", "--help", "-h"} & set(rest):
        return False
    options = [each for each in wanted if each.startswith("-")]
    if not all(_has_option(each, rest) for each in options):
        return False
    names = set(wanted) - set(options)
    return not names or names <= _targets(rest, command, cwd, branch, names)


def _targets(
    rest: Sequence[str], command: Command, cwd: str, branch: Branch, names: set[str]
) -> set[str]:
    """The remote and the branches that a push names, or is known to mean."""
    remote, refs = _operands(rest)
    here = _folder(cwd, command)
    found = {remote}
    if set(rest) & set(_ALL_BRANCHES):
        return found | names
    if not refs and "--tags" not in rest:
        found.add(branch(here))
    for ref in refs:
        target = ref.lstrip("+").rpartition(":")[2].removeprefix("refs/heads/")
        found.add(branch(here) if target in _HEADS else target)
    return found - {""}


def _operands(words: Sequence[str]) -> tuple[str, list[str]]:
    """The remote and the refs of a push, without options and their values."""
    found: list[str] = []
    skips = False
    for word in words:
        if not (skips or word.startswith("-")):
            found.append(word)
        skips = word in _WITH_VALUE
    return (found[0] if found else ""), found[1:]


def _folder(cwd: str, command: Command) -> str:
    """The folder that a command runs in; that of `git -C` where it has one."""
    words = command.words
    at = words.index("-C") if "-C" in words else -1
    inner = words[at + 1] if 0 <= at < len(words) - 1 else ""
    folder = cwd
    for each in (command.folder, inner):
        folder = each if each.startswith("/") else f"{folder}/{each}" if each else folder
    return folder
