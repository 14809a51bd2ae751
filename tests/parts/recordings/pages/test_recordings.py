"""Recordings on the page: steps with their screens, the workflow to edit, and reports of runs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.events.recording import WorkflowRerun
from lessonboard.bootstrap import App
from lessonboard.parts.recordings.workflow.versions import record_edit
from tests.command_line import Run
from tests.parts.recordings.cli.test_edit import record
from tests.parts.recordings.compiler import songs
from tests.parts.recordings.workflow.test_errors import TOKEN
from tests.parts.web.visitor import Visitor, visiting

_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da6364f8"
    "ff9f0100048001ff9a5d2b5e0000000049454e44ae426082"
)
_RUN = "01a2058a-1a57-7a95-bb82-be050f7981b0"


@pytest.fixture
def visitor(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    """Somebody who looks at a board with a workflow that was run once."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "home")
    record(tmp_path / "home" / "recordings" / "login-1")
    done = run("session", "reflect", "--session", "login-1")
    assert done.code == 0, done.err
    with Board.open(tmp_path / "board.db") as board:
        went_well = WorkflowRerun(recording="login-1", run=_RUN, parameters={"user": "bob"},
                                  succeeded=True, steps_done=2, outcome="met")  # fmt: skip
        board.record(went_well, actor="rerun")
    shots = tmp_path / "reruns" / _RUN / "screenshots"
    shots.mkdir(parents=True)
    (shots / "1.png").write_bytes(_PNG)
    steps = [
        {"number": 1, "intent": "Type <b>", "verdict": "done", "screenshot": "x", "seconds": 1}
    ]
    report = {"title": "Sign in", "recording": "login-1", "succeeded": True, "steps": steps}
    (shots.parent / "report.json").write_text(json.dumps(report))
    with visiting(App(str(tmp_path / "board.db"))) as found:
        yield found


def text_of(page: str) -> str:
    """The workflow's file as the page has it to edit."""
    return unescape(page.partition('class="code">')[2].partition("</textarea>")[0])


def test_a_recording_is_shown_with_its_steps_and_runs(visitor: Visitor) -> None:
    """Without screens where none were recorded."""
    assert "login-1" in visitor.text("/recordings")
    page = visitor.text("/recordings/login-1")
    assert "Sign in" in page
    assert "1 of 1 run went well" in page
    assert f"/reruns/{_RUN}" in page
    assert "/recordings/login-1" in visitor.text("/search?q=sign+in&kind=workflows")


def test_a_workflow_is_edited_and_that_is_undone(visitor: Visitor, tmp_path: Path) -> None:
    """The edit is an event, and the file in its folder says the same."""
    page = visitor.text("/recordings/login-1")
    fields = visitor.form(page, "/recordings/edit")
    text = text_of(page)
    assert "what: " in text
    changed = text.replace("what: ", "what: First of all, ", 1)
    page = visitor.done("/recordings/edit", **fields, text=changed, reason="clearer")
    assert text_of(page) == changed
    file = tmp_path / "home" / "workflows" / "login-1" / "workflow.yaml"
    assert "First of all" in file.read_text()
    page = visitor.done("/recordings/undo", **visitor.form(page, "/recordings/undo"))
    assert text_of(page) == text
    assert "First of all" not in file.read_text()


def test_what_looks_like_a_secret_and_was_accepted_is_no_error(
    visitor: Visitor, tmp_path: Path
) -> None:
    """In an edit of something else."""
    with Board.open(tmp_path / "board.db") as board:
        row = board.row("workflows", "login-1")
        record_edit(board, row, {**row["workflow"], "title": f"Log in as {TOKEN}"})
    fields = visitor.form(visitor.text("/recordings/login-1"), "/recordings/step")
    page = visitor.done("/recordings/step", **fields, how="keep", what="Say it.", value="{user}")
    assert "1. Say it." in page


