"""Any program as an agent: what it is given, what is kept of it, and how it is ended."""

from __future__ import annotations

import json
import os
import select
import stat
import sys
from pathlib import Path

import pytest

from blackboard.errors import BoardError
from lessonboard.parts.automation.runners.command import CommandAgent
from lessonboard.parts.automation.runners.runner import AgentMissing, AgentStopped, RunnerTask


def agent(code: str, withheld: tuple[str, ...] = (), named: tuple[str, ...] = ()) -> CommandAgent:
    """An agent that runs some Python."""
    return CommandAgent(f'{sys.executable} -S -E -c "{code}"', withheld, named)


def task(tmp_path: Path, prompt: str = "Hello", **more: object) -> RunnerTask:
    """A task in a folder of its own."""
    return RunnerTask(prompt, tmp_path, tmp_path / "logs" / "step-1.log", **more)  # type: ignore[arg-type]  # fields of a task


def test_the_prompt_is_on_standard_input_and_the_answer_on_output(tmp_path: Path) -> None:
    """However long the prompt is: nothing of it is in the list of processes."""
    code = "import sys; text = sys.stdin.read(); print(len(text)); print('aside', file=sys.stderr)"
    result = agent(code).run(task(tmp_path, "x" * 300_000))
    assert (result.text, result.exit_code, result.problem) == ("300000", 0, "")
    assert "aside" in result.log.read_text()


def test_quotes_hold_words_together_and_there_is_no_shell(tmp_path: Path) -> None:
    """What would be syntax to a shell is just characters."""
    line = f"{sys.executable} -S -c 'import sys; print(sys.argv[1:])' 'a b' '$HOME' ; '|' cat"
    assert CommandAgent(line).run(task(tmp_path)).text == "['a b', '$HOME', ';', '|', 'cat']"


@pytest.mark.parametrize(("line", "told"), [("", "no command to run"), ("'a", "cannot be read")])
def test_a_line_that_is_no_command_is_refused(line: str, told: str) -> None:
    """Before anything is run."""
    with pytest.raises(BoardError, match=told):
        CommandAgent(line)


def test_a_missing_program_is_said_with_what_to_do(tmp_path: Path) -> None:
    """Its name, and the ways to choose another."""
    with pytest.raises(AgentMissing, match=r"could not run `no-such-agent`.*--agent"):
        CommandAgent("no-such-agent --fast").run(task(tmp_path))


def test_a_failure_is_told_with_its_last_words(tmp_path: Path) -> None:
    """Those of standard error before those of output."""
    result = agent("import sys; print('out'); sys.exit('no way')").run(task(tmp_path))
    assert result.problem == "it ended with exit code 1: no way"


def test_when_the_time_is_over_the_whole_group_is_ended(tmp_path: Path) -> None:
    """Also what the agent has started itself."""
    code = (
        "import subprocess, sys, signal\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import signal; signal.pause()'])\n"
        "print(child.pid, flush=True)\n"
        "signal.pause()"
    )
    script = tmp_path / "agent.py"
    script.write_text(code)
    result = CommandAgent(f"{sys.executable} -S {script}").run(task(tmp_path, timeout=1.0))
    assert result.problem == "it did not end within 1 seconds and was ended"
    assert is_gone(int(result.text))


def test_what_an_agent_leaves_running_is_ended_with_it(tmp_path: Path) -> None:
    """A server that it forgot holds neither the pipe nor the port."""
    script = tmp_path / "agent.py"
    script.write_text(
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import signal; signal.pause()'])\n"
        "print(child.pid)\n"
        "sys.stdout.flush()\n"
        "import os; os._exit(0)\n"
    )
    result = CommandAgent(f"{sys.executable} -S {script}").run(task(tmp_path))
    assert result.exit_code == 0
    assert is_gone(int(result.text))


def is_gone(pid: int) -> bool:
    """Whether a process ends within five seconds, though perhaps nobody asks how."""
    try:
        ending = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    with os.fdopen(ending) as watched:
        return bool(select.select([watched], [], [], 5)[0])


def test_it_is_ended_when_whoever_started_it_stops(tmp_path: Path) -> None:
    """The step is done again later."""
    with pytest.raises(AgentStopped):
        agent("import signal; signal.pause()").run(task(tmp_path, stopping=lambda: True))
    assert not (tmp_path / "logs" / "agent.pid").exists()


def test_the_log_is_the_users_alone_and_holds_no_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what looks like a key, nor what the environment calls one, nor a long one."""
    monkeypatch.setenv("MY_SERVICE_TOKEN", "correct horse battery")
    key = "gh" + "p_" + "0123456789abcdefghijABCDEFGHIJ012345"
    script = tmp_path / "agent.py"
    pem = ["-----BEGIN RSA PRIVATE " + "KEY-----", "MIIEow", "-----END RSA PRIVATE " + "KEY-----"]
    script.write_text(f"print({key!r})\nprint('correct horse battery')\n"
                      f"print({chr(10).join(pem)!r})\nprint('well')\n")  # fmt: skip
    result = CommandAgent(f"{sys.executable} -S {script}").run(task(tmp_path))
    log = result.log.read_text()
    for text in (log, result.text):
        assert key not in text
        assert "correct horse" not in text
        assert "MIIEow" not in text
        assert text.rstrip().endswith("well")
    assert stat.S_IMODE(result.log.stat().st_mode) == 0o600
    assert stat.S_IMODE(result.log.parent.stat().st_mode) == 0o700


def test_an_agent_is_not_given_our_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor yours, but for those that you name; and it knows whose child it is."""
    for name in ("GH_TOKEN", "GITHUB_TOKEN", "MODEL_KEY", "ITS_OWN", "YOURS"):
        monkeypatch.setenv(name, "x")
    code = "import json, os; print(json.dumps(sorted(os.environ)))"
    names = json.loads(
        agent(code, ("MODEL_KEY",), ("MODEL_KEY", "ITS_OWN")).run(task(tmp_path)).text
    )
    assert not {"GH_TOKEN", "GITHUB_TOKEN", "MODEL_KEY", "YOURS"} & set(names)
    assert {"ITS_OWN", "LESSONBOARD_CHILD"} <= set(names)


def test_a_second_attempt_is_written_on_the_log_of_the_first(tmp_path: Path) -> None:
    """Nothing that was printed is lost."""
    agent("print('first')").run(task(tmp_path))
    result = agent("print('second')").run(task(tmp_path))
    assert result.log.read_text() == "first\nsecond\n"
    assert result.text == "second"


def test_output_without_end_is_kept_in_part(tmp_path: Path) -> None:
    """The log has it all; what is handed on is its last part."""
    code = "import sys; sys.stdout.write(('x' * 99 + chr(10)) * 60000); print('end')"
    result = agent(code).run(task(tmp_path))
    assert result.log.stat().st_size > 5_900_000
    assert len(result.text) <= 4_000_000
    assert result.text.endswith("end")
