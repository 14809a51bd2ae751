"""How an inbox is judged by labels."""

from __future__ import annotations

from bench.quality.inbox import LABELS, Label, judged, read_labels
from bench.quality.verdicts import digest_of
from lessonboard.inbox.model import Group, Inbox, Waiting
from reflect.accounts.intervals import Share
from tests.lessonboard.inbox.test_arranging import row


def _waiting(rule: str, deferred: str = "") -> Waiting:
    return Waiting(row(rule, constraint=rule), deferred=deferred)


def test_what_is_folded_takes_no_decision_of_its_own() -> None:
    """What repeats a sentence that is not there is worth what that is; unread ones are counted."""
    group = Group("conclusions", _waiting("a"), (_waiting("b"),), (_waiting("c"),), "")
    found = Inbox((group,), (_waiting("d", "unsure"), _waiting("e", "unsure")))
    verdicts = {
        "a": Label("repeat", digest_of("b")), "b": Label("yes"), "c": Label("no"),
        "d": Label("repeat", digest_of("elsewhere")), "elsewhere": Label("yes"),
    }  # fmt: skip
    labels = {digest_of(name): label for name, label in verdicts.items()}
    assert judged(found, labels) == (Share(1, 2), Share(1, 2), 1)


def test_labels_hold_no_words() -> None:
    """Digests and verdicts alone, of each repository."""
    names = ("agentv", "entire-graph", "entireio-cli", "packmind")
    found = [each for name in names for each in read_labels(name).values()]
    assert len(found) == len(LABELS.read_text().splitlines())
    assert {each.verdict for each in found} == {"yes", "no", "repeat"}
    assert all(len(each.of) in (0, 12) for each in found)
