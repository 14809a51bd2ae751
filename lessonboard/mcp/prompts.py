"""The prompts of the server, which agents show to their user as slash commands.

A client may give only the first of the words that were typed (Claude Code 2.1.330 gives one word
to each argument), so each text has the model go by what the user typed. What a prompt cannot
do without is said to be needed: Gemini CLI 0.61.0 gives plain words to such an argument alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Prompt(NamedTuple):
    """A prompt: its name, what the user reads of it, and its one argument, if it has one."""

    name: str
    says: str
    argument: str = ""
    about: str = ""
    is_needed: bool = False

    @property
    def shown(self) -> dict[str, Any]:
        """As `prompts/list` has it."""
        named = {"name": self.name, "description": self.says}
        if not self.argument:
            return named
        argument = {"name": self.argument, "description": self.about, "required": self.is_needed}
        return {**named, "arguments": [argument]}


PROMPTS = (
    Prompt("why", "Why a lesson was shown, with its evidence", "id", "a lesson's id; or nothing"),
    Prompt(
        "remember", "Remember a rule for later sessions", "rule", "the rule, in one sentence", True
    ),
    Prompt("keep", "Keep what you said, from now on", "id", "a lesson's id; or the last"),
    Prompt("drop", "Drop what you said, for good", "id", "a lesson's id; or the last"),
    Prompt("mute", "Stop showing a lesson", "id", "a lesson's id, then: session, project, good"),
    Prompt("recall", "Search past sessions and lessons", "words", "what to look for", True),
    Prompt("review", "What waits for your decision"),
    Prompt("handoff", "Go on where the last session stopped", "id", "a session's id; or the last"),
)
LONGEST = 2_000
"""Characters that are taken of an argument."""
