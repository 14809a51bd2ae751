"""How many of the miner's lessons are right, and how many of the right ones it finds.

The labels say of each failed call and each human message of the shared transcripts whether it
teaches something lasting, and which words a lesson about it cannot do without. The miner was
tuned on half a. Half b was no blind check to the end: its missed episodes were read as well, so
that the numbers of both are better than those of unseen transcripts will be.

    python -m bench.quality.episodes [--verbose] [TRANSCRIPTS]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bench.quality.table import Row
from blackboard import Board
from blackboard.event import Event
from blackboard.importer import find, import_files
from reflect.miner.mine import mine

LABELS = Path(__file__).parent / "labels" / "episodes.jsonl"
TRANSCRIPTS = Path(__file__).resolve().parents[3] / "shared" / "data" / "transcripts"


@dataclass(frozen=True)
class Episode:
    """A failed call or a human message, and what somebody who read it says that it teaches."""

    number: int
    half: str
    file: str
    id: str
    of: str
    session: str
    lesson: bool
    what: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """A finding of the miner: what it says, and the labelled episode that it is about."""

    lesson: str
    says: str
    kind: str
    episode: Episode | None

    @property
    def right(self) -> bool:
        """Whether the episode teaches something, and this is it."""
        if self.episode is None or not self.episode.lesson:
            return False
        return any(key in self.says.lower() for key in self.episode.keys)


@dataclass
class Score:
    """Findings and episodes, and what follows from them."""

    episodes: list[Episode] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)

    @property
    def judged(self) -> list[Found]:
        """The findings whose episode has a label."""
        return [each for each in self.found if each.episode is not None]

    @property
    def wrong(self) -> list[Found]:
        """The findings that teach nothing, or something else."""
        return [each for each in self.judged if not each.right]

    @property
    def positives(self) -> list[Episode]:
        """The episodes that teach something."""
        return [each for each in self.episodes if each.lesson]

    @property
    def missed(self) -> list[Episode]:
        """The episodes that teach something, of which no right finding came."""
        hit = {each.episode for each in self.found if each.right}
        return [each for each in self.positives if each not in hit]

    @property
    def precision(self) -> float:
        """The share of the judged findings that are right."""
        return 1 - len(self.wrong) / len(self.judged) if self.judged else 1.0

    @property
    def recall(self) -> float:
        """The share of the teaching episodes that were learnt from."""
        return 1 - len(self.missed) / len(self.positives) if self.positives else 1.0

    @property
    def recall_of_lessons(self) -> float:
        """The share of the distinct lessons that were learnt from one episode at least."""
        taught = {each.what for each in self.positives}
        missed = {each.what for each in self.missed}
        learnt = {each.what for each in self.positives if each not in self.missed}
        return 1 - len(missed - learnt) / len(taught) if taught else 1.0

    def of(self, half: str) -> Score:
        """The same for one half of the episodes."""
        return Score(
            [each for each in self.episodes if each.half == half],
            [each for each in self.judged if each.episode and each.episode.half == half],
        )


def measure(transcripts: Path = TRANSCRIPTS) -> Score:
    """Import the transcripts into a board of their own, mine it, and judge what was found."""
    episodes = labels()
    with tempfile.TemporaryDirectory() as folder, Board.open(Path(folder) / "board.db") as board:
        import_files(board, find([transcripts]))
        mine(board)
        return Score(episodes, list(_findings(board, _Judge(episodes, transcripts))))


def labels(path: Path = LABELS) -> list[Episode]:
    """The labelled episodes; the first half of the calls and of the messages is half a."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    count, seen = Counter(row["of"] for row in rows), Counter[str]()
    found = []
    for number, row in enumerate(rows):
        half = "a" if 2 * seen[row["of"]] < count[row["of"]] else "b"
        seen[row["of"]] += 1
        given = {name: row[name] for name in ("file", "id", "of", "session", "lesson", "what")}
        found.append(Episode(number, half, keys=tuple(row.get("keys", ())), **given))
    return found


