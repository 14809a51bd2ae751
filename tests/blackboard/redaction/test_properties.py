"""Redaction changes nothing else, leaves JSON whole, and takes no square of time."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.redaction import literals, scan, write_literals
from blackboard.redaction.noise import without_noise
from blackboard.redaction.prefixes import PREFIXES
from blackboard.redaction.redact import find_secrets, redact, redact_all
from blackboard.redaction.spans import Span, cut, mark, unite
from tests.blackboard.redaction.shapes import make

SHAPED = [text for _, text in make(5)]
PIECES = st.sampled_from([*SHAPED, "password=", '"', "\\", "\x1b[31m", "\u200b", "://", "@", "\n"])
TEXTS = st.lists(PIECES | st.text(max_size=8), max_size=6).map("".join)
VALUES = st.recursive(
    TEXTS | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(TEXTS)
def test_nothing_outside_of_spans_changes(text: str) -> None:
    """Between the marks stands what stood between the secrets, colours and all."""
    spans = find_secrets(text)
    assert spans == sorted(spans)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    expected, end = "", 0
    for span in spans:
        expected += text[end : span.start] + mark(span.kind)
        end = span.end
    assert cut(text, spans) == expected + text[end:]


@settings(deadline=None)
@given(VALUES)
def test_json_stays_json(value: object) -> None:
    """A text that is JSON can be read after redaction, and so can JSON within it."""
    text = json.dumps({"a": json.dumps(value), "b": value})
    outer = json.loads(redact(text).value)
    json.loads(outer["a"])


@settings(deadline=None)
@given(VALUES)
def test_values_keep_their_shape(value: object) -> None:
    """Lists keep their length, objects their number of fields, numbers their value."""
    redacted = redact_all(value).value
    assert type(redacted) is type(value)
    if isinstance(value, list) and isinstance(redacted, list):
        assert len(redacted) == len(value)


@settings(deadline=None)
@given(TEXTS)
def test_hooks_find_the_same_anchors(text: str) -> None:
    """Where the library is missing, `str.find` sees what it sees."""
    folded = scan.lowered(text)
    rules = scan.table()
    assert sorted(scan.find_hits(rules.anchors, folded)) == sorted(rules.find(folded))


@settings(deadline=None)
@given(
    st.lists(TEXTS | st.sampled_from(["pat", "nd", "\n", "\u0130pat", "<private>a"]), max_size=6)
)
def test_many_texts_are_read_as_each_alone(texts: list[str]) -> None:
    """One pass over all texts of a value finds the same anchors, and so the same secrets."""
    alone = {text: sorted(hits) for text in texts if (hits := scan._hits(text, scan.table()))}
    assert {text: sorted(hits) for text, hits in scan.hits_in(texts).items()} == alone
    expected = [redact(text) for text in texts]
    found = redact_all([{"text": text} for text in texts])
    assert [each["text"] for each in found.value] == [each.value for each in expected]
    assert found.secrets == sum(each.secrets for each in expected)


def test_a_prefix_that_needs_a_border_is_found_at_the_beginning() -> None:
    """The longest of them is within what is looked at there."""
    assert max(map(len, scan.table().beginnings.prefixes)) <= scan._LONGEST_PREFIX


@given(st.text())
def test_lower_case_has_the_same_length(text: str) -> None:
    """Although some letters have a longer one, such as the Turkish capital I with a dot."""
    assert len(scan.lowered(text + "\u0130")) == len(text) + 1


@given(st.lists(st.sampled_from(["a", "b", "\x1b[1;31m", "\u200b", "\\u001b[0m"])).map("".join))
def test_the_map_leads_back(text: str) -> None:
    """Each character that is kept stands where the map says."""
    plain = without_noise(text)
    assert (
        plain.text == "".join(each for each in text if each in "ab" and True) or "\\u001b" in text
    )
    assert all(text[slice(*plain.back(at, at + 1))] == each for at, each in enumerate(plain.text))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=6))
def test_united_spans_cover_the_same_characters(pairs: list[tuple[int, int]]) -> None:
    """They overlap no more, and cover neither less nor more."""
    spans = [Span(start, start + length, "x") for start, length in pairs]
    united = unite(spans)

    def covered(some: list[Span]) -> set[int]:
        return {at for span in some for at in range(span.start, span.end)}

    assert covered(united) == covered(spans)
    assert sum(span.end - span.start for span in united) == len(covered(spans))


HOSTILE = (
    'password="', "password=", "password=token=", "://a:", "a://b:c@", "BEGIN PRIVATE KEY",
    "-----BEGIN PRIVATE KEY-----", "eyJ", "-eyJ", "sk-", "ghp_", "Cookie: a=", "mysql -p", "\\x67",
    "kind: Secret\ndata:", '"kty"', "secret: |\n ", "auth=Bearer ", "cGFzc3dvcmQ", "\x1b[31m",
    "mnemonic: abandon ", "token token ", '\\"token\\":\\"', "[redacted secret]", "://", "-us20",
)  # fmt: skip
_QUARTER = 250_000
_SECONDS = 2.0
"""Measured 0.05 s on an idle core; what takes the square of the length would take minutes."""


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_repeated_anchor_takes_no_square_of_time(piece: str) -> None:
    """A quarter of a megabyte of it is done in time that is in proportion."""
    text = piece * (_QUARTER // len(piece))
    began = time.process_time()
    find_secrets(text)
    assert time.process_time() - began < _SECONDS


@pytest.mark.full
def test_no_anchor_takes_a_square_of_time() -> None:
    """Each of all anchors, alone and assigned."""
    slow = []
    for anchor in scan.table().anchors:
        for piece in (anchor, f"{anchor}="):
            began = time.process_time()
            find_secrets(piece * (_QUARTER // len(piece)))
            if time.process_time() - began >= _SECONDS:
                slow.append(piece)
    assert slow == []


def test_literals_are_those_of_the_rules() -> None:
    """Hooks look for what the rules look for; `write_literals` brings the file up to date."""
    assert Path(literals.__file__).read_text() == write_literals.page()


def test_no_mark_repeats_a_prefix() -> None:
    """Or what is left after redaction would look like the beginning of the secret."""
    for prefix, kind, _, _ in PREFIXES:
        pieces = {prefix[at : at + 6] for at in range(len(prefix) - 5)}
        assert not any(piece in mark(kind) for piece in pieces), (prefix, kind)
