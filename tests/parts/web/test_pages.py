"""Every page shows what is there, whatever that is, and changes nothing by being looked at."""

from __future__ import annotations

import json
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

from blackboard import Board, NewEvent, patience
from blackboard.event import iso
from blackboard.events import streams
from blackboard.forgetting import forget, plan
from blackboard.selection import Selection
from blackboard.storage.sqlite import passages
from examples.pictures.sample_board import MEASURED, TOLD
from examples.pictures.sample_sessions import PROJECT
from lessonboard.bootstrap import App
from lessonboard.waiting import waiting_lessons
from tests.parts.web.conftest import NOW
from tests.parts.web.visitor import Visitor, visiting
from tests.reflect.talks import looked, ran, session

LESSON = "/lessons/lesson-a5ea867dd4a6"
PAGES = (
    "/", "/review", "/review?view=insights", "/lessons", "/lessons?kind=insights",
    "/lessons?q=npm+tes", "/lessons?status=all&trust=human", LESSON, f"{LESSON}/guard",
    f"{LESSON}/backtest", "/sessions", f"/sessions/{TOLD}", f"/sessions/{TOLD}?at=98",
    f"/forget/{TOLD}", "/search", "/search?q=database+locked", "/projects",
    f"/projects/{PROJECT}", "/queue", "/queue?state=quarantined", "/recordings", "/health",
    "/health/findings", "/help", "/lessons/new",
    "/lessons/new?rule=Run+npm+test+before+a+commit&commands=npm+test", "/lessons?order=last-shown",
    "/lessons?order=best&shown=once", "/lessons?shown=never",
    "/sessions?from=2026-11-16&until=2026-11-18",
    "/model", f"/model/about/{TOLD}", "/compare", "/compare?first=2026-11-16T12:00&last=2026-11-18",
)  # fmt: skip
STEPS_BEGIN = 1_700_000_000_000_000
"""When the sessions of `tests.reflect.talks` begin."""

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }} {% raw %}",
    "javascript:alert(1)",
    "\u202eright to left\u202c \u05e9\u05dc\u05d5\u05dd",
    "🙂" * 50,
    "x" * 10_000,
    "a\x00b\x1b[31mc",
)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    "moment", ["", "as-of=60", pytest.param("as-of=2026-11-17T12:00", marks=pytest.mark.full)]
)
def test_a_page_is_shown_now_and_then(visitor: Visitor, path: str, moment: str) -> None:
    """And the log is as long as before."""
    before = visitor.board.log.head()
    answer = visitor.get(f"{path}{'&' if '?' in path else '?'}{moment}" if moment else path)
    assert answer.status_code in (200, 404 if moment else 200), answer.text
    assert "<main" in answer.text
    assert visitor.board.log.head() == before


def test_findings_are_shown_once_agents_are_registered(visitor: Visitor, tmp_path: Path) -> None:
    """Whatever details a check gives beside its finding."""
    hook = {"type": "command", "command": f"{tmp_path}/lessonboard hook Stop"}
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text(
        json.dumps({"hooks": {"Stop": [{"hooks": [hook]}]}})
    )
    assert "Claude Code" in visitor.text("/health/findings")


