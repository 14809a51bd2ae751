"""Decisions on the page: about what was seen, all or nothing, and undone."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from examples.pictures.sample_board import TOLD
from lessonboard.bootstrap import App
from lessonboard.parts.web import access
from reflect.curator import decisions
from tests.blackboard.lessons import told
from tests.parts.web.visitor import SECRETS, Visitor, visiting


def waiting(visitor: Visitor) -> list[str]:
    """The lessons that wait, in the order of the page."""
    from lessonboard.waiting import waiting_lessons

    return [row["id"] for row in waiting_lessons(visitor.board, {})]


def status(visitor: Visitor, name: str) -> str:
    """How a lesson stands."""
    return str(visitor.board.row("lessons", name)["status"])


def test_a_candidate_is_approved_and_that_is_undone(visitor: Visitor) -> None:
    """What the page decides the command line shows, and the other way round."""
    name = waiting(visitor)[0]
    page = visitor.text(f"/review?at={name}")
    after = visitor.done("/decide", **visitor.form(page, "/decide"), decision="reject",
                         reason="not here")  # fmt: skip
    assert status(visitor, name) == "rejected"
    assert "Rejected" in after
    again = visitor.done("/undo", **visitor.form(after, "/undo"))
    assert status(visitor, name) == "candidate"
    assert name in again


def test_an_approved_lesson_that_drifted_is_said_to_be_right_still(visitor: Visitor) -> None:
    """Then it waits no longer; undone, it waits again."""
    name = waiting(visitor)[0]
    decisions.approve(visitor.board, visitor.board.row("lessons", name))
    visitor.board.append([told("lesson.checked", name, freshness="drifted")])
    assert name in waiting(visitor)
    page = visitor.text(f"/review?at={name}")
    assert "Still right" in page
    after = visitor.done("/decide", **visitor.form(page, "/decide"), decision="approve")
    assert name not in waiting(visitor)
    visitor.done("/undo", **visitor.form(after, "/undo"))
    assert name in waiting(visitor)


def test_the_next_one_is_shown_after_a_decision(visitor: Visitor) -> None:
    """Going through them needs no other key."""
    first, second, *_ = waiting(visitor)
    page = visitor.text("/review")
    after = visitor.done("/decide", **visitor.form(page, "/decide"), decision="retire")
    assert f"/lessons/{first}" not in after
    assert f"/lessons/{second}" in after


def test_words_are_edited_and_approved(visitor: Visitor) -> None:
    """As the key e of `lesson review --all`."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
    visitor.done("/decide", **fields, decision="edit", constraint="Always run `make seed` first.")
    row = visitor.board.row("lessons", name)
    assert (row["constraint"], row["status"]) == ("Always run `make seed` first.", "approved")


def test_words_that_were_not_touched_are_not_revised(visitor: Visitor) -> None:
    """A browser sends every field, with line ends of its own; only what differs is an event."""
    board = visitor.board
    name = waiting(visitor)[0]
    decisions.revise(board, board.row("lessons", name), symptom="One line.\nAnother.")
    row = board.row("lessons", name)
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/decide")
    words = {each: row[each] for each in ("constraint", "root_cause", "resolution", "severity")}
    visitor.done("/decide", **fields, **words, symptom="One line.\r\nAnother.", decision="revise")
    assert board.row("lessons", name)["decisions"] == row["decisions"]
    visitor.done("/decide", **visitor.form(visitor.text(f"/lessons/{name}"), "/decide"),
                 constraint="One rule\r\n on two lines.", decision="revise")  # fmt: skip
    assert board.row("lessons", name)["constraint"] == "One rule on two lines."


