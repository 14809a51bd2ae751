"""How many lessons rules make of small talk: every one of them is noise.

The talk is `chatterbot-corpus` (BSD): what people say to chatbots, in 28 languages. Nothing in the
product was written while looking at it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from bench.quality.made_sessions import in_session, says
from bench.quality.table import grid
from blackboard import Board
from blackboard.digests import sha256
from blackboard.views.lessons import ACTIVE_STATUSES
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine

MESSAGES = 5_000
PACKAGE = "chatterbot_corpus"
NOT_HERE = f"small talk: not run, for {PACKAGE} is not installed (dependency group bench)"

_IN_A_SESSION = 20
_SAID = re.compile(r"^\s*(?:- )*-\s*(?P<text>\S.*)$")
_BEGAN, _HOUR = 1_780_000_000_000_000, 3_600_000_000


class Talk(NamedTuple):
    """What became of some messages: how many there were, and the lessons that are offered."""

    messages: int
    lessons: Sequence[str]

    @property
    def in_5000(self) -> float:
        """Lessons in so many messages, in proportion."""
        return MESSAGES * len(self.lessons) / max(1, self.messages)


def measure() -> str:
    """The lessons from English small talk and from that of the other languages."""
    folder = _folder()
    if folder is None:
        return NOT_HERE
    english = learnt(drawn(folder.glob("english/*.yml")))
    others = learnt(drawn(path for path in folder.glob("*/*.yml")
                          if path.parent.name != "english"))  # fmt: skip
    rows = [[name, str(talk.messages), str(len(talk.lessons)), f"{talk.in_5000:.0f}"]
            for name, talk in (("English", english), ("27 other languages", others))]  # fmt: skip
    return grid(["small talk, by rules", "messages", "lessons", "in 5,000 (goal: 2)"], rows)


def drawn(files: Iterator[Path], most: int = MESSAGES) -> list[str]:
    """So many messages of some files, each once, in an order that is drawn by their hash."""
    lines = (line for path in files for line in path.read_text().splitlines())
    found = {match["text"].strip("'\" ") for line in lines if (match := _SAID.match(line))}
    return sorted(found, key=lambda text: sha256(text.encode()).hexdigest())[:most]


def learnt(messages: Sequence[str]) -> Talk:
    """What rules make of messages, twenty a session, each with an answer of the agent's."""
    with Board.open(":memory:") as board:
        texts = iter(messages)
        number = 0
        while some := list(islice(texts, _IN_A_SESSION)):
            steps = [step for text in some for step in (says(text), says("Sure.", "assistant"))]
            board.append(in_session(steps, f"talk-{number}", "github.com/example/talk",
                                    "/home/ada/talk", _BEGAN + number * _HOUR))  # fmt: skip
            number += 1
        mine(board)
        curate(board, CuratorSettings())
        rows = board.view("lessons", where={"status": ACTIVE_STATUSES})
        return Talk(len(messages), [row["constraint"] for row in rows])


def _folder() -> Path | None:
    found = find_spec(PACKAGE)
    places = list(found.submodule_search_locations or ()) if found else []
    return Path(places[0]) / "data" if places else None
