"""Language: what is not English is said to be so, and not taken for silence."""

from __future__ import annotations

import pytest

from blackboard import Board
from reflect.feedback.language import is_foreign
from reflect.miner.mine import mine
from tests.reflect.talks import looked, ran, says, session


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Benutze bitte niemals pip, sondern immer uv für alle Pakete", True),
        ("n'utilise jamais pip ici, toujours uv pour installer quelque chose", True),
        ("この リポジトリ では 必ず テスト を 実行 してください", True),
        ("никогда не используй pip здесь", True),
        ("commit", False),
        ("npm run build", False),
        ("fix src/tide.py", False),
        ("please add the missing test for the loader and run it", False),
        ("TestSails fails: expected 3, got 4 in sails_test.go", False),
    ],
)
def test_a_message_in_another_language_is_told_apart(text: str, foreign: bool) -> None:
    """By its common words; what is too short to tell, or mostly names, is not."""
    assert is_foreign(text) is foreign


def test_what_failed_is_learnt_in_any_language(board: Board) -> None:
    """Of what the person asks for plain forms alone are understood; the rest is counted."""
    failed = ran("seed", "error: --config is required", fails=True)
    talk = [says("никогда не используй pip здесь"), failed, ran("seed --config dev.toml")]
    board.append([*session(talk, "s1"), *session([looked(), *talk], "s2")])
    mined = mine(board)
    assert (mined.created, mined.foreign) == (2, 2)
