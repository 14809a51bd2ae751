"""Small talk is read as it stands, and teaches nothing."""

from __future__ import annotations

from pathlib import Path

from bench.quality.small_talk import drawn, learnt


def test_messages_are_drawn_once_each_and_teach_nothing(tmp_path: Path) -> None:
    """Of a conversation's lines, whoever says them."""
    lines = ["categories:", "- small talk", "- - How are you?", "  - 'Fine, thanks.'",
             "  - How are you?"]  # fmt: skip
    (tmp_path / "a.yml").write_text("\n".join(lines))
    messages = drawn(tmp_path.glob("*.yml"))
    assert set(messages) == {"small talk", "How are you?", "Fine, thanks."}
    assert learnt(messages) == (3, [])
