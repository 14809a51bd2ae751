"""Given sessions again and again, each copy in other words.

A copy is other sessions of another project at another time of the year, and a sixth of its longer
words are other ones, the same throughout the copy: another sixth in the next copy. What is between
quotation marks alone, such as names of fields and tools, stays as it is.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from zlib import crc32

import orjson

from bench.made.words import fresh

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
            known = self._words[word] = fresh(random) if is_other else word
        return known

    def _moment(self, text: str) -> str:
        return (datetime.fromisoformat(text) - self._later).isoformat()


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
