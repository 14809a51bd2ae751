"""What is known of the moment in which an agent could use a lesson.

Light to import, because the hooks of agents use it too: no `re`, no `typing`.
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice

from blackboard.search.common_words import GENERIC, STOP_WORDS
from blackboard.search.file_names import file_name, paths
from blackboard.search.shell import prefixes
from blackboard.search.words import words

_MOST_WORDS = 2_000
"""A prompt with more distinct words than this was pasted; its beginning says what it is about."""


class Moment:
    """A prompt, and around it the paths, the command and the error in hand.

    `project` is the repository's identity; None lets lessons of every project through.
    `session` keeps a lesson from being offered twice in one session.
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
    ) -> None:
        self.prompt = prompt
        self.project = project
        self.paths = paths
        self.command = command
        self.error = error
        self.phase = phase
        self.session = session

    @cached_property
    def words(self) -> dict[str, float]:
        """Each distinct word with the share that it counts towards two informative ones.

        Parts of compound words are left out: as words they are common, as parts they look rare.
        """
        text = f"{self.prompt}\n{self.error}\n{self.command}"
        found = (word for word in dict.fromkeys(words(text)) if word not in STOP_WORDS)
        return {word: _informative(word) for word in islice(found, _MOST_WORDS)}

    @cached_property
    def files(self) -> list[str]:
        """The paths given and those that the prompt names."""
        return list(dict.fromkeys([*self.paths, *paths(self.prompt)]))

    @cached_property
    def keys(self) -> list[tuple[str, str]]:
        """What lessons may be bound to: (kind, value) pairs as the index holds them."""
        return [
            *(("path", file_name(path)) for path in self.files),
            *(("command", prefix) for prefix in prefixes(self.command)),
            *(("signature", each) for each in _signatures(self.error)),
        ]


def _signatures(error: str) -> list[str]:
    if not error:
        return []
    from blackboard.search.moments import signatures  # with `re`: only where something failed

    return signatures(error)


def _informative(word: str) -> float:
    """1 for a word that tells what is meant, a half for a lone CJK character, else 0."""
    if not word.isascii() and len(word) == 1:
        return 0.5
    if word in GENERIC or len(word) < 3 or word.isdigit():
        return 0.0
    return 1.0
