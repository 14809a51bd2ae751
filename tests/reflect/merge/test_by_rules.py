"""Lessons of a merged change by rules: stated by reviewers, and acted on."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.parts.automation.pull_requests.change import Change
from reflect.finding import Finding
from reflect.merge.by_rules import by_rules, passages
from reflect.merge.history import history
from reflect.pipeline.gate import problems
from reflect.reflecting import reflect_on_merge
from tests.reflect.merge.changes import (
    MEANS,
    PROJECT,
    asked,
    merged,
    opened,
    remark,
    reviewed,
    reworked,
    shown,
    told,
)

RULE = "Always close the file when a tile leaves the cache."


def found(board: Board, *remarks: str) -> list[str]:
    """The rules that remarks which were acted on state."""
    past = told(board, reviewed("", *map(remark, remarks)), reworked())
    return [rule.text.constraint for rule in by_rules(past)]


def test_a_rule_that_was_acted_on_is_a_lesson(board: Board) -> None:
    """With place, symptom, reason, resolution, and the quotes that prove it."""
    body = f"{RULE} It leaks otherwise, because nobody else holds the handle."
    hunk = "@@ -1 +1,2 @@\n def tile():\n+    return open(path)"
    past = told(board, opened(), reviewed("", remark(body, diff_hunk=hunk)), reworked(), merged())
    (finding,) = by_rules(past)
    review, rework = past.of("review.submitted", "rework.completed")
    assert finding.text.model_dump() == {
        "phase": "review",
        "category": "performance",
        "severity": "medium",
        "symptom": "`src/tiles.py`: `return open(path)`",
        "root_cause": "Nobody else holds the handle.",
        "resolution": "Reworked: Close the tiles when they leave the cache",
        "constraint": RULE,
        "tags": ["review"],
    }
    assert [(each.event_id, each.quote) for each in finding.evidence] == [
        (review.id, body), (rework.id, "Close the tiles when they leave the cache")]  # fmt: skip
    assert (finding.paths, finding.trust, finding.confidence) == (
        ("src/tiles.py",), "repository", 0.6)  # fmt: skip
    assert finding.occurred_at == review.occurred_at
    assert problems(finding) == []


def test_without_rework_it_was_a_passing_thought(board: Board) -> None:
    """Nor is rework that came before the review an answer to it."""
    assert by_rules(told(board, reworked(), reviewed(RULE), asked(RULE), merged())) == []


def test_an_answer_to_one_review_answers_no_later_one(board: Board) -> None:
    """Each review needs rework after it."""
    past = told(board, reviewed(RULE), reworked(), reviewed("Never log the tile's key in clear."))
    assert [rule.text.constraint for rule in by_rules(past)] == [RULE]


@pytest.mark.parametrize(
    "body",
    [
        RULE,
        f"Thanks! {RULE}",
        f"nit: {RULE}",
        f"**Blocking:** {RULE}",
        f"suggestion (non-blocking): {RULE}",
        f"Two things:\n\n- {RULE}\n- Is this one needed?",
        f"1. {RULE}",
        f"**{RULE[:-1]}**.",
        f"> I keep it open.\n\n{RULE}",
        f"```\nfile.close()\n```\n{RULE}",
        "This is long. " * 120 + f"\n\n{RULE}\n\n" + "So is this. " * 120,
    ],
)
def test_a_rule_is_found_however_it_is_laid_out(board: Board, body: str) -> None:
    """In a list, bold, behind a label, after a quotation, or in a long review; proved verbatim."""
    past = told(board, reviewed(body), reworked())
    (finding,) = by_rules(past)
    assert finding.text.constraint == RULE
    assert finding.evidence[0].quote.strip() in body
    assert RULE[:-1] in finding.evidence[0].quote


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Looks good to me.",
        "Please rename this.",
        "Should we always close the file?",
        "Always see this line again.",
        f"> {RULE}",
        f"```\n# {RULE}\n```",
        f"```suggestion\n# {RULE}\n```",
        "I never saw that before.",
    ],
)
def test_what_states_no_rule_is_no_lesson(board: Board, body: str) -> None:
    """Praise, requests about this change, questions, quotations and code."""
    assert found(board, body) == []


def test_list_items_are_rules_of_their_own(board: Board) -> None:
    """Two bullets are two lessons."""
    other = "Never log the key of a tile."
    assert found(board, f"- {RULE}\n- {other}") == [RULE, other]


def test_the_same_rule_twice_is_one_lesson(board: Board) -> None:
    """From any reviewer, in similar wording."""
    same = "Always close files when a tile leaves the cache!"
    assert found(board, RULE, same, "Never log the key of a tile.") == [
        RULE, "Never log the key of a tile."]  # fmt: skip


def test_what_bots_say_is_no_rule_of_the_team(board: Board) -> None:
    """As a reviewer, or in a comment among others'."""
    past = told(
        board,
        reviewed(RULE, by="rabbit[bot]"),
        reviewed("", remark("Never log the key of a tile.", author="lint[bot]")),
        reworked(),
    )
    assert by_rules(past) == []


