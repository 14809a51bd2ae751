"""Rules from Markdown: what is a rule, what is not, and its lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.markdown.blocks import lines_of
from reflect.rule_files.markdown import read_rules

GUIDE = """\
---
globs: src/**/*.ts, web/*.tsx
---
# Guide

- [Testing](#testing)
- [Style](#style)

This file tells agents about the project. Never push to `main` directly.
It was written in spring.

## Testing

- **Speed**: Run only the tests of the
  package that you changed.
- `make test` - run all tests
- The tests live in `tests/`.

Before committing, run the linter:

```bash
make lint
```

## Style

Never commit:
- build output
- secrets

See [the handbook](docs/handbook.md) for more.
"""


def test_rules_have_their_words_headings_and_lines() -> None:
    """List items and sentences in imperative voice, with the code that belongs to them."""
    found = read_rules(GUIDE)
    rules = [(rule.text, rule.first_line, rule.last_line) for rule in found.rules]
    assert rules == [
        ("Never push to `main` directly.", 9, 9),
        ("Run only the tests of the package that you changed.", 14, 15),
        ("Before committing, run the linter:", 19, 23),
        ("Never commit build output", 28, 28),
        ("Never commit secrets", 29, 29),
    ]
    assert found.rules[1].headings == ("Guide", "Testing", "Speed")
    assert found.rules[2].code == "make lint"
    assert found.paths == ("src/**/*.ts", "web/*.tsx")


@pytest.mark.parametrize(
    "line",
    [
        "- [Install the tools](install.md)",
        "- `npm run build`",
        "- `src/`: the sources",
        "- The server is slow.",
        "- See `docs/x.md` for details.",
        "- Should tests use the database?",
        "| Run | the tests |\n|---|---|\n| Use | it |",
        "<!-- Always read comments -->",
    ],
)
def test_what_tells_nobody_to_do_something_is_no_rule(line: str) -> None:
    """Contents, links, commands, descriptions, pointers, questions, tables, comments."""
    assert read_rules(f"# Rules\n\n{line}\n").rules == ()


def test_items_below_a_prohibition_are_not_read_as_demands() -> None:
    """Neither below a sentence that forbids them nor below such a heading."""
    text = "Never do this:\n\n1. Use `any`\n\n# Don'ts\n\n- Mock the database\n- Never skip tests\n"
    rules = [rule.text for rule in read_rules(text).rules]
    assert rules == ["Never use `any`", "Do not mock the database", "Never skip tests"]


def test_a_sentence_that_a_list_completes_is_one_rule() -> None:
    """Where the items alone are not instructions."""
    text = "Run these before you push:\n\n- `make lint`\n- `make test`\n"
    (rule,) = read_rules(text).rules
    assert rule.text == "Run these before you push: `make lint`; `make test`"
    assert (rule.first_line, rule.last_line) == (1, 4)


def test_our_own_section_is_passed_over() -> None:
    """Otherwise lessons would become rules, and rules lessons."""
    text = "- Use tabs here.\n<!-- lessonboard:begin -->\n- Use spaces.\n<!-- lessonboard:end -->\n"
    assert [rule.text for rule in read_rules(text).rules] == ["Use tabs here."]


def test_sections_end_where_the_next_of_their_rank_begins() -> None:
    """Line ends of Windows make no difference."""
    found = read_rules("# A\r\n\r\n## B\r\ntext\r\n## C\r\n# D\r\n")
    spans = [(section.heading, section.first_line, section.last_line) for section in found.sections]
    assert spans == [("A", 1, 5), ("B", 3, 4), ("C", 5, 5), ("D", 6, 7)]


@given(st.text("ab-*#`>:.\n\r !1[]()<", max_size=300).map(lambda text: f"Run {text}"))
def test_every_rule_quotes_the_lines_on_which_it_stands(text: str) -> None:
    """No text trips the reader, and places are right in all of them."""
    lines = lines_of(text)
    for rule in read_rules(text).rules:
        assert 1 <= rule.first_line <= rule.last_line <= len(lines)
        assert rule.quote == "\n".join(lines[rule.first_line - 1 : rule.last_line])
        assert "\n" not in rule.text