class _Judge:
    """Finds the label of what a lesson was made of."""

    def __init__(self, episodes: Iterable[Episode], transcripts: Path) -> None:
        self._transcripts = transcripts
        self._calls: dict[str, Episode] = {}
        self._messages: defaultdict[str, list[Episode]] = defaultdict(list)
        for each in episodes:
            if each.of == "call":
                self._calls[each.id] = each
            else:
                self._messages[each.session].append(each)

    def episode(self, event: Event) -> Episode | None:
        """The label of an event, or None when it has none."""
        payload = event.payload or {}
        if event.type == "tool.called":
            return self._calls.get(payload["call"])
        for each in self._messages[payload["session"]]:
            if payload["text"] in _said(self._transcripts / each.file, each.id):
                return each
        return None


def _findings(board: Board, judge: _Judge) -> Iterator[Found]:
    """Each time that a lesson was learnt or seen again."""
    says: dict[str, tuple[str, str]] = {}
    for event in board.read(types=["lesson.created", "lesson.deduplicated"]):
        told = event.payload or {}
        if event.type == "lesson.created":
            kind = next(iter(told["tags"][-1:]), "")
            says[told["lesson"]] = (f"{told['constraint']} {told['resolution']}", kind)
        text, kind = says[told["lesson"]]
        cited = board.log.get(told["evidence"][0]["event_id"])
        yield Found(told["lesson"], text, kind, judge.episode(cited))


@cache
def _said(path: Path, label: str) -> str:
    """The text of a labelled line of a transcript: by its number, or by its id."""
    lines = _lines(path)
    number = label.removeprefix("line:")
    if number.isdigit():
        return _texts(json.loads(lines[int(number) - 1]))
    line = next(line for line in lines if f'"uuid":"{label}"' in line.replace('": "', '":"'))
    return _texts(json.loads(line))


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(errors="replace").split("\n")


def _texts(value: object) -> str:
    """All texts in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return "\n".join(map(_texts, value))
    return value if isinstance(value, str) else ""


def report(score: Score, *, verbose: bool) -> Iterator[str]:
    """The figures of both halves, and on demand what is wrong and what was missed."""
    for name, part in (("all", score), ("a", score.of("a")), ("b", score.of("b"))):
        yield (
            f"{name:4} {len(part.judged):4} judged {len(part.found) - len(part.judged):3} unjudged"
            f"  precision {part.precision:.2f}  recall {part.recall:.2f}"
            f"  recall of lessons {part.recall_of_lessons:.2f}"
        )
    if verbose:
        for found in score.wrong:
            label = f"{found.episode.number}: {found.episode.what}" if found.episode else ""
            yield f"wrong {label}\n      [{found.kind}] {found.says}"
        for each in score.missed:
            yield f"missed {each.half} {each.number} {each.what}"
        for found in score.found:
            if found.episode is None:
                yield f"unjudged [{found.kind}] {found.says}"


def rows(score: Score) -> list[Row]:
    """What was measured, as rows of the table of quality."""
    second = score.of("b")
    return [
        Row("miner: precision", score.precision, len(score.judged), least=0.85),
        Row("miner: recall of episodes", score.recall, len(score.positives), least=0.5),
        Row("miner: recall of lessons", score.recall_of_lessons, len(score.positives)),
        Row("miner, second half: precision", second.precision, len(second.judged), least=0.85),
        Row("miner, second half: recall", second.recall, len(second.positives), least=0.5),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(prog="bench.quality.episodes")
    parser.add_argument("transcripts", nargs="?", type=Path, default=TRANSCRIPTS)
    parser.add_argument("--verbose", action="store_true", help="what is wrong and what is missed")
    asked = parser.parse_args(arguments)
    for line in report(measure(asked.transcripts), verbose=asked.verbose):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
