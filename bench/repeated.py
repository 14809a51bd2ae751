"""Boards of a heavy user's size: recorded sessions again and again, each copy in other words.

A copy is other sessions of another project at another time of the year, and a sixth of its longer
words are other ones, the same throughout the copy: another sixth in the next copy. What is between
quotation marks alone, such as names of fields and tools, stays as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from zlib import crc32

import orjson

from bench.importing import transcripts
from bench.texts import name
from blackboard.board import Board
from tests.commands import run_command

COMMAND = str(Path(sys.executable).with_name("lessonboard"))
SAMPLES = Path(__file__).resolve().parents[1] / "examples" / "sessions"
_UUID = re.compile(r"\b([0-9a-f]{8})(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b")
_CALL = re.compile(r"\b(toolu|call|msg|req)_(?=\w{20})")
_TIME = re.compile(r"\b(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d)\b")
_WORD = re.compile(r'(?<![\w"\\])[a-z]{6,}(?![\w"])')
_SHARE, _PROJECTS, _DAYS, _STEP = 6, 4, 365, 37


class Copy:
    """What one copy changes; the first one, number 0, changes nothing."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._salt = crc32(b"%d" % number)
        self._later = timedelta(days=-(number * _STEP) % _DAYS)
        self._words: dict[str, str] = {}

    def of(self, text: str, folder: str) -> str:
        """A transcript in the words of this copy.

        Args:
            text: the transcript.
            folder: where its session was; part of what is changed.
        """
        if not self._number:
            return text
        text = _WORD.sub(lambda found: self._word(found[0]), text)
        text = _CALL.sub(rf"\g<1>_{self._number:04d}", self.renamed(text))
        text = _TIME.sub(lambda found: self._moment(found[1]), text)
        return text.replace(folder, f"{folder}-{self._number % _PROJECTS}") if folder else text

    def renamed(self, text: str) -> str:
        """A text with the sessions of this copy."""
        return _UUID.sub(lambda found: f"{int(found[1], 16) ^ self._salt:08x}{found[2]}", text)

    def _word(self, word: str) -> str:
        known = self._words.get(word)
        if known is None:
            is_other = crc32(word.encode()) % _SHARE == self._number % _SHARE
            random = Random(f"{word} {self._number}")
            known = self._words[word] = name(random) if is_other else word
        return known

    def _moment(self, text: str) -> str:
        return (datetime.fromisoformat(text) - self._later).isoformat()


def boards(sizes: Sequence[int], folder: Path) -> Iterator[tuple[int, Path, Path]]:
    """One board that grows through the sizes: the size, its file, and the newest copy's folder."""
    board, models, number = folder / "year.board", transcripts(folder), 0
    for size in sorted(sizes):
        while (reached := _events(board)) < size:
            newest = copied(models, Copy(number), folder / "transcripts-of-a-year")
            run("--db", str(board), "session", "import", "--no-mine", "--trusted", str(newest))
            number += 1
        yield reached, board, newest


def run(*words: str) -> None:
    """Run `lessonboard` quietly, to its good end, as a script that may decide."""
    done = run_command(words, cwd=Path.cwd(), env=os.environ)
    assert done.code == 0, (words, done.err)


def _events(board: Path) -> int:
    if not board.is_file():
        return 0
    with Board.open(board, read_only=True) as opened:
        return opened.log.head()


def copied(models: Sequence[Path], copy: Copy, folder: Path) -> Path:
    """The transcripts of one copy, in the place of those of the one before."""
    if folder.exists():
        shutil.rmtree(folder)
    for number, model in enumerate(models):
        text = model.read_text(errors="replace")
        (place := folder / f"{number:04d}").mkdir(parents=True)
        (place / copy.renamed(model.name)).write_text(copy.of(text, _folder_of(text)))
    return folder


def _folder_of(text: str) -> str:
    """Where a session was, by the first of its records that says so."""
    for line in text.splitlines()[:20]:
        record = orjson.loads(line)
        for place in (record, record.get("payload") or {}):
            if isinstance(place, dict) and place.get("cwd"):
                return str(place["cwd"])
    return ""
