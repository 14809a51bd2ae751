"""No test of a model may use the network, or see the user's keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment without keys, proxies and certificates, which take 20 ms to read."""
    for name in os.environ:
        if name.upper().startswith("OPENAI_") or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
