"""What a session added to memory and rule files: new passages that were there at its end.

What was only moved, re-indented or put into other words of the same length is not new, nor is what
the session had read in the file before. What it took out again is gone.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from blackboard.calls import read_file
from blackboard.event import Event
from blackboard.search.words import words as words_in
from blackboard.vocabulary import Trust
from reflect.harvest.asked import is_asked_for
from reflect.harvest.file_text import below, file_key, folded
from reflect.harvest.passages import Passage, passages
from reflect.harvest.places import Kind, kind_of
from reflect.harvest.wording import Words, words_of
from reflect.harvest.worth import ENOUGH, GENERATED_NEEDS, is_generated, worth
from reflect.harvest.writes import Write, writes
from reflect.own_words import are_own, own_words
from reflect.trajectory import payload_of, read_by
from reflect.trust import least, trust_of

_ALIKE = 92.0
"""Out of 100: from here on a passage only has other words, or a slip corrected."""

_REMEMBERED = 100
"""Texts of a file that are compared with what is written later."""

_LONGEST_OUTPUT = 50_000
_MOST: dict[Kind, int] = {"lessons": 12, "memory": 8, "rules": 6, "decisions": 2}
_MOST_OF_A_SECTION: dict[Kind, int] = {"lessons": 6, "memory": 6, "rules": 3, "decisions": 1}
"""The best few of a long file are told, and of one section not everything."""


@dataclass(frozen=True)
class Added:
    """A passage that a call added to a file, and what it says.

    `path` is relative to the session's folder where it is below it. `copied_from` is the trust of
    what showed the same words before, where something did. `is_dictated` says that a person asked
    for it in these words. `quote` and `said` are the passage and its rule as words alone.
    """

    call: Event
    path: str
    kind: Kind
    passage: Passage
    words: Words
    score: float
    is_asked: bool
    copied_from: Trust | None = None
    is_dictated: bool = False
    quote: str = field(init=False)
    said: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "quote", folded(self.passage.quote))
        object.__setattr__(self, "said", folded(self.words.constraint))

    @property
    def key(self) -> str:
        """What makes it the same lesson elsewhere: its words, or the name of a one-lesson file."""
        if self.passage.shape == "file":
            return "written\n" + "/".join(self.path.split("/")[-2:])
        return "written\n" + " ".join(words_in(self.words.constraint))


def added(events: Sequence[Event], root: str | None, more: Sequence[str] = ()) -> list[Added]:
    """The passages that a session added, the best ones of each file, in order."""
    session = _Session(root, more)
    for event in events:
        session.read(event)
    return list(session.best())


class _Session:
    """Reads a session's events in order, and keeps what each file gained."""

    def __init__(self, root: str | None, more: Sequence[str]) -> None:
        self._root, self._more = root, more
        self._message = ""
        self._known: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))
        self._gone: deque[str] = deque(maxlen=_REMEMBERED)
        self._calls: list[Event] = []
        self._found: list[Added] = []

    def read(self, event: Event) -> None:
        """Take one event into account."""
        payload = payload_of(event)
        if event.type == "message.recorded" and payload.get("role") == "user":
            by_human = payload.get("said_by", "human") == "human"
            self._message = payload["text"] if by_human else ""
        elif event.type == "tool.called":
            self._look(event)
            for each in writes(event):
                kind = kind_of(each.path, self._more)
                if kind is not None:
                    self._write(event, each, kind)
            self._calls.append(event)

    def best(self) -> Iterator[Added]:
        """The best passages of each file, and not many of one section, in the order of the file."""
        taken: dict[tuple[str, ...], int] = defaultdict(int)
        kept: list[Added] = []
        for each in sorted(self._found, key=lambda one: -one.score):
            section = (each.path, *each.passage.headings)
            most = _MOST_OF_A_SECTION if each.passage.headings else _MOST
            if taken[each.path,] < _MOST[each.kind] and taken[section] < most[each.kind]:
                kept.append(each)
                for counted in {(each.path,), section}:
                    taken[counted] += 1
        yield from (each for each in self._found if each in kept)

    def _look(self, call: Event) -> None:
        """Remember what a file is shown to say, so that writing it again is not new."""
        shown = read_file(payload_of(call)) or [path for path, _ in filter(None, [read_by(call)])]
        for path in shown:
            if kind_of(path, self._more) is not None:
                shown_text = folded(payload_of(call).get("output", ""))
                self._known[self._key(path)].append(shown_text)

    def _write(self, call: Event, write: Write, kind: Kind) -> None:
        if write.new is None:
            self._found = [each for each in self._found if not self._is_same(each, write)]
            return
        new, old = folded(write.new), folded(write.old or "")
        self._drop(write, new, old)
        self._gone.append(old)
        before = [*passages(write.old)] if write.old else []
        enough = ENOUGH + GENERATED_NEEDS * is_generated(write.new)
        for passage in passages(write.new):
            mine = folded(passage.quote)
            if not self._is_known(write.path, mine):
                self._keep(call, write, kind, passage, before, enough)
        self._known[self._key(write.path)].append(new)

    def _drop(self, write: Write, new: str, old: str) -> None:
        """Forget what a write took out of its file again."""
        is_whole = write.old is None and not write.is_appended
        self._found = [
            each
            for each in self._found
            if not self._is_same(each, write)
            or each.quote in new
            or not (is_whole or each.quote in old or each.said in old)
        ]

    def _is_same(self, each: Added, write: Write) -> bool:
        return file_key(each.path, None) == self._key(write.path)

    def _key(self, path: str) -> str:
        return file_key(path, self._root)

    def _is_known(self, path: str, text: str) -> bool:
        seen = (*self._known[self._key(path)], *self._gone)
        return not text or any(text in each for each in seen if each)

    def _keep(
        self,
        call: Event,
        write: Write,
        kind: Kind,
        passage: Passage,
        before: Sequence[Passage],
        enough: float,
    ) -> None:
        words = words_of(passage)
        score = worth(passage, words, kind) if words else 0.0
        if words is None or score < enough or self._is_told(words) or _is_reworded(passage, before):
            return
        source = self._source(words)
        prompt = own_words(self._message)
        asked = source is None and enough == ENOUGH and is_asked_for(prompt)
        path = below(write.path, self._root)
        dictated = asked and are_own(words.constraint, prompt)
        self._found.append(Added(call, path, kind, passage, words, score, asked, source, dictated))

    def _source(self, words: Words) -> Trust | None:
        """The trust of what had shown these words before they were written down, if any."""
        mine = folded(words.constraint)
        shown = (
            trust_of(each)
            for each in self._calls
            if payload_of(each).get("kind") != "edit" and mine in _output(each)
        )
        return least([*found, "repository"]) if (found := list(shown)) else None

    def _is_told(self, words: Words) -> bool:
        mine = folded(words.constraint)
        return any(each.said == mine for each in self._found)


def _output(call: Event) -> str:
    return folded(payload_of(call).get("output", "")[:_LONGEST_OUTPUT])


def _is_reworded(passage: Passage, before: Sequence[Passage]) -> bool:
    mine = folded(passage.quote)
    return any(fuzz.ratio(mine, folded(each.quote), score_cutoff=_ALIKE) for each in before)
