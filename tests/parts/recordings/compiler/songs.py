"""A task that the tests record: looking for a song, logging in, and a model that knows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from blackboard import Board
from lessonboard.parts.recordings.compiler.reflect import Reflected, reflect_on_recording
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Message
from tests.parts.recordings.sources.folders import Line, click, key, line, typed
from tests.reflect.model.scripted import Given, ScriptedEndpoint

FIELD = {"role": "textbox", "label": "Song name", "placeholder": "Title", "tag": "input"}
PASSWORD = {"role": "textbox", "label": "Password", "tag": "input", "input_type": "password"}
LINK = {"role": "link", "name": "Numb by Linkin Park", "tag": "a"}
HOST = "http://localhost:8000"


def at(path: str, title: str, *headings: str, **more: Any) -> dict[str, Any]:
    """What a recorder saw of a page."""
    return {"url": HOST + path, "title": title, "state": {"headings": list(headings)}, **more}


def lines() -> list[Line]:
    """Five steps on three pages, a secret among them."""
    return [
        click(details=at("/search?tab=1", "Search", "Songs", target=FIELD)),
        typed("Numb", details=at("/search", "Search", "Songs", target=FIELD)),
        key("Return", details=at("/search", "Search", "Songs", target=FIELD)),
        click(50, 20, details=at("/results?q=Numb", "Results", "1 song", target=LINK)),
        typed("hunter2", details=at("/login", "Log in", target=PASSWORD)),
        line("end", details=at("/player", "Player", "Now playing")),
    ]


def record(folder: Path, told: Sequence[Line], **known: Any) -> Path:
    """A recording folder with a different image for each line."""
    (folder / "screenshots").mkdir(parents=True, exist_ok=True)
    manifest = []
    for number, each in enumerate(told):
        name = f"screenshots/{number}.png"
        manifest.append({"screenshot": name, "timestamp": 1.7e9 + number, **each})
        picture(folder / name, number)
    save(folder, manifest)
    about = {"session_id": folder.name, "name": "Play a song", "description": "Find and play it."}
    (folder / "metadata.json").write_text(json.dumps({**about, **known}))
    return folder


def picture(path: Path, number: int, size: tuple[int, int] = (120, 80)) -> None:
    """A screenshot of one colour."""
    Image.new("RGB", size, (number * 20 % 256, 60, 90)).save(path)


def save(folder: Path, manifest: Sequence[Line]) -> None:
    """Write the manifest."""
    text = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in manifest)
    (folder / "manifest.jsonl").write_text(text, encoding="utf-8")


def saved(folder: Path) -> list[Line]:
    """The manifest as it is."""
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def card(intent: str = "Do the step.", **more: Any) -> str:
    """A model's card of a step."""
    answer = {
        "expected_current_state": "The page is open.",
        "intent": intent,
        "target": {"primary": "the field on top", "fallback": None},
        "dropped_on": None,
        "post_action": "Something has changed.",
    }
    return json.dumps({**answer, **more})


def is_draft(thread: Sequence[Message]) -> bool:
    """Whether a question is that of pass B."""
    return "workflow" in thread[0].text


def listed(thread: Sequence[Message]) -> list[dict[str, Any]]:
    """The steps in the question of pass B."""
    found = re.search(r"<<<steps \w+\n(.*)\nsteps \w+>>>", thread[1].text, re.DOTALL)
    assert found
    return [json.loads(line) for line in found[1].splitlines()]


def draft(thread: Sequence[Message], **changes: Any) -> str:
    """A sound draft: each text is a parameter, all steps are one subtask."""
    steps = listed(thread)
    texts = [step for step in steps if step["action_type"] == "TYPE"]
    answer = {
        "detailed_task_description": "Plays a song.",
        "task_params": [
            {"name": f"text_{text['i']}", "description": "A text.", "example": "",
             "sensitive": "secret" in text} for text in texts
        ],
        "subtasks": [{"title": "Play", "description": "Play it.",
                      "steps": [step["i"] for step in steps], "expected_outcome": "It plays."}],
        "success_criteria": "The song plays.",
        "step_values": [{"index": text["i"], "action_value": f"{{text_{text['i']}}}"}
                        for text in texts],
    }  # fmt: skip
    return json.dumps({**answer, **changes})


def answer(thread: Sequence[Message]) -> Given:
    """What a model that does its work answers."""
    return draft(thread) if is_draft(thread) else card()


def model(answers: Callable[[Sequence[Message]], Given] = answer, **given: Any) -> Model:
    """A scripted model."""
    settings = ModelSettings.model_validate({"name": "scripted", "concurrency": 1, **given})
    return Model(ScriptedEndpoint(answers), settings)


def asked(of: Model) -> list[Sequence[Message]]:
    """What a scripted model was asked."""
    endpoint = of._endpoint
    assert isinstance(endpoint, ScriptedEndpoint)
    return endpoint.asked


def reflect(board: Board, folder: Path, with_: Model | None, into: Path) -> Reflected:
    """Take a recording in as it is now, and reflect on it."""
    recording = read_recording(folder)
    ingest(board, recording)
    return reflect_on_recording(board, recording, with_, into)
