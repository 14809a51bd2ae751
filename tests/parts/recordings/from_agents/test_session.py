"""A session in which an agent drove a browser becomes a recording, if its task succeeded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.recordings.agents.client import SERVERS, missing
from bench.recordings.agents.transcript import Transcript
from blackboard.board import Board
from blackboard.importer import import_files
from lessonboard.parts.recordings.compiler.compile import compile_recording
from lessonboard.parts.recordings.from_agents.lines import Call
from lessonboard.parts.recordings.from_agents.session import passed, record_session
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources import NotARecording, read_recording
from lessonboard.parts.recordings.workflow.planning import plan_of

SAMPLES = Path(__file__).with_name("samples")


@pytest.mark.parametrize("server", list(SERVERS))
def test_a_session_with_a_real_server_becomes_a_workflow(
    board: Board, tmp_path: Path, server: str
) -> None:
    """With a step for each call that worked, and a parameter for each value and the row."""
    import_files(board, [SAMPLES / f"{server}.jsonl"])
    recording = read_recording(record_session(board, server, tmp_path))
    assert not [each for each in recording.problems if each.is_loss]
    assert [(step.action_type, step.value) for step in recording.steps] == [
        ("CLICK", None), ("TYPE", "Donald Knuth"), ("TYPE", "donald@example.org"),
        ("TYPE", "Stanford"), ("CLICK", None), ("CHECK", "Donald Knuth"),
    ]  # fmt: skip
    ingest(board, recording)
    compile_recording(board, recording, tmp_path / "workflows")
    plan = plan_of(board.row("workflows", recording.id))
    assert plan.recorded == {
        "item": "Alan Turing", "name": "Donald Knuth", "e_mail": "donald@example.org",
        "city": "Stanford",
    }  # fmt: skip
    assert plan.value(plan.steps[-1], {**plan.recorded, "name": "Ada"}) == "Ada"
    assert plan.start == "http://calls.example/"


def test_outputs_are_read_whole_from_the_transcript(board: Board, tmp_path: Path) -> None:
    """The board keeps only their ends; without the transcript what is missing is lost."""
    rows = "".join(f'  - text: "{n} {"x" * 90}"\n' for n in range(90))
    page = f'### Snapshot\n- generic [ref=e1]:\n{rows}  - button "Go" [ref=e2]\n{rows}'
    path = written(tmp_path, "long", [("browser_navigate", {"url": "http://x/"}, page),
                                      ("browser_click", {"target": "e2"}, "")])  # fmt: skip
    import_files(board, [path])
    recording = read_recording(record_session(board, "long", tmp_path / "r", worked=True))
    assert [step.target["name"] for step in recording.steps] == ["Go"]
    path.unlink()
    with pytest.raises(NotARecording, match="no call in it acts on a page"):
        record_session(board, "long", tmp_path / "r2", worked=True)


def test_a_session_that_shows_no_success_is_a_persons_word(board: Board, tmp_path: Path) -> None:
    """Without it the error says what to do."""
    page = '- Page URL: http://x/\n- button "Go" [ref=e1]'
    path = written(tmp_path, "s", [("browser_navigate", {"url": "http://x/"}, page),
                                   ("browser_click", {"target": "e1"}, "")])  # fmt: skip
    import_files(board, [path])
    with pytest.raises(NotARecording, match="add --worked if it did"):
        record_session(board, "s", tmp_path / "r")
    assert record_session(board, "s", tmp_path / "r", worked=True).name == "agent-s"


def test_a_session_without_a_browser_makes_none(board: Board, tmp_path: Path) -> None:
    """Another server's tool may have the name of one."""
    import_files(board, [written(tmp_path, "other", [("click", {"uid": "1_1"}, "clicked")])])
    with pytest.raises(NotARecording, match="no call in it acts"):
        record_session(board, "other", tmp_path / "r", worked=True)


def test_what_an_agent_typed_in_secret_is_not_kept(board: Board, tmp_path: Path) -> None:
    """Its calls know a field by its name alone, in the language of the page."""
    page = '- Page URL: http://x/\n- textbox "Passord" [ref=e1]\n- textbox "Engangskode" [ref=e2]'
    calls = [("browser_navigate", {"url": "http://x/"}, page),
             ("browser_type", {"target": "e1", "text": "tiger tre"}, ""),
             ("browser_type", {"target": "e2", "text": "482913"}, "")]  # fmt: skip
    import_files(board, [written(tmp_path, "s", calls)])
    recording = read_recording(record_session(board, "s", tmp_path / "r", worked=True))
    ingest(board, recording)
    compile_recording(board, recording, tmp_path / "w")
    assert [step.value for step in recording.steps] == [SECRET, SECRET]
    kept = [path.read_text() for name in ("r", "w") for path in (tmp_path / name).rglob("*.*")]
    assert not [text for text in kept if "tiger" in text or "482913" in text]
    assert len(kept) > 3


