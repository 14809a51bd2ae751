"""What issues and pull requests say, and that nothing in them is more than a quote."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from blackboard.events.automation import ImprovementRequested
from blackboard.events.reflection import Pattern
from lessonboard.parts.automation.forge.bodies import (
    LONGEST,
    Check,
    Shown,
    issue_body,
    issue_labels,
    issue_title,
    pull_request_body,
    pull_request_title,
)
from lessonboard.parts.automation.forge.quoting import cleaned, fenced, inline

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
WILD = st.one_of(
    st.text(max_size=200),
    st.text("`~|\\\n\r<>!-@#[]()*_&; xab1\t", max_size=80),
    st.sampled_from(
        ["@octocat fixes #12", "```\n# out\n```", "<!-- x -->", "</code>", "a\\|b|c", "~~~"]
    ),
)


def request(**fields: Any) -> ImprovementRequested:
    """A request with some fields overridden."""
    pattern = Pattern(
        type="repeated_tool_use",
        severity="high",
        count=7,
        suggestion="Make npm run seed work",
        samples=["npm run seed"],
    )
    known: dict[str, Any] = {
        "request": "request-1",
        "issue_title": "Improve repeated tool use handling: npm run seed",
        "issue_description": "Make npm run seed work",
        "priority": "high",
        "improvement_type": "tooling",
        "source_pattern": pattern,
        "context": {"fingerprint": "0f3a", "session": "s-1"},
    }
    return ImprovementRequested(**{**known, **fields})


def pattern(*samples: str, **fields: Any) -> Pattern:
    """A pattern with some samples."""
    known: dict[str, Any] = {"type": "x", "severity": "low", "count": 1, "suggestion": "y"}
    return Pattern(**{**known, **fields}, samples=list(samples))


def blocks(text: str) -> list[Token]:
    """The text as GitHub's dialect of Markdown has it."""
    return MarkdownIt("gfm-like", {"linkify": False}).parse(text)


def outside(text: str) -> str:
    """All that is neither in a fence nor in a `<code>`."""
    rest = [block.content for block in blocks(text) if block.type not in ("fence", "code_block")]
    return re.sub(r"<code>[^<]*</code>", "", "\n".join(rest))


def test_an_issue_says_all_that_is_known() -> None:
    """Type, priority, pattern, occurrences, review, fingerprint, limits, samples and context."""
    body = issue_body(request(max_components=2, max_lines_of_code=50))
    for said in (
        "**Type:** tooling",
        "**Priority:** high",
        "**Pattern:** <code>repeated&#95;tool&#95;use</code>",
        "**Occurrences:** 7",
        "**Security review:** not required",
        "**Fingerprint:** <code>0f3a</code>",
        "At most 2 components and 50 changed lines; estimated as simple.",
        '"session": "s-1"',
    ):
        assert said in body
    assert issue_labels(request()) == ["priority:high", "type:tooling", "automated"]


def test_a_security_review_is_demanded_where_the_request_says_so() -> None:
    """In the issue and in the pull request."""
    wanted = request(requires_security_review=True)
    for body in (issue_body(wanted), pull_request_body(wanted, 4, [], [])):
        assert "**Security review:** required before merging" in body


def test_samples_that_the_description_quotes_are_not_repeated() -> None:
    """One that it does not quote follows in a fence."""
    wanted = request(source_pattern=pattern("npm run seed", "npm run feed"))
    body = issue_body(wanted)
    assert body.count("npm run seed") == 1
    assert "```text\nnpm run feed\n```" in body


def test_a_pull_request_shows_its_evidence() -> None:
    """A row for each step, with what it showed and whether it holds."""
    shown = [
        Shown("5.5", {"exit_code": 0}, True),
        Shown("20c", {"exit_code": 1, "output": "a | b"}, False),
        Shown("8", {}, True),
    ]
    body = pull_request_body(request(), 12, shown, [])
    assert body.startswith("Closes #12\n")
    rows = [line for line in body.splitlines() if line.startswith("| <code>")]
    assert [row.rsplit(" | ", 1)[1] for row in rows] == [
        "holds |",
        "does not hold |",
        "not shown |",
    ]
    assert "There is no issue for this." in pull_request_body(request(), None, shown, [])


def test_a_box_is_ticked_by_evidence_alone() -> None:
    """Not by a step that failed, showed nothing, was never run, or failed when run again."""
    shown = [
        Shown("1", {"exit_code": 0}, True),
        Shown("2", {"exit_code": 1}, False),
        Shown("3", {}, True),
        Shown("5", {"exit_code": 0}, True),
        Shown("5", {"exit_code": 1}, False),
    ]
    plan = [Check(f"check {step}", step) for step in "12345"]
    body = pull_request_body(request(), 12, shown, plan)
    boxes = re.findall(r"^- \[(.)\] <code>check (\d)</code>", body, re.MULTILINE)
    assert boxes == [("x", "1"), (" ", "2"), (" ", "3"), (" ", "4"), (" ", "5")]


