"""Convert a Playwright trace.zip with its frames."""

from __future__ import annotations

from collections.abc import Iterator

from lessonboard.parts.recordings.sources.archive import Archive
from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.playwright_trace import (
    Trace,
    is_trace,
    lines_of,
    read_trace,
)
from lessonboard.parts.recordings.sources.source_file import (
    Converted,
    Converter,
    Image,
    Record,
    SourceFile,
)


def _convert(source: SourceFile) -> Iterator[Converted]:
    with Archive(source.path) as archive:
        if not is_trace(archive):
            advice = "give a trace.zip that Playwright wrote, or unpack it and give the file in it"
            raise NotARecording(source.path, "the zip holds no trace", advice)
        trace = read_trace(archive)
        lines, images = _with_images(archive, trace)
    started = trace.options.get("wallTime")
    begun = started if isinstance(started, int | float) and 0 <= started < 1e14 else None
    options = trace.options.get("options")
    size = options.get("viewport") if isinstance(options, dict) else None
    yield Converted(
        title=str(trace.options.get("title") or source.path.stem),
        lines=lines,
        seed=repr([line["timestamp"] for line in lines]).encode(),
        config={"source": "playwright-trace", "viewport": size},
        created_at=source.modified if begun is None else round(begun * 1000),
        platform=str(trace.options.get("platform") or "browser"),
        images=images,
    )


def _with_images(archive: Archive, trace: Trace) -> tuple[list[Record], list[Image]]:
    """The lines with the names of their frames, and the frames, each once."""
    lines: list[Record] = []
    images: dict[str, Image | None] = {}
    for line, frame in lines_of(trace):
        if frame is not None and frame not in images:
            content = archive.content(frame)
            name = f"screenshots/{len(images)}{_ending(content)}" if content else ""
            images[frame] = (name, content) if content else None
        image = images.get(frame) if frame else None
        lines.append({**line, "screenshot": image[0] if image else None})
    return lines, [image for image in images.values() if image]


def _ending(content: bytes) -> str:
    return ".png" if content.startswith(b"\x89PNG") else ".jpg"


TRACE = Converter("Playwright trace", lambda source: source.is_zip, _convert)
