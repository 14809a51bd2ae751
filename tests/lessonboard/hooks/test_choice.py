"""A hook says what `lesson context` would: one choice, made in two ways."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.delivery.proof import is_remedy_of_one
from blackboard.delivery.situation import Situation
from blackboard.events.insight import InsightCurated
from blackboard.events.payload import new
from blackboard.importer import import_files
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.sqlite_json import Json
from blackboard.transcript_files import find
from lessonboard.hooks import settings as hook_settings
from lessonboard.hooks.deliver import delivery_of
from lessonboard.hooks.hook_event import HookEvent
from lessonboard.install.launcher import launcher_text
from reflect.miner.mine import mine
from tests.lessonboard.hooks.agents import claude
from tests.long_runs import rounds

SAMPLES = Path(__file__).parents[3] / "examples" / "sessions"


class Both(NamedTuple):
    """A board as everybody opens it, and as hooks do."""

    board: Board
    quick: HookBoard


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """The sample sessions and what they teach."""
    path = tmp_path_factory.mktemp("choice") / "board.db"
    with Board.open(path) as board:
        import_files(board, find([SAMPLES]), trusted=True)
        mine(board)
        board.catch_up()
        assert board.view("lessons")
        quick = HookBoard(str(path), 1.0)
        yield Both(board, quick)
        quick.close()


def samples() -> list[str]:
    """Words that sessions and lessons of the samples are made of."""
    found: set[str] = set()
    for path in SAMPLES.rglob("*.jsonl"):
        for line in path.read_text().splitlines():
            content = json.loads(line).get("message", {}).get("content")
            found.update(content.split() if isinstance(content, str) else ())
    return sorted(found | {"uv", "tiles", "pytest", "tsc", "make", "run", "`uv run pytest`"})


prompts = st.lists(st.one_of(st.sampled_from(samples()), st.text(max_size=8)), max_size=40)
folders = ["/tmp/samples/parcel-api", "/tmp/samples/tide-tables", "/tmp/samples/weather-cli", "/x"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=rounds(40, 200))
@given(words=prompts, folder=st.sampled_from(folders))
def test_the_same_lessons_in_the_same_words(both: Both, words: list[str], folder: str) -> None:
    """For every prompt and project."""
    prompt = " ".join(words).encode("utf-8", "replace").decode()
    hook_event: dict[str, Any] = claude("UserPromptSubmit", folder, prompt=prompt)
    heard = HookEvent(Json(), json.dumps(hook_event))
    said = delivery_of(both.quick, Json(), heard, 5, 1500)
    situation = Situation(prompt=heard.prompt, project=heard.project)
    context = both.board.context(situation, limit=5, budget=1500)
    assert said.text == context.text
    assert said.ids == context.ids


def test_each_lesson_is_found_by_its_own_words(both: Both) -> None:
    """So that the property above speaks of more than silence."""
    found = 0
    waiting = both.board.view("lessons", where={"status": "candidate"})
    rows = [row for row in waiting if not is_remedy_of_one(row)]
    for row in rows:
        hook_event = claude(
            "UserPromptSubmit", "/x", prompt=f"{row['constraint']} {row['symptom']}"
        )
        heard = HookEvent(Json(), json.dumps(hook_event))
        heard.project = row["project"]
        found += row["id"] in delivery_of(both.quick, Json(), heard, 5, 1500).ids
    assert found >= len(rows) / 2


def test_hooks_hold_back_less_sure_insights_as_everybody_does(both: Both) -> None:
    """By the same setting, which the launcher and `lessonboard hook` both hand on."""
    statement = "Sharpen the turquoise comb before every quarterly gate."
    kept = InsightCurated(
        insight="insight-comb", statement=statement, category="patterns", confidence=0.6,
        scope="global",
    )  # fmt: skip
    both.board.append([new(kept)])
    both.board.catch_up()
    heard = HookEvent(Json(), json.dumps(claude("UserPromptSubmit", "/x", prompt=statement)))
    for least, is_told in ((0.7, False), (0.61, False), (0.6, True)):
        told = delivery_of(both.quick, Json(), heard, 5, 1500, least).ids
        assert ("insight-comb" in told) is is_told
    assert "min_confidence=0.6," in launcher_text(Path("board.db"), min_confidence=0.6)


@pytest.mark.parametrize(("written", "read"), [("false", False), ("true", True)])
def test_the_hooks_read_whether_something_is_held_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, read: bool
) -> None:
    """As the launcher passes it on."""
    monkeypatch.setattr(hook_settings, "_file", lambda: tmp_path / "config.toml")
    (tmp_path / "config.toml").write_text(f"[context]\nholdout = {written}\n")
    assert hook_settings.settings()["holdout"] is read
    assert f"holdout={read!r})" in launcher_text(Path("board.db"), holdout=read)


@pytest.mark.parametrize(("written", "read"), [("0.4", 0.4), ("1", 1.0), ("true", 0.7), ("7", 0.7)])
def test_the_hooks_read_the_setting_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, read: float
) -> None:
    """What cannot be meant counts as not said; `doctor` tells of it."""
    monkeypatch.setattr(hook_settings, "_file", lambda: tmp_path / "config.toml")
    (tmp_path / "config.toml").write_text(f"[context]\nmin_confidence = {written}\n")
    assert hook_settings.settings()["min_confidence"] == read
