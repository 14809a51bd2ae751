"""The hook's time counts from the start of its process, whatever it is told and however slowly."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lessonboard.hooks import age
from tests.lessonboard.hooks.agents import PROMPT, HookEvent, claude, gemini
from tests.lessonboard.hooks.conftest import Hook

_ROOT = Path(__file__).parents[3]
_NAP = 0.3
_ASKS = f"""
import time
time.sleep({_NAP})
import sys
sys.path.insert(0, {str(_ROOT)!r})
from lessonboard.hooks.age import age
print(age())
"""
_SLOW_START = """\
    import time
    time.sleep(1.5)
    import lessonboard.hooks.hook as hooking
    hooking.WALL_SECONDS = 2.0
"""
_LONG = " line 5 of pkg/mod.py said nothing" * 210_000

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="only /proc tells when a process was started"
)


def test_a_process_knows_its_age() -> None:
    """What it slept counts, and it is no older than the test."""
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-IS", "-c", _ASKS], capture_output=True, check=True)
    taken = time.monotonic() - begun
    assert _NAP <= float(done.stdout) <= taken + 0.02  # /proc counts in hundredths


def test_without_proc_the_cpu_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is the least that has passed; so it is for a process that was something else before."""
    monkeypatch.setattr(age, "_LONGEST_START", 0.0)
    assert age.age() <= time.process_time()
    monkeypatch.setattr(age, "_START_TIME", 10_000)
    assert 0 < age.age() <= time.process_time()


def test_a_slow_start_is_taken_off(folder: Path, quokka: Path) -> None:
    """Of 2 s the start took 1.5: a hook that is told nothing ends half a second later."""
    hook = Hook(folder, quokka, patient=False)
    before, main, after = hook.launcher.read_text().partition("    main(board=")
    hook.launcher.write_text(f"{before}{_SLOW_START}{main}{after}")
    begun = time.monotonic()
    process = hook.start()
    assert process.wait(timeout=30) == 0
    assert time.monotonic() - begun < 3.2  # from main() on it would be 3.5 at least
    process.communicate()
    [failure] = hook.failures()
    assert failure["error"] == "took longer than 2000 ms"
    assert failure["ms"] >= 2000


@pytest.mark.parametrize("event", [
    lambda hook: claude("UserPromptSubmit", hook.folder, prompt=PROMPT + _LONG),
    lambda hook: gemini("BeforeAgent", hook.folder, prompt=PROMPT + _LONG),
    lambda hook: claude("PostToolUseFailure", hook.folder, tool_name="Bash",
                        tool_input={"command": "make"}, error=_LONG),
], ids=["claude", "gemini", "error"])  # fmt: skip
def test_seven_megabytes_keep_to_it(folder: Path, quokka: Path, event: object) -> None:
    """In time the hook answers; else it ends, silent, when its time is over."""
    hook = Hook(folder, quokka, patient=False)
    assert callable(event)
    hook_event: HookEvent = event(hook)
    assert len(json.dumps(hook_event)) > 7_000_000
    answered = hook(hook_event)
    assert (answered.code, answered.err) == (0, "")
    late = hook.failures()
    assert [each["error"] for each in late] in ([], ["took longer than 1000 ms of CPU"])
    if not late and hook_event["hook_event_name"] != "PostToolUseFailure":
        assert "; comb)" in answered.text


_WAITS = """\
    import time; from blackboard.storage.hook_board import HookBoard as Slow
    def late(self, *rest, _then=Slow.is_folded):
        {what}
        return _then(self, *rest)
    Slow.is_folded = late
    import lessonboard.hooks.hook as hooking
    hooking.ANSWER_SECONDS = 0.5
"""


def _slowed(hook: Hook, what: str) -> Hook:
    before, main, after = hook.launcher.read_text().partition("    main(board=")
    hook.launcher.write_text(f"{before}{_WAITS.format(what=what)}{main}{after}")
    return hook


def test_time_that_others_take_is_no_hooks_fault(folder: Path, quokka: Path) -> None:
    """It waits longer than it may work, and answers: so it is on a busy machine."""
    hook = _slowed(Hook(folder, quokka, patient=False), "time.sleep(0.8)")
    assert "; comb)" in hook(claude("UserPromptSubmit", hook.folder, prompt=PROMPT)).text
    assert hook.failures() == []


def test_time_of_its_own_is(folder: Path, quokka: Path) -> None:
    """It ends, silent, and says so to `doctor`."""
    hook = _slowed(Hook(folder, quokka, patient=False), "while True: pass")
    hook.silent(claude("UserPromptSubmit", hook.folder, prompt=PROMPT))
    [failure] = hook.failures()
    assert failure["error"] == "took longer than 500 ms of CPU"