def test_what_the_author_says_is_no_review(board: Board) -> None:
    """GitHub keeps answers as reviews; deleted users are not all the same person."""
    assert by_rules(told(board, opened("ada"), reviewed(RULE, by="ada"), reworked())) == []
    with Board.open(":memory:") as other:
        past = told(other, opened("ghost"), reviewed(RULE, by="ghost"), reworked())
        assert len(by_rules(past)) == 1


@pytest.mark.parametrize(
    ("why", "cause"),
    [
        ("because it leaks a handle.", "It leaks a handle."),
        ("since nobody\nelse holds it.", "Nobody else holds it."),
        ("as it leaks a handle.", "It leaks a handle."),
        ("as a courtesy to others.", ""),
        ("as well as every other.", ""),
    ],
)
def test_a_reason_is_taken_only_where_one_is_given(board: Board, why: str, cause: str) -> None:
    """The word "as" only gives a reason before a subject."""
    past = told(board, reviewed(f"{RULE[:-1]}, {why}"), reworked())
    assert [rule.text.root_cause for rule in by_rules(past)] == [cause]


def test_a_reason_belongs_to_its_own_passage(board: Board) -> None:
    """Not to another rule of the same remark."""
    body = f"- {RULE}\n- Never log the key of a tile, because logs are public."
    first, second = by_rules(told(board, reviewed(body), reworked()))
    assert first.text.root_cause == ""
    assert second.text.root_cause == "Logs are public."


def test_a_suggestion_is_the_resolution(board: Board) -> None:
    """What the reviewer would rather see is more exact than a commit's message."""
    body = f"{RULE}\n```suggestion\n    with open(path) as file:\n```"
    (finding,) = by_rules(told(board, reviewed("", remark(body)), reworked("Fix it")))
    assert finding.text.resolution == "Changed to `with open(path) as file:`."


def test_rework_without_words_still_counts(board: Board) -> None:
    """There is one proof less."""
    (finding,) = by_rules(told(board, reviewed(RULE), reworked("", "+ close()")))
    assert finding.text.resolution == ""
    assert len(finding.evidence) == 1


def test_what_a_document_states_is_a_lesson_in_its_own_words(board: Board) -> None:
    """With the reason that it gives; what it does not say stays empty."""
    body = "# Notes\n\nLesson learned: always close the tiles, because handles are few.\n\nDone."
    (finding,) = by_rules(told(board, shown(body, "verification")))
    assert finding.text.model_dump() == {
        "phase": "implement",
        "category": "conventions",
        "severity": "medium",
        "symptom": "",
        "root_cause": "handles are few.",
        "resolution": "",
        "constraint": "always close the tiles",
        "tags": ["verification", "lesson"],
    }
    assert finding.evidence[0].quote == body.split("\n\n")[1]
    assert finding.confidence < 0.6
    assert problems(finding) == []