def test_a_decision_on_what_changed_meanwhile_is_refused_with_both_versions(
    visitor: Visitor, sample: Path
) -> None:
    """A second tab, or the command line, was quicker: nothing is lost and nothing is guessed."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
    with Board.open(sample) as other:
        row = other.row("lessons", name)
        decisions.revise(other, row, "clearer", constraint="Seed with another file.")
    answer = visitor.post("/decide", **fields, decision="approve")
    assert answer.status_code == 409
    assert unescape(row["constraint"]).split("`")[0] in unescape(answer.text)
    assert "Seed with another file." in answer.text
    assert f'href="{fields["then"]}"' in unescape(answer.text)
    assert "Go on with the next" in answer.text
    abroad = {**fields, "then": "https://elsewhere.test/"}
    assert "elsewhere.test" not in visitor.post("/decide", **abroad, decision="approve").text
    assert status(visitor, name) == "candidate"


def test_seeing_a_lesson_once_more_is_no_change(visitor: Visitor, sample: Path) -> None:
    """A worker that learns the same again does not make a person decide anew."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
    with Board.open(sample) as other:
        from blackboard.events.lesson import LessonDeduplicated

        other.record(LessonDeduplicated(lesson=name, duplicate="lesson-other"), actor="miner")
    assert visitor.post("/decide", **fields, decision="approve").status_code == 303


def test_several_are_decided_all_or_none(visitor: Visitor, sample: Path) -> None:
    """One that changed meanwhile keeps all from being decided."""
    names = waiting(visitor)[:3]
    seen = [visitor.form(visitor.text(f"/review?at={name}"), "/decide")["seen"] for name in names]
    with Board.open(sample) as other:
        decisions.retire(other, other.row("lessons", names[2]))
    fields = {"view": "lessons", "page": "/review", "decision": "approve"}
    assert visitor.post("/decide", **fields, seen=seen).status_code == 409
    assert {status(visitor, name) for name in names[:2]} == {"candidate"}
    after = visitor.done("/decide", **fields, seen=seen[:2])
    assert "and 1 alike" in after
    visitor.done("/undo", **visitor.form(after, "/undo"))
    assert {status(visitor, name) for name in names[:2]} == {"candidate"}


@pytest.mark.parametrize("by", ["page", "command"])
def test_one_of_several_that_was_undone_elsewhere_leaves_the_rest(
    visitor: Visitor, by: str
) -> None:
    """On its own page, or by the command line."""
    names = waiting(visitor)[:3]
    seen = [visitor.form(visitor.text(f"/review?at={name}"), "/decide")["seen"] for name in names]
    visitor.done("/decide", view="lessons", page="/review", decision="approve", seen=seen)
    if by == "page":
        page = visitor.text(f"/lessons/{names[1]}")
        visitor.done("/decisions/undo", **visitor.form(page, "/decisions/undo"))
    else:
        decisions.undo(visitor.board, visitor.board.row("lessons", names[1]))
    assert [status(visitor, name) for name in names] == ["approved", "candidate", "approved"]
    visitor.done("/undo")
    assert {status(visitor, name) for name in names} == {"candidate"}
    assert visitor.post("/undo").status_code == 422


