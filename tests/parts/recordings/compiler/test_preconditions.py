"""What a workflow says must be so before it is run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.compiler.preconditions import preconditions
from lessonboard.parts.recordings.sources import read_recording


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({}, []),
        ({"url": "https://a.example/x"}, []),
        (
            {"url": "https://a.example:8443/x", "session": "profile"},
            ["signed in at a.example:8443"],
        ),
        ({"url": "https://ada@a.example/", "session": "attached"}, ["signed in at a.example"]),
        ({"session": "storage"}, ["signed in"]),
    ],
)
def test_who_was_signed_in_must_be_so_again(
    tmp_path: Path, config: dict[str, Any], said: list[str]
) -> None:
    """At the host where the recording began."""
    folder = tmp_path / "r1"
    folder.mkdir()
    (folder / "manifest.jsonl").write_text(
        '{"action_type": "key", "action_details": {"key": "A"}}\n'
    )
    (folder / "metadata.json").write_text(json.dumps({"session_id": "r1", "config": config}))
    assert preconditions(read_recording(folder)) == said