def test_a_diff_is_no_document(board: Board) -> None:
    """What stands in changed lines was written for something else."""
    assert by_rules(told(board, shown(f"Lesson learned: {RULE}", "diff"))) == []


def test_what_a_document_fills_in_is_left_out(board: Board) -> None:
    """Neither filler nor a cause that says the rule again reaches gate and critic."""
    table = "| Issue | Root cause | Fix |\n|---|---|---|\n"
    filler = "| N/A | the handle leaks | Close the handle of a tile |\n"
    again = "| Tiles hang | run the sweep nightly | Run the sweep nightly |\n"
    first, second = by_rules(told(board, shown(table + filler), shown(table + again)))
    assert (first.text.symptom, first.text.root_cause) == ("", "the handle leaks")
    assert (second.text.symptom, second.text.root_cause) == ("Tiles hang", "")


def test_a_document_of_lessons_is_bounded(board: Board) -> None:
    """A thousand rules in one file are not lessons of one change."""
    body = "\n\n".join(f"Lesson learned: always name part{n} after what{n} holds{n}."
                       for n in range(1000))  # fmt: skip
    assert 1 <= len(by_rules(told(board, shown(body)))) <= 40


def test_passages_are_word_for_word() -> None:
    """Each occurs verbatim in the text, without code."""
    text = "First\nline.\n\n```py\nx = 1\n\ny = 2\n```\n- one\n  more\n- two\n\n```\nopen"
    assert passages(text) == ["First\nline.", "- one\n  more", "- two"]
    assert all(passage in text for passage in passages(text))


def test_the_same_change_twice_adds_nothing(board: Board) -> None:
    """Neither lessons nor sightings, nor any event at all."""
    past = told(board, opened(), reviewed(RULE), reworked(), merged())
    first = reflect_on_merge(board, past, MEANS)
    assert (first.kept, first.lessons.created, first.failure) == (1, 1, None)
    head = board.log.head()
    again = reflect_on_merge(board, history(board, PROJECT, 12), MEANS)
    assert (again.kept, again.lessons.known, board.log.head()) == (0, 1, head)


def test_real_documents_are_read_without_harm(board: Board, shared_data: Path) -> None:
    """Specifications, plans, notes and reviews of strangers: their lessons are all well formed."""
    change = Change(PROJECT, 12, "human")
    paths = sorted((shared_data / "reviews").rglob("*.md"))
    for path in paths:
        body = path.read_text(encoding="utf-8")
        board.append([change.artifact("note", body, title=path.name)])
    past = history(board, PROJECT, 12)
    findings = by_rules(past)
    assert len(past.events) == len({path.read_text() for path in paths}) > 20
    assert 10 <= len(findings) <= 40
    for finding in findings:
        assert problems(finding) == []
        assert _stands(finding, past.events[0].stream, board)
    looked = reflect_on_merge(board, past, MEANS)
    assert looked.failure is None
    assert looked.lessons.created + looked.lessons.refused + looked.lessons.recurred == len(
        findings
    )


def _stands(finding: Finding, stream: str, board: Board) -> bool:
    """Whether all quotes of a finding occur in the events that they cite."""
    bodies = {event.id: (event.payload or {})["body"] for event in board.read(stream=stream)}
    return all(each.quote in bodies[each.event_id] for each in finding.evidence)


@pytest.mark.parametrize("kind", ["specification", "plan", "review", "verification"])
def test_real_reviews_followed_by_rework_are_bounded(
    board: Board, shared_data: Path, kind: str
) -> None:
    """As if each document had been a review: what states no rule for good is not taken for one."""
    texts = [each.read_text() for each in sorted((shared_data / "reviews").rglob("*.md"))]
    past = told(board, *(reviewed(text[:20_000]) for text in texts), shown("x", kind), reworked())  # type: ignore[arg-type]  # four of its values
    findings = by_rules(past)
    assert len(findings) <= len(texts)
    assert all(len(finding.text.constraint) < 1000 for finding in findings)