CLICK = Call("click", {"uid": "1"}, 'uid=1 button "Go"')
SAVED = Call("wait_for", {"text": ["Saved"]}, "")
AGAIN = replace(CLICK, output="")
FAILED = Call("click", {"uid": "9"}, "Error: not found", failed=True)
PAGE = Call(
    "take_snapshot", {}, 'uid=1 "It was sav"\nuid=2 "ed."\nuid=3 textbox "Name" value="Ada"'
)


@pytest.mark.parametrize(
    ("calls", "asked", "expected"),
    [
        ([CLICK], "Press go", False),
        ([CLICK, SAVED], "", True),
        ([CLICK, replace(SAVED, failed=True)], "", False),
        ([Call("wait_for", {"text": "Go"}, ""), CLICK], "", False),
        ([CLICK, Call("verify_text_visible", {"text": "Saved"}, "")], "", True),
        ([CLICK, Call("take_snapshot", {}, 'uid=2 "It says Saved."')], 'until "Saved"', True),
        ([CLICK, Call("take_snapshot", {}, 'uid=1 button "Go"')], 'press "Go"', False),
        ([], 'say "Saved"', False),
        ([SAVED], "", False),
    ],
)
def test_success_is_a_check_after_the_last_action(
    calls: list[Call], asked: str, *, expected: bool
) -> None:
    """Or, without a check, a text of the task that only the last page says."""
    assert passed(calls, asked) is expected


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ([CLICK, FAILED, SAVED], False),
        ([CLICK, SAVED, FAILED], False),
        ([FAILED, CLICK, SAVED], True),
        ([CLICK, FAILED, Call("press_key", {"key": "Enter"}, ""), SAVED], True),
    ],
)
def test_the_last_action_must_have_been_done(calls: list[Call], *, expected: bool) -> None:
    """One that failed may have been done again, or in another way."""
    assert passed(calls, "") is expected


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ({"text": ["SAVED"]}, False),
        ({"text": ["Deleted", "saved"]}, False),
        ({"text": "Deleted"}, True),
        ({"text": "Ada"}, True),
        ({"textGone": "saved"}, True),
        ({"textGone": "Loading"}, False),
    ],
)
def test_what_held_before_the_last_action_proves_nothing(
    check: dict[str, Any], *, expected: bool
) -> None:
    """A text that was on the page, or was not; what a field held was only typed."""
    assert passed([PAGE, AGAIN, Call("wait_for", check, "")], "") is expected
    assert passed([AGAIN, Call("wait_for", check, ""), PAGE], "") is True
    part = replace(PAGE, tool="find")
    assert passed([PAGE, part, AGAIN, Call("wait_for", check, "")], "") is expected


def test_a_check_that_fails_counts_whatever_the_page_said_before() -> None:
    """The text is gone, so the task went wrong; what is quoted is not looked at."""
    done = replace(PAGE, output='uid=1 "Deleted"')
    assert passed([PAGE, AGAIN, done], 'until "Deleted"')
    assert not passed([PAGE, AGAIN, replace(SAVED, failed=True), done], 'until "Deleted"')
    assert not passed([PAGE, done, AGAIN, done], 'until "Deleted"')
    assert not passed([CLICK, PAGE], 'call it "Ada"')


def test_a_session_whose_last_action_failed_is_a_persons_word(board: Board, tmp_path: Path) -> None:
    """Although the text that it waited for is there, as it always was."""
    page = '- Page URL: http://x/\n- button "Refresh" [ref=e1]\n- button "Delete all" [ref=e2]'
    made = Transcript(tmp_path, "s", "Delete all.")
    for tool, given, output, failed in (
        ("navigate", {"url": "http://x/"}, page, False), ("click", {"target": "e1"}, page, False),
        ("click", {"target": "e2"}, "### Error\nTimeout", True),
        ("wait_for", {"text": "Refresh"}, page, False),
    ):  # fmt: skip
        content = [{"type": "text", "text": output}]
        made.called(f"mcp__web__browser_{tool}", given, content, failed=failed)
    import_files(board, [made.path])
    with pytest.raises(NotARecording, match="nothing in it shows that the task succeeded"):
        record_session(board, "s", tmp_path / "r")


def written(folder: Path, session: str, calls: list[tuple[str, dict[str, Any], str]]) -> Path:
    """The transcript of a session with these calls to a browser's server."""
    made = Transcript(folder, session, "Do it.")
    for tool, given, output in calls:
        made.called(f"mcp__web__{tool}", given, [{"type": "text", "text": output}], failed=False)
    return made.path


def test_servers_that_are_not_here_are_named() -> None:
    """So that a benchmark that is skipped says why."""
    assert missing("playwright", None)
