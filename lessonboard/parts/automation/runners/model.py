"""A plain model as an agent: it answers in text, and changes no files."""

from __future__ import annotations

import time
from collections.abc import Callable

from lessonboard.parts.automation.runners.log import AgentLog
from lessonboard.parts.automation.runners.runner import Result, Task
from reflect.model.model import Model
from reflect.model.thread import Message, ModelError

_SYSTEM = (
    "You take part in a change of a program. You cannot see or change files: answer in text, "
    "from what you are given alone, and say what you do not know."
)


class ModelAgent:
    """Asks the configured model; good for steps that need no hands, such as a review.

    Args:
        model: the one in the settings.
        account: is called after each answer, to put what it took on the board.
    """

    name = "model"

    def __init__(self, model: Model, account: Callable[[], None] = lambda: None) -> None:
        self._model = model
        self._account = account

    def run(self, task: Task) -> Result:
        """Let the model answer a task; see `AgentRunner.run`."""
        started = time.monotonic()
        thread = [Message("system", _SYSTEM), Message("user", task.prompt)]
        try:
            text, problem = self._model.write(thread, "workflow-step@1"), ""
        except ModelError as error:
            text, problem = "", str(error)
        finally:
            self._account()
        log = AgentLog(task.log)
        log.write(text or problem)
        clean = log.clean(text)
        log.close()
        seconds = round(time.monotonic() - started, 3)
        return Result(clean, int(bool(problem)), seconds, task.log, "", log.clean(problem))