def test_what_is_wrong_with_an_edit_is_said_by_line(visitor: Visitor) -> None:
    """The words that were typed are still there, and nothing was recorded."""
    page = visitor.text("/recordings/login-1")
    fields = visitor.form(page, "/recordings/edit")
    wrong = text_of(page).replace("do: click", "do: explode <b>")
    answer = visitor.post("/recordings/edit", **fields, text=wrong)
    assert answer.status_code == 422
    assert "line " in answer.text
    assert text_of(answer.text).strip() == wrong.strip()
    assert "edited it" not in visitor.text("/recordings/login-1")


def test_an_edit_of_what_changed_meanwhile_is_refused(visitor: Visitor) -> None:
    """A second tab does not overrule the first."""
    page = visitor.text("/recordings/login-1")
    fields, text = visitor.form(page, "/recordings/edit"), text_of(page)
    one = text.replace("what: ", "what: First of all, ", 1)
    other = text.replace("what: ", "what: Finally, ", 1)
    visitor.done("/recordings/edit", **fields, text=one)
    assert visitor.post("/recordings/edit", **fields, text=other).status_code == 400
    assert text_of(visitor.text("/recordings/login-1")) == one


def test_two_who_edit_at_once_are_two_edits_or_one_refusal(visitor: Visitor) -> None:
    """Neither is told that his words hold while they do not."""
    page = visitor.text("/recordings/login-1")
    fields, text = visitor.form(page, "/recordings/edit"), text_of(page)
    words = [text.replace("what: ", f"what: {each}, ", 1) for each in ("First", "Then", "Last")]
    with ThreadPoolExecutor(3) as threads:
        codes = list(threads.map(
            lambda each: visitor.post("/recordings/edit", **fields, text=each).status_code, words
        ))  # fmt: skip
    assert sorted(codes) == [303, 400, 400]
    assert text_of(visitor.text("/recordings/login-1")) == words[codes.index(303)]


def test_a_file_that_was_edited_by_hand_is_not_written_over(
    visitor: Visitor, tmp_path: Path
) -> None:
    """It is taken in first."""
    page = visitor.text("/recordings/login-1")
    file = tmp_path / "home" / "workflows" / "login-1" / "workflow.yaml"
    by_hand = file.read_text().replace("what: ", "what: By hand, ", 1)
    file.write_text(by_hand)
    on_the_page = text_of(page).replace("what: ", "what: On the page, ", 1)
    fields = visitor.form(page, "/recordings/edit")
    answer = visitor.post("/recordings/edit", **fields, text=on_the_page)
    assert answer.status_code == 400
    assert file.read_text() == by_hand


def test_a_report_has_its_pictures_and_nothing_else_of_the_folder(visitor: Visitor) -> None:
    """Text of pages is text, and a name that leads elsewhere finds nothing."""
    page = visitor.text(f"/reruns/{_RUN}")
    assert "Type &lt;b&gt;" in page
    answer = visitor.get(f"/reruns/{_RUN}/1.png")
    assert (answer.headers["content-type"], answer.content) == ("image/png", _PNG)
    for path in (f"/reruns/{_RUN}/2.png", f"/reruns/{_RUN}/..%2freport.png", "/reruns/%2e%2e"):
        assert visitor.get(path).status_code == 404


@pytest.mark.parametrize(
    "report",
    ['{"steps": [{}]}', '{"steps": ["x", 1], "seconds": null, "parameters": [1]}',
     '{"steps": [{"seconds": "x", "screenshot": 5, "number": "../1"}], "title": {"a": 1}}',
     '{"steps": 5}', "[]", "no JSON"],
)  # fmt: skip
def test_a_report_of_another_program_is_shown_as_far_as_it_goes(
    visitor: Visitor, tmp_path: Path, report: str
) -> None:
    """Or refused with a sentence."""
    (tmp_path / "reruns" / _RUN / "report.json").write_text(report)
    assert visitor.get(f"/reruns/{_RUN}").status_code in (200, 422)


