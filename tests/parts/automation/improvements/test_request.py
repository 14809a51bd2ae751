"""What is asked for: seed 000's mapping, titles that differ, and quotes that stay quotes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from blackboard.board import Board
from blackboard.events.automation import ImprovementRequested
from blackboard.events.reflection import Pattern
from blackboard.importer import import_files
from lessonboard.part_settings import WorkflowConstraints
from lessonboard.parts.automation.improvements.request import from_reflection_pattern
from lessonboard.parts.automation.improvements.session import patterns_of
from reflect.fingerprint import fingerprint
from tests.blackboard.records import human, model, result, use, write

FINGERPRINT = "0123456789abcdef"
NASTY = [
    "```\n# Broken out\n```",
    "~~~~ text ~~~~",
    "`a` ``b`` ```c",
    "</code></pre><script>alert(1)</script>",
    "<!-- the rest is gone",
    "<details><summary>",
    "@everyone look at #1 and closes #2",
    "[click](https://evil.example) ![x](https://evil.example/x.png)",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "    - [x] done\n\n> quoted\n\n---\n\n# Title",
    "\ttab\r\nreturn\u2028line\u2029paragraph\x85next\x0bvertical\x0cform",
    "\x1b[31mred\x1b[0m \u202e reversed \u200b",
    "\\",
    "&lt;b&gt; &amp; &#35;",
]


def pattern(**fields: Any) -> Pattern:
    """A pattern about a command."""
    given = {"type": "repeated_tool_use", "severity": "high", "count": 5}
    return Pattern.model_validate({"suggestion": "Consider a script.", **given, **fields})


def request(found: Pattern, name: str = FINGERPRINT, **limits: int) -> ImprovementRequested:
    """The request that a pattern leads to."""
    constraints = WorkflowConstraints.model_validate(limits)
    return from_reflection_pattern(found, {"session_id": "s1"}, name, constraints)


@pytest.mark.parametrize(
    ("type_", "improvement"),
    [
        ("repeated_tool_use", "tooling"),
        ("error_patterns", "error_handling"),
        ("user_frustration", "workflow"),
        ("long_session", "pattern"),
        ("repeated_reads", "performance"),
        ("something_new", "pattern"),
    ],
)
def test_each_type_of_pattern_asks_for_its_type_of_improvement(
    type_: str, improvement: str
) -> None:
    """An unknown type maps to `pattern`; errors require a security review."""
    made = request(pattern(type=type_))
    assert made.improvement_type == improvement
    assert made.requires_security_review is (type_ == "error_patterns")
    assert made.issue_title.startswith(f"Improve {type_.replace('_', ' ')} handling")


@pytest.mark.parametrize(
    ("severity", "count", "complexity"),
    [
        ("low", 1, "simple"),
        ("medium", 10, "simple"),
        ("medium", 11, "complex"),
        ("high", 10, "medium"),
        ("critical", 2, "medium"),
        ("critical", 11, "complex"),
    ],
)
def test_what_is_severe_is_of_medium_complexity_and_what_is_frequent_complex(
    severity: str, count: int, complexity: str
) -> None:
    """The priority is the severity."""
    made = request(pattern(severity=severity, count=count))
    assert (made.estimated_complexity, made.priority) == (complexity, severity)


def test_max_lines_per_improvement() -> None:
    """The request carries the limit."""
    assert request(pattern()).max_lines_of_code == 200
    assert request(pattern(), max_lines_per_improvement=40).max_lines_of_code == 40


def test_max_components_per_improvement() -> None:
    """So does this one."""
    assert request(pattern()).max_components == 3
    assert request(pattern(), max_components_per_improvement=1).max_components == 1


def test_a_request_carries_its_pattern_and_where_it_was_seen() -> None:
    """The whole pattern, the session, and the fingerprint."""
    made = request(pattern(context={"tool": "shell", "command": "make"}, samples=["make"]))
    assert made.source_pattern.samples == ["make"]
    assert made.context == {"session_id": "s1", "fingerprint": FINGERPRINT}
    for part in ("5 times", "Consider a script.", '{"tool":"shell","command":"make"}', "    make"):
        assert part in made.issue_description
    assert "once" in request(pattern(count=1)).issue_description


def test_the_same_fingerprint_is_the_same_request() -> None:
    """The id is the same, whatever was seen since."""
    assert request(pattern()).request == request(pattern(count=9)).request
    assert request(pattern()).request != request(pattern(), "another").request


def test_titles_tell_two_issues_of_one_type_apart() -> None:
    """By the command or the error; where that is long, by the fingerprint too."""
    made = [
        request(pattern(context={"command": "npm run seed"})),
        request(pattern(context={"command": "npm run test"})),
        request(pattern(samples=["TS2345: no overload"])),
        request(pattern(context={"command": "x" * 90 + " one"}), "1" * 16),
        request(pattern(context={"command": "x" * 90 + " two"}), "2" * 16),
        request(pattern()),
    ]
    titles = [each.issue_title for each in made]
    assert len(set(titles)) == len(titles)
    assert titles[0] == "Improve repeated tool use handling: npm run seed"
    assert titles[3].endswith("... (11111111)")
    assert titles[5] == "Improve repeated tool use handling"
    assert max(map(len, titles)) < 150


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("place", ["suggestion", "samples", "context", "command"])
def test_what_was_recorded_cannot_leave_its_quotes(place: str, text: str) -> None:
    """Rendered, the text has only our sentences and code: no list, table, HTML, link or title."""
    places: dict[str, dict[str, Any]] = {
        "suggestion": {"suggestion": text},
        "samples": {"samples": [text, "after"]},
        "context": {"context": {"any": text}},
        "command": {"context": {"command": text}, "samples": [text]},
    }
    made = request(pattern(**places[place]))
    tokens = MarkdownIt("commonmark").enable("table").parse(made.issue_description)
    assert {token.type for token in tokens} == {
        "paragraph_open", "inline", "paragraph_close", "code_block",
    }  # fmt: skip
    texts = [token.content for token in tokens if token.type == "inline"]
    ours = ("The pattern occurred 5 times", "Samples, as they were recorded:", "Context:")
    assert all(sentence.startswith(ours) for sentence in texts)
    assert len(made.issue_title.splitlines()) == 1
    shown = made.issue_title + made.issue_description.replace("\n", "")
    assert shown.isprintable()


def test_a_description_is_bounded() -> None:
    """Whatever a pattern carries, an issue stays readable."""
    many = pattern(suggestion="s" * 10**5, samples=["t" * 10**5] * 5, context={"c": "u" * 10**5})
    assert len(request(many).issue_description) < 10_000


def test_quotes_of_a_session_were_redacted_when_it_was_taken_in(
    board: Board, tmp_path: Path
) -> None:
    """A token that a command printed is in no title and no description."""
    token = "ghp_" + "0123456789abcdefghijAB"
    error = f"fatal: could not read from https://oauth2:{token}@github.com/acme/web.git"
    lines = [human("Push it.")]
    for number in range(6):
        lines.append(model(use(f"c{number}", command=f"git push https://{token}@github.com/a/b")))
        lines.append(result(f"c{number}", error, is_error=True))
    import_files(board, [write(tmp_path / "s1.jsonl", lines)])
    [row] = board.view("sessions")
    found = patterns_of(board, row).get_primary_issue()
    assert found is not None
    assert found.type == "error_patterns"
    made = request(found, fingerprint(row["project"], found))
    assert token not in made.model_dump_json()
    assert "[redacted" in made.issue_description


def test_the_description_names_the_type_of_the_pattern() -> None:
    """As it is called in events, so that it can be searched for."""
    assert "    error_patterns\n" in request(pattern(type="error_patterns")).issue_description
