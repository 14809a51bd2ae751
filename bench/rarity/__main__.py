"""Make the table: `python -m bench.rarity --frequencies FILE --summaries FILE ...`.

Sources, and why their licences allow it:

- `--frequencies`: the 82,765 most frequent English words with their counts in the Google Books
  Ngram data (CC BY 3.0), as the package symspellpy (MIT) ships them. `wordfreq` knows more words
  and gives the same figures; its data is under a share-alike licence, so it is not used.
- `--summaries`: what packages say of themselves, one a line: tables (`.tsv`) of Python's and
  JavaScript's packages with the summary in the last column, and Debian's (`apt-cache dumpavail`).
- developers' prompts of the shared transcripts (MIT, Apache-2.0), read where that data is present;
  a word counts there only when two repositories have it, and one of the others too.

Only counts of single words are taken from any of them, and only of words that are not rare.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from bench.quality.developer_prompts import prompts_by_repository
from bench.rarity.mixture import lines, rarities
from bench.rarity.sources import of_frequencies, of_prompts, of_summaries
from blackboard.search.rarity import PATH


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the sources and write the table."""
    parser = argparse.ArgumentParser(prog="bench.rarity")
    parser.add_argument("--frequencies", type=Path, required=True)
    parser.add_argument("--summaries", type=Path, nargs="+", required=True)
    parser.add_argument("--to", type=Path, default=Path(PATH))
    given = parser.parse_args(arguments)
    published = [of_frequencies(given.frequencies), of_summaries(given.summaries)]
    table = rarities(published, of_prompts(prompts_by_repository()))
    text = "\n".join(lines(table)) + "\n"
    given.to.write_text(text)
    print(f"{given.to}: {len(table)} stems, {len(text):,} bytes")


if __name__ == "__main__":
    main()
