"""The programs that run inside the pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path


def masking() -> str:
    """Hides what is written in fields for secrets from every picture."""
    return f"void {_read('mask')}"


def observing(binding: str) -> str:
    """Tells what happens in a page to the function of that name, which the page never sees."""
    return f"""(() => {{
      const tell = window[{binding!r}];
      delete window[{binding!r}];
      if (!tell) return;
      const isSecret = {_read("mask")};
      const words = {_read("describe")};
      {_read("observe")}(tell, isSecret, words);
    }})()"""


def describing() -> str:
    """An expression for the functions that describe elements and the state of a page."""
    return _read("describe")


@cache
def _read(name: str) -> str:
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8").strip().rstrip(";")
