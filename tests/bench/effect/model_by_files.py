"""A model that plays by files: a function from a request to an answer, in a thread."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Request = dict[str, Any]


class ModelByFiles:
    """Answers each request in a folder.

    Attributes:
        requests: all that came, in order.
    """

    def __init__(self, folder: Path, answer: Callable[[Request], Any]) -> None:
        """`answer` gives JSON, or a text that is none."""
        self.requests: list[Request] = []
        self._folder, self._answer = folder, answer
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:  # fmt: skip
        self._over.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._over.wait(0.01):
            for path in sorted(self._folder.glob("*.json")):
                answer = path.with_suffix(".answer.json")
                if not path.name.endswith(".answer.json") and not answer.exists():
                    request = json.loads(path.read_text())
                    self.requests.append(request)
                    said = self._answer(request)
                    written = path.with_suffix(".written")
                    written.write_text(said if isinstance(said, str) else json.dumps(said))
                    written.rename(answer)
