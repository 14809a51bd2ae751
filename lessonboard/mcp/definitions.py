"""What the tools are called, what they take, and what they may do; every agent pays for each word.

All definitions together stay under 700 tokens (tests/lessonboard/mcp), those of parts included
(`lessonboard/mcp/added.py`). A new tool needs one of these, a line in `TOOLS`
(lessonboard/mcp/tools.py), and one in docs/cli/admin.md.

Claude Code 2.1.332 sends the model names alone, and finds a tool by how many words of a question
its description has, also words such as "has" and "this": so two of them begin with the question.

Every session imports this module, most for nothing else: it needs no dataclasses and no models.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from blackboard.delivery import situation

MOST_TEXT = 20_000
"""Characters of one argument, as many as a lesson's field may have."""

NAMES = ("id", "item", "kind", "project", "session")
MOST_NAME = 400
"""Characters of an argument that names something."""

MOST_ITEMS = 50
"""Items of one argument."""

OUTCOMES = ("helped", "not helped", "wrong", "mute", "keep", "drop")
MUTES = ("session", "project", "good")
LISTS = ("sessions", "work")
STEPS = ("list", "claim", "complete", "fail", "release")

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}


class Definition(NamedTuple):
    """One tool: `needs` are the arguments that it cannot do without, `takes` the others.

    Args:
        reads: it changes nothing.
        repeats: doing it again with the same arguments changes nothing more.
        acts: it does something in the world outside, which clients assume of what says nothing.
    """

    name: str
    says: str
    needs: dict[str, dict[str, Any]] = {}
    takes: dict[str, dict[str, Any]] = {}
    reads: bool = False
    repeats: bool = False
    acts: bool = False

    @property
    def arguments(self) -> dict[str, dict[str, Any]]:
        """All of them, each with the JSON Schema of its value."""
        return {**self.needs, **self.takes}

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        named = {"type": "object", "properties": self.arguments}
        return {**named, "required": list(self.needs)} if self.needs else named

    @property
    def hints(self) -> dict[str, bool]:
        """What a client may assume before it asks its user."""
        if self.acts:
            return {}
        if self.reads:
            return {"readOnlyHint": True, "openWorldHint": False}
        repeats = {"idempotentHint": True} if self.repeats else {}
        return {"destructiveHint": False, **repeats, "openWorldHint": False}


DEFINITIONS = (
    Definition(
        "recall",
        "What did I say, what did we do or learn about this before? The history of previous "
        "conversations in past sessions; project * is all",
        takes={"query": _TEXT, "project": _TEXT},
        reads=True,
    ),
    Definition(
        "context",
        "Lessons for this moment, each once a session",
        takes={"prompt": _TEXT, "paths": _TEXTS, "command": _TEXT, "error": _TEXT,
               "step": {"enum": list(situation.STEPS)},
               "session": _TEXT, "project": _TEXT},
    ),
    Definition(
        "fix",
        "Has this error been fixed before, and how?",
        needs={"error": _TEXT},
        takes={"project": _TEXT},
        reads=True,
    ),
    Definition("show", "Why a lesson is shown: evidence", needs={"id": _TEXT}, reads=True),
    Definition(
        "remember",
        "Remember a rule in memory: an imperative, the user's words; evidence verbatim",
        needs={"text": _TEXT},
        takes={"evidence": _TEXT, "symptom": _TEXT, "root_cause": _TEXT, "resolution": _TEXT,
               "session": _TEXT},
        repeats=True,
    ),
    Definition(
        "feedback",
        "How a lesson did; or mute, keep or drop it",
        needs={"id": _TEXT, "outcome": {"enum": list(OUTCOMES)}},
        takes={"reason": _TEXT, "mute_for": {"enum": list(MUTES)}, "session": _TEXT},
        repeats=True,
    ),
    Definition(
        "work",
        "Claim the next work item, or end the one you hold",
        needs={"do": {"enum": list(STEPS)}},
        takes={"kind": _TEXT, "item": _TEXT, "outcome": _TEXT},
    ),
)  # fmt: skip

FORMER = (
    Definition(
        "list",
        "Recent sessions or open work",
        needs={"what": {"enum": list(LISTS)}},
        takes={"project": _TEXT},
        reads=True,
    ),
)
"""Tools that are no longer listed but still answered: `recall` and `work` list instead."""
