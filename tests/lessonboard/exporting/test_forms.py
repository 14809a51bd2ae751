"""Lessons in other forms: nothing in them breaks out, and equal lessons give equal bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.exporting import agents_md, markdown, rules
from lessonboard.exporting.selection import may_leave
from lessonboard.present.markdown import inline
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.markers import with_section, without_section


def row(constraint: str = "Run `make lint`.", **fields: Any) -> Any:
    """A lesson as the view has it."""
    return {
        "id": "lesson-a", "constraint": constraint, "symptom": "It fails.", "root_cause": "Haste.",
        "resolution": "Lint.", "category": "testing", "severity": "high", "status": "approved",
        "trust": "human", "scope": "project", "project": "example/app", "paths": [], "seen": 2,
        "created_at": 0, "last_seen_at": 86_400_000_000, "tags": [], "harm": [], "despite": [],
        "evidence": [{"event_id": "e1", "quote": "make: *** [lint] Error 1"}], **fields,
    }  # fmt: skip


NASTY = st.text("ab @#-`<>!~*_[]:()\n\r\t/.\u2028\x1b1=|", max_size=80) | st.sampled_from(
    ["<!-- lessonboard:end -->", "---", "```\nx", "@~/.ssh/id_rsa", "--><!--", "[a]: /b", "``a`"]
)


@given(NASTY)
def test_a_line_stays_a_line(text: str) -> None:
    """No line break, comment, fence or import results, and code spans are closed."""
    line = inline(text)
    assert line.isprintable()
    assert "<!--" not in line
    assert "-->" not in line
    assert "``" not in line
    assert line.count("`") % 2 == 0
    assert not any(part.lstrip().startswith("@~") for part in line.split("`")[::2])


@given(st.lists(NASTY, min_size=1, max_size=5))
def test_nothing_in_lessons_ends_the_section(texts: list[str]) -> None:
    """The section is found again for any content, and never parsed as rules."""
    body = agents_md.body([row(text) for text in texts])
    file = with_section(b"- Use tabs.\n", body, "f")
    assert without_section(file, "f") == b"- Use tabs.\n"
    assert [rule.text for rule in read_rules(file.decode()).rules] == ["Use tabs."]


def test_rules_are_grouped_by_the_files_they_are_for() -> None:
    """Those for no file go into one that is always read."""
    rows = [
        row("Run `make lint`."),
        row("Never edit it.", paths=["src/[id]/a.ts"]),
        row("Keep it sorted.", paths=["./src/[id]/a.ts"]),
        row("Ask first.", paths=["/etc/hosts"]),
    ]
    files = rules.rule_files(rows)
    general, bound = files.pop(rules.GENERAL), *files.values()
    assert "- Run `make lint`.\n- Ask first.\n" in general
    assert bound.startswith('---\npaths:\n  - "src/\\\\[id\\\\]/a.ts"\n---\n')
    assert "- Never edit it.\n- Keep it sorted.\n" in bound
    assert rules.is_ours(bound)
    assert read_rules(bound).rules == ()


def test_a_document_is_the_same_for_the_same_lessons_in_any_order() -> None:
    """By project and category, with evidence and dates."""
    rows = [row(), row(id="lesson-b", category="style"), row(id="lesson-c", scope="global")]
    document = markdown.document(rows)
    assert document == markdown.document(rows[::-1])
    assert (
        document.index("## Everywhere")
        < document.index("## example/app")
        < document.index("### style")
    )
    assert "1970-01-01 to 1970-01-02" in document


def test_a_section_keeps_to_its_budget() -> None:
    """Shorter lessons may still find room."""
    body = agents_md.body([row("long " * 60), row("Run `make`.")], budget=60)
    assert "long" not in body
    assert "- Run `make`." in body


@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({}, True),
        ({"trust": "repository", "status": "candidate"}, False),
        ({"trust": "repository", "status": "approved"}, True),
        ({"resolution": "export TOKEN=ghp_" + "Zq3vT8mK1wYp5RxN7cLd2BhJ"}, False),
    ],
    ids=["human", "low", "low-but-approved", "secret"],
)
def test_only_what_is_trusted_and_no_secret_leaves(fields: dict[str, Any], may: bool) -> None:
    """Whatever its scope."""
    assert may_leave(row(**fields)) is may