def test_a_frame_is_shown_with_a_mark(visitor: Visitor, tmp_path: Path) -> None:
    """Where was clicked, in the measures of the recording; without these there is none."""
    folder = tmp_path / "home" / "recordings" / "login-1"
    (folder / "screenshots").mkdir()
    songs.picture(folder / "screenshots" / "0.png", 1)
    manifest = folder / "manifest.jsonl"
    named = '"screenshot": "screenshots/0.png"'
    manifest.write_text(manifest.read_text().replace('"screenshot": null', named))
    assert "<circle" not in visitor.text("/recordings/login-1")
    about = json.loads((folder / "metadata.json").read_text())
    about["config"] = {"viewport": {"width": 100, "height": 50}}
    (folder / "metadata.json").write_text(json.dumps(about))
    page = visitor.text("/recordings/login-1")
    assert page.count("/recordings/login-1/frames/1") == 2
    assert page.count('<circle class="target" cx="1" cy="1"') == 1  # nothing was clicked to type
    assert visitor.get("/recordings/login-1/frames/0").content.startswith(b"\x89PNG")


def test_a_recording_whose_folder_is_gone_is_still_shown(visitor: Visitor, tmp_path: Path) -> None:
    """With what is wrong, and what the board knows."""
    shutil.rmtree(tmp_path / "home" / "recordings")
    page = visitor.text("/recordings/login-1")
    assert "could not read" in page
    assert visitor.get("/recordings/login-1/frames/0").status_code == 422


def test_a_step_is_edited_moved_and_left_out_by_its_form(visitor: Visitor, tmp_path: Path) -> None:
    """Without a word of YAML; each is an edit that can be taken back, and the file follows."""
    page = visitor.text("/recordings/login-1")
    fields = visitor.form(page, "/recordings/step")
    page = visitor.done("/recordings/step", **fields, how="keep", what="Say who you are <b>.",
                        value="{user}", reason="clearer")  # fmt: skip
    assert "1. Say who you are &lt;b&gt;." in page
    fields = visitor.form(page, "/recordings/step")
    page = visitor.done("/recordings/step", **fields, how="down")
    assert "2. Say who you are &lt;b&gt;." in page
    page = visitor.done("/recordings/step", **visitor.form(page, "/recordings/step"), how="remove")
    assert "1. Say who you are" in page
    file = tmp_path / "home" / "workflows" / "login-1" / "workflow.yaml"
    assert file.read_text().count("do: ") == 1
    page = visitor.done("/recordings/undo", **visitor.form(page, "/recordings/undo"))
    assert file.read_text().count("do: ") == 2


def test_a_parameter_is_called_otherwise_by_its_form(visitor: Visitor) -> None:
    """Steps name it so, too; what cannot be a name is refused, and nothing was changed."""
    page = visitor.text("/recordings/login-1")
    fields = visitor.form(page, "/recordings/parameter")
    refused = visitor.post("/recordings/parameter", **fields, called="1 2", description="")
    assert refused.status_code == 400
    assert "nothing was changed" in refused.text
    page = visitor.done("/recordings/parameter", **fields, called="who", description="Whose.")
    assert "value: &#34;{who}&#34;" in page
    assert "Whose." in page


def test_a_step_that_was_changed_meanwhile_is_not_changed_again(visitor: Visitor) -> None:
    """The form is of a workflow that is not in force any more."""
    fields = visitor.form(visitor.text("/recordings/login-1"), "/recordings/step")
    visitor.done("/recordings/step", **fields, how="keep", what="First", value="{user}")
    late = visitor.post("/recordings/step", **fields, how="keep", what="Second", value="{user}")
    assert "edited meanwhile" in late.text
    for how, step in (("explode", fields["step"]), ("keep", "x"), ("remove", "99")):
        assert visitor.post("/recordings/step", **{**fields, "step": step}, how=how,
                            what="").status_code in (400, 404)  # fmt: skip
