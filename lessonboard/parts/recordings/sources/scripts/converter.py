"""Recognise and convert the scripts of `playwright codegen`: each test is a recording."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.scripts.javascript import read_javascript
from lessonboard.parts.recordings.sources.scripts.lines import Script
from lessonboard.parts.recordings.sources.scripts.model import NotParsed
from lessonboard.parts.recordings.sources.scripts.python import read_python
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile

_LARGEST = 4 << 20
_PYTHON = re.compile(r"(?m)^\s*(?:from|import) playwright\b|\bdef \w+\(\s*page\b")
_JAVASCRIPT = re.compile(
    r"(?:from|require\()\s*['\"](?:@playwright/test|playwright|playwright-core|@playwright/\w+)['\"]"
)
_ADVICE = "generate the script again with `playwright codegen`"


def _sniff(source: SourceFile) -> bool:
    return source.json is None and bool(_language(source))


def _language(source: SourceFile) -> str:
    start = source.text[:_LARGEST]
    if _JAVASCRIPT.search(start):
        return "javascript"
    return "python" if _PYTHON.search(start) else ""


def _convert(source: SourceFile) -> Iterator[Converted]:
    if len(source.content) > _LARGEST:
        raise NotARecording(source.path, f"it is larger than {_LARGEST >> 20} MiB", _ADVICE)
    language = _language(source)
    stem = source.path.stem.removesuffix(".spec").removesuffix(".test")
    try:
        tests = (read_python if language == "python" else read_javascript)(source.text)
        for number, test in enumerate(tests):
            name = test.name if test.name != "test_example" else ""
            yield Converted(
                title=f"{stem}: {name}" if len(tests) > 1 else name or stem,
                lines=Script().lines(test.statements),
                seed=source.content + f"{number}:{test.name}".encode("utf-8", "replace"),
                config={"source": f"playwright-{language}"},
                created_at=source.modified,
            )
    except NotParsed as error:
        raise NotARecording(
            source.path, f"the script cannot be parsed ({error})", _ADVICE
        ) from error
    except RecursionError as error:
        raise NotARecording(source.path, "the script is nested too deeply", _ADVICE) from error


SCRIPT = Converter("Playwright script", _sniff, _convert)
