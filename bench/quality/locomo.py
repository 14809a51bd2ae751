"""LoCoMo, questions about long conversations, by session: our ranking beside bare FTS5.

The data is not here (https://github.com/snap-research/locomo): a JSON list of samples, each with
the sessions of a `conversation` and questions (`qa`) whose `evidence` names turns as `D3:12`, which
is the twelfth of the third session. As others measure it, a session is a document, a question
counts if its evidence names a session of its sample, and any of those is right.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench.quality.ranks import Order, Ranks, bare, ranks
from bench.quality.recall import ranking
from bench.quality.table import grid
from blackboard import Board, NewEvent

_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D(\d+):\d+")


class Question(NamedTuple):
    """A question, its kind, and the sessions that answer it."""

    text: str
    kind: str
    sessions: frozenset[str]


def tables(path: Path) -> str:
    """The figures by kind of question; each conversation is a board of its own."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for sample in json.loads(path.read_text(encoding="utf-8")):
        turns = _turns(sample["conversation"])
        asked = list(_questions(sample["qa"], turns))
        with Board.open(":memory:") as board:
            board.append(_events(turns))
            orders = {"search": ranking(board), "bare FTS5": bare(_documents(turns))}
            for name, order in orders.items():
                _add(found, name, order, asked)
    return grid(["questions", "n", "ranking", "hit@1", "hit@5", "MRR"], list(_rows(found)))


def _add(
    found: dict[tuple[str, str], list[int]], name: str, order: Order, asked: list[Question]
) -> None:
    places = ranks(order, [(each.text, each.sessions) for each in asked]).places
    for question, place in zip(asked, places, strict=True):
        found[question.kind, name].append(place)
        found["all", name].append(place)


def _rows(found: Mapping[tuple[str, str], list[int]]) -> Iterator[list[str]]:
    for kind in (*_KINDS.values(), "all"):
        for (each, name), places in found.items():
            if each == kind:
                total, all_ = len(places), Ranks(tuple(places))
                yield [kind, str(total), name, f"{all_.at(1) / total:.3f}",
                       f"{all_.at(5) / total:.3f}", f"{all_.mrr:.3f}"]  # fmt: skip


def _turns(conversation: Mapping[str, Any]) -> dict[str, list[str]]:
    """What was said in each session, by its number."""
    return {
        number[1]: [f"{turn['speaker']}: {turn['text']}" for turn in turns]
        for name, turns in conversation.items()
        if (number := _SESSION.fullmatch(name))
    }


def _questions(qa: list[dict[str, Any]], turns: Mapping[str, object]) -> Iterator[Question]:
    for each in qa:
        named = _EVIDENCE.findall(" ".join(each.get("evidence", ())))
        sessions = frozenset(named).intersection(turns)
        if sessions:
            yield Question(each["question"], _KINDS[each["category"]], sessions)


def _events(turns: Mapping[str, list[str]]) -> list[NewEvent]:
    return [
        NewEvent("message.recorded", f"session:{session}",
                 {"session": session, "role": "user", "text": text}, actor="locomo")
        for session, lines in turns.items() for text in lines
    ]  # fmt: skip


def _documents(turns: Mapping[str, list[str]]) -> dict[str, str]:
    return {session: "\n".join(lines) for session, lines in turns.items()}
