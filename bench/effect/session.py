"""One session of an agent in a clone: its calls, hooks and transcript, and what it was shown."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple

from bench.effect.clone import Clone, Outcome
from bench.effect.hooks import Reaction, react
from bench.effect.judge import Ran
from bench.effect.tasks import Act, Fact, is_told
from bench.effect.transcript import Transcript, failure_of

OWN_FILE = "CLAUDE.md"
"""What the agent itself reads before all else."""

_PROJECT = ("settings.json", "settings.local.json")
_PER_TOKEN = 4
"""Characters of a token, by rule of thumb."""


class Shown(NamedTuple):
    """A text that a memory showed.

    Attributes:
        event: the hook's event, or the tool that was asked.
        calls: how many calls were made before it.
        text: all of it.
    """

    event: str
    calls: int
    text: str


class Session:
    """A session, from its start.

    Attributes:
        ran: the calls that were made.
        shown: the texts that were shown.
        seconds: wall clock of all hooks.
        characters: of all that was said and done, what was shown excluded.
        failed: what went wrong in hooks.
    """

    def __init__(
        self, clone: Clone, home: Path, ask: Callable[[str], str] = lambda error: "",
        recall: Callable[[str], str] = lambda prompt: "",
    ) -> None:  # fmt: skip
        """Begin; `ask` is the memory's tool about a failure, `recall` that about a first prompt."""
        self._ask, self._recall = ask, recall
        self.clone = clone
        self.ran: list[Ran] = []
        self.shown: list[Shown] = []
        self.seconds = 0.0
        self.characters = 0
        self.failed: list[str] = []
        self._settings = [home / ".claude" / "settings.json",
                          *(clone.folder / ".claude" / each for each in _PROJECT)]  # fmt: skip
        self._transcript = Transcript(home, clone.folder)
        self._said, self._prompted = "", False
        own = clone.folder / OWN_FILE
        if own.is_file():
            self._show(OWN_FILE, own.read_text())
        self._tell("SessionStart", source="startup")

    def told(self, fact: Fact, facts: Collection[Fact]) -> bool:
        """Whether a fact, one of several, was shown by now."""
        return any(is_told(fact, each.text, facts) for each in self.shown)

    def prompt(self, text: str) -> None:
        """The person says something."""
        self.characters += len(text)
        self._transcript.person(text)
        self._tell("UserPromptSubmit", prompt=text)
        if not self._prompted:
            self._show("recalled", self._recall(text))
        self._prompted = True

    def say(self, text: str) -> None:
        """The agent says something."""
        self.characters += len(text)
        self._said = text
        self._transcript.agent(text)

    def call(self, act: Act) -> Outcome | None:
        """The agent makes a call; none if a hook refuses it, whose reason is then shown."""
        tool, given = call_of(act, self.clone.folder)
        number = f"toolu_{uuid.uuid4().hex[:24]}"
        fields = {"tool_name": tool, "tool_input": given, "tool_use_id": number}
        # What a hook says now comes with the answer to the call: it is shown after it.
        before = self._react("PreToolUse", fields)
        if before.refusal:
            self._show("PreToolUse", before.refusal)
            return None
        self._transcript.call(number, tool, given)
        outcome = self.clone.do(act)
        self.ran.append(Ran(act.run, outcome.code))
        self._transcript.result(number, outcome)
        self.characters += len(str(given)) + len(outcome.text)
        self._show("PreToolUse", before.shown)
        self._after(outcome, fields)
        return outcome

    def asked(self, tool: str, given: dict[str, Any], outcome: Outcome) -> None:
        """The agent has called a tool of the memory's server, whose answer is what it shows."""
        number = f"toolu_{uuid.uuid4().hex[:24]}"
        self._transcript.call(number, tool, given)
        self.ran.append(Ran("", outcome.code))
        self._transcript.result(number, outcome)
        self.characters += len(str(given))
        self._show(tool, outcome.text)

    def stop(self) -> None:
        """The agent has answered."""
        self._tell("Stop", stop_hook_active=False, last_assistant_message=self._said)

    def end(self) -> None:
        """The person leaves."""
        self._tell("SessionEnd", reason="prompt_input_exit")
        self.clone.end_processes()

    @property
    def tokens(self) -> int:
        """About how many tokens were said and done, without what was shown."""
        return self.characters // _PER_TOKEN

    @property
    def tokens_shown(self) -> int:
        """About how many tokens were shown."""
        return sum(len(each.text) for each in self.shown) // _PER_TOKEN

    def _after(self, outcome: Outcome, fields: dict[str, Any]) -> None:
        if outcome.code:
            error = failure_of(outcome)
            self._tell("PostToolUseFailure", **fields, error=error, is_interrupt=False)
            self._show("asked", self._ask(error))
        else:
            answer = {"stdout": outcome.output, "stderr": outcome.error, "interrupted": False}
            self._tell("PostToolUse", **fields, tool_response=answer)

    def _tell(self, event: str, **fields: Any) -> None:
        self._show(event, self._react(event, fields).shown)

    def _show(self, event: str, text: str) -> None:
        if text:
            self.shown.append(Shown(event, len(self.ran), text))

    def _react(self, event: str, fields: dict[str, Any]) -> Reaction:
        whole = {"session_id": self._transcript.session, "cwd": str(self.clone.folder),
                 "transcript_path": str(self._transcript.path), "permission_mode": "default",
                 **fields}  # fmt: skip
        reaction = react(self._settings, event, whole, self.clone.folder, self.clone.variables)
        self.seconds += reaction.seconds
        self.failed += reaction.failed
        return reaction


def call_of(act: Act, folder: Path) -> tuple[str, dict[str, Any]]:
    """The tool of Claude Code that does an act, and what it is given."""
    if act.read:
        return "Read", {"file_path": str(folder / act.read)}
    if act.edit:
        return "Edit", {"file_path": str(folder / act.edit), "old_string": act.old,
                        "new_string": act.new}  # fmt: skip
    if act.write:
        return "Write", {"file_path": str(folder / act.write), "content": act.text}
    return "Bash", {"command": act.run or f"rm {act.delete}"}
