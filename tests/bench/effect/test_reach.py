"""The scripted agent with an arm: what is shown before the act, and what it costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.effect.arms.arm import Arm, Place
from bench.effect.arms.registry import ARMS, arm
from bench.effect.judge import Verdict
from bench.effect.logs import read_file
from bench.effect.play import Log, played, scripted
from bench.effect.reach import as_table, late, missed, reached, shown_wrongly, tokens, worse
from bench.effect.reach_page import LOGS, PAGE, TABLES, marks, section
from bench.effect.run_reach import main, reach
from bench.effect.tasks import NOTHING, Task, all_tasks, tasks_of
from tests.bench.effect.example import EXAMPLE, example_with

_CLEAN = Verdict(True, (), (), (), (), (), 3, 0)


def _log(kind: str = "renamed-script", **fields: object) -> Log:
    known = {"task": "a/b", "kind": kind, "half": "first", "arm": "x", "verdict": _CLEAN}
    return Log.model_validate({**known, **fields})


def _example() -> Task:
    [task] = tasks_of(EXAMPLE)
    return task


def test_an_agent_that_was_told_does_the_right_thing_first() -> None:
    """Without being told it fails first, and the judge counts that."""
    logs = [played(_example(), arm(name), scripted) for name in ("none", "own-file")]
    assert [each.in_time for each in logs] == [{"verify": False}, {"verify": True}]
    assert [each.verdict.failures for each in logs] == [1, 0]
    assert all(each.verdict.clean for each in logs)
    assert [each.tokens_shown > 0 for each in logs] == [False, True]


def test_a_memory_is_played_through_its_real_hooks() -> None:
    """A person's wish of the second session is in the fourth's context before the first call."""
    [wish] = [task for task in all_tasks() if task.name == "borrowbarn/jar-money"]
    [nothing] = [task for task in all_tasks() if task.name == "borrowbarn/duplicate-tag"]
    logs = list(reach([wish, nothing], [arm("own-file"), arm("answers")]))
    assert all(not each.failed for each in logs)
    told, silent = ([each for each in logs if each.task == task.name] for task in (wish, nothing))
    assert [reached([each]).value for each in told] == [1, 1]
    assert [each.tokens_shown for each in silent if each.arm == "answers"] == [0]


class _Refusing(Arm):
    """A hook that refuses the usual command, and says what to run."""

    name = "refusing"

    def install(self, place: Place) -> None:
        script = place.home / "refuse.sh"
        script.write_text("grep -q 'sh check.sh' && { echo 'run verify.sh' >&2; exit 2; }; exit 0")
        hook = {"type": "command", "command": f"sh {script}"}
        settings = place.home / ".claude" / "settings.json"
        settings.parent.mkdir(exist_ok=True)
        import json

        settings.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))


def test_a_reason_to_refuse_comes_before_the_act() -> None:
    """The refused call was not made."""
    log = played(_example(), _Refusing(), scripted)
    assert (log.in_time, log.verdict.failures) == ({"verify": True}, 0)
    assert "sh check.sh" not in [each.command for each in log.ran]


def test_what_came_with_the_call_or_because_it_was_asked_for_is_late() -> None:
    """It is counted apart from what came in time."""
    logs = [
        _log(in_time={"a": True, "b": True}, told=["a", "b"]),
        _log(in_time={"a": False}, told=["a"]),
        _log(in_time={"a": False, "b": True}, told=["b"]),
        _log(in_time={"w": False}, wrong=["w"]),
    ]
    assert (reached(logs), late(logs)) == ((1, 3), (1, 3))
    assert missed(logs) == [
        "x: a/b: a came late", "x: a/b: a came never",
    ]  # fmt: skip


def test_a_task_that_went_worse_with_an_arm_than_without_is_named() -> None:
    """It was not clean, or more calls failed; what went better or as well is not."""
    verdicts = {"none": _CLEAN, "x": _CLEAN._replace(failures=1), "y": _CLEAN,
                "z": _CLEAN._replace(done=False)}  # fmt: skip
    logs = [_log(arm=name, verdict=verdict) for name, verdict in verdicts.items()]
    assert [each.partition(":")[0] for each in worse(logs)] == ["x", "z"]


@pytest.mark.parametrize("kind", ["decoy", "stale", "taken-back"])
def test_what_must_not_be_shown_is_counted_by_its_kind(kind: str) -> None:
    """In whichever order facts stand."""
    logs = [_log(kind, wrong=["w"], told=told) for told in ([], ["w"], ["d", "w"], ["d"])]
    assert shown_wrongly(logs, kind) == (2, 4)
    assert "w was shown" in missed(logs)[0]


def test_tokens_are_a_share_of_the_whole_session() -> None:
    """Of several sessions together, so that a short one does not count as much as a long one."""
    logs = [_log(NOTHING, tokens=900, tokens_shown=0), _log(NOTHING, tokens=100, tokens_shown=20)]
    assert tokens(logs) == 0.02
    assert "| tokens where there is nothing to remember | 2.0% |" in as_table(logs)


def test_what_cannot_be_run_is_said_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A repository whose program is missing, and an arm."""
    [task] = tasks_of(example_with(tmp_path, {"needs = []": 'needs = ["no-such-program"]'}))
    assert list(reach([task], [arm("none")])) == []
    assert "greeter/other-name is not run: needs no-such-program" in capsys.readouterr().err


def test_an_arm_that_is_not_there_is_named_with_those_that_are() -> None:
    """A stranger's is a module and a class."""
    with pytest.raises(ValueError, match="no arm is called 'nothing'; there are none, own-file"):
        arm("nothing")
    assert isinstance(arm(f"{__name__}:_Refusing"), Arm)
    assert [each.name for each in map(arm, ARMS)] == list(ARMS)


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--arm", "nothing"), "no arm is called 'nothing'"),
     (("--task", "nothing"), "there is no task nothing; there are borrowbarn/")],
)  # fmt: skip
def test_a_name_that_is_not_there_is_said_with_those_that_are(
    words: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line, and nothing is played."""
    assert main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.full
@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_each_task_is_played_with_each_arm(task: Task) -> None:
    """No hook fails, and every question has its recorded answer."""
    for log in reach([task], [arm(name) for name in ARMS]):
        assert log.failed == []


@pytest.mark.parametrize("half", TABLES)
def test_the_page_says_what_the_kept_logs_say(half: str) -> None:
    """Each task once with each arm, and no figure by hand."""
    begin, end = marks(half)
    page = PAGE.read_text().partition(begin)[2].partition(end)[0]
    assert page.strip() == section(half)
    logs = list(read_file(LOGS / f"{half}.jsonl"))
    arms = {each.arm for each in logs}
    assert len({(each.task, each.arm) for each in logs}) == len(logs) == 20 * len(arms)
