"""What is said of shares whose signature is not their author's, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from lessonboard.parts.team.sharing.keyring import Keyring
from lessonboard.parts.team.sharing.signing import fingerprint


def of_key(ring: Keyring, name: str, key: str, count: int = 0, others: Iterable[str] = ()) -> str:
    """Why what a key signed for a name is not imported."""
    shown = fingerprint(key)
    what = f"{name}: {_counted(count)}signed with the key {shown}"
    if name in ring.mine:
        return (
            f"{what}, and the key of this board is {fingerprint(ring.own)}. If that is another "
            f"of your boards, run there `lessonboard team key --add {ring.own}`, and here "
            f"`lessonboard team key --add {key}`; else somebody shares as you"
        )
    if why := ring.unsure(name, others):
        known = f"which is new here, and of the name {why}"
    elif first := ring.first_keys(name):
        known = f"and {name} is known here by {fingerprint(min(first))}"
    else:
        known = f"and others claim to be {name}, too"
    return (
        f"{what}, {known}. Nothing of it is imported. If {name} confirms that this is the "
        f"fingerprint, run `lessonboard team key --confirm {name} {shown}`; if it is that of a "
        f"second machine, {name} signs it on the first with `lessonboard team key --add`"
    )


def unsigned_of(ring: Keyring, name: str, count: int, others: Iterable[str] = ()) -> str:
    """Why an unsigned event is not imported under a name."""
    why = ring.unsure(name, others)
    known = (
        f"is not known here, and {why}"
        if why
        else f"signs what is shared with {fingerprint(min(ring.first_keys(name), default='00'))}"
    )
    return f"{name}: {_counted(count)}not signed, and {name} {known}. Nothing of it is imported"


def _counted(count: int) -> str:
    return {0: "", 1: "1 share is "}.get(count, f"{count} shares are ")
