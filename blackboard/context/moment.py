"""What is known of the moment in which an agent could use a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from blackboard.search import moments
from blackboard.search.query import STOP_WORDS
from blackboard.search.words import words

GENERIC = frozenset(
    words(
        """
        add agent allow always another app application apply approach ask available avoid
        back bad base best better big branch break bug build button call case cause change
        check class clean clear close code come command comment commit complete continue
        correct create current data default define delete design detail different directory
        do document documentation done each edit end ensure entire error even every
        everything example exist expect explain fail failure feature field file final find
        first fix folder follow found full function general give go good great handle happen
        help here high idea implement implementation important improve include information
        input instead instruction issue it keep key kind know large last leave less level
        line list little local log long look low main make many mean message method might
        missing mode model module move much multiple must name need never new next nothing
        number object ok old open option order original output package page part pass path
        pattern place plan please point possible prefer problem process program project
        prompt proper provide pull push put question quick read ready real reason refactor
        related release remove rename replace report repo repository request require
        response result return review right rule run same save say script second section see
        server session set setting setup several short show side similar simple single size
        small solution some someone something source specific start state status step still
        stop string structure suggest support sure system table take task tell test text
        thank thing think time title todo together tool total try turn two type understand
        unit update user usual value variable version view want way well whether whole
        without word work workflow write wrong yet one three wherever whenever directly
        correctly properly easier easy manual manually manage manager verify reference
        mention relevant certain especially actually exactly currently explicitly
        automatically above below current currently session conversation
        """
    )
)
"""Words that say nothing about what a prompt is about, because so many prompts have them."""


_MOST_WORDS = 2_000
"""A prompt with more distinct words than this was pasted; its beginning says what it is about."""


@dataclass(frozen=True)
class Moment:
    """A prompt, and around it the paths, the command and the error in hand.

    `project` is the repository's identity; None lets lessons of every project through.
    `session` keeps a lesson from being offered twice in one session.
    """

    prompt: str = ""
    project: str | None = None
    paths: tuple[str, ...] = ()
    command: str = ""
    error: str = ""
    phase: str | None = None
    session: str | None = None

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
        return list(dict.fromkeys([*self.paths, *moments.paths(self.prompt)]))

    @cached_property
    def keys(self) -> list[tuple[str, str]]:
        """What lessons may be bound to: (kind, value) pairs as the index holds them."""
        return [
            *(("path", moments.file_name(path)) for path in self.files),
            *(("command", prefix) for prefix in moments.prefixes(self.command)),
            *(("signature", each) for each in moments.signatures(self.error)),
        ]


def _informative(word: str) -> float:
    """1 for a word that tells what is meant, a half for a lone CJK character, else 0."""
    if not word.isascii() and len(word) == 1:
        return 0.5
    if word in GENERIC or len(word) < 3 or word.isdigit():
        return 0.0
    return 1.0
