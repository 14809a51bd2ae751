"""Which files hold what a session writes down for later: memory, rules and lessons, by path alone.

A new kind of file is a line in `PLACES`; a user adds patterns of his own in the settings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

Kind = Literal["lessons", "memory", "rules", "decisions"]


class Place(NamedTuple):
    """A pattern of paths, in lower case; `*` stays within a folder, `**` does not."""

    kind: Kind
    pattern: str


PLACES: tuple[Place, ...] = (
    *(
        Place("lessons", pattern)
        for pattern in (
            ".learnings/**", "learnings.md", "docs/learnings/**", "lessons.md", "docs/lessons/**",
            "lessons[-_ ]learned*", "*[-_]lessons.md", "lessons[-_]*.md", "docs/solutions/**",
            ".claude/solutions/**", ".claude/lessons/**", "gotchas.md", "pitfalls.md",
            "discoveries.md", "mistakes.md",
        )
    ),
    *(
        Place("memory", pattern)
        for pattern in (
            "memory.md", "memories.md", ".claude/projects/*/memory/**", ".claude/memory/**",
            ".claude/agent-memory/**", "memory/*.md", ".codex/memories/**", ".serena/memories/**",
            "memory-bank/**",
        )
    ),
    *(
        Place("rules", pattern)
        for pattern in (
            "claude.md", "claude.local.md", "agents.md", "agents.override.md", "agent.md",
            "gemini.md", "qwen.md", "crush.md", "warp.md", ".cursorrules", ".cursor/rules/**",
            ".windsurfrules", ".windsurf/rules/**", ".clinerules", ".clinerules/**",
            ".roo/rules*/**", ".claude/rules/**", ".github/copilot-instructions.md",
            ".github/instructions/**", ".kiro/steering/**", ".junie/guidelines.md",
            ".augment/rules/**", ".amazonq/rules/**", ".goosehints", "conventions.md",
        )
    ),
    Place("decisions", "docs/decisions/**"),
    Place("decisions", "docs/adr/**"),
    Place("decisions", "decisions.md"),
)  # fmt: skip
"""Of several that fit, the first one counts."""

_TEXT = ("", "md", "mdc", "mdx", "markdown", "txt", "cursorrules", "windsurfrules", "clinerules",
         "goosehints")  # fmt: skip
_ELSEWHERE = frozenset(
    "node_modules vendor site-packages .venv fixtures testdata __fixtures__ templates plans".split()
)
"""Folders whose files are others', samples or plans."""

_PASSING = re.compile(
    r"(?i)^(?:readme|index|todo|plan|progress|status|tasks?|roadmap|changelog|activecontext"
    r"|handoff|session[-_ ].*|.*[-_]template)\.\w+$|\d{4}-\d\d-\d\d\.md$"
)
"""Names of files that tell how far the work is; a file that is only a date is a diary."""

_TEMPORARY = re.compile(r"^(?:/private)?/(?:tmp|var)/|/scratchpad/")


def kind_of(path: str, more: Sequence[str] = ()) -> Kind | None:
    """What a file holds, or None for any other file.

    >>> kind_of("/home/ada/kite/CLAUDE.md"), kind_of("docs/solutions/ci/cache.md")
    ('rules', 'lessons')
    >>> kind_of("docs/guide.md"), kind_of("docs/team-notes/ci.md", ["docs/team-notes/**"])
    (None, 'lessons')

    Args:
        path: the file, relative or absolute.
        more: patterns of a user's own; what they match holds lessons.
    """
    low = path.replace("\\", "/").lower().rstrip("/")
    *folders, name = low.split("/")
    if any(_matcher(pattern.lower()).search(low) for pattern in more):
        return "lessons"
    ending = name.rpartition(".")[2] if "." in name else ""
    if ending not in _TEXT or _ELSEWHERE.intersection(folders):
        return None
    if _PASSING.search(name) or _TEMPORARY.search(low):
        return None
    return next((kind for kind, pattern in PLACES if _matcher(pattern).search(low)), None)


@lru_cache(maxsize=256)
def _matcher(pattern: str) -> re.Pattern[str]:
    """A pattern that fits the end of a path, from the beginning of one of its parts."""
    parts = re.split(r"(\*\*|\*|\[[^\]]+\])", pattern.removeprefix("/"))
    signs = {"**": ".+", "*": "[^/]*"}
    inner = "".join(
        signs.get(part, part if part.startswith("[") else re.escape(part)) for part in parts
    )
    return re.compile(rf"(?:^|/){inner}$")
