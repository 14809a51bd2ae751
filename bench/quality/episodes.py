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
    """A failed call or a user's message, with the label of what it teaches."""

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
    """A finding of the miner: its text, and the labelled episode that it is about."""

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
    """Findings and episodes, and the derived figures."""

    episodes: list[Episode] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)

    @property
    def judged(self) -> list[Found]:
        """The findings whose episode has a label."""
        return [verdict for verdict in self.found if verdict.episode is not None]

    @property
    def wrong(self) -> list[Found]:
        """The findings that teach nothing, or something else."""
        return [verdict for verdict in self.judged if not verdict.right]

    @property
    def positives(self) -> list[Episode]:
        """The episodes that teach something."""
        return [episode for episode in self.episodes if episode.lesson]

    @property
    def missed(self) -> list[Episode]:
        """The teaching episodes without a right finding."""
        hit = {verdict.episode for verdict in self.found if verdict.right}
        return [positive for positive in self.positives if positive not in hit]

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
        """The share of the distinct lessons learnt from at least one episode."""
        taught = {positive.what for positive in self.positives}
        missed = {miss.what for miss in self.missed}
        learnt = {positive.what for positive in self.positives if positive not in self.missed}
        return 1 - len(missed - learnt) / len(taught) if taught else 1.0

    def of(self, half: str) -> Score:
        """The same for one half of the episodes."""
        return Score(
            [episode for episode in self.episodes if episode.half == half],
            [
                verdict
                for verdict in self.judged
                if verdict.episode and verdict.episode.half == half
            ],
        )


def measure(transcripts: Path = TRANSCRIPTS) -> Score:
    """Import the transcripts into a new board, mine it, and judge the findings."""
    episodes = labels()
    with tempfile.TemporaryDirectory() as folder, Board.open(Path(folder) / "board.db") as board:
        import_files(board, find([transcripts]), trusted=True)
        mine(board)
        return Score(episodes, list(_findings(board, _Judge(episodes, transcripts))))


def labels(path: Path = LABELS) -> list[Episode]:
    """The labelled episodes; half a is the first half of the calls and of the messages."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    count, seen = Counter(row["of"] for row in rows), Counter[str]()
    episodes = []
    for number, row in enumerate(rows):
        half = "a" if 2 * seen[row["of"]] < count[row["of"]] else "b"
        seen[row["of"]] += 1
        fields = {name: row[name] for name in ("file", "id", "of", "session", "lesson", "what")}
        episodes.append(Episode(number, half, keys=tuple(row.get("keys", ())), **fields))
    return episodes


class _Judge:
    """Finds the label of a lesson's source."""

    def __init__(self, episodes: Iterable[Episode], transcripts: Path) -> None:
        self._transcripts = transcripts
        self._calls: dict[str, Episode] = {}
        self._messages: defaultdict[str, list[Episode]] = defaultdict(list)
        for episode in episodes:
            if episode.of == "call":
                self._calls[episode.id] = episode
            else:
                self._messages[episode.session].append(episode)

    def episode(self, event: Event) -> Episode | None:
        """The label of an event, or None when it has none."""
        payload = event.payload or {}
        if event.type == "tool.called":
            return self._calls.get(payload["call"])
        for message in self._messages[payload["session"]]:
            if payload["text"] in _said(self._transcripts / message.file, message.id):
                return message
        return None


def _findings(board: Board, judge: _Judge) -> Iterator[Found]:
    """Each time a lesson was learnt or seen again."""
    says: dict[str, tuple[str, str]] = {}
    for event in board.read(types=["lesson.created", "lesson.deduplicated"]):
        payload = event.payload or {}
        if event.type == "lesson.created":
            kind = next(iter(payload["tags"][-1:]), "")
            says[payload["lesson"]] = (f"{payload['constraint']} {payload['resolution']}", kind)
        text, kind = says[payload["lesson"]]
        cited = board.log.get(payload["evidence"][0]["event_id"])
        yield Found(payload["lesson"], text, kind, judge.episode(cited))


@cache
def _said(path: Path, label: str) -> str:
    """The text of a labelled transcript line, by its number or id."""
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
    """The figures of both halves, and on request the wrong and missed cases."""
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
        for miss in score.missed:
            yield f"missed {miss.half} {miss.number} {miss.what}"
        for found in score.found:
            if found.episode is None:
                yield f"unjudged [{found.kind}] {found.says}"


def rows(score: Score) -> list[Row]:
    """The figures as rows of the quality table."""
    second = score.of("b")
    return [
        Row("miner: precision", score.precision, len(score.judged), least=0.85),
        Row("miner: recall of episodes", score.recall, len(score.positives), least=0.5),
        Row("miner: recall of lessons", score.recall_of_lessons, len(score.positives)),
        Row("miner, second half: precision", second.precision, len(second.judged), least=0.85),
        Row("miner, second half: recall", second.recall, len(second.positives), least=0.5),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="bench.quality.episodes")
    parser.add_argument("transcripts", nargs="?", type=Path, default=TRANSCRIPTS)
    parser.add_argument("--verbose", action="store_true", help="what is wrong and what is missed")
    asked = parser.parse_args(arguments)
    for line in report(measure(asked.transcripts), verbose=asked.verbose):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
