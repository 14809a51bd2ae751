"""Convert a DevTools Recorder file or a Playwright trace to a recording folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.digests import sha256
from blackboard.event import iso
from blackboard.sources.gui_recording import manifest
from blackboard.sources.gui_recording.action import KINDS
from blackboard.sources.gui_recording.archive import Archive
from blackboard.sources.gui_recording.devtools import Flow, is_flow, viewport
from blackboard.sources.gui_recording.metadata import safe_id
from blackboard.sources.gui_recording.model import NotARecording
from blackboard.sources.gui_recording.playwright_trace import Trace, is_trace, lines_of, read_trace
from blackboard.sources.gui_recording.writing import Image, write_recording
from blackboard.sources.lines import parse

_LARGEST_FLOW = 64 << 20
_MAGIC = b"PK\x03\x04"
_ADVICE = (
    f"give a folder with {manifest.NAME}, a recording exported as JSON from Chrome DevTools, or a "
    "trace.zip of Playwright"
)


def convert(file: Path, into: Path) -> Path:
    """Write the recording folder of a file below `into`; an existing one stays as it is.

    The folder's name derives from the title and the content, so a file always gives the same
    recording.

    Raises:
        NotARecording: the file is not in a known format.
        BoardError: the folder could not be written.
    """
    try:
        with file.open("rb") as content:
            start = content.read(len(_MAGIC))
            raw = b"" if start == _MAGIC else start + content.read(_LARGEST_FLOW)
            modified = round(file.stat().st_mtime * 1_000_000)
    except OSError as error:
        raise NotARecording(file, str(error.strerror), "check the path and its rights") from error
    if start == _MAGIC:
        return _convert_trace(file, into, modified)
    return _convert_flow(file, raw, into, modified)


def _convert_flow(file: Path, raw: bytes, into: Path, modified: int) -> Path:
    flow = parse(raw)
    if flow is None or not is_flow(flow):
        found = "it is no exported user flow" if flow is not None else "it is no JSON object"
        raise NotARecording(file, found, _ADVICE)
    lines = Flow().lines(flow)
    if not _has_actions(lines):
        raise NotARecording(file, "none of its steps is an action", "record the task again")
    title = str(flow.get("title") or file.stem)
    config = {"source": "chrome-devtools-recorder", "viewport": viewport(flow)}
    known = _metadata(title, raw, modified, "browser", config)
    return write_recording(into, known, lines)


def _convert_trace(file: Path, into: Path, modified: int) -> Path:
    with Archive(file) as archive:
        if not is_trace(archive):
            raise NotARecording(file, "the zip holds no trace", _ADVICE)
        trace = read_trace(archive)
        lines, images = _with_images(archive, trace)
        if not _has_actions(lines):
            raise NotARecording(file, "the trace holds no action on a page", _ADVICE)
        title = str(trace.options.get("title") or file.stem)
        started = trace.options.get("wallTime")
        begun = round(started * 1000) if isinstance(started, int | float) else modified
        options = trace.options.get("options")
        size = options.get("viewport") if isinstance(options, dict) else None
        config = {"source": "playwright-trace", "viewport": size}
        platform = str(trace.options.get("platform") or "browser")
        seed = repr([line["timestamp"] for line in lines]).encode()
        known = _metadata(title, seed, begun, platform, config)
        return write_recording(into, known, lines, images)


def _with_images(archive: Archive, trace: Trace) -> tuple[list[dict[str, Any]], list[Image]]:
    """The lines with the names of their frames, and the frames, each once."""
    lines: list[dict[str, Any]] = []
    images: dict[str, Image | None] = {}
    for line, frame in lines_of(trace):
        if frame is not None and frame not in images:
            content = archive.content(frame)
            name = f"screenshots/{len(images)}{_ending(content)}" if content else ""
            images[frame] = (name, content) if content else None
        image = images.get(frame) if frame else None
        lines.append({**line, "screenshot": image[0] if image else None})
    return lines, [image for image in images.values() if image]


def _has_actions(lines: list[dict[str, Any]]) -> bool:
    return any(line["action_type"] in KINDS for line in lines)


def _ending(content: bytes) -> str:
    return ".png" if content.startswith(b"\x89PNG") else ".jpg"


def _metadata(
    title: str, content: bytes, created_at: int, platform: str, config: dict[str, Any]
) -> dict[str, Any]:
    name = (safe_id(title) or "recording")[:60]
    return {
        "session_id": f"{name}-{sha256(content).hexdigest()[:8]}",
        "name": title,
        "description": "",
        "created_at": iso(created_at),
        "platform": platform,
        "config": config,
    }
