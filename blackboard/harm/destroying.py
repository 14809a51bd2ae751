"""What rewrites shared history, and what deletes beyond recall."""

from __future__ import annotations

import re

from blackboard.harm.lines import Command
from blackboard.harm.places import is_outside

_LOCKS = re.compile(
    r"(?i)^(?:\./)?(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|uv\.lock|poetry\.lock|cargo\.lock|go\.sum|bun\.lockb?|gemfile\.lock)$"
)
_ALL = re.compile(
    r"^(?:\.{1,2}/?|\*|(?:\./|\.\./|~/?|/)\*?|\.git/?|\.\./[^/]+/?|[A-Za-z]:\\?|\$\w+/?\*?)$"
)
_DATA = re.compile(
    r"(?i)\bdrop\s+(?:table|database|schema)\b|\btruncate\s+table\b"
    r"|\bdelete\s+from\s+\w+\s*(?:;|$|[\"'])|\bflushall\b|\bdropdatabase\("
)
_WIPES = (
    "terraform destroy",
    "kubectl delete ns",
    "kubectl delete namespace",
    "gh repo delete",
    "docker volume rm",
    "docker volume prune",
    "docker system prune",
    "aws s3 rm",
    "aws s3 rb",
    "tofu destroy",
)


def rewrites_history(command: Command) -> bool:
    """Whether a command replaces commits that others have."""
    if command.program != "git":
        return command.program in ("bfg", "git-filter-repo")
    words = command.words
    if words[:1] in (("filter-branch",), ("filter-repo",)):
        return True
    if words[:2] == ("reflog", "expire"):
        return True
    if words[:1] == ("update-ref",):
        return True
    if "push" not in words:
        return False
    return (
        command.has("--mirror")
        or "--force" in command.args
        or any(re.match(r"-[a-z]*f", arg) and not arg.startswith("--") for arg in command.args)
        or any(re.match(r"[+:]\w", each) for each in words)
    )


def deletes(command: Command) -> bool:
    """Whether a command deletes what is not made again: files at large, data, volumes."""
    if command.program in ("rm", "rmdir", "del", "remove-item"):
        recursive = command.flag("[rR]") or command.has("--recursive", "-Recurse", "/s")
        return recursive and any(_is_much(each) for each in command.words)
    if command.program == "find":
        acts = {"-delete"} & set(command.args) or re.search(r"-exec\w* rm\b", command.line)
        return (
            bool(acts)
            and bool(command.args)
            and _is_much(command.args[0])
            and command.args[0] != "."
        )
    if command.program == "git":
        return _discards(command)
    if command.program in ("shred", "mkfs", "dropdb", "wipefs"):
        return True
    if command.program == "dd":
        return any(each.startswith("of=/dev/") for each in command.args)
    return any(command.line.startswith(each) for each in _WIPES) or bool(_DATA.search(command.line))


def _discards(command: Command) -> bool:
    """Whether git throws away work that was never committed."""
    if command.words[:1] == ("clean",):
        return command.flag("f") or command.has("--force")
    return command.words[:1] == ("reset",) and command.has("--hard")


def removes_lock(command: Command) -> bool:
    """Whether a command throws away what pins the build."""
    return command.program in ("rm", "del", "unlink") and any(map(_LOCKS.match, command.words))


def _is_much(path: str) -> bool:
    return bool(_ALL.match(path)) or (is_outside(path) and "node_modules" not in path)
