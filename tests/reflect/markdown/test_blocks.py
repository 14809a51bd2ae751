"""The one reader of Markdown: every block with its lines, whatever the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reflect.markdown.blocks import blocks, lines_of, quoter
from reflect.markdown.sentences import plain, sentences

DOCUMENT = """\
---
paths: src/**
---
# Tests

Run them
before a push.

- one
  - inner
- two

> quoted

```sh
make
```

| a | b |
|---|---|
| 1 | `x` |
"""
_PIECES = st.sampled_from(
    ["# A\n", "Use it. Never that.\n", "- item\n", "  - inner\n", "> ", "```\n", "| a | b |\n",
     "|---|---|\n", "\n", "    code\n", "`x. Y` ", "**b** ", "---\n", "\r\n", "\u3002", "e.g. "]
)  # fmt: skip


def test_blocks_have_kind_text_and_lines() -> None:
    """Front matter is left out and counted; lists, quotations and tables hold blocks."""
    found = [(each.kind, each.text, each.first, each.last)
             for block in blocks(DOCUMENT) for each in block.walk() if each.text]  # fmt: skip
    assert found == [
        ("heading", "Tests", 4, 4),
        ("paragraph", "Run them\nbefore a push.", 6, 7),
        ("item", "one", 9, 10), ("paragraph", "one", 9, 9),
        ("item", "inner", 10, 10), ("paragraph", "inner", 10, 10),
        ("item", "two", 11, 12), ("paragraph", "two", 11, 11),
        ("paragraph", "quoted", 13, 13),
        ("code", "make\n", 15, 17),
        ("cell", "a", 19, 19), ("cell", "b", 19, 19),
        ("cell", "1", 21, 21), ("cell", "`x`", 21, 21),
    ]  # fmt: skip


@given(st.lists(_PIECES).map("".join))
def test_any_text_is_read_within_its_lines(text: str) -> None:
    """Blocks stand in order inside of the text, and a quotation is character for character."""
    number, quote, first = len(lines_of(text)), quoter(text), 1
    for block in blocks(text):
        assert first <= block.first <= block.last <= number
        assert quote(block.first, block.last) in text
        first = block.first


@given(st.lists(_PIECES).map("".join))
def test_sentences_are_stretches_of_the_text(text: str) -> None:
    """Each stands where its offset says; nothing but white space lies between them."""
    for by_line in (False, True):
        end = 0
        for offset, sentence in sentences(text, by_line=by_line):
            assert not text[end:offset].strip()
            assert text.startswith(sentence, offset)
            end = offset + len(sentence)
        assert not text[end:].strip()


@given(st.text(max_size=200))
def test_a_plain_sentence_is_one_line(text: str) -> None:
    """Whatever marks it had."""
    assert len(plain(text).splitlines()) <= 1 or "\n" not in plain(text)
