"""The situation in which an agent could use a lesson: at which step it is, and what is known.

Light to import, because the hooks of agents use it too: no `re`, no `typing`, and the tables of
words only where words are asked for.
"""

from __future__ import annotations

from functools import cached_property

from blackboard.delivery.keys import command_keys, is_telling, named_commands
from blackboard.errors import BoardError
from blackboard.search.file_names import file_name, kind_of_file, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.delivery.words import Sentences

STEPS = ("start", "cleared", "prompt", "before", "after", "failed")
"""The start of a session, its prompts, and its tool calls: before, after, and known to have failed.

At `cleared` the agent's context was compacted or emptied, with all that it was shown; the prompt,
commands (a line each) and paths are those of the work under way. At `after` it is not known yet
whether the call failed."""

_LONGEST_PROMPT = 40_000
_LONGEST_COMMAND = 8_000
_LONGEST_ERROR = 8_000
"""Characters that are read. Longer texts were pasted or printed, and hooks have milliseconds."""

_SIGNS_OF_FAILURE = ("error", "failed", "not found", "fatal", "cannot")


class Situation:
    """A step of a session, and what is known there: the prompt, command, paths and error.

    `project` is the repository's identity; None lets lessons of every project through, and an
    empty one only those that hold everywhere. `session` keeps a lesson from being delivered twice
    in one session. `asked` says that somebody asked, who is answered with what is less sure too.
    Without a `step`, what is known decides it (`step_of`).

    Raises:
        BoardError: there is no such step.
    """

    def __init__(
        self,
        prompt: str = "",
        project: str | None = None,
        paths: tuple[str, ...] = (),
        command: str = "",
        error: str = "",
        phase: str | None = None,
        session: str | None = None,
        step: str = "",
        *,
        asked: bool = False,
    ) -> None:
        if step and step not in STEPS:
            raise BoardError(f"there is no step {step!r}; choose one of {', '.join(STEPS)}")
        self.prompt = prompt[:_LONGEST_PROMPT]
        self.project = project
        self.paths = paths
        self.command = command[:_LONGEST_COMMAND]
        self.error = _both_ends(error)
        self.phase = phase
        self.session = session
        self.step = step or step_of(prompt, paths, command, error)
        self.asked = asked

    def of_project(self, project: str | None) -> Situation:
        """The same situation in a project."""
        return Situation(
            self.prompt, project, self.paths, self.command, self.error,
            self.phase, self.session, self.step, asked=self.asked,
        )  # fmt: skip

    @property
    def is_occasion(self) -> bool:
        """Whether it is worth looking for lessons: after a call only if it looks failed."""
        return self.step != "after" or _looks_failed(self.error)

    @cached_property
    def sentences(self) -> Sentences:
        """The sentences of the prompt, the error and the command."""
        from blackboard.delivery.words import Sentences, own_words

        text = f"{self.prompt}\n{self.error}\n{self.command}"
        if self.step == "cleared":
            text = self.prompt  # commands of the past only call up what is bound to them
        return Sentences(text, own_words(self.project))

    @cached_property
    def files(self) -> list[str]:
        """The paths given, and those that the prompt names and not every repository has."""
        return list(dict.fromkeys([*self.paths, *filter(is_telling, paths(self.prompt))]))

    @cached_property
    def keys(self) -> list[tuple[str, str]]:
        """What lessons may be bound to: (kind, value) pairs as the index holds them.

        After a call that may have succeeded, its file and command call for nothing.
        """
        signatures = [("signature", each) for each in _signatures(self.error, self.command)]
        if self.step == "after":
            return signatures
        return [
            *(("path", file_name(path)) for path in self.files),
            *(("path", kind) for kind in dict.fromkeys(map(kind_of_file, self.paths)) if kind),
            *(("command", key) for key in self._commands),
            *signatures,
        ]

    @property
    def _commands(self) -> list[str]:
        """The keys of the commands given, and of those that the prompt names."""
        named = named_commands(self.prompt, self.project)
        return list(dict.fromkeys([*command_keys(self.command, self.project), *named]))


def step_of(prompt: str, paths: tuple[str, ...], command: str, error: str) -> str:
    """The step that fits what is known, where none is named.

    >>> step_of("Run the tests", (), "npm test", ""), step_of("", (), "npm test", "")
    ('prompt', 'before')
    """
    if prompt:
        return "prompt"
    if error:
        return "failed"
    return "before" if command or paths else "prompt"


def _both_ends(error: str) -> str:
    """A long output without its middle: what went wrong is at its beginning or its end."""
    if len(error) <= _LONGEST_ERROR:
        return error
    half = _LONGEST_ERROR // 2
    return f"{error[: half - 1]}\n{error[-half:]}"


def _looks_failed(output: str) -> bool:
    low = output.lower()
    return any(sign in low for sign in _SIGNS_OF_FAILURE)


def _signatures(error: str, command: str) -> list[str]:
    if not error:
        return []
    from blackboard.search.failure import failure_signatures  # `re`: only where something failed

    return sorted(failure_signatures(error, command))
