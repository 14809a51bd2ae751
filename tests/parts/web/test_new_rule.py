"""A rule is stated on the page: shown beforehand, kept as the command keeps it, and undoable."""

from __future__ import annotations

import time
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

from blackboard import Board
from examples.pictures.sample_sessions import PROJECT
from lessonboard.bootstrap import App
from reflect.backtest import of_rule
from reflect.backtest.of_lesson import backtest_of
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.pipeline.stated import Rule, add
from tests.parts.web.visitor import Visitor, visiting
from tests.reflect.talks import PROJECT as KITE
from tests.reflect.talks import ran, says, session

RULE = "Build the tiles with `just tiles` instead of make."
SECRET = "ghp_" + "a1B2c3D4" * 5


def preview(visitor: Visitor, rule: str, **more: str) -> str:
    """The page while a rule is typed."""
    fields = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    return visitor.text(f"/lessons/new?rule={quote(rule)}{fields}")


def results(page: str) -> str:
    """The part of the page that changes while one types."""
    return page.partition('id="results"')[2].partition("</form>")[0]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A board with three sessions, in two of which make fails, in one of which tiles are named."""
    path = tmp_path / "history.db"
    failing = ran("make tiles", "make: *** No rule to make target 'tiles'.", fails=True)
    with Board.open(path) as board:
        board.append(session([says("Say hello."), failing], "one"))
        board.append(session([says("Read the docs."), failing], "two"))
        board.append(session([says("Read the docs once more.")], "three"))
    return path


def test_the_sessions_are_listed_in_which_it_would_have_been_shown(history: Path) -> None:
    """Those of its command, with where; and nothing is written."""
    with visiting(App(str(history))) as visitor:
        before = visitor.board.log.head()
        page = results(preview(visitor, RULE, commands="make tiles", project=KITE))
        assert "Of 3 sessions it would have been shown in 2" in page
        assert page.count("/sessions/") == 2
        assert visitor.board.log.head() == before


def test_what_is_shown_beforehand_is_what_the_backtest_says_later(history: Path) -> None:
    """The same sessions at the same places, once the rule is kept."""
    rule, critic = Rule(RULE, ("make tiles",)), Critic(CriticSettings())
    with Board.open(history) as board:
        beforehand = of_rule.preview(board, rule, KITE, critic, 1).found
        later = backtest_of(board, add(board, rule, KITE, critic, 1).row)
    assert beforehand is not None
    assert beforehand == later
    assert beforehand.told == 2


@pytest.mark.parametrize(
    "rule",
    [Rule(RULE), Rule("Say hello to the docs.", ("make",)),
     Rule("Read it first.", (), ("Makefile",)),
     Rule("Always run `make tiles` before reading docs", ("make tiles",), ("docs/x.md",))],
)  # fmt: skip
def test_steps_that_are_left_out_could_not_have_shown_it(
    history: Path, rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not every step is asked about, the answer is one."""
    critic = Critic(CriticSettings())
    with Board.open(history) as board:
        some = of_rule.preview(board, rule, KITE, critic, 1).found
        monkeypatch.setattr(of_rule, "_fitting", lambda _row: lambda _step: True)
        assert of_rule.preview(board, rule, KITE, critic, 1).found == some


def test_what_takes_long_is_shown_in_part_at_once(history: Path) -> None:
    """The latest sessions first, and a link to the rest; that one looks at all."""
    critic = Critic(CriticSettings())
    with Board.open(history) as board:
        found = of_rule.preview(board, Rule(RULE), KITE, critic, 1, lambda: True).found
    assert found is not None
    assert (found.sessions, found.later) == (1, 3)
    with visiting(App(str(history))) as visitor, pytest.MonkeyPatch.context() as patch:
        patch.setattr("lessonboard.parts.web.pages.stating._AT_ONCE", -1)
        page = preview(visitor, RULE, commands="make tiles", project=KITE)
        assert "Of the latest 1 of 3 sessions" in page
        assert "Look at all" in page
        page = preview(visitor, RULE, commands="make tiles", project=KITE, whole="yes")
        assert "Of 3 sessions it would have been shown in 2" in page


def test_it_is_kept_as_the_command_keeps_it_and_undone(visitor: Visitor) -> None:
    """Approved, with its keys and severity, by the person; Undo has it wait again."""
    page = visitor.done("/lessons/add", rule=f" {RULE}\n", project=PROJECT, severity="high",
                        commands="make tiles, make", files="Makefile")  # fmt: skip
    assert "Kept: " in page
    [row] = visitor.board.view("lessons", where={"constraint": RULE})
    kept = (row["status"], row["severity"], row["commands"], row["paths"], row["trust"])
    assert kept == ("approved", "high", ["make tiles", "make"], ["Makefile"], "human")
    assert row["project"] == PROJECT
    page = visitor.done("/undo", **visitor.form(page, "/undo"))
    assert "Undone" in page
    assert visitor.board.row("lessons", row["id"])["status"] == "candidate"


def test_everywhere_is_no_project(visitor: Visitor) -> None:
    """As `--global` of the command."""
    visitor.done("/lessons/add", rule=RULE, project="*", severity="low")
    [row] = visitor.board.view("lessons", where={"constraint": RULE})
    assert (row["status"], row["project"]) == ("approved", None)


