"""Which shell lines destroy something: what is right in one project may not be in another; pure."""

from __future__ import annotations

from blackboard.harm import harms
from blackboard.search.shell import simple_commands

_PROGRAMS = frozenset(
    "rm rmdir unlink shred truncate dd mkfs kill pkill killall dropdb dropuser format".split()
)
_SUBCOMMANDS = {
    "git": frozenset("reset clean restore rebase filter-branch".split()),
    "docker": frozenset("rm rmi prune down".split()),
    "kubectl": frozenset("delete drain".split()),
    "terraform": frozenset(("destroy",)),
}
_FORCED = frozenset("-f --force --hard --delete -D --force-with-lease".split())


def destroys(line: str) -> bool:
    """Whether a shell line deletes, resets, stops or overwrites something by force.

    >>> destroys("cd app && rm -rf dist"), destroys("git reset --hard HEAD~1"), destroys("make")
    (True, True, False)
    """
    return any(map(_is_destroying, simple_commands(line))) or bool(harms(line))


def _is_destroying(words: list[str]) -> bool:
    program = words[0].rsplit("/", 1)[-1]
    if program in _PROGRAMS or _SUBCOMMANDS.get(program, frozenset()) & set(words[1:3]):
        return True
    return program in ("git", "docker", "npm", "gh") and bool(_FORCED & set(words))
