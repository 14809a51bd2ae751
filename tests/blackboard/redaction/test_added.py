"""Kinds of secrets that plug-ins add are cut out like the product's own, also by hooks."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard import Board, NewEvent
from blackboard.plugins.testing import registered
from blackboard.redaction import added
from blackboard.redaction.anchors import may_hold_secret
from blackboard.redaction.redact import redact, redact_all

SECRET = "shk_0Kq8vT2m"
RULE = ("ship-key", "shk_", r"shk_\w{8}")
TEXT = f"ship as {SECRET} now"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """A process that has read no file of rules."""
    yield
    added._of_file.clear()


def test_it_is_cut_out_of_texts_values_and_names_while_it_is_registered() -> None:
    """And stands as it was before and after."""
    assert redact(TEXT).secrets == 0
    with registered(lambda to: to.redaction(*RULE)):
        assert redact(TEXT) == ("ship as [redacted ship-key] now", 1)
        assert redact_all({"a": [TEXT]}).value == {"a": ["ship as [redacted ship-key] now"]}
        assert redact("shk_short").secrets == 0
    assert redact(TEXT).secrets == 0


def test_it_is_never_on_the_log() -> None:
    """An append passes it before anything is written."""
    with Board.open(":memory:") as board, registered(lambda to: to.redaction(*RULE)):
        board.append([NewEvent("note.taken", "notes", {"text": TEXT})])
        assert SECRET not in str([event.payload for event in board.read()])


def test_hooks_redact_by_the_file_beside_the_board(tmp_path: Path) -> None:
    """They look closely where an anchor is, and look for no plug-in."""
    board = tmp_path / "board.db"
    with registered(lambda to: to.redaction(*RULE)):
        added.write_file(board)
    assert Path(added.file_of(board)).stat().st_mode & 0o77 == 0
    assert not may_hold_secret(TEXT)
    added.use_file(board)
    assert may_hold_secret(TEXT)
    assert redact(TEXT).secrets == 1
    with registered(lambda to: to.redaction("other", "now", "now")):
        assert redact(TEXT).secrets == 1, "a hook found a plug-in"


def test_without_rules_there_is_no_file(tmp_path: Path) -> None:
    """One that was left by a plug-in that is gone is deleted, and hooks do without."""
    board = tmp_path / "board.db"
    with registered(lambda to: to.redaction(*RULE)):
        added.write_file(board)
    added.write_file(board)
    assert not Path(added.file_of(board)).exists()
    added.use_file(board)
    assert added.patterns() == ()


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        (("Ship key", "shk_", "shk_"), "must be of letters"),
        (("ship-key", "sh", "shk_"), "needs an anchor of 3 characters"),
        (("ship-key", "SHK_", "shk_"), "in small letters"),
        (("ship-key", "shk_", "(shk_"), "which is wrong"),
        (("ship-key", "shk_", "(shk_)?"), "an empty text matches"),
        (("ship-key", "shk_\n", "shk_"), "each of one line"),
    ],
)
def test_a_wrong_rule_is_reported_and_left_out(
    rule: tuple[str, str, str], wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It could cut out everything, or nothing."""
    with caplog.at_level(logging.WARNING), registered(lambda to: to.redaction(*rule), wrong):
        assert added.patterns() == ()
    assert wrong in caplog.text
