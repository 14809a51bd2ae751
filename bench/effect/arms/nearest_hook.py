"""A hook of Claude Code: the five passages of earlier transcripts that are nearest to a prompt."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

_MOST = 5
_LONGEST = 400
"""Characters of a passage."""


def main() -> None:
    """Read a prompt on standard input, and print what is shown with it."""
    given = json.load(sys.stdin)
    words = [f'"{each}"' for each in re.findall(r"\w{3,}", given["prompt"])]
    own = Path(given["transcript_path"])
    board = sqlite3.connect(":memory:")
    board.execute("CREATE VIRTUAL TABLE passages USING fts5(text, tokenize='porter')")
    others = (path for path in sorted(own.parent.glob("*.jsonl")) if path != own)
    board.executemany(
        "INSERT INTO passages VALUES (?)", ((text,) for path in others for text in passages(path))
    )
    nearest = board.execute(
        "SELECT text FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT ?",
        (" OR ".join(words), _MOST),
    ).fetchall() if words else []  # fmt: skip
    if nearest:
        print("From earlier sessions:")
        print("\n".join(f"- {text}" for (text,) in nearest))


def passages(path: Path) -> Iterator[str]:
    """What was said, called and printed in a transcript, each cut."""
    for line in map(json.loads, path.read_text().splitlines()):
        content = line["message"]["content"]
        blocks = [{"text": content}] if isinstance(content, str) else content
        for block in blocks:
            text = block.get("text") or block.get("content") or json.dumps(block.get("input"))
            yield " ".join(text.split())[:_LONGEST]


if __name__ == "__main__":
    main()
