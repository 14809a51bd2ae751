"""Who may share as whom: what an exchange imports, by the keys that the board knows.

Known keys alone sign for a name. An unsigned event is accepted only from an author who has never
signed, and stays marked as unsigned. What is refused is remembered with its key, and named.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from blackboard.board import Board
from blackboard.event import Event
from blackboard.events.team import KeyAdded, KeyPinned, KeyRefused
from lessonboard.parts.team.sharing.keyring import TYPES, Added, Keyring, keyring
from lessonboard.parts.team.sharing.membership import Membership, own_names
from lessonboard.parts.team.sharing.place import Received
from lessonboard.parts.team.sharing.refusals import of_key, unsigned_of

_ACTOR = "team"
_MOST_REFUSED = 20
"""The most refused keys that are remembered of one name."""


class Authority:
    """Judges what is received in one exchange: read all of it by `noting`, `settle`, then ask."""

    def __init__(self, board: Board, member: Membership) -> None:
        self._board = board
        self.ring: Keyring = keyring(board, member.name, *own_names(board))
        self.reached = 0
        self._seen: dict[str, set[str]] = defaultdict(set)
        self._added: set[Added] = set()
        self._refused: Counter[tuple[str, str]] = Counter()

    @property
    def position(self) -> int:
        """The board's last event by which more keys may be known."""
        known = (event for event in self._board.read(types=TYPES) if event.type != KeyRefused.type)
        return max((event.position for event in known), default=0)

    @property
    def has_learnt(self) -> bool:
        """Whether keys were added that are new here."""
        return not self._added <= self.ring.added

    def noting(self, received: Iterable[Received]) -> Iterator[Received]:
        """The same events, after noting whose keys they show."""
        for each in received:
            self._note(each)
            yield each

    def _note(self, each: Received) -> None:
        self.reached = max(self.reached, each.position)
        said, by = each.event.payload or {}, each.signed_by
        if by is not None:
            self._seen[each.author].add(by)
        if by and each.event.type == KeyAdded.type and said.get("name") == each.author:
            self._added.add(Added(each.author, by, str(said.get("key"))))

    def settle(self) -> None:
        """Decide on names that are seen for the first time; their first keys are remembered."""
        seen = {name: frozenset(keys - {""}) for name, keys in self._seen.items()}
        met = self.ring.meeting(seen, self._added)
        pins = {name: key for name, key in met.pins.items() if name not in self.ring.pins}
        if pins:
            self._board.record(
                *(KeyPinned(name=name, key=key) for name, key in sorted(pins.items())),
                actor=_ACTOR,
            )
        self.ring = met

    def takes(self, each: Received) -> bool:
        """Whether an event is its author's; one that is not is counted for `problems`."""
        key = each.signed_by or ""
        if key:
            is_his = key in self.ring.keys(each.author) and _is_his_to_say(each)
        else:
            is_new = not self.ring.first_keys(each.author)
            is_his = is_new and not self.ring.unsure(each.author, self._seen)
            is_his = is_his and each.event.type != KeyAdded.type
        if not is_his:
            self._refused[each.author, key] += 1
        return is_his

    def may_erase(self, each: Received, known: Event) -> bool:
        """Whether the author withdrew the event; an unsigned event needs no signature."""
        was_signed = bool((known.payload or {}).get("signed_by"))
        is_his = (
            each.signed_by is None
            or each.signed_by in self.ring.keys(each.author)
            or not (was_signed or each.signed_by)
        )
        if not is_his:
            self._refused[each.author, each.signed_by or ""] += 1
        return is_his

    def problems(self) -> tuple[str, ...]:
        """What was refused, a line for each name and key; the keys are remembered."""
        known = Counter(name for name, _ in self.ring.refused)
        fresh = []
        for name, key in sorted(self._refused):
            if key and key not in self.ring.keys(name) and known[name] < _MOST_REFUSED:
                known[name] += 1
                fresh.append(KeyRefused(name=name, key=key))
        if fresh:
            self._board.record(*fresh, actor=_ACTOR)
        return tuple(
            of_key(self.ring, name, key, count, self._seen)
            if key
            else unsigned_of(self.ring, name, count, self._seen)
            for (name, key), count in sorted(self._refused.items())
        )


def _is_his_to_say(each: Received) -> bool:
    """A key is added for one's own name alone."""
    said = each.event.payload or {}
    return each.event.type != KeyAdded.type or said.get("name") == each.author
