"""Lists by what people look for: lessons by how they were shown, sessions by their day."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from blackboard.events.use import ContextInjected, LessonRecurred, LessonWithheld
from blackboard.importer import import_files
from lessonboard.bootstrap import App
from lessonboard.cli.output import screen
from lessonboard.pages.paging import SIZE
from lessonboard.parts.web.lesson_orders import listed
from lessonboard.present.rows import session_lines
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.pipeline.stated import Rule, add
from tests.parts.web.visitor import Visitor, visiting
from tests.reflect.talks import says, session

DAY = 86_400_000_000
RULES = ("Alpha needs `make alpha`.", "Beta needs `make beta`.", "Gamma needs `make gamma`.",
         "Delta needs `make delta`.")  # fmt: skip
PROJECT = "github.com/ada/kite"


def order(page: str) -> list[str]:
    """The first words of the rules in the list, from top to bottom."""
    found = page.partition('id="results"')[2]
    return re.findall(r'class="title"[^>]*>(\w+) ', found)


def show(board: Board, lesson: str, name: str, *, one_in: int = 0, recurs: bool = False) -> None:
    """A session in which a lesson was shown, perhaps by chance and perhaps in vain."""
    board.append(session([says("Hello.")], name))
    chance = {lesson: one_in} if one_in else {}
    board.record(
        ContextInjected(session=name, text="x", items=[lesson], tokens=5, one_in=chance),
        actor="hook",
    )
    if recurs:
        board.record(LessonRecurred(lesson=lesson, session=name, injected=True), actor="hook")


def hold_back(board: Board, lesson: str, name: str, *, recurs: bool) -> None:
    """A session in which a lesson was held back by chance."""
    board.append(session([says("Hello.")], name))
    board.record(LessonWithheld(lesson=lesson, session=name, one_in=2), actor="hook")
    if recurs:
        board.record(LessonRecurred(lesson=lesson, session=name, injected=False), actor="hook")


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    """Alpha was never shown, Beta helps, Gamma harms, and Delta was shown once, as the last."""
    path = tmp_path / "measured.db"
    critic = Critic(CriticSettings())
    with Board.open(path) as board:
        names = [add(board, Rule(text), PROJECT, critic, n).row["id"]
                 for n, text in enumerate(RULES, 1)]  # fmt: skip
        _, beta, gamma, delta = names
        for n in range(24):
            show(board, beta, f"b{n}", one_in=2)
            hold_back(board, beta, f"bh{n}", recurs=True)
            show(board, gamma, f"g{n}", one_in=2, recurs=True)
            hold_back(board, gamma, f"gh{n}", recurs=False)
        show(board, delta, "d")
    return path


def test_lessons_are_ordered_by_when_they_were_shown_and_to_what_effect(measured: Path) -> None:
    """With the numbers and the effect beside each."""
    with visiting(App(str(measured))) as visitor:
        page = visitor.text("/lessons?order=last-shown")
        assert order(page) == ["Delta", "Gamma", "Beta", "Alpha"]
        assert "shown in 24 sessions, last" in page
        assert "shown in 1 session, last" in page
        assert "never shown" in page
        assert "its failure came back in 0 of 24 sessions with it" in page
        assert order(visitor.text("/lessons?order=best")) == ["Beta", "Gamma"]
        assert order(visitor.text("/lessons?order=worst")) == ["Gamma", "Beta"]
        assert order(visitor.text("/lessons?order=newest")) == [*map(first, reversed(RULES))]


def first(text: str) -> str:
    """The first word."""
    return text.split(maxsplit=1)[0]


def test_what_was_never_shown_is_a_filter_of_every_order(measured: Path) -> None:
    """Also with words, and its contrary."""
    with visiting(App(str(measured))) as visitor:
        assert order(visitor.text("/lessons?shown=never")) == ["Alpha"]
        assert order(visitor.text("/lessons?shown=never&order=newest")) == ["Alpha"]
        assert order(visitor.text("/lessons?shown=never&order=best")) == []
        assert order(visitor.text("/lessons?shown=once&q=make")) != []
        assert "Alpha" not in order(visitor.text("/lessons?shown=once&q=make"))
        assert sorted(order(visitor.text("/lessons?shown=once"))) == ["Beta", "Delta", "Gamma"]


def test_at_that_moment_nothing_had_been_shown(measured: Path) -> None:
    """The past has its own counts."""
    with Board.open(measured) as board:
        [event] = list(board.read(types=["context.injected"], limit=1))
    with visiting(App(str(measured))) as visitor:
        then = f"as-of={event.position - 1}"
        assert order(visitor.text(f"/lessons?shown=once&{then}")) == []
        assert "Beta" in order(visitor.text(f"/lessons?shown=never&{then}"))


def test_the_list_goes_on_behind_its_last_row_in_every_order(measured: Path) -> None:
    """Each lesson comes once, also where many were never shown at all."""
    with Board.open(measured) as board:
        critic = Critic(CriticSettings())
        for n in range(SIZE + 3):
            add(board, Rule(f"Tune the `knob{n}` with care{n}."), PROJECT, critic, n)
        whole = len(board.view("lessons"))
    with visiting(App(str(measured))) as visitor:
        for by in ("", "newest", "last-shown", "most-seen"):
            page, names = visitor.text(f"/lessons?order={by}"), list[str]()
            while True:
                names += re.findall(r'href="/lessons/(lesson-\w+)"', page)
                following = re.search(r'rel="next" href="([^"]+)"', page)
                if not following:
                    break
                page = visitor.text(following[1].replace("&amp;", "&"))
            assert len(names) == len(set(names)) == whole, by


def test_a_list_takes_the_same_few_statements_however_long_it_is(measured: Path) -> None:
    """Nothing is asked for each lesson apart."""
    with Board.open(measured) as board:
        critic = Critic(CriticSettings())
        asked: list[str] = []
        counts = []
        for more in (0, 30):
            for n in range(more):
                add(board, Rule(f"Tune the `knob{n}` with care{n}."), PROJECT, critic, n)
            rows = board.view("lessons")
            asked.clear()
            board.log.connection.set_trace_callback(asked.append)  # type: ignore[attr-defined] # SQLite's
            listed(board, "lessons", [*rows])
            board.log.connection.set_trace_callback(None)  # type: ignore[attr-defined] # SQLite's
            counts.append(sum("view_exposures" in each for each in asked))
        assert counts[0] == counts[1]


@pytest.mark.parametrize("query", ["order=sideways", "shown=perhaps", "order=last-shown&after=x"])
def test_an_order_that_there_is_not_is_named(visitor: Visitor, query: str) -> None:
    """Nothing is guessed."""
    assert visitor.get(f"/lessons?{query}").status_code == 400


# Sessions


@pytest.fixture
def days(tmp_path: Path) -> Path:
    """A board with a session on each of three days, and one from a transcript without times."""
    path = tmp_path / "days.db"
    transcript = tmp_path / "talk.json"
    transcript.write_text(json.dumps([{"role": "user", "content": "Undated question"},
                                      {"role": "assistant", "content": "An answer"}]))  # fmt: skip
    os.utime(transcript, ns=(1_700_000_000_123_456_000, 1_700_000_000_123_456_000))
    with Board.open(path) as board:
        for n, word in enumerate(("First", "Second", "Third")):
            board.append([each._replace(occurred_at=(each.occurred_at or 0) + n * DAY)
                          for each in session([says(f"{word} question")], f"s{n}")])  # fmt: skip
        assert import_files(board, [transcript]).sessions == 1
    return path


def test_sessions_stand_under_their_day(days: Path) -> None:
    """The latest first, and what has no date under none, after all others."""
    with visiting(App(str(days))) as visitor:
        page = visitor.text("/sessions")
        headings = re.findall(r"<h2>([^<]+)</h2>", page.partition('id="list"')[2])
        assert headings == ["2023-11-16", "2023-11-15", "2023-11-14", "No date"]
        undated = page.partition("<h2>No date</h2>")[2].partition("</ul>")[0]
        assert "Undated question" in undated
        assert "2023" not in undated


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("from=2023-11-15", ["Second", "Third"]),
        ("until=2023-11-15", ["First", "Second"]),
        ("from=2023-11-15&until=2023-11-15", ["Second"]),
        ("from=2023-11-17", []),
        ("until=2023-11-13", []),
    ],
)
def test_a_day_is_whole_at_both_ends(days: Path, query: str, found: list[str]) -> None:
    """From the first microsecond to the last; an undated session is of no day."""
    with Board.open(days) as board:
        start = 1_700_006_400_000_000  # 2023-11-15 00:00
        for name, at in (("Edge", start), ("Edgy", start + DAY - 1)):
            said = {"session": name, "role": "user", "text": f"{name} question"}
            board.append([NewEvent("message.recorded", f"session:{name}", said, occurred_at=at)])
    with visiting(App(str(days))) as visitor:
        page = visitor.text(f"/sessions?{query}").partition('id="list"')[2]
        names = re.findall(r">(\w+) question", page)
        is_inside = "Second" in found
        assert sorted(names) == sorted([*found, *(["Edge", "Edgy"] if is_inside else [])])


@pytest.mark.parametrize(
    "query", ["from=15.11.2023", "from=2023-13-01", "until=2023-02-30", "from=2023-11-16T12:00",
              "from=2023-11-16&until=2023-11-15", "from=\u0662023-11-16"],
)  # fmt: skip
def test_what_is_no_date_is_refused_by_name(visitor: Visitor, query: str) -> None:
    """Nothing is guessed, and the two ends are not exchanged in silence."""
    answer = visitor.get(f"/sessions?{query}")
    assert answer.status_code == 400
    assert "is no date" in answer.text or "is before" in answer.text
    typed = query.partition("&")[0].partition("=")[2]
    assert f'value="{typed}"' in answer.text, "the form is still there, as it was sent"
    assert "No session fits" not in answer.text


def test_dates_are_typed_in_one_form_everywhere(visitor: Visitor) -> None:
    """No field asks for them as the browser's language has it."""
    for path in ("/", "/sessions", "/lessons", "/compare"):
        page = visitor.text(path)
        assert 'type="date' not in page
        assert 'placeholder="YYYY-MM-DD"' in page


def test_the_command_says_no_date_either(days: Path) -> None:
    """As the page does."""
    with Board.open(days) as board:
        [row] = board.view("sessions", where={"undated": 1})
        assert next(iter(session_lines(row, screen()))).text.startswith("no date  messages")


@pytest.mark.parametrize(
    ("times", "messages", "undated"),
    [([5_001, 5_001], ["user", "assistant"], 1), ([5_000, 5_000], ["user", "assistant"], 0),
     ([5_001, 5_002], ["user", "assistant"], 0), ([5_001, 5_001], ["user", "user"], 0),
     ([5_001, 5_001, 5_003], ["user", "assistant", "user"], 0)],
)  # fmt: skip
def test_a_session_is_undated_whose_every_event_bears_a_files_time(
    times: list[int], messages: list[str], undated: int
) -> None:
    """To the microsecond, and once something was answered: a hook may note two things at once."""
    with Board.open(":memory:") as board:
        board.append([
            NewEvent("message.recorded", "session:x",
                     {"session": "x", "role": role, "text": f"{n}"}, occurred_at=at)
            for n, (at, role) in enumerate(zip(times, messages, strict=True))
        ])  # fmt: skip
        assert board.row("sessions", "x")["undated"] == undated
