"""A newcomer reads five pages and one picture."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MOST_WORDS = 9_000
"""Three quarters of an hour at 200 words a minute; a new section makes another one shorter."""


def test_five_pages_lead_from_the_readme_to_the_code() -> None:
    """They are named first in its list of pages, are short together, and have one picture."""
    readme = (ROOT / "README.md").read_text()
    (first,) = re.findall(r"^## Read on\n\n(.*?)\n\n", readme, re.DOTALL | re.MULTILINE)
    pages = [(ROOT / target).read_text() for target in re.findall(r"\]\(([^)]+)\)", first)]
    assert len(pages) == 4
    assert sum(len(page.split()) for page in (readme, *pages)) < MOST_WORDS
    assert [page.count("```mermaid") for page in pages] == [0, 0, 0, 1]
