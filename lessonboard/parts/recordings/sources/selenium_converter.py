"""Recognise and convert a Selenium IDE project (.side): each test is a recording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.selenium import Test
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile

_ADVICE = "save the project again in Selenium IDE"


def _sniff(source: SourceFile) -> bool:
    project = source.json
    tests = project.get("tests") if isinstance(project, dict) else None
    if not isinstance(tests, list) or not all(isinstance(each, dict) for each in tests):
        return False
    return "suites" in project or any("commands" in each for each in tests)


def _convert(source: SourceFile) -> Iterator[Converted]:
    project: dict[str, Any] = source.json
    tests: list[dict[str, Any]] = project["tests"]
    for number, test in enumerate(tests):
        commands = test.get("commands")
        if not isinstance(commands, list) or not all(map(_is_command, commands)):
            found = f"the commands of its test {_name(test)!r} are not those of Selenium IDE"
            raise NotARecording(source.path, found, _ADVICE)
        reading = Test(str(project.get("url") or ""))
        lines = reading.lines(commands)
        named = (_name(project), _name(test)) if len(tests) > 1 else (_name(test),)
        yield Converted(
            title=": ".join(filter(None, named)) or source.path.stem,
            lines=lines,
            seed=source.content + f"{number}:{test.get('id')}".encode("utf-8", "replace"),
            config={"source": "selenium-ide", "viewport": reading.viewport},
            created_at=source.modified,
        )


def _is_command(command: object) -> bool:
    return isinstance(command, dict) and isinstance(command.get("command"), str)


def _name(thing: dict[str, Any]) -> str:
    name = thing.get("name")
    return name if isinstance(name, str) else ""


SELENIUM = Converter("Selenium IDE project", _sniff, _convert)
