"""How rare a word is in developers' English, as the shipped table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.rarity.mixture import lines, rarities
from bench.rarity.sources import of_frequencies, of_prompts, of_summaries
from blackboard.search.rarity import LEVELS, PATH, RAREST, rarity, table
from blackboard.search.words import words


def test_the_table_is_small_and_in_order() -> None:
    """A line a level, each word once; a hook reads it within a millisecond or two."""
    text = Path(PATH).read_text()
    stems = text.split()
    assert len(stems) == len(set(stems)) == len(table()) > 5_000
    assert len(text) < 330_000
    assert max(table().values()) < RAREST
    assert len(text.splitlines()) <= RAREST * LEVELS
    assert all(line.split() == sorted(line.split()) for line in text.splitlines())


@pytest.mark.parametrize(("commoner", "rarer"), [
    ("the", "test"), ("test", "commit"), ("commit", "compiler"), ("file", "migration"),
    ("error", "deadlock"), ("compiler", "quokka"),
])  # fmt: skip
def test_words_are_ordered_as_a_developer_would(commoner: str, rarer: str) -> None:
    """By how often developers write them, and no word is rarer than one that nobody knows."""
    first, second = (rarity(words(word)[0]) for word in (commoner, rarer))
    assert first < second <= RAREST == rarity("xqzwv")


@pytest.mark.parametrize(("word", "worth"), [
    ("2048", 0.0), ("xq", 0.0), ("\u7de8", RAREST / 2), ("xqz", RAREST), ("", 0.0),
])  # fmt: skip
def test_what_is_no_word(word: str, worth: float) -> None:
    """A number and two unknown letters are worth nothing, a CJK sign half a word."""
    assert rarity(word) == worth


def test_a_table_is_made_of_three_kinds_of_sources(tmp_path: Path) -> None:
    """Each word by the mean of its shares; what stands in one repository alone is left out."""
    (tmp_path / "counts.txt").write_text("run 60\nzebra 40\n")
    (tmp_path / "list.tsv").write_text("a\t1\tRun zebras for you\nb\t1\tRun zebras for you\n")
    (tmp_path / "debian").write_text("Package: a\nDescription: run a herd of things\n")
    frequencies = of_frequencies(tmp_path / "counts.txt")
    summaries = of_summaries([tmp_path / "list.tsv", tmp_path / "debian"])
    prompts = of_prompts({"one": ["run it", "walk"], "other": ["run secretname"]})
    assert frequencies == {"run": 1.0, "zebra": 1.0}
    assert (summaries["run"], summaries["zebra"]) == (1.0, 0.5)
    assert prompts == {"run": pytest.approx(2 / 3)}
    made = rarities([frequencies, summaries], {**prompts, "ada": 0.5})
    assert made["run"] == made["zebra"] == 0.0
    assert {"secretnam", "ada"}.isdisjoint(made)
    assert list(lines({"run": 0.0, "b": 0.25, "a": 0.25})) == ["run", "", "a b"]
