"""The events, lessons and prompts that are measured with: the same in every run.

Texts are recombined from real sentences where the folder `../shared/data` is present, and made
from an invented vocabulary of natural frequencies elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.search.query import STOP_WORDS
from blackboard.search.words import words

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "sessions"

_START = 1_750_000_000_000_000
_SECOND = 1_000_000
_BATCH = 1000
_EVENTS_IN_SESSION = 300
_PAYLOAD_BYTES = 641
_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u")]


class Prompt(NamedTuple):
    """A prompt, and the lesson that some of its words were taken from."""

    text: str
    lesson: str


@cache
def sentences() -> tuple[str, ...]:
    """What lessons and prompts are made of."""
    file = DATA / "lessons" / "rules.jsonl"
    if file.is_file():
        texts = (json.loads(line)["text"] for line in file.read_text().splitlines())
        return tuple(text for text in texts if 6 <= len(text.split()) <= 60)
    random = Random(1)
    return tuple(" ".join(name(random) for _ in range(18)) for _ in range(2500))


def name(random: Random) -> str:
    """An invented word; few are frequent, and there is always another one."""
    number = int(random.paretovariate(0.9)) + 20
    spelled = ""
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        spelled += _SYLLABLES[digit]
    return spelled


def lessons(size: int, seed: int = 7) -> Iterator[NewEvent]:
    """Lessons, each of four texts that are recombined from two sentences each."""
    random = Random(seed)
    for number in range(size):
        yield _lesson(f"lesson-{number}", number, random)


def mixed(size: int, seed: int = 8) -> Iterator[NewEvent]:
    """What a board of a year holds: 60 % tool calls, 35 % messages, 1 % lessons, and the rest."""
    random = Random(seed)
    texts = [_text(random, 60, sentences()) for _ in range(500)]
    kinds = random.choices(
        ("tool", "message", "start", "lesson", "other"), (60, 35, 3, 1, 1), k=size
    )
    for number, kind in enumerate(kinds):
        yield _event(kind, number, random, texts)


def told(size: int, first: int = 0) -> list[NewEvent]:
    """Events of one kind for appending, with payloads of 641 bytes."""
    made = []
    for number in range(first, first + size):
        session = f"told-{number // _EVENTS_IN_SESSION}"
        payload = {"session": session, "call": f"{number:012d}", "name": "Bash", "output": ""}
        payload["output"] = "x" * (_PAYLOAD_BYTES - len(json.dumps(payload, separators=(",", ":"))))
        made.append(NewEvent("tool.called", f"session:{session}", payload))
    return made


def lesson_board(folder: Path, size: int) -> Path:
    """The file of a board of lessons with its views up to date, made once a run."""
    return _board(folder / f"lessons-{size}.board", lessons(size), caught_up=True)


def event_board(folder: Path, size: int) -> Path:
    """The file of a board of mixed events whose views were never read, made once a run."""
    return _board(folder / f"events-{size}.board", mixed(size), caught_up=False)


def prompts(size: int, count: int, length: int, seed: int = 9) -> list[Prompt]:
    """Prompts of a length, each with eight words of one of `size` lessons among others.

    The other words come from sentences that no lesson was made from.
    """
    random = Random(seed)
    chosen = set(random.sample(range(size), min(count, size)))
    known = [event for number, event in enumerate(lessons(size)) if number in chosen]
    return [_prompt(event.payload, length, random) for event in known]


def queries(size: int, count: int, length: int, *, common: bool, seed: int = 10) -> list[str]:
    """Searches by words of lessons: neighbours from one text, or the commonest words of all."""
    random = Random(seed + length)
    if common:
        frequent = _frequent()
        return [" ".join(random.sample(frequent[:40], length)) for _ in range(count)]
    chosen = set(random.sample(range(size), min(count, size)))
    known = [event for number, event in enumerate(lessons(size)) if number in chosen]
    return [" ".join(_told_words(event.payload, length, random)) for event in known]


def _board(path: Path, events: Iterator[NewEvent], *, caught_up: bool) -> Path:
    if not path.is_file():
        with Board.open(path) as board:
            while batch := list(islice(events, _BATCH)):
                board.log.append(batch)
            if caught_up:
                board.catch_up()
    return path


@cache
def _frequent() -> list[str]:
    counts: dict[str, int] = {}
    for sentence in sentences():
        for word in set(words(sentence)) - STOP_WORDS:
            counts[word] = counts.get(word, 0) + word.isalpha()
    return sorted(counts, key=lambda word: (-counts[word], word))


def _lesson(lesson: str, number: int, random: Random) -> NewEvent:
    module = f"src/{name(random)}/{name(random)}.py"
    some = sentences()[::2]
    payload: dict[str, Any] = {
        "lesson": lesson,
        "phase": random.choice(("implement", "review", "rework")),
        "category": random.choice(("testing", "types", "architecture", "dependencies")),
        "severity": random.choice(("low", "medium", "high")),
        "constraint": _text(random, 14, some),
        "symptom": f"{_text(random, 14, some)} in {name(random)}",
        "root_cause": _text(random, 12, some),
        "resolution": _text(random, 12, some),
        "tags": [name(random)],
        "paths": [module],
        "trust": "tool",
        "confidence": 0.6,
    }
    project = f"example.org/{number % 20}"
    return _new("lesson.created", f"lesson:{lesson}", payload, number, project)


def _text(random: Random, length: int, some: Sequence[str]) -> str:
    """The beginning of one sentence and the end of another one, and so on up to a length."""
    chosen: list[str] = []
    while len(chosen) < length:
        said = random.choice(some).split()
        half = max(3, min(length, len(said)) // 2)
        chosen += said[:half] if random.random() < 0.5 else said[-half:]
    return " ".join(chosen[:length])


def _event(kind: str, number: int, random: Random, texts: list[str]) -> NewEvent:
    session = f"session-{number // _EVENTS_IN_SESSION}"
    said = random.choice(texts)
    payload: dict[str, Any] = {"session": session}
    match kind:
        case "tool":
            payload |= {"call": f"call-{number}", "name": "Bash", "output": said,
                        "input": {"command": said[:80]}, "output_chars": len(said),
                        "failed": number % 17 == 0}  # fmt: skip
            return _new("tool.called", f"session:{session}", payload, number)
        case "message":
            role = "user" if number % 10 == 0 else "assistant"
            payload |= {"role": role, "text": said + said[:150], "message": f"message-{number}"}
            return _new("message.recorded", f"session:{session}", payload, number)
        case "start":
            payload |= {"agent": "claude-code", "cwd": "/home/me/app", "branch": "main"}
            return _new("session.started", f"session:{session}", payload, number)
        case "lesson":
            return _lesson(f"lesson-{number}", number, random)
    return _other(number, session)


def _other(number: int, session: str) -> NewEvent:
    if number % 2:
        return _new("session.ended", f"session:{session}", {"session": session}, number)
    payload = {"session": session, "text": "told", "items": [f"lesson-{number}"], "tokens": 40}
    return _new("context.injected", f"context:{session}", payload, number)


def _new(
    type_: str, stream: str, payload: dict[str, Any], number: int, project: str | None = None
) -> NewEvent:
    return NewEvent(
        type_,
        stream,
        payload,
        project=project or f"example.org/{number // _EVENTS_IN_SESSION % 20}",
        actor="bench",
        occurred_at=_START + number * _SECOND,
    )


def _told_words(payload: Any, count: int, random: Random) -> list[str]:
    texts = [payload[part] for part in ("constraint", "symptom", "root_cause", "resolution")]
    telling = [word for word in dict.fromkeys(words(" ".join(texts)))
               if word not in STOP_WORDS and len(word) > 2]  # fmt: skip
    return random.sample(telling, min(count, len(telling)))


def _prompt(payload: Any, length: int, random: Random) -> Prompt:
    filling = _text(random, length - 8, sentences()[1::2]).split()
    for word in _told_words(payload, 8, random):
        filling.insert(random.randrange(len(filling) + 1), word)
    return Prompt(" ".join(filling), payload["lesson"])
