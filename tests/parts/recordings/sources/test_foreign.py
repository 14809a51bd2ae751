"""Files that hold no recording are refused by what they are, whatever is in them."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.plugins import contents, loading
from blackboard.plugins.registry import Registry
from lessonboard.parts.recordings.sources import NotARecording, read_recording, source_file
from lessonboard.parts.recordings.sources.converting import convert
from lessonboard.parts.recordings.sources.lines import line
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile
from tests.parts.recordings.sources.folders import click, typed, write

CLICK = {"type": "click", "selectors": [["aria/Open"]]}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ('{"log": {"version": "1.2", "entries": []}}', "its format is not known"),
        ('{"steps": [{"command": "click", "target": "#a"}]}', "its format is not known"),
        ("from playwright.sync_api import Page", "--target=jsonl -o task.jsonl URL"),
        ("import { test } from '@playwright/test';", "scripts are not read"),
        ("  \n", "it is empty"),
    ],
)  # fmt: skip
def test_a_file_of_another_format_is_refused(tmp_path: Path, content: str, found: str) -> None:
    """The error says what can be read instead, and nothing is written."""
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(NotARecording, match=found):
        convert(tmp_path / "a.json", tmp_path / "recordings")
    assert not (tmp_path / "recordings").exists()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_only_utf_8_is_read(tmp_path: Path, encoding: str) -> None:
    """With its byte order mark or without; another encoding is named."""
    (tmp_path / "a.json").write_text(json.dumps({"title": "Öl", "steps": [CLICK]}), encoding)
    if encoding == "utf-8-sig":
        (folder,) = convert(tmp_path / "a.json", tmp_path / "recordings")
        assert read_recording(folder).name == "Öl"
        return
    with pytest.raises(NotARecording, match="format is not known" if "le" in encoding else "UTF-8"):
        convert(tmp_path / "a.json", tmp_path / "recordings")


def test_a_manifest_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """Instead of a problem for each of its lines."""
    folder = write(tmp_path / "r", [click()])
    path = folder / "manifest.jsonl"
    path.write_text(path.read_text(), "utf-16")
    with pytest.raises(NotARecording, match="save it in UTF-8"):
        read_recording(folder)


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    """One more than the known one; the known one and none are read."""
    for version in (None, 1, 2, "2", True):
        assert read_recording(write(tmp_path / "r", [click()], {"format": version})).steps
    with pytest.raises(NotARecording, match=r"format 3, .*upgrade Lessonboard"):
        read_recording(write(tmp_path / "r", [click()], {"format": 3}))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", " data:text/html,a",
                                 "JAVA\tSCRIPT:alert(1)", "vbscript:x"])  # fmt: skip
def test_an_edited_manifest_opens_no_script_and_no_file(tmp_path: Path, url: str) -> None:
    """Neither as the page of a step nor typed into the address bar."""
    bar = {"target": {"role": "textbox", "name": "Address bar", "tag": "address-bar"}}
    for lines in ([click(details={"url": url})], [click(), typed(url, details=bar)]):
        with pytest.raises(NotARecording, match="only pages of http and https"):
            read_recording(write(tmp_path / "r", lines))
    field = {"url": "http://shop/", "target": {"name": "Note"}}
    assert read_recording(write(tmp_path / "s", [typed(url, details=field)])).steps


@pytest.mark.parametrize("url", ["http://a/", "https://a/", "about:blank", "localhost:80/a", ""])
def test_addresses_of_pages_are_fine(tmp_path: Path, url: str) -> None:
    """Also those without a scheme, whose host has a port."""
    assert read_recording(write(tmp_path / "r", [click(details={"url": url})])).steps


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte more than the limit, and before it is parsed."""
    text = json.dumps({"steps": [CLICK]})
    (tmp_path / "a.json").write_text(text)
    monkeypatch.setattr(source_file, "LARGEST", len(text) - 1)
    with pytest.raises(NotARecording, match="larger than"):
        convert(tmp_path / "a.json", tmp_path / "recordings")
    monkeypatch.setattr(source_file, "LARGEST", len(text))
    assert convert(tmp_path / "a.json", tmp_path / "recordings")


@pytest.mark.parametrize("deep", ['{"steps": ' + "[" * 90_000, "[" * 90_000 + "]" * 90_000])
def test_deep_nesting_is_refused(tmp_path: Path, deep: str) -> None:
    """Closed or not."""
    (tmp_path / "a.json").write_text(deep)
    with pytest.raises(NotARecording):
        convert(tmp_path / "a.json", tmp_path / "recordings")


def test_a_pipe_or_a_missing_file_is_refused_at_once(tmp_path: Path) -> None:
    """Reading a pipe would never end."""
    os.mkfifo(tmp_path / "pipe")
    for name, found in (("pipe", "it is no file"), ("none", "No such file")):
        with pytest.raises(NotARecording, match=found):
            convert(tmp_path / name, tmp_path / "recordings")


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    """Even with a manifest that leads out of it."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr("../../manifest.jsonl", json.dumps(click()))
    with pytest.raises(NotARecording, match="format is not known"):
        convert(tmp_path / "a.zip", tmp_path / "recordings")
    assert [each.name for each in tmp_path.iterdir()] == ["a.zip"]


def test_a_plug_in_adds_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked after the product's own."""

    def read(source: SourceFile) -> list[Converted]:
        return [Converted("Mine", [line("click", {})], source.content, {}, source.modified)]

    added = Registry("stranger")
    added.recording(Converter("Mine", lambda source: source.text.startswith("MINE"), read))
    monkeypatch.setattr(loading, "strangers", lambda: added.entries)
    monkeypatch.setattr(contents, "strangers", lambda: added.entries)
    contents.ask_again()
    try:
        (tmp_path / "a.mine").write_text("MINE")
        (folder,) = convert(tmp_path / "a.mine", tmp_path / "recordings")
    finally:
        contents.ask_again()
    assert read_recording(folder).name == "Mine"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["steps", "tests", "type", "commands", "log", "events",
                                       "entries", "info", "item", "suites", "title"]), inner),
    max_leaves=8,
)  # fmt: skip


@given(anything | st.fixed_dictionaries({"steps": st.lists(anything | st.just(CLICK))}))
def test_any_json_is_converted_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: Any
) -> None:
    """Never another error."""
    folder = tmp_path_factory.mktemp("f")
    (folder / "a.json").write_text(json.dumps(content))
    try:
        assert convert(folder / "a.json", folder / "recordings")
    except NotARecording:
        assert not (folder / "recordings").exists()


@given(st.binary(max_size=200), st.sampled_from([b"", b"PK\x03\x04", b"\xff\xfe", b"{", b"["]))
def test_any_bytes_are_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, start: bytes
) -> None:
    """Whatever they begin with."""
    folder = tmp_path_factory.mktemp("f")
    (folder / "a").write_bytes(start + content)
    with pytest.raises(NotARecording):
        convert(folder / "a", folder / "recordings")


def test_an_address_of_a_script_is_refused_whatever_it_led_to(tmp_path: Path) -> None:
    """A flow may assert that a page of the web came of it."""
    there = {"type": "navigation", "url": "http://shop.example/", "title": "Shop"}
    flow = {"title": "t", "steps": [
        {"type": "navigate", "url": "javascript:alert(1)", "assertedEvents": [there]},
        {"type": "click", "selectors": [["aria/Buy"]]},
    ]}  # fmt: skip
    file = tmp_path / "flow.json"
    file.write_text(json.dumps(flow))
    with pytest.raises(NotARecording, match="javascript: address"):
        convert(file, tmp_path / "recordings")
