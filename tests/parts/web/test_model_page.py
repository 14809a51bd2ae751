"""What models were asked is on the page: at which cost, with which answer, and what was refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.events.board import ModelCalled
from blackboard.events.consent import ModelAllowed
from lessonboard.bootstrap import App
from lessonboard.present.asked import accepted, questions, refusals, total
from reflect.curator.settings import CuratorSettings
from reflect.model.budget import Spent
from reflect.proposals.understand import understand
from tests.parts.web.visitor import Visitor, visiting
from tests.reflect.proposals.asking import STEPS, Scripted, lesson, model
from tests.reflect.talks import session

NAUGHTY = "<script>alert(1)</script>"


def make_asked_board(path: Path) -> Path:
    """A board on which a model was asked about one session: one lesson kept, one refused."""
    refused = lesson(text=f"Trust {NAUGHTY} always.", quote="nobody ever said this", entries=[3])
    endpoint = Scripted(proposals={"lessons": [lesson(), refused]})
    with Board.open(path) as board:
        board.append(session(STEPS))
        board.record(ModelAllowed(endpoint="http://127.0.0.1:9/v1", tokens_per_day=5_000),
                     actor="human")  # fmt: skip
        [row] = board.view("sessions")
        done = understand(board, row, model(endpoint), CuratorSettings())
        assert (done.created, done.refused) == (1, 1)
        board.record(ModelCalled(model="other", purpose="critique", input_tokens=3,
                                 outcome="timeout", detail=NAUGHTY), actor="model")  # fmt: skip
    return path


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Visitor]:
    """Somebody who looks at it."""
    with visiting(App(str(make_asked_board(tmp_path / "asked.db")))) as visitor:
        yield visitor


def test_each_question_has_its_cost_and_what_became_of_it(page: Visitor) -> None:
    """When, about which session, tokens as they were counted, the kept and the refused."""
    text = page.text("/model")
    assert text.count("to propose lessons from") == 1
    assert text.count("to correct proposals from") == 1
    assert "20 tokens (10 sent, 10 answered)" in text
    assert "1 lesson kept of this session" in text
    assert "1 proposal refused of this session" in text
    assert re.search(r"refused: \w+", text)
    assert "timeout" in text
    assert NAUGHTY not in text
    assert "of 5,000 tokens spent today" in text
    assert "model --log" not in text, "what was refused is on this page"
    assert "Asked after sessions: http://127.0.0.1:9/v1" in text


def test_a_question_is_shown_word_for_word_with_its_answer(page: Visitor) -> None:
    """As it was sent, however it was meant."""
    board = page.board
    [event, *_] = list(board.read(types=["model.answered"]))
    assert event.payload is not None
    text = page.text(f"/model/{event.position}")
    shown = re.findall(r"<pre[^>]*>(.*?)</pre>", text, re.DOTALL)
    assert len(shown) == 2
    assert "pytest: command not found" in shown[0]
    assert len(shown[0]) >= len(event.payload["question"])
    assert NAUGHTY not in text
    assert "&lt;script&gt;" in shown[1]


def test_what_would_be_sent_is_shown_and_nothing_is_sent(page: Visitor) -> None:
    """The digest of the session as it is now; the log is as long as before."""
    before = page.board.log.head()
    text = page.text("/model/about/s1")
    assert "What would be sent" in text
    assert "pytest: command not found" in text
    assert page.board.log.head() == before


@pytest.mark.parametrize("name", ["0", "1", "99999", "x", "-1", "9" * 30, "about/none"])
def test_what_is_no_question_is_said(page: Visitor, name: str) -> None:
    """Another event's text is never shown as a question."""
    assert page.get(f"/model/{name}").status_code == 404


def test_the_past_has_the_questions_of_the_past(page: Visitor) -> None:
    """Before the first one nobody was asked."""
    [event, *_] = list(page.board.read(types=["model.called"]))
    assert "No model was asked yet" in page.text(f"/model?as-of={event.position - 1}")


def test_it_is_two_clicks_from_the_first_page(page: Visitor) -> None:
    """Health is in the navigation."""
    assert 'href="/model"' in page.text("/health")


def test_what_was_tried_again_is_part_of_the_cost(tmp_path: Path) -> None:
    """Each call is counted once: to the answer that came after it, or by itself."""
    with Board.open(tmp_path / "board.db") as board:
        board.append(session(STEPS))
        [row] = board.view("sessions")
        board.record(ModelCalled(model="scripted", purpose="propose-lessons", input_tokens=7,
                                 outcome="invalid"), actor="model")  # fmt: skip
        understand(board, row, model(Scripted(proposals={"lessons": []})), CuratorSettings())
        found = questions(board)
        counted = total(found)
        calls = [event.payload or {} for event in board.read(types=["model.called"])]
        assert counted.input_tokens == sum(each["input_tokens"] for each in calls)
        assert counted.output_tokens == sum(each["output_tokens"] for each in calls)
        assert [each.subject for each in found if each.subject] == ["s1"]
        assert total(found, since=found[0].at + 1) == Spent()
        assert (accepted(board), refusals(board)) == ({}, {})
