"""What the product says is in plain words; `tests/layout/plain_words.py` lists them."""

from __future__ import annotations

from pathlib import Path

from tests.layout.plain_words import ROOT, files, places

EXAMPLE = '''"""Tell nobody `what is told`."""

# It stands here.
raise ValueError("what was told is no number")
'''


def test_the_product_and_its_pages_use_no_listed_word() -> None:
    """Nor does any docstring, comment or message get one again."""
    assert [f"{path.relative_to(ROOT)}:{line}: {word}"
            for path in files()
            for line, word in places(path)] == []  # fmt: skip


def test_docstrings_comments_and_messages_are_read_and_code_is_not(tmp_path: Path) -> None:
    """What is in backticks names a thing by its own name."""
    file = tmp_path / "example.py"
    file.write_text(EXAMPLE)
    assert sorted(places(file)) == [(1, "Tell"), (1, "nobody"), (3, "stands"), (4, "told")]
