"""No test of a model may reach the network, or see the keys of whoever runs it."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without keys and proxies."""
    for name in os.environ:
        if name.upper().startswith("OPENAI_") or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)
