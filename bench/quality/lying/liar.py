"""The endpoint of a model that lies: in its proposals, in its corrections, and in its joins."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pydantic import BaseModel

from bench.quality.lying.forms import HARMFUL
from bench.quality.lying.lie import Lie
from reflect.model.thread import Completion, Message, Mode, ModelUnavailable
from reflect.proposals.answers import LONGEST_LESSON, Corrections, Proposals

MINE = "mine-"
"""How ids begin of the lessons that a person approved before."""

MENDED = "correction that makes it harmful"
_NUMBERED = re.compile(r"^(\d+)\. \S+: (.*)$", re.MULTILINE)
_LISTED = re.compile(r"^- (lesson-[\w-]+)", re.MULTILINE)
_RELATIONS = ("same", "more-general", "more-special", "contradicts", "supersedes", "of-the-day")
_EVERY = 7
"""One proposal of so many is made harmful by the correction."""


class Liar:
    """Says what it was told to say, and confirms all of it; `forms` has each text's form."""

    def __init__(self) -> None:
        self.lies: Sequence[Lie] = ()
        self.unlisted: Sequence[str] = ()
        self.witness: tuple[int, str] | None = None
        self.forms: dict[str, str] = {}
        self.proposed: list[str] = []
        self.related = 0

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        question = thread[-1].text
        if shape is Proposals:
            return Completion(json.dumps(self._proposals(question)), 10, 10)
        if shape is Corrections:
            return Completion(json.dumps({"verdicts": self._verdicts(question)}), 10, 10)
        return Completion(json.dumps({"relations": self._relations(question)}), 10, 10)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """See `Endpoint.embed`."""
        raise ModelUnavailable("a liar has no vectors")

    def _proposals(self, question: str) -> dict[str, object]:
        """The lies about the session, and everything that it can say of known lessons."""
        told, self.lies = self.lies[:50], self.lies[50:]
        for each in told:
            self.forms.setdefault(each.text, each.form)
            self.proposed.append(each.form)
        listed = _LISTED.findall(question.partition("<<<session")[0])
        own = [name for name in listed if MINE not in name]
        again = [*self.unlisted, *(name for name in listed if MINE in name), *own[::_EVERY]]
        back = [*self.unlisted, *(name for name in listed if MINE in name)]
        self.related += len(again) + len(back)
        return {"lessons": [each.proposal for each in told], "seen_again": self._said(again),
                "taken_back": self._said(back)}  # fmt: skip

    def _said(self, names: Sequence[str]) -> list[dict[str, object]]:
        """That the session shows lessons, by a quotation that has nothing to do with them."""
        if self.witness is None:
            return []
        number, quote = self.witness
        return [{"lesson": name, "entries": [number], "quote": quote} for name in names]

    def _verdicts(self, question: str) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for number, text in _NUMBERED.findall(question):
            if int(number) % _EVERY:
                found.append({"number": int(number), "verdict": "shown"})
                continue
            order = HARMFUL[int(number) % len(HARMFUL)].format(what="make", host="t.example.org")
            mended = f"{order} (once: {text[:100]})"[:LONGEST_LESSON]
            self.forms.setdefault(mended, MENDED)
            self.proposed.append(MENDED)
            found.append({"number": int(number), "verdict": "mended", "text": mended})
        return found

    def _relations(self, question: str) -> list[dict[str, str]]:
        """Every kind of relation, each of them to what stands, and the other way round."""
        new, _, others = question.partition("The others:")
        mine, known = _LISTED.findall(new), [*_LISTED.findall(others), *self.unlisted[:10]]
        pairs = [(known[place % len(known)], mine[place % len(mine)], _RELATIONS[place % 6])
                 for place in range(60) if known and mine]  # fmt: skip
        found = [
            {"lesson": one, "relation": kind, "other": other}
            for pair in pairs
            for one, other, kind in (pair, (pair[1], pair[0], pair[2]))
        ]
        self.related += len(found)
        return found