@pytest.mark.parametrize("path", PAGES)
def test_an_empty_board_has_the_same_pages(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first who looks has nothing yet, and is told what to do."""
    monkeypatch.setenv("HOME", str(tmp_path))
    with visiting(App(str(tmp_path / "new.db"))) as visitor:
        answer = visitor.get(path)
        assert answer.status_code in (200, 404)
        assert "That did not work" not in answer.text


def test_why_an_agent_was_told_something_is_two_clicks_away(visitor: Visitor) -> None:
    """From the session to what it was told, from there to the evidence, and to stopping it."""
    session = visitor.text(f"/sessions/{TOLD}")
    assert "Lessonboard showed" in session or "What it was told" in session
    assert LESSON in session
    lesson = visitor.text(LESSON)
    for found in ("Evidence", "Missing script", "Shown in ", "Stop showing it", "Mute"):
        assert found in lesson


def test_the_account_is_a_plot_with_its_numbers(visitor: Visitor) -> None:
    """The interval of the lesson, the pooled one beside it, and both in a table."""
    page = visitor.text(LESSON)
    assert page.count("<circle") == 2
    assert "all that were compared" in page
    assert re.search(r"<td>-\d+ points</td>", page)


def test_where_a_lesson_was_shown_is_counted_once(visitor: Visitor) -> None:
    """Each count is the heading of the sessions that it counts."""
    rows = visitor.board.view("exposures", where={"lesson": LESSON.rpartition("/")[2]})
    page = visitor.text(LESSON)
    shown = [row for row in rows if row["injected_at"] is not None]
    held = [row for row in rows if row["injected_at"] is None and row["withheld_at"] is not None]
    assert re.findall(r"(Shown|Held back) in (\d+) session", page) == [
        ("Shown", str(len(shown))), ("Held back", str(len(held)))]  # fmt: skip
    assert page.count("here it was shown") == 0


def test_a_lesson_of_the_past_is_as_it_was(visitor: Visitor) -> None:
    """Before it was approved it was a candidate, and nobody had been told it."""
    board = visitor.board
    [approved] = [event.position for event in board.read(types=["lesson.approved"])
                  if MEASURED in board.row("lessons", event.payload["lesson"])["constraint"]]  # type: ignore[index]  # fmt: skip
    page = visitor.text(f"{LESSON}?as-of={approved - 1}")
    assert 'class="badge candidate"' in page
    assert "0 sessions" in page
    assert 'class="badge approved"' in visitor.text(f"{LESSON}?as-of={approved}")


def test_links_of_a_page_of_the_past_stay_there(visitor: Visitor) -> None:
    """Whoever looks at last Tuesday goes on looking at last Tuesday."""
    page = visitor.text("/lessons?as-of=60")
    links = [unescape(each) for each in re.findall(r'href="(/[^"]*)"', page)]
    assert links
    kept = [each for each in links if "as-of=60" in each]
    assert {each for each in links if each not in kept} <= {
        "/static/style.css", "/static/icon.svg", "/lessons"
    }  # fmt: skip


def test_the_sample_is_recorded_in_the_order_in_which_it_happened(visitor: Visitor) -> None:
    """The page's past goes by the time of recording: nothing is there before it happened."""
    events = list(visitor.board.read())
    assert [event.id for event in events if event.occurred_at > event.recorded_at] == []
    recorded = [event.recorded_at for event in events]
    assert recorded == sorted(recorded)
    assert recorded[-1] < NOW


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_text(visitor: Visitor, sample: Path, text: str) -> None:
    """Nothing that a transcript, a lesson or a name holds becomes a part of the page."""
    with Board.open(sample) as board:
        name = streams.session("hostile")
        board.append([
            NewEvent("session.started", name, {"session": "hostile", "agent": text[:200],
                                               "cwd": text[:200], "branch": text[:200]},
                     project=f"local/{text[:100]}".replace("\x00", "").replace("\x1b", "")),
            NewEvent("message.recorded", name, {"session": "hostile", "role": "user",
                                                "said_by": "human", "text": text},
                     project="local/x"),
        ])  # fmt: skip
    found = f"/search?q={quote(text[:50])}"
    rule = f"/lessons/new?rule={quote(text[:500])}&project=local/x&commands={quote(text[:90])}"
    for path in ("/", "/sessions", "/sessions?undated=1", "/sessions/hostile", "/projects", found,
                 rule, "/model/about/hostile"):  # fmt: skip
        page = visitor.get(path).text
        assert "<script>" not in page
        assert "<img" not in page
        assert "\x1b" not in page
        assert 'href="javascript' not in page


def test_today_shows_what_recurs_and_is_worth_an_improvement(
    visitor: Visitor, sample: Path
) -> None:
    """Counted over the sessions of this week's projects, with the command that acts on it."""
    recently = time.time_ns() // 1000 - 3_600_000_000
    with Board.open(sample) as board:
        for number, times in enumerate((3, 3, 4)):
            failing = [ran("make tiles", "make: *** No rule to make target 'tiles'.", fails=True)]
            steps = session([looked()] * number + failing * times, f"recurs-{number}")
            board.append([each._replace(occurred_at=recently + each.occurred_at - STEPS_BEGIN)
                          for each in steps if each.occurred_at])  # fmt: skip
    page = unescape(visitor.get("/").text)
    assert "Worth an improvement" in page
    assert "10 times in 3 sessions" in page
    assert "lessonboard automation run --session recurs-" in page


@pytest.mark.parametrize(
    "path",
    [
        "/?as-of=nonsense", "/?as-of=99999999999999999999999", "/?as-of=-1", "/?second=x",
        "/?second=999999999999", "/lessons?after=nonsense", "/lessons?after=1", "/lessons?after=:",
        f"/lessons?after={9 * 10**30}:x", "/lessons?project=nowhere", "/sessions?after=a:b",
        "/queue?state=flying", "/queue?after=zz", "/lessons/lesson-nowhere", "/lessons/%00",
        "/lessons/" + "x" * 3000, "/sessions/none", f"/sessions/{TOLD}?at=99999999999999999",
        f"/sessions/{TOLD}?from=x", "/failures/none", "/forget/none", "/projects/none",
        "/queue/none", "/runs/none", "/recordings/none", "/reruns/../x", "/reruns/..%2f..%2fx",
        "/reruns/none/1.png", "/recordings/none/frames/0", "/compare?first=x", "/lessons?q=%FF%FE",
        "/search?q=" + "%22" * 50, "/search?q=*", "/search?q=-", "/static/../web/access.py",
        "/static/..%2faccess.py", "/lessons?q=" + "a+" * 190, "/review?at=none",
    ],
)  # fmt: skip
def test_an_address_that_is_wrong_is_answered_with_a_sentence(visitor: Visitor, path: str) -> None:
    """Not with a stack of calls, and not with what is beside the pages."""
    answer = visitor.get(path)
    assert answer.status_code in (200, 400, 404, 422), (answer.status_code, answer.text[:2000])
    assert "Traceback" not in answer.text
    assert "compare_digest" not in answer.text


@pytest.mark.parametrize("name", ["lesson-a5ea867dd4a6", "lesson-a5ea", TOLD, TOLD[:10]])
def test_an_id_is_found_by_its_beginning(visitor: Visitor, name: str) -> None:
    """As every command takes one."""
    assert f"/{name}" in visitor.text(f"/search?q={name}").partition('id="results"')[2]


def test_a_project_is_switched_off_and_on(visitor: Visitor) -> None:
    """As by `lessonboard off`."""
    page = visitor.text(f"/projects/{PROJECT}")
    page = visitor.done("/projects/switch", **visitor.form(page, "/projects/switch"))
    assert "Switch it on" in page
    page = visitor.done("/projects/switch", **visitor.form(page, "/projects/switch"))
    assert "Switch it off" in page


def test_projects_are_merged_and_that_is_undone(visitor: Visitor) -> None:
    """As by `lessonboard admin project --merge`."""
    other = "github.com/example/tide-tables"
    page = visitor.done("/projects/merge", project=PROJECT, into=other)
    assert visitor.board.project(PROJECT) == other
    fields = visitor.form(page.partition(f"you merged {PROJECT}")[2], "/projects/undo")
    visitor.done("/projects/undo", **fields)
    assert visitor.board.project(PROJECT) == PROJECT


def test_an_item_that_was_put_aside_is_tried_again(visitor: Visitor) -> None:
    """As by `lessonboard admin queue finish --retry`."""
    page = visitor.text("/queue?state=quarantined")
    [item] = re.findall(r'href="(/queue/[^"?]+)"', page)
    page = visitor.done("/queue/retry", **visitor.form(visitor.text(item), "/queue/retry"))
    assert "ready" in page


def test_a_session_is_forgotten_after_a_preview(visitor: Visitor, sample: Path) -> None:
    """The text is gone from the file, with the lessons that came of it alone."""
    page = visitor.text(f"/forget/{TOLD}")
    assert "message: recorded" in page
    fields = visitor.form(page, "/forget")
    assert visitor.post("/forget", **fields).status_code == 400  # no reason
    visitor.done("/forget", **fields, reason="private")
    assert visitor.get(f"/sessions/{TOLD}").status_code == 404
    assert b"both unit tests pass" not in sample.read_bytes()


def test_what_is_forgotten_is_gone_from_the_past_too(visitor: Visitor, sample: Path) -> None:
    """Also from a moment that was looked at before, whoever forgot it."""
    then = f"/sessions/{TOLD}?as-of=150"
    assert "Seed the dev data" in visitor.text(then)
    with Board.open(sample) as other:
        forget(other, plan(other, Selection(session=TOLD)), reason="private")
    assert visitor.get(then).status_code == 404
    assert "Seed the dev data" not in visitor.text("/search?q=seed+dev+data&as-of=150")


def test_more_than_was_shown_is_not_forgotten(visitor: Visitor, sample: Path) -> None:
    """What came since the preview is shown first."""
    fields = visitor.form(visitor.text(f"/forget/{TOLD}"), "/forget")
    with Board.open(sample) as board:
        payload = {"session": TOLD, "role": "user", "said_by": "human", "text": "One more."}
        board.append([NewEvent("message.recorded", streams.session(TOLD), payload)])
    answer = visitor.post("/forget", **fields, reason="private")
    assert answer.status_code == 400
    assert "load the preview again" in answer.text


def test_the_log_is_checked_and_anchored(visitor: Visitor) -> None:
    """As by `lessonboard admin verify`."""
    page = visitor.done("/health/verify", **visitor.form(visitor.text("/health"), "/health/verify"))
    assert "are as they were recorded" in page
    assert "Last anchored at event" in page


def test_a_board_that_was_deleted_or_replaced_is_noticed(visitor: Visitor, sample: Path) -> None:
    """Nothing is read from a file that is gone, and another one is opened anew."""
    kept = shutil.copy(sample, sample.with_name("kept"))
    visitor.text("/")
    for file in sample.parent.glob("board.db*"):
        file.unlink()
    assert [visitor.get("/").status_code for _ in range(3)] == [410] * 3
    assert not sample.exists()
    shutil.move(kept, sample)
    assert "test:unit" in visitor.text("/lessons")


def test_a_file_that_is_no_board_is_said(visitor: Visitor, sample: Path) -> None:
    """A damaged file is named with what to do, and nothing is written to it."""
    for file in sample.parent.glob("board.db*"):
        file.unlink()
    sample.write_bytes(b"this is no board" * 100)
    answer = visitor.get("/")
    assert answer.status_code in (410, 503)
    assert sample.read_bytes() == b"this is no board" * 100


def test_a_board_that_others_write_to_is_said_to_be_busy(
    visitor: Visitor, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a decision is made when it is sent again."""
    monkeypatch.setattr("lessonboard.parts.web.boards.PATIENCE", 0.2)
    fields = visitor.form(visitor.text("/review"), "/decide")
    with Board.open(sample) as other, other.transaction():
        answer = visitor.post("/decide", **fields, decision="approve")
        assert (answer.status_code, "busy" in answer.text) == (503, True)
        assert "Lessons" in visitor.text("/lessons")
    assert visitor.post("/decide", **fields, decision="approve").status_code == 303


def test_who_waits_to_write_keeps_nobody_from_reading(visitor: Visitor, sample: Path) -> None:
    """A page is read on a connection of its own."""
    fields = visitor.form(visitor.text("/review"), "/decide")
    with ThreadPoolExecutor(1) as threads, Board.open(sample) as other:
        with other.transaction():
            waiting = threads.submit(visitor.post, "/decide", **fields, decision="approve")
            assert "test:unit" in visitor.text("/lessons")
            assert not waiting.done()
        answer = waiting.result()
        assert answer.status_code == 303, answer.text


def test_two_moments_are_compared_from_a_third(visitor: Visitor) -> None:
    """Each of them stays open as long as it is looked at."""
    for _ in range(2):
        assert "Two moments" in visitor.text("/compare?first=40&last=60&as-of=20")


def test_many_ask_and_decide_at_once(visitor: Visitor, sample: Path) -> None:
    """Each decision is made once, and every page is whole, whoever else writes."""
    board = visitor.board
    names = [row["id"] for row in waiting_lessons(board, {})]
    seen = [visitor.form(visitor.text(f"/review?at={name}"), "/decide")["seen"] for name in names]
    decide = partial(visitor.post, "/decide", view="lessons", decision="retire")
    looks = ("/", "/review", "/lessons", LESSON) * 5
    calls = [*(partial(decide, seen=each) for each in seen * 3),
             *(partial(visitor.get, path) for path in looks)]  # fmt: skip
    with ThreadPoolExecutor(12) as threads, Board.open(sample) as other:
        answers = [threads.submit(call) for call in calls]
        for number in range(20):
            other.append([NewEvent("note.taken", "notes", {"text": str(number)})])
        codes = [each.result().status_code for each in answers]
    assert sorted(codes[: len(seen) * 3]) == [303] * len(seen) + [409] * len(seen) * 2
    assert set(codes[len(seen) * 3 :]) == {200}
    made = [event for event in board.read(types=["lesson.retired"])
            if (event.payload or {})["lesson"] in names]  # fmt: skip
    assert len(made) == len(names)


def test_nothing_is_made_where_nothing_may_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A misspelt path is no empty board."""
    monkeypatch.setenv("HOME", str(tmp_path))
    with visiting(App(str(tmp_path / "none.db")), read_only=True) as visitor:
        assert visitor.get("/").status_code == 503
    assert not (tmp_path / "none.db").exists()


def test_a_board_that_may_only_be_read_is_shown(sample: Path) -> None:
    """Without forms, and without an attempt to write."""
    with Board.open(sample) as board:
        board.catch_up()
    with visiting(_ReadOnly(str(sample))) as visitor:
        assert "test:unit" in visitor.text("/lessons")
        assert 'method="post"' not in visitor.text("/review")
        assert visitor.post("/decide", view="lessons").status_code == 409


class _ReadOnly(App):
    """As where the file's mode keeps its user from writing, which root does not heed."""

    def open(self, *, read_only: bool = False, timeout: float | None = None) -> Board:
        """The board for reading alone."""
        return super().open(read_only=True, timeout=timeout)


def test_before_the_first_event_the_page_says_so(visitor: Visitor) -> None:
    """With the way back to now; it is not an empty board."""
    page = visitor.text("/?as-of=0")
    assert "nothing was known yet" in page
    assert "Back to now" in page


def test_a_day_is_looked_at_as_it_ended(visitor: Visitor) -> None:
    """As people mean it who ask for last Tuesday."""
    first, *_, last = visitor.board.read()
    day = iso(first.recorded_at)[:10]
    ended = max(e.position for e in visitor.board.read() if iso(e.recorded_at)[:10] == day)
    assert f"after {ended:,} events" in visitor.text(f"/lessons?as-of={day}")
    assert f"after {last.position:,} events" in visitor.text("/lessons?as-of=2999-12-31")


def test_the_chosen_moment_is_shown_beside_the_last_event_before_it(visitor: Visitor) -> None:
    """The slider stays where it was let go."""
    first = next(iter(visitor.board.read())).recorded_at // 1_000_000
    second = first + 1800
    page = visitor.text(f"/lessons?second={second}")
    assert f"known on <strong>{iso(second * 1_000_000)[:16].replace('T', ' ')} UTC" in page
    assert f'value="{second}"' in page


def test_links_of_the_past_stay_there(visitor: Visitor) -> None:
    """Of what is searched, and of what waited."""
    head = visitor.board.log.head()
    for path in ("/search?q=npm&", "/review?", "/lessons?", "/sessions?"):
        page = visitor.text(f"{path}as-of={head - 1}")
        main = page.partition("<main")[2].partition("</main>")[0]
        links = set(re.findall(r'href="(/[^"#]*)', main))
        assert links
        assert [each for each in links if "as-of=" not in each] == []


def test_a_list_of_what_was_found_goes_on(visitor: Visitor) -> None:
    """As long as there is more, and not for ever."""
    page = visitor.text("/search?q=release+build&most=5")
    assert page.count('<li>session <a class="title"') == 5
    assert "most=10" in page
    assert "most=" not in visitor.text("/search?q=release+build&most=200")


def test_health_is_that_of_now_and_says_so(visitor: Visitor) -> None:
    """Whatever moment is looked at."""
    now = visitor.board.log.head()
    page = visitor.text("/health?as-of=60")
    assert "Health is that of now" in page
    assert f"{now:,} events in" in page


@pytest.mark.parametrize(
    ("referer", "back"),
    [("http://127.0.0.1:8484/projects?a=1", "/projects?a=1"), ("http://evil.test/x", ""), ("", "")],
)
def test_a_refused_form_leads_back_to_its_page(visitor: Visitor, referer: str, back: str) -> None:
    """And to no other site."""
    visitor.client.headers["referer"] = referer
    page = visitor.post("/projects/merge").text
    assert (f'href="{back}">Back to where you were' in page) == bool(back)
    assert "evil" not in page


def test_a_search_of_what_is_not_indexed_yet_says_so(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below what was found, until all is."""
    with Board.open(sample) as board:
        board.replay()
    monkeypatch.setattr(passages, "WINDOW", 50)
    monkeypatch.setattr(patience, "SECONDS_OF_A_SEARCH", 0.0)
    with visiting(App(str(sample))) as visitor:
        assert "50 of " in (page := visitor.text("/search?q=npm"))
        assert "events were searched, the newest first; the next search and the worker" in page
        with Board.open(sample) as board:
            board.index()
        assert "events were searched" not in visitor.text("/search?q=npm")
