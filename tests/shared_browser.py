"""One Chromium for all tests of a process: what would start another is given a connection to it.

Each connection has contexts of its own, which end with it, as with a browser of one's own.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import playwright
import pytest
from playwright.async_api import BrowserType as Async
from playwright.sync_api import BrowserType as Sync

_DRIVER = Path(playwright.__file__).parent / "driver"
_OWN = ("executable_path", "headless", "args", "handle_sigint", "handle_sigterm", "slow_mo")


@contextmanager
def shared_browser(program: str, folder: Path, args: list[str]) -> Iterator[None]:
    """While it lasts, `launch` connects to one browser; a persistent context starts its own."""
    settings = folder / "browser.json"
    settings.write_text(json.dumps({"executablePath": program, "headless": True, "args": args}))
    options = ["--browser", "chromium", "--config", str(settings)]
    driver = [str(_DRIVER / "node"), str(_DRIVER / "package" / "cli.js")]
    with (
        subprocess.Popen(
            [*driver, "launch-server", *options], stdout=subprocess.PIPE, text=True
        ) as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        # Playwright's driver is a program of Node's, which compiles it at each start otherwise.
        patch.setenv("NODE_COMPILE_CACHE", str(folder / "compiled"))
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("ws://"), f"no shared browser: {address}"
        _connect_instead(patch, Sync, program, address)
        _connect_instead(patch, Async, program, address)
        try:
            yield
        finally:
            server.terminate()


def _connect_instead(patch: pytest.MonkeyPatch, kind: type[Any], program: str, url: str) -> None:
    launch = kind.launch

    def connect(self: Any, **options: Any) -> Any:
        is_usual = options.get("executable_path") == program and options.get("headless", True)
        if not is_usual or set(options) - set(_OWN):
            return launch(self, **options)
        return self.connect(url, slow_mo=options.get("slow_mo"))

    patch.setattr(kind, "launch", connect)