def test_what_is_left_out_is_counted() -> None:
    """A reader knows that there is more."""
    shown = [Shown(str(number), {"exit_code": 0}, True) for number in range(35)]
    plan = [Check("check", str(number)) for number in range(22)]
    body = pull_request_body(request(), 12, shown, plan)
    assert "And 5 more." in body
    assert "And 2 more." in body
    many = pattern(*(f"sample {number}" for number in range(11)))
    assert "And 3 more." in issue_body(request(source_pattern=many))


@pytest.mark.parametrize("place", ["title", "description", "sample", "context", "evidence"])
def test_a_secret_is_taken_out_again(place: str) -> None:
    """In any field, even where truncation would leave half of it."""
    text = f"{'x' * 460} {SECRET}" if place == "sample" else SECRET
    wanted = request(
        issue_title=text if place == "title" else "t",
        issue_description=text if place == "description" else "d",
        source_pattern=pattern(*([text] if place == "sample" else [])),
        context={"env": [{"note": text}]} if place == "context" else {},
    )
    evidence = {"output": text} if place == "evidence" else {}
    whole = (
        issue_title(wanted)
        + issue_body(wanted)
        + pull_request_body(wanted, 1, [Shown("1", evidence, True)], [])
    )
    assert "ghp" not in whole


def test_a_secret_that_is_known_by_its_field_is_taken_out() -> None:
    """Its shape alone would not reveal it."""
    body = issue_body(request(context={"db_password": "Tr0ub4dor&3xyz"}))
    assert "Tr0ub4dor" not in body


def test_what_cannot_be_seen_is_left_out() -> None:
    """Direction marks, escapes and zero bytes change what a reviewer sees, not what he reads."""
    body = issue_body(request(issue_description="a\x00b\u202ec\u200bd\x1b[31me\ud800f"))
    assert "abcd[31mef" in body
    body.encode()


@given(WILD)
def test_a_fence_holds_any_text(text: str) -> None:
    """The text is one code block, and the text after it is not part of it."""
    found = blocks(f"before\n\n{fenced(text, 500)}\n\nafter")
    kinds = [each.type for each in found]
    assert kinds == ["paragraph_open", "inline", "paragraph_close", "fence",
                     "paragraph_open", "inline", "paragraph_close"]  # fmt: skip
    assert found[-2].content == "after"


@given(WILD)
def test_a_cell_holds_any_text(text: str) -> None:
    """The table keeps its three cells, and the middle one is a single code span."""
    row = f"| a | b | c |\n|---|---|---|\n| 1 | {inline(text, 120)} | 3 |\n"
    cells = [block for block in blocks(row) if block.type == "inline"][3:]
    assert [cell.content for cell in cells[::2]] == ["1", "3"]
    kinds = {child.type for child in cells[1].children or []}
    assert kinds <= {"html_inline", "text", "text_special"}
    assert re.fullmatch(r"<code>[^<>@`|\[\]]*</code>", cells[1].content)


@given(WILD, WILD, WILD, st.dictionaries(WILD, WILD, max_size=3))
def test_nothing_that_was_quoted_pings_or_links(
    title: str, description: str, sample: str, context: dict[str, str]
) -> None:
    """Outside code there are no mentions, no numbers but the issue's, and no markers."""
    wanted = request(
        issue_title=title,
        issue_description=description,
        source_pattern=pattern(sample, type=sample),
        context={**context, "fingerprint": description},
    )
    shown = [Shown(sample, {**context, "output": description}, True)]
    plan = [Check(description, sample)]
    bodies = issue_body(wanted), pull_request_body(wanted, 12, shown, plan)
    for body in bodies:
        rest = outside(body).replace("Closes #12", "")
        assert "@" not in rest
        assert not re.search(r"#\d", rest)
        assert "<!--" not in rest
        assert [block for block in blocks(body) if block.type == "html_block"] == []
    assert "\n" not in issue_title(wanted)
    assert issue_title(wanted) == pull_request_title(wanted)


@pytest.mark.parametrize("unit", ["x", "`", "` ", "|", "😀", "@a #1 ", "\n", "<", "\U0010fffd"])
def test_the_longest_request_fits(unit: str) -> None:
    """Also where every character takes the most room; nothing is cut in the middle of a part."""
    text = unit * 7_000
    wanted = request(
        issue_title=text,
        issue_description=text,
        requires_security_review=True,
        source_pattern=pattern(*[text] * 12, type=text, context={"a": text}),
        context={"fingerprint": text, "b": text},
    )
    shown = [Shown(text, {"output": text}, True)] * 40
    bodies = issue_body(wanted), pull_request_body(wanted, 2**31, shown, [Check(text, text)] * 40)
    for body in bodies:
        assert len(body) < LONGEST
        assert "pened by Lessonboard" in body
    assert len(issue_title(wanted)) <= 200


@given(WILD)
def test_a_fence_says_where_it_was_shortened(text: str) -> None:
    """And is never longer than was asked for, but for the fence itself."""
    quote = fenced(text * 50, 100).split("\n", 1)[1].rsplit("\n", 1)[0]
    assert len(quote) <= 100
    assert quote == cleaned(text * 50) or quote.endswith(" [shortened]")
