"""A session in which an agent drove a browser becomes a recording, if its task succeeded."""

from __future__ import annotations

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
from lessonboard.parts.recordings.sources import SECRET, NotARecording, read_recording
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


@pytest.mark.parametrize(
    ("calls", "asked", "expected"),
    [
        ([CLICK], "Press go", False),
        ([CLICK, Call("wait_for", {"text": ["Saved"]}, "")], "", True),
        ([CLICK, Call("wait_for", {"text": ["Saved"]}, "", failed=True)], "", False),
        ([Call("wait_for", {"text": "Go"}, ""), CLICK], "", False),
        ([CLICK, Call("verify_text_visible", {"text": "Saved"}, "")], "", True),
        ([CLICK, Call("take_snapshot", {}, 'uid=2 "It says Saved."')], 'until "Saved"', True),
        ([CLICK, Call("take_snapshot", {}, 'uid=1 button "Go"')], 'press "Go"', False),
        ([], 'say "Saved"', False),
    ],
)
def test_success_is_a_check_after_the_last_action(
    calls: list[Call], asked: str, *, expected: bool
) -> None:
    """Or, without a check, a text of the task that only the last page says."""
    assert passed(calls, asked) is expected


def written(folder: Path, session: str, calls: list[tuple[str, dict[str, Any], str]]) -> Path:
    """The transcript of a session with these calls to a browser's server."""
    made = Transcript(folder, session, "Do it.")
    for tool, given, output in calls:
        made.called(f"mcp__web__{tool}", given, [{"type": "text", "text": output}], failed=False)
    return made.path


def test_servers_that_are_not_here_are_named() -> None:
    """So that a benchmark that is skipped says why."""
    assert missing("playwright", None)