def test_what_says_the_same_or_the_opposite_is_shown_first(visitor: Visitor) -> None:
    """With a link to it, before anything is kept."""
    visitor.done("/lessons/add", rule="Always push to main.", project=PROJECT, severity="low")
    assert "Says the same as" in results(preview(visitor, "Always push to main!", project=PROJECT))
    opposed = results(preview(visitor, "Never push to main.", project=PROJECT))
    assert "Contradicts" in opposed
    assert "Always push to main." in opposed


def test_a_secret_is_never_kept_nor_shown(visitor: Visitor, sample: Path) -> None:
    """The preview says so, with the text without it; sent all the same it is refused by name."""
    page = results(preview(visitor, f"Log in with {SECRET} first.", project=PROJECT))
    assert "what looks like a secret" in page
    assert SECRET not in page
    before = visitor.board.log.head()
    answer = visitor.post("/lessons/add", rule=f"Log in with {SECRET} first.", project=PROJECT,
                          severity="low")  # fmt: skip
    assert (answer.status_code, "what looks like a secret" in answer.text) == (422, True)
    assert visitor.board.log.head() == before
    assert SECRET.encode() not in sample.read_bytes()


def test_harm_is_named_before_it_is_kept(visitor: Visitor) -> None:
    """Without the tick nothing is written; with it the rule holds, and says what was accepted."""
    rule = "Push with `git push --force`."
    page = results(preview(visitor, rule, project=PROJECT))
    assert 'name="despite" value="rewrites history"' in page
    before = visitor.board.log.head()
    answer = visitor.post("/lessons/add", rule=rule, project=PROJECT, severity="low")
    assert (answer.status_code, "the rule rewrites history; tick" in answer.text) == (422, True)
    assert 'name="despite" value="rewrites history">' in answer.text
    assert "Push with `git push --force`.</textarea>" in answer.text
    assert visitor.board.log.head() == before
    visitor.done("/lessons/add", rule=rule, project=PROJECT, severity="low",
                 despite="rewrites history")  # fmt: skip
    [row] = visitor.board.view("lessons", where={"constraint": rule})
    assert row["status"] == "approved"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rule": ""}, "the field rule is empty"),
        ({"rule": "   "}, "the field rule is empty"),
        ({"project": ""}, "the field project is empty"),
        ({"project": "nowhere"}, "nowhere"),
        ({"severity": "dire"}, "is no severity"),
        ({"rule": "x" * 601}, "may have 600"),
    ],
)
def test_nonsense_is_refused_by_name(visitor: Visitor, fields: dict[str, str], said: str) -> None:
    """And nothing is written."""
    before = visitor.board.log.head()
    given = {"rule": RULE, "project": PROJECT, "severity": "low", **fields}
    answer = visitor.post("/lessons/add", **given)
    assert answer.status_code in (400, 422), answer.text
    assert said in answer.text
    assert fields.get("rule", RULE).strip() in unescape(answer.text), "what was typed is not lost"
    assert visitor.board.log.head() == before


def test_a_rule_of_six_hundred_characters_is_kept(visitor: Visitor) -> None:
    """The boundary that the form itself sets."""
    rule = ("Check the tides table " + "thoroughly " * 60)[:600]
    visitor.done("/lessons/add", rule=rule, project=PROJECT, severity="low")


def test_another_site_states_no_rule(visitor: Visitor) -> None:
    """Neither without the token, nor from another origin."""
    before = visitor.board.log.head()
    given = {"rule": RULE, "project": PROJECT, "severity": "low"}
    assert visitor.post("/lessons/add", form_token="x", **given).status_code == 403
    assert visitor.post("/lessons/add", origin="http://evil.test", **given).status_code == 403
    assert visitor.board.log.head() == before


def test_a_page_that_only_reads_shows_and_keeps_nothing(sample: Path) -> None:
    """The preview is there, the button is not, and a form that is sent all the same is refused."""
    with visiting(App(str(sample)), read_only=True) as visitor:
        page = preview(visitor, RULE, project=PROJECT)
        assert "When it would have been shown" in page
        assert "Keep it" not in page
        answer = visitor.post("/lessons/add", rule=RULE, project=PROJECT, severity="low")
        assert answer.status_code == 405 or "only reads" in answer.text


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}",
             "\u202eright to left", "</textarea><script>1</script>"],
)  # fmt: skip
def test_what_is_typed_is_text(visitor: Visitor, text: str) -> None:
    """In every field, also where nothing else is there."""
    page = preview(visitor, f"Never write {text}", commands=text, files=text, project=PROJECT)
    assert "<script>" not in page
    assert "<img" not in page
    assert "49" not in results(page)


@pytest.mark.full
def test_a_preview_is_quick(tmp_path: Path) -> None:
    """On a hundred sessions of fourteen thousand events, under 0.3 s of the processor."""
    failing = [ran(f"make tiles-{n}", "make: *** No rule.", fails=True) for n in range(70)]
    path = tmp_path / "large.db"
    with Board.open(path) as board:
        for number in range(100):
            board.append(session([says("Build the tiles."), *failing * 2], f"s{number}"))
        assert board.log.head() > 14_000
    with visiting(App(str(path))) as visitor:
        preview(visitor, RULE, commands="make tiles", project=KITE)  # imports what it needs
        began = time.process_time()
        page = preview(visitor, RULE, commands="make tiles", project=KITE)
        assert time.process_time() - began < 0.3
        assert "Of the latest " in page or "Of 100 sessions" in page
