"""Whose keys a board knows: which key may sign for which name, decided by its own events alone.

A name has a first key: the one that was first seen, or the one that a person confirmed. It may
sign further keys, and those others. For one's own name the key of the board is a first key, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.event import Event
from blackboard.events.team import KeyAdded, KeyCreated, KeyPinned, KeyRefused
from lessonboard.parts.team.sharing.board_key import key_made
from lessonboard.parts.team.sharing.look_alike import unsure

TYPES = (KeyCreated.type, KeyPinned.type, KeyAdded.type, KeyRefused.type)


@dataclass(frozen=True)
class Added:
    """A key that another one signed for a name."""

    name: str
    by: str
    key: str


@dataclass(frozen=True)
class Keyring:
    """What a board knows of keys; `people` are the names that it knows, with keys or without."""

    own: str = ""
    mine: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    pins: Mapping[str, str] = field(default_factory=dict)
    added: frozenset[Added] = frozenset()
    refused: tuple[tuple[str, str], ...] = ()

    def first_keys(self, name: str) -> frozenset[str]:
        """The keys of a name that no other key has to vouch for."""
        pinned = {self.pins[name]} if name in self.pins else set()
        return frozenset(pinned | ({self.own} if name in self.mine and self.own else set()))

    def keys(self, name: str) -> frozenset[str]:
        """All keys that may sign for a name."""
        return _reached(self.first_keys(name), name, self.added)

    def unsettled(self) -> list[tuple[str, str]]:
        """The names and keys that were refused and still are."""
        return [(name, key) for name, key in self.refused if key not in self.keys(name)]

    def meeting(self, seen: Mapping[str, frozenset[str]], added: Iterable[Added]) -> Keyring:
        """The keyring after a look at a place: with a first key for each name that has none yet.

        Several keys at first sight must all vouch for each other, and a name must not look like
        another one: otherwise a person has to confirm which is right.
        """
        met = replace(self, added=self.added | frozenset(added))
        pins = {
            name: min(keys)
            for name, keys in seen.items()
            if keys and not met.first_keys(name) and not met.unsure(name, seen)
            and all(keys <= _reached({key}, name, met.added) for key in keys)
        }  # fmt: skip
        return replace(met, pins={**self.pins, **pins})

    def unsure(self, name: str, others: Iterable[str] = ()) -> str:
        """Why a name that is not known yet may be taken for another; empty where it cannot."""
        if name in self.people or self.first_keys(name):
            return ""
        return unsure(name, {*self.people, *self.pins, *self.mine, *others} - {name})


def keyring(board: Board, *mine: str) -> Keyring:
    """The keyring of a board whose person has these names."""
    people = {author for author in board.values("shared", "author") if author}
    made = key_made(board)
    return folded(board.read(types=TYPES), made, frozenset(mine), frozenset(people))


def folded(
    events: Iterable[Event], made: Event | None, mine: frozenset[str], people: frozenset[str]
) -> Keyring:
    """What events of a board say of keys; of colleagues' only the keys that they signed.

    `made` is how the board has its own: what an earlier one signed no longer counts.
    """
    own = (made.payload or {}).get("key", "") if made else ""
    pins: dict[str, str] = {}
    added: set[Added] = set()
    refused: dict[tuple[str, str], None] = {}
    for event in events:
        said, author = event.payload or {}, colleague(event.actor)
        if event.type == KeyAdded.type and said:
            by = own if is_current(event, made) else ""
            added.add(Added(said["name"], said.get("signed_by", "") if author else by, said["key"]))
        elif event.type == KeyPinned.type and said and not author:
            pins[said["name"]] = said["key"]
        elif event.type == KeyRefused.type and said and not author:
            refused[said["name"], said["key"]] = None
    return Keyring(own, mine, people, pins, frozenset(added), tuple(refused))


def is_current(added: Event, made: Event | None) -> bool:
    """Whether a key was added since the board has the key that it has now."""
    return made is not None and added.position > made.position


def _reached(first: Iterable[str], name: str, added: Iterable[Added]) -> frozenset[str]:
    """The first keys of a name, those that they signed, and so on."""
    signed = [each for each in added if each.name == name]
    found, count = set(first), -1
    while len(found) > count:
        count = len(found)
        found |= {each.key for each in signed if each.by in found}
    return frozenset(found)
