"""Results of pure functions are kept for short texts alone."""

from __future__ import annotations

from blackboard.remembered import remembered


def test_long_texts_are_not_kept() -> None:
    """A worker that runs for days would hold whole scripts."""
    asked: list[str] = []

    @remembered(10)
    def size(text: str, other: str | None = None) -> int:
        asked.append(text[:1])
        return len(text) + len(other or "")

    for _ in range(2):
        assert (size("a" * 2_000), size("b" * 1_999, "xx"), size("c")) == (2_000, 2_001, 1)
    assert sorted(asked) == ["a", "b", "b", "c"]
