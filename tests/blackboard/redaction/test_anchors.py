"""The quick look never calls harmless what the close look would change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from blackboard.redaction.anchors import may_hold_secret
from blackboard.redaction.redact import redact, redact_all
from tests.blackboard.redaction.test_redact import SECRETS

NAMES = ("password", "passwd", "passphrase", "secret", "token", "api_key", "api-key", "apikey",
         "access_key", "private-key", "client_secret", "credential")  # fmt: skip
LONG_S = "\u017f"
VALUES = ("a1B2c3D4e5F6g7H8", "hunter2-Zebra-99", "ghp_0123456789abcdefghijAB", "x")


def spellings(name: str) -> st.SearchStrategy[str]:
    """A name in upper and lower case, mixed."""
    ways = [
        st.sampled_from(sorted({each, each.upper(), LONG_S if each == "s" else each}))
        for each in name
    ]
    return st.tuples(*ways).map("".join)


assigned = st.builds(
    "{}{}{}{}{}{}{}".format,
    st.sampled_from(NAMES).flatmap(spellings),
    st.sampled_from(["", "s", "_FOR_THE_STAGING_DATABASE", "-" * 40, "x" * 40]),
    st.sampled_from(["", '"', "'", '\\"']),
    st.sampled_from(["", " ", "   ", "\t\t"]),
    st.sampled_from(["=", ":", "=>", ""]),
    st.sampled_from(["", " ", ' "', "'"]),
    st.sampled_from(VALUES),
)
shaped = st.one_of(
    st.sampled_from(sorted(SECRETS.values())),
    st.sampled_from(
        [
            "https://me:hunter22@example.com/x",
            "postgres://u:pw12@db",
            "<PRIVATE>x",
            "<private>x</private>",
            "Authorization: Bearer " + "a1" * 12,
            "-----BEGIN RSA PRIVATE" + " KEY-----\nMII\n",
        ]
    ),
)
noise = st.text(st.sampled_from("aZ0 _-=:/@\"'\\\n\tkeyKEYK<>{}" + LONG_S), max_size=80)
texts = st.lists(st.one_of(assigned, shaped, noise), min_size=1, max_size=4).map("".join)


@given(texts)
@example("a key " + "x" * 70 + " paSSword=a1B2c3D4e5F6g7H8")
@example("PassWord: a1B2c3D4e5F6g7H8 key")
def test_no_text_that_redaction_changes_is_called_harmless(text: str) -> None:
    """Wherever the secret stands, and however its name is spelt."""
    if redact(text).value != text:
        assert may_hold_secret(text)


keys = st.builds(
    "{}{}".format, st.sampled_from(NAMES).flatmap(spellings), st.text("ab_-", max_size=90)
)


@given(
    st.dictionaries(st.one_of(keys, noise), st.one_of(texts, st.sampled_from(VALUES)), max_size=3)
)
def test_nor_json_of_which_a_field_tells(fields: dict[str, str]) -> None:
    """Hooks look at payloads as JSON, where a field's name may tell that its value is secret."""
    if redact_all(fields).value != fields:
        assert may_hold_secret(json.dumps(fields, ensure_ascii=False))
        assert may_hold_secret(json.dumps(fields, ensure_ascii=False, separators=(",", ":")))


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_each_shape_has_its_anchor(secret: str) -> None:
    """So that a new shape without one is noticed."""
    assert redact(f"use {secret} now").secrets
    assert may_hold_secret(f"use {secret} now")


def test_most_of_what_is_said_is_harmless() -> None:
    """Or the quick look would save nothing: prompts of the sample sessions need no other."""
    lines = [
        text
        for path in (Path(__file__).parents[3] / "examples/sessions").rglob("*.jsonl")
        for line in path.read_text().splitlines()
        if isinstance(text := json.loads(line).get("message", {}).get("content"), str)
    ]
    assert lines
    assert sum(map(may_hold_secret, lines)) <= len(lines) / 5
