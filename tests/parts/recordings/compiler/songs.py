"""A task that the tests record: looking for a song, and logging in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from blackboard import Board
from lessonboard.parts.recordings.compiler.compile import Compiled, compile_recording
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.sources.folders import Line, click, key, line, typed

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


def reflect(board: Board, folder: Path, into: Path) -> Compiled:
    """Take a recording in as it is now, and compile it."""
    recording = read_recording(folder)
    ingest(board, recording)
    return compile_recording(board, recording, into)
