"""In what share of short English texts a word stands, by three kinds of sources.

Each gives a `Shares`: the probability that a text of about twenty words has the stem. Only these
numbers leave a source; no text does.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from blackboard.search.words import words, words_and_parts

Shares = dict[str, float]

_WORDS_OF_A_TEXT = 20
"""About as many as a sentence and a package's summary have, so that all sources compare."""

_SHORTEST_SUMMARY = 15
_LONGEST_SUMMARY = 400
"""Characters; what is shorter is a name, what is longer is a pasted page."""

_MOST_PROMPTS = 50
"""A repository weighs no more than so many prompts: else its own words look common."""

_FEWEST_REPOSITORIES = 2
"""A word of one repository's prompts alone is a name of its own, or a typing error."""


def of_frequencies(path: Path) -> Shares:
    """From a list of words with their counts in running text, a word and its count a line."""
    counts: Counter[str] = Counter()
    for line in path.read_text("utf-8-sig").splitlines():
        word, count = line.split()
        for stem in words(word):
            counts[stem] += int(count)
    total = counts.total()
    return {stem: min(1.0, _WORDS_OF_A_TEXT * count / total) for stem, count in counts.items()}


def of_summaries(paths: Sequence[Path]) -> Shares:
    """From what packages say of themselves; every list counts the same, however long it is."""
    lists = [_shares(_summaries(path)) for path in paths]
    stems = set().union(*lists)
    return {stem: sum(each.get(stem, 0.0) for each in lists) / len(lists) for stem in stems}


def of_prompts(prompts: Mapping[str, Sequence[str]]) -> Shares:
    """From what developers asked of agents, by repository."""
    homes: Counter[str] = Counter()
    mass: defaultdict[str, float] = defaultdict(float)
    total = 0
    for texts in prompts.values():
        heard = min(len(texts), _MOST_PROMPTS)
        here = Counter(stem for text in texts for stem in set(words_and_parts(text)))
        homes.update(set(here))
        total += heard
        for stem, count in here.items():
            mass[stem] += heard * count / len(texts)
    return {
        stem: each / total for stem, each in mass.items() if homes[stem] >= _FEWEST_REPOSITORIES
    }


def _summaries(path: Path) -> Iterator[str]:
    """The distinct summaries of a list: of Debian packages, or the last column of a table."""
    seen: set[str] = set()
    is_debian = path.suffix != ".tsv"
    with path.open(errors="replace") as lines:
        for line in lines:
            if is_debian and not line.startswith("Description:"):
                continue
            text = line.rstrip("\n").split(": " if is_debian else "\t", 1 if is_debian else -1)[-1]
            is_prose = len(text) >= _SHORTEST_SUMMARY and text.isascii()
            if is_prose and text not in seen:
                seen.add(text)
                yield text[:_LONGEST_SUMMARY]


def _shares(texts: Iterable[str]) -> Shares:
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:
        total += 1
        counts.update(set(words_and_parts(text)))
    return {stem: count / total for stem, count in counts.items()}