def test_a_reason_does_not_bring_back_what_is_undone_meanwhile(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is kept just before the undo."""
    fields = visitor.form(visitor.text("/review"), "/decide")
    after = visitor.done("/decide", **fields, decision="approve")
    name = visitor.form(after, "/undo")["decision"]
    explain, undoing = decisions.explain, visitor.site._undoing

    def undone_meanwhile(*given: Any) -> None:
        explain(*given)
        undoing.take(name)

    monkeypatch.setattr(decisions, "explain", undone_meanwhile)
    visitor.post("/reason", decision=name, reason="It is so.")
    assert undoing.known(name) is None


def test_an_undo_is_done_once(visitor: Visitor) -> None:
    """A form that is sent twice takes back one decision, not the one before it too."""
    page = visitor.text("/review")
    after = visitor.done("/decide", **visitor.form(page, "/decide"), decision="approve")
    fields = visitor.form(after, "/undo")
    visitor.done("/undo", **fields)
    assert visitor.post("/undo", **fields).status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"view": "sessions", "decision": "approve", "seen": "a:1:b"},
        {"view": "lessons", "decision": "explode", "seen": "a:1:lesson-x"},
        {"view": "lessons", "decision": "approve", "seen": "no colon"},
        {"view": "lessons", "decision": "approve", "seen": "v:9999999999999999999999:x"},
        {"view": "lessons", "decision": "approve", "seen": "v:1:lesson-nowhere"},
        {"view": "insights", "decision": "reject", "seen": "v:1:insight-x"},
    ],
)
def test_a_form_that_nobody_was_given_changes_nothing(
    visitor: Visitor, fields: dict[str, str]
) -> None:
    """It is refused with a sentence, not a stack of calls."""
    before = visitor.board.log.head()
    answer = visitor.post("/decide", **fields)
    assert 400 <= answer.status_code < 500
    assert visitor.board.log.head() == before


@pytest.mark.parametrize("page", ["//evil.example", "https://evil.example", "/\\evil.example",
                                  "javascript:alert(1)"])  # fmt: skip
def test_no_form_leads_elsewhere(visitor: Visitor, page: str) -> None:
    """Where a decision goes on is an address of this page, whatever was sent."""
    fields = visitor.form(visitor.text("/review"), "/decide") | {"page": page, "then": page}
    answer = visitor.post("/decide", **fields, decision="approve")
    assert re.match(r"/[^/\\]", answer.headers["location"])


def test_what_was_taken_back_elsewhere_does_not_stand_in_the_way(visitor: Visitor) -> None:
    """The decision before it can still be undone."""
    first, second, *_ = waiting(visitor)
    for name in (first, second):
        fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
        visitor.done("/decide", **fields, decision="approve")
    row = visitor.board.row("lessons", second)
    decisions.undo(visitor.board, row, row["decisions"][-1]["event"])
    assert visitor.post("/undo").status_code == 422
    visitor.done("/undo")
    assert status(visitor, first) == "candidate"


def test_what_was_taken_back_on_its_own_page_is_not_offered_again(visitor: Visitor) -> None:
    """The history says that it was, and `u` is about the decision before it."""
    first, second, *_ = waiting(visitor)
    for name in (first, second):
        fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
        visitor.done("/decide", **fields, decision="approve")
    page = visitor.text(f"/lessons/{second}")
    page = visitor.done("/decisions/undo", **visitor.form(page, "/decisions/undo"))
    assert "Undone: approved" in page
    assert "<b>undid: approved</b>" in page
    visitor.done("/undo")
    assert status(visitor, first) == "candidate"


def test_what_a_decision_says_is_in_the_words_that_it_made(visitor: Visitor) -> None:
    """And one that changes nothing says so."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/decide")
    words = {"constraint": "Use `make <b>` here.", "decision": "revise"}
    page = visitor.done("/decide", **fields, **words)
    assert "Revised: Use <code>make &lt;b&gt;</code> here." in page
    head = visitor.board.log.head()
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/decide")
    assert "nothing was changed" in visitor.done("/decide", **fields, **words)
    assert visitor.board.log.head() == head


def test_words_that_were_refused_are_not_lost(visitor: Visitor) -> None:
    """They stand on the page that says why, beside both versions and the way back."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/decide")
    visitor.done("/decide", **fields, decision="approve")
    late = visitor.post("/decide", **fields, constraint="My <words>", decision="revise")
    assert late.status_code == 409
    assert "My &lt;words&gt;" in late.text
    name = waiting(visitor)[1]
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/decide")
    empty = visitor.post("/decide", **fields, constraint=" ", decision="revise", reason="My reason")
    assert "My reason" in empty.text


def test_forgetting_leaves_no_words_in_what_can_be_undone(visitor: Visitor) -> None:
    """What was decided before cannot be taken back by the page any more, and is not named."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
    visitor.done("/decide", **fields, decision="approve")
    page = visitor.text(f"/forget/{TOLD}")
    visitor.done("/forget", **visitor.form(page, "/forget"), reason="private")
    assert "Undo: Approved" not in visitor.text("/review")
    assert visitor.post("/undo").status_code == 422


def test_a_form_of_a_board_that_was_replaced_changes_nothing(
    visitor: Visitor, sample: Path
) -> None:
    """The other board may have a lesson of that name."""
    fields = visitor.form(visitor.text("/review"), "/decide")
    with visitor.site.boards.present():
        token = access.form_token(SECRETS, visitor.site.boards.name)
    other = Path(shutil.copy(sample, sample.with_name("other")))
    other.replace(sample)
    assert (
        visitor.post("/decide", form_token=token, **fields, decision="approve").status_code == 403
    )


def test_where_nothing_may_be_changed_nothing_is(sample: Path) -> None:
    """Neither is it offered, nor done."""
    with visiting(App(str(sample)), read_only=True) as visitor:
        assert 'method="post"' not in visitor.text("/review")
        assert visitor.post("/decide", view="lessons", decision="approve").status_code == 409


