"""The words of a situation: what each is worth, and in which sentences it is.

A module of its own for its tables of words.
"""

from __future__ import annotations

from itertools import islice

from blackboard.search.common_words import STOP_WORDS
from blackboard.search.rarity import rarity
from blackboard.search.words import words, words_and_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

LONGEST_SENTENCE = 30
"""Words; a longer sentence or line is cut into several."""

MOST_SENTENCES = 60
_FIRST_SENTENCES = 40
"""Of more sentences the first and the last ones: what is between them was pasted."""

_ENDS = (". ", "! ", "? ", "; ")


class Sentences:
    """The sentences of a text: the rarity of each word, and where it is.

    `rarities` has each distinct word; `masses` the sum of rarities of each sentence; `places` the
    numbers of the sentences with a word. Words of the project's own name are worth
    nothing: all that is said in a project may name it.
    """

    __slots__ = ("masses", "places", "rarities")

    def __init__(self, text: str, own: Collection[str] = ()) -> None:
        self.rarities: dict[str, float] = {}
        self.masses: list[float] = []
        self.places: dict[str, list[int]] = {}
        for sentence in _first_and_last(list(_sentences(text))):
            self._add(sentence, own)

    def _add(self, sentence: set[str], own: Collection[str]) -> None:
        number = len(self.masses)
        for word in sentence:
            if word not in self.rarities:
                self.rarities[word] = 0.0 if word in own else rarity(word)
            self.places.setdefault(word, []).append(number)
        self.masses.append(sum(self.rarities[word] for word in sentence))


def own_words(project: str | None) -> frozenset[str]:
    """The words of a project's own name: of its folder, or of its owner and repository.

    >>> sorted(own_words("github.com/ada/tide-tables")), sorted(own_words("/home/ada/tideTables"))
    (['ada', 'tabl', 'tid'], ['tabl', 'tid', 'tidetabl'])
    """
    if not project:
        return frozenset()
    parts = project.replace("\\", "/").rstrip("/").split("/")
    is_folder = parts[0] == "" or parts[0].endswith(":")
    return frozenset(words_and_parts(" ".join(parts[-1:] if is_folder else parts[-2:])))


def _sentences(text: str) -> Iterator[set[str]]:
    """The distinct words of each sentence or line, without those of the grammar."""
    for end in _ENDS:
        text = text.replace(end, f"{end[0]}\n")
    for line in text.splitlines():
        found = iter(words(line))
        while piece := list(islice(found, LONGEST_SENTENCE)):
            kept = {word for word in piece if word not in STOP_WORDS}
            if kept:
                yield kept


def _first_and_last(sentences: list[set[str]]) -> list[set[str]]:
    if len(sentences) <= MOST_SENTENCES:
        return sentences
    return sentences[:_FIRST_SENTENCES] + sentences[_FIRST_SENTENCES - MOST_SENTENCES :]
