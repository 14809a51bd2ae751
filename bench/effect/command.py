"""`./run effect`: let an agent play tasks with arms, some runs of each; what is there is kept.

`--page` writes what the runs say into docs/effect.md.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import SystemRandom

from bench.effect import logs
from bench.effect.agents.player import Options
from bench.effect.agents.registry import PLAYERS
from bench.effect.analysis.page import figures
from bench.effect.arms.registry import ARMS, arm
from bench.effect.freeze import of_task
from bench.effect.plan import Job, planned
from bench.effect.runs import Made, Setting, all_made
from bench.effect.tasks import REPOSITORIES, BadTask, Task, all_tasks
from bench.into import write_into

INTO = Path(__file__).parent / "runs"
PAGE = Path(__file__).parents[2] / "docs" / "effect.md"
BEGIN, END = "<!-- what `./run effect --page` wrote -->", "<!-- the end of it -->"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the runs that are not there yet; 1 if one failed, 2 if none can be made."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.page:
            write_into(asked.page, written(asked.into), BEGIN, END)
            return 0
        setting = _setting(asked)
        left = list(_left(asked, setting))
    except (BadTask, ValueError) as error:
        _say(str(error))
        return 2
    failed = 0
    for number, made in enumerate(all_made(left, setting, asked.at_once), 1):
        _say(f"{number} of {len(left)}: {made.job.task} {made.job.arm} {made.job.run}: "
             f"{_brief(made)}")  # fmt: skip
        failed += made.log is None
        if made.log:
            logs.append(asked.into, made.log)
    return int(failed > 0)


def written(folder: Path) -> str:
    """What the runs of a folder say; raises ValueError where they cannot be read."""
    return figures(logs.read(folder), list(logs.read_explained(folder)))


def _setting(asked: argparse.Namespace) -> Setting:
    options = Options(asked.into / "raw", asked.model, asked.model_name, asked.folder,
                      asked.longest)  # fmt: skip
    if problem := PLAYERS[asked.agent](options).missing():
        raise ValueError(problem)
    return Setting(asked.agent, options, asked.tasks)


def _left(asked: argparse.Namespace, setting: Setting) -> Iterator[Job]:
    """The jobs that no log has, in their order."""
    playable = list(_playable(all_tasks(asked.half, asked.tasks)))
    digests = {each.name: of_task(each) for each in playable}
    known = list(digests)
    tasks = [each for each in known if not asked.task or each in asked.task]
    if unknown := sorted({*asked.task} - {*known}):
        raise ValueError(f"there is no task {', '.join(unknown)}; there are {', '.join(known)}")
    arms = list(_able(asked.arm or [*ARMS], PLAYERS[asked.agent](setting.options).agent))
    model = asked.model_name or asked.model
    there = {Job(each.task, each.arm, each.run) for each in logs.read(asked.into)
             if each.agent == asked.agent and model in ("", each.model)
             and each.digest == digests.get(each.task)}  # fmt: skip
    seed = SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    jobs = planned(tasks, arms, asked.runs, seed)
    _say(f"seed {seed}: {len(jobs)} runs, {len(there.intersection(jobs))} of them made before")
    yield from (each for each in jobs if each not in there)


def _playable(tasks: Iterable[Task]) -> Iterator[Task]:
    """The tasks whose programs are here; the others are said."""
    for task in tasks:
        if lacking := [each for each in task.repository.needs if not shutil.which(each)]:
            _say(f"not run: {task.name}: it needs {', '.join(lacking)}")
        else:
            yield task


def _able(names: Sequence[str], agent: str) -> Iterator[str]:
    """The arms that can be run here for an agent; the others are said."""
    for name in names:
        made = arm(name)
        reason = made.missing() or ("" if agent in made.agents else f"not made for {agent}")
        if reason:
            _say(f"not run: {name}: {reason}")
        else:
            yield name


def _brief(made: Made) -> str:
    if made.log is None:
        return f"not counted: {made.problem}"
    if made.log.half == "second":
        return "played"  # its logs are not read before the last run
    verdict = made.log.verdict
    state = "clean" if verdict.clean else "done" if verdict.done else "not done"
    return f"{state}, {verdict.calls} calls, {verdict.failures} failed, {made.log.tokens} tokens"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./run effect", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--agent", choices=PLAYERS, help="who plays session 4")
    what.add_argument("--page", type=Path, nargs="?", const=PAGE, metavar="DOCUMENT",
                      help="put what the runs say into it; docs/effect.md")  # fmt: skip
    parser.add_argument("--arm", action="append", metavar="ARM",
                        help=f"of {', '.join(ARMS)}, or PACKAGE.MODULE:CLASS; all")  # fmt: skip
    parser.add_argument("--task", action="append", default=[], metavar="REPOSITORY/ID",
                        help="only this one")  # fmt: skip
    parser.add_argument("--half", choices=("first", "second"), help="only this half of them")
    parser.add_argument("--runs", type=int, default=5, help="of each task and arm")
    parser.add_argument("--into", type=Path, default=INTO, metavar="FOLDER",
                        help="where the logs go; what is there is not run again")  # fmt: skip
    parser.add_argument("--seed", type=int, help="of the order; drawn and printed if not given")
    parser.add_argument("--model", default="", help="the model that the agent is asked to use")
    parser.add_argument("--model-name", default="", help="what the logs call it")
    parser.add_argument("--folder", type=Path, help="of --agent files: its requests and answers")
    parser.add_argument("--longest", type=float, default=1800.0, metavar="SECONDS",
                        help="of a session; of --agent files, of one answer")  # fmt: skip
    parser.add_argument("--at-once", type=int, default=1, metavar="N",
                        help="how many runs, of different repositories")  # fmt: skip
    parser.add_argument("--tasks", type=Path, default=REPOSITORIES, metavar="FOLDER",
                        help="the repositories")  # fmt: skip
    return parser