def test_words_with_new_harm_are_kept_first_and_ticked_then(visitor: Visitor) -> None:
    """There is nothing to tick yet: the way that is named is one that can be gone."""
    name = waiting(visitor)[0]
    fields = visitor.form(visitor.text(f"/review?at={name}"), "/decide")
    words = {"constraint": "Run `npx strange-setup` first."}
    refused = visitor.post("/decide", **fields, **words, decision="edit")
    assert "keep these words on its page without approving them" in unescape(refused.text)
    assert "Run `npx strange-setup` first." in refused.text
    visitor.done("/decide", **fields, **words, decision="revise")
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/decide")
    visitor.done("/decide", **fields, decision="approve", despite="fetches and runs")
    assert status(visitor, name) == "approved"


def test_the_past_cannot_be_changed(visitor: Visitor) -> None:
    """A page as of a moment offers no change, and refuses one."""
    assert 'method="post"' not in visitor.text("/review?as-of=60")
    assert visitor.post("/decide?as-of=60", view="lessons").status_code == 409


def test_any_decision_is_taken_back_on_the_page_of_its_lesson(visitor: Visitor) -> None:
    """Also one that was made by the command line, or weeks ago."""
    board = visitor.board
    [name] = [row["id"] for row in board.view("lessons", where={"status": "rejected"})]
    page = visitor.text(f"/lessons/{name}")
    visitor.done("/decisions/undo", **visitor.form(page, "/decisions/undo"))
    assert status(visitor, name) == "candidate"


@pytest.mark.parametrize("action", ["/mute", "/guard"])
def test_what_changed_meanwhile_is_neither_muted_nor_guarded(
    visitor: Visitor, sample: Path, action: str
) -> None:
    """Every decision about a lesson is about what was seen."""
    [name] = [
        row["id"] for row in visitor.board.view("lessons") if "test:unit" in row["constraint"]
    ]
    fields = visitor.form(visitor.text(f"/lessons/{name}"), "/mute")
    with Board.open(sample) as other:
        decisions.revise(other, other.row("lessons", name), "clearer", constraint="Run it apart.")
    answer = visitor.post(action, **fields, guard="on")
    assert answer.status_code == 409
    assert "Run it apart." in answer.text


@pytest.mark.parametrize("words", ["", "  ", "\u200b", "\x00"])
def test_a_rule_of_nothing_is_refused(visitor: Visitor, words: str) -> None:
    """Also where the nothing is made of characters that nobody sees."""
    fields = visitor.form(visitor.text("/review"), "/decide")
    assert visitor.post("/decide", **fields, decision="edit", constraint=words).status_code == 400


def test_a_lesson_is_muted_in_its_project_and_told_again(visitor: Visitor) -> None:
    """What stops an agent from being told something, there alone."""
    board = visitor.board
    [name] = [row["id"] for row in board.view("lessons") if "test:unit" in row["constraint"]]
    page = visitor.done("/mute", **visitor.form(visitor.text(f"/lessons/{name}"), "/mute"))
    assert "not shown in" in page
    page = visitor.done("/mute", **visitor.form(page, "/mute"))
    assert "Stop showing it in" in page


def test_a_harmful_lesson_is_approved_on_the_page_by_the_name_of_its_harm(
    visitor: Visitor, sample: Path
) -> None:
    """Without it the page says what it does, and what it does stands beside its words."""
    name = waiting(visitor)[0]
    with Board.open(sample) as other:
        row = other.row("lessons", name)
        decisions.revise(other, row, constraint="Run `npx strange-setup` first.")
    page = visitor.text(f"/lessons/{name}")
    assert "harmful: fetches and runs" in page
    fields = visitor.form(page, "/decide")
    fields.pop("despite", None)
    refused = visitor.post("/decide", **fields, decision="approve")
    assert refused.status_code == 400
    assert "it fetches and runs; tick that you saw it" in unescape(refused.text)
    assert "--despite" not in refused.text
    visitor.done("/decide", **fields, decision="approve", despite="fetches and runs")
    assert status(visitor, name) == "approved"
