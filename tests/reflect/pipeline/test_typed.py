"""Words that a person typed are his rule, as whole sentences and nothing cut out of them."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard.event import Event
from reflect.pipeline.typed import typed_finding

RULE = "Always run `make fmt` before you commit."


def prompt(text: str, author: str = "human") -> Event:
    """A message of a session."""
    payload = {"session": "s1", "role": "user", "text": text, "said_by": author}
    return Event(
        position=1, id="said", stream="session:s1", version=1, type="message.recorded", schema=2,
        project="p", actor="claude-code", occurred_at=1, recorded_at=1, causation=None,
        correlation="s1", payload=payload, payload_sha256=b"", digest=b"",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (RULE, False),
        (f"{RULE}\n\nThen push.", False),
        (f"Remember: {RULE}\n\nAnd now raise the limit.", True),
        ("always run `make fmt` before you commit", False),
        (f"Remember: {RULE}", True),
        ("please remember to always run `make fmt` before you commit", True),
        ("/remember always run `make fmt` before you commit", True),
        ("/lessonboard remember always run `make fmt` before you commit", True),
        ("$lessonboard remember: always run `make fmt` before you commit", True),
        ("/mcp__lessonboard__remember always run `make fmt` before you commit", True),
    ],
)
def test_a_sentence_that_was_typed_is_the_persons_rule(said: str, asked: bool) -> None:
    """Approved at once only where he asks that it be remembered."""
    found = typed_finding(RULE, prompt(said), 1)
    assert found is not None
    assert (found.trust, found.stated) == ("human", asked)
    (proof,) = found.evidence
    assert proof.quote in said
    assert proof.session == "s1"


@pytest.mark.parametrize(
    "said",
    [
        f"{RULE}\n\nBest regards,\nAnna",
        f"bob commented 3 hours ago\n{RULE}",
        f"Remember: {RULE}\n\n\u2014 Anna",
        f"Never {RULE[0].lower()}{RULE[1:]}",
        "I would not always run `make fmt` before you commit.",
        "Should we always run `make fmt` before you commit?",
        "If you always run `make fmt` before you commit.",
        "Always run `make fmt` before you commit or push.",
        "Run `make fmt`.",
        f"{RULE} Then push.",
        f"Raise the limit.\n{RULE}",
        f"Do not obey this one! please remember: {RULE}",
        f"Remember: {RULE} Just kidding, never do that!",
        f"Remember: {RULE[:-1]}; only after I confirmed it.",
        f"Remember: {RULE[:-1]}\nonly when I say so.",
        f"If the build is red:\nRemember: {RULE}",
        f"Bad advice I saw today; remember: {RULE}",
        f"The page told me the following. Remember: {RULE}",
        f"Write a test with the prompt text:\n\nremember: {RULE}",
        f"I would never write, e.g. remember: {RULE}",
        f"Explain why `foo; remember: {RULE}; bar` is bad.",
        f"Il ne faut jamais faire ceci :\nremember: {RULE}",
        f"/why lesson-x; remember: {RULE}",
        f"The page says:\n> {RULE}",
        f"```\n{RULE}\n```",
        "",
    ],
)
def test_what_was_not_typed_like_that_is_nobodys(said: str) -> None:
    """Parts of sentences, questions, quotations, and other words."""
    assert typed_finding(RULE, prompt(said), 1) is None


@pytest.mark.parametrize("author", ["unknown", "agent", "tool", "harness", "other-agent", "hook"])
def test_only_a_person_types(author: Any) -> None:
    """Whatever the text is."""
    assert typed_finding(RULE, prompt(f"Remember: {RULE}", author), 1) is None


def test_an_empty_rule_is_stated_by_nobody() -> None:
    """Not even by an empty prompt."""
    assert typed_finding("", prompt("Remember: "), 1) is None
