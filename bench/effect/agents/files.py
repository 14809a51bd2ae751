"""A session that any model plays: it reads requests from files, and answers by files.

`README.md` beside `bench/effect` shows both. The hooks that an arm registered with Claude Code run
as for the scripted agent, and the tools of its MCP servers are offered.
"""

from __future__ import annotations

import time
from typing import Any

from bench.effect.agents.mailbox import Mailbox
from bench.effect.agents.player import Options
from bench.effect.agents.servers import PREFIX, Servers
from bench.effect.agents.tools import TOOLS, Answer, BadAnswer, Call, act_of, answer_of
from bench.effect.arms.arm import Arm, Place
from bench.effect.clone import Outcome
from bench.effect.judge import judged
from bench.effect.session import Session

MOST_CALLS = 40
_MOST_STEPS = 80
"""Bad answers included."""

_LONGEST_OUTPUT = 30_000


class Files:
    """Plays by files."""

    name = "files"
    agent = "claude"

    def __init__(self, options: Options) -> None:
        """Name the folder; see `Options`."""
        self._options = options

    def missing(self) -> str:
        """It needs a folder."""
        return "" if self._options.folder else "--agent files needs --folder"

    def __call__(self, place: Place, arm: Arm) -> dict[str, Any]:
        """Play, and judge."""
        assert self._options.folder is not None
        start, began = place.clone.head(), time.monotonic()
        mailbox = Mailbox(self._options.folder, place, arm, self._options.longest)
        servers = Servers(place)
        talk = Talk(place, servers)
        try:
            ended = talk.held(mailbox)
        finally:
            servers.close()
        session, facts = talk.session, place.task.fact
        verdict = judged(place.task, place.clone, start, session.ran)
        session.end()
        return {
            "agent": self.name, "model": self._options.model_name, "ended": ended,
            "told": [each.id for each in facts if session.told(each, facts)],
            "shown": session.shown, "ran": session.ran, "verdict": verdict,
            "tokens": session.tokens + session.tokens_shown, "tokens_shown": session.tokens_shown,
            "seconds": session.seconds, "took": time.monotonic() - began, "failed": session.failed,
        }  # fmt: skip


class Talk:
    """A conversation, as it is written into each request.

    Attributes:
        session: whose hooks and calls these are.
    """

    def __init__(self, place: Place, servers: Servers) -> None:
        """Begin with what the memory shows at the start, and with the prompt."""
        self.session = Session(place.clone, place.home)
        self._place, self._servers = place, servers
        self._tools = [*TOOLS, *servers.tools]
        self._said: list[dict[str, Any]] = []
        self._seen = 0
        self._error = ""
        self._memory()
        self._add("person", text=place.task.session.says)
        self.session.prompt(place.task.session.says)
        self._memory()

    def held(self, mailbox: Mailbox) -> str:
        """Ask and follow until the model is done; why it was ended before, empty if it was not."""
        seen = 0
        for step in range(1, _MOST_STEPS + 1):
            text = mailbox.ask(step, self._request(mailbox.name, step, seen))
            seen = len(self.session.shown)
            try:
                self._error = ""
                answer = answer_of(text, [each["name"] for each in self._tools])
                is_over = self._followed(answer)
            except BadAnswer as error:
                self._error, is_over = f"{error}. Nothing of this answer was done.", False
            if is_over:
                self.session.stop()
                return ""
            if self._left <= 0:
                return f"{MOST_CALLS} calls"
        return f"{_MOST_STEPS} answers"

    @property
    def _left(self) -> int:
        return MOST_CALLS - len([each for each in self._said if each["from"] == "tool"])

    def _request(self, name: str, step: int, seen: int) -> dict[str, Any]:
        return {
            "name": name, "step": step, "folder": str(self._place.clone.folder),
            "prompt": self._place.task.session.says, "error": self._error,
            "shown": [each.text for each in self.session.shown[seen:]],
            "conversation": self._said, "tools": self._tools, "calls_left": self._left,
        }  # fmt: skip

    def _followed(self, answer: Answer) -> bool:
        """Do what an answer says; whether it is the last one."""
        folder = self._place.clone.folder
        acts = [None if call.tool.startswith(PREFIX) else act_of(call, folder)
                for call in answer.calls]  # fmt: skip
        if answer.say:
            self.session.say(answer.say)
            self._add("agent", text=answer.say)
        for call, act in zip(answer.calls, acts, strict=True):
            if self._left <= 0:
                return False
            self._add("agent", tool=call.tool, input=call.input)
            self._result(self.session.call(act) if act else self._asked(call))
        return answer.done or not answer.calls

    def _asked(self, call: Call) -> Outcome:
        failed, text = self._servers.call(call.tool, call.input)
        outcome = Outcome(int(failed), text)
        self.session.asked(call.tool, call.input, outcome)
        self._seen = len(self.session.shown)  # what it shows is the result
        return outcome

    def _result(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self._add("tool", refused=True)
        else:
            text = outcome.text[:_LONGEST_OUTPUT]
            self._add("tool", exit_code=outcome.code, output=text)
        self._memory()

    def _memory(self) -> None:
        for shown in self.session.shown[self._seen :]:
            self._add("memory", event=shown.event, text=shown.text)
        self._seen = len(self.session.shown)

    def _add(self, who: str, **fields: Any) -> None:
        self._said.append({"from": who, **fields})
