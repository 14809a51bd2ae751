"""The two sides of a case: each records the person once, then runs on the page as it is now."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.recordings import ours, peer
from bench.recordings.judge import Effect
from bench.recordings.pairs.application import Application, opened
from bench.recordings.pairs.case import Case, Step
from bench.recordings.pairs.judge import judge
from bench.recordings.run import Ran
from bench.recordings.task import Actions, Task

if TYPE_CHECKING:
    from playwright.async_api import Page

Run = Callable[[], Ran]
_PATIENCE = 3000.0
"""Milliseconds for which the person waits for a control."""


@dataclass(frozen=True)
class Result:
    """How a side did in a case; `acted` tells a wrong action from a success that was only said."""

    set: str
    half: str
    side: str
    case: str
    doable: bool
    verdict: str
    acted: bool
    why: str
    seconds: float

    def line(self) -> str:
        """The result as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def result(kind: str, case: Case, side: str, folder: Path, timeout: float) -> Result:
    """Record a case, or read the recording of an earlier call from the folder, run it, judge it."""
    folder /= f"{side}-{kind}-{re.sub(r'[^a-z0-9]+', '-', case.name)}"
    folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    memory = folder / "recorded.json"
    kept: dict[str, Any] = json.loads(memory.read_text()) if memory.exists() else {"port": 0}
    with opened(kept["port"]) as application:
        application.show(case.before)
        try:
            run = SIDES[side](_task(case, kind), application, folder, timeout)
            kept = {"did": application.effects} | kept | {"port": application.server_port}
            memory.write_text(json.dumps(kept))
        except Exception as error:  # whatever it is, it is a result of this side
            run = partial(Ran, False, f"not recorded: {str(error).splitlines()[0]}")
        wanted = kept.get("did") or ["what was not recorded"]
        application.show(case.after)
        ran = run()
        judged = judge(wanted, application.effects, doable=case.doable, succeeded=ran.succeeded)
    why = "; ".join(filter(None, [judged.why, ran.why]))
    return Result(
        kind, case.half, side, case.name, case.doable, judged.verdict, judged.did_wrong, why,
        round(time.monotonic() - started, 1),
    )  # fmt: skip


def _ours(task: Task, application: Application, folder: Path, timeout: float) -> Run:
    kept = [path.parent for path in folder.glob("recordings/*/manifest.jsonl")]
    recording = kept[0] if kept else ours.record_task(task, application.url, folder)
    for database in folder.glob("*.db*"):
        database.unlink()
    return partial(ours.learn(task, recording, folder, timeout).run, {})


def _peer(task: Task, application: Application, folder: Path, timeout: float) -> Run:
    path = folder / "script.py"
    if not path.exists():
        path.write_text(peer.generate(task, application.url, timeout))
    return partial(peer.run, path)


SIDES = {"ours": _ours, "peer": _peer}
"""A new side is a function here: what it makes of the person, as something to run."""


def _task(case: Case, kind: str) -> Task:
    name, no = re.sub("[:,']", "", f"{kind} {case.name}"), Effect("add")
    return Task(name, "pairs", "/", _person(case.person), no, "", {}, no, accepts_dialogs=True)


def _person(steps: tuple[Step, ...]) -> Actions:
    async def act(page: Page) -> None:
        page.set_default_timeout(_PATIENCE)
        for step in steps:
            selector, value = (step, "") if isinstance(step, str) else step
            field = page.locator(selector).first
            if not value:
                await field.click()
            elif await field.evaluate("(one) => one.tagName") == "SELECT":
                await field.select_option(label=value)
            else:
                await field.fill(value)
        await page.wait_for_load_state()

    return act
