"""A plug-in with one thing of each kind: what an agent deployed, and what that taught.

Its agent, "shipper", keeps a line of JSON for each thing it says or runs:

    {"shipper": 1, "session": "s1", "at": "2026-03-01T12:00:00Z", "user": "Ship it"}
    {"shipper": 1, "session": "s1", "at": "...", "run": "ship web", "failed": true, "output": "..."}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, ClassVar

from blackboard import (
    Agent,
    Board,
    Document,
    Event,
    Evidence,
    LessonText,
    NewEvent,
    Pattern,
    PayloadModel,
    Registry,
    Row,
    View,
    columns,
    derived,
)
from blackboard.agents import Hooks
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Subject, Unfit
from reflect import Detector, Finding, Trajectory
from scheduler import Item, Task

KIND = "announce-deploy"


class ServiceDeployed(PayloadModel):
    """A service went live."""

    type: ClassVar[str] = "service.deployed"
    service: str
    release: str


class DeployAnnounced(PayloadModel):
    """People were told of a deploy."""

    type: ClassVar[str] = "deploy.announced"
    service: str
    text: str


def _deployed(row: Row | None, event: Event) -> Row:
    deploys = row["deploys"] if row else 0
    payload = event.payload or {}
    return {"service": payload["service"], "release": payload["release"],
            "deploys": deploys + 1, "announced": 0, "last_at": event.occurred_at}  # fmt: skip


def _announced(row: Row | None, event: Event) -> Row | None:
    return {**row, "announced": 1} if row else None


DEPLOYS = View(
    name="deploys",
    version=1,
    columns={
        "service": columns.TEXT,
        "release": columns.TEXT,
        "deploys": columns.INTEGER,
        "announced": columns.INTEGER,
        "last_at": columns.TIME,
    },
    reduce={ServiceDeployed.type: _deployed, DeployAnnounced.type: _announced},
    keys=lambda event: [(event.payload or {})["service"]],
    document=lambda row: Document(None, row["service"], "", f"release {row['release']}"),
)


class Shipper:
    """Reads the transcripts of the agent."""

    name: ClassVar[str] = "shipper"

    def __init__(self, session: str, state: dict[str, Any]) -> None:
        self.unknown = 0
        self._session = session
        self._begun = state.get("begun", False)

    @staticmethod
    def recognises(record: dict[str, Any]) -> bool:
        """Whether a record is surely of this format."""
        return record.get("shipper") == 1

    def read(self, record: dict[str, Any], offset: int) -> Iterator[NewEvent]:
        """The events of one record."""
        self._session = record["session"]
        at = int(datetime.fromisoformat(record["at"]).timestamp() * 1e6)
        if not self._begun:
            self._begun = True
            yield self._event("session.started", "", at, {"agent": self.name})
        if "user" in record:
            message = {"role": "user", "text": record["user"]}
            yield self._event("message.recorded", str(offset), at, message)
        elif "run" in record:
            call = {"call": str(offset), "name": "run", "input": {"command": record["run"]},
                    "output": record["output"], "failed": record["failed"],
                    "kind": "shell", "command": record["run"]}  # fmt: skip
            yield self._event("tool.called", str(offset), at, call, schema=2)
        else:
            self.unknown += 1

    def waiting(self) -> int | None:
        """No record waits for another."""
        return None

    def state(self) -> dict[str, Any]:
        """What must be known to go on reading a file that has grown."""
        return {"begun": self._begun}

    def usage(self) -> tuple[NewEvent, ...]:
        """The agent keeps no count of tokens."""
        return ()

    def _event(
        self, type_: str, key: str, at: int, payload: dict[str, Any], schema: int = 1
    ) -> NewEvent:
        stream = f"session:{self._session}"
        return NewEvent(
            type_,
            stream,
            {"session": self._session, **payload},
            actor=self.name,
            occurred_at=at,
            schema=schema,
            id=derived(stream, f"{type_}:{key}"),  # the same whenever the file is read
        )


SHIPPER = Agent(
    Shipper.name,
    "Shipper",
    program="shipper",
    tools={"shell": ("run",)},
    reader=Shipper,
    home=("SHIPPER_HOME", ".shipper"),  # the variable that names its folder, else in the user's
    transcripts=("sessions",),
    hooks=Hooks(
        steps={"ship_start": "start", "ship_prompt": "prompt"},
        sent_by=lambda event, _fields: event.startswith("ship_"),
        registered={"ship_start": None, "ship_prompt": None},
        flat_reply="context",
    ),
    settings="deploys_settings:SETTINGS",
)


def refused_deploys(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """A miner: each deploy that was refused teaches what it was refused for."""
    for event in events:
        call = event.payload or {}
        if call.get("name") == "run" and call.get("failed"):
            yield Finding(
                key=f"deploy\n{call['output']}",
                occasion=event.id,
                text=LessonText(
                    phase="implement",
                    category="deployment",
                    severity="high",
                    symptom=f"`{call['command']}` is refused: {call['output']}",
                    root_cause="The release lacks what the check looks for.",
                    resolution="Run the check before the deploy.",
                    constraint="Run `ship check` before every `ship`.",
                ),
                evidence=(Evidence(event_id=event.id, quote=call["output"]),),
                trust="tool",
                confidence=0.8,
                occurred_at=event.occurred_at,
                commands=("ship",),
            )


def many_deploys(trajectory: Trajectory) -> list[Pattern]:
    """What a detector finds: several deploys in one session are a pattern."""
    runs = sum(event.type == "tool.called" for event in trajectory.events)
    advice = f"Run `ship` once, after the last commit; it was run {runs} times in one session."
    return [Pattern(type="deploys", severity="low", count=runs, suggestion=advice)] if runs else []


DEPLOY_PATTERN = Detector("deploys", many_deploys, severity=lambda _: "low", improvement="workflow")


def announce(board: Board, event: Event) -> Task:
    """A dispatch rule: every deploy is to be announced."""
    return Task(KIND, dict(event.payload or {}), dedup_key=f"{KIND}:{event.id}")


class Announcer:
    """A handler: announces a deploy by an event of its own."""

    kind = KIND

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> dict[str, Any]:
        """Do one item; its event has an id that follows from the item, so it is there once."""
        row = board.row("deploys", item.input["service"])
        text = f"{row['service']} is at {row['release']}"
        stream = f"service:{row['service']}"
        payload = {"service": row["service"], "text": text}
        board.append([NewEvent("deploy.announced", stream, payload, id=derived(stream, item.id))])
        return {"announced": text}


def runbook(lessons: Sequence[Row]) -> str:
    """An exporter for people on call: `lessonboard lesson export --to runbook`."""
    return "".join(f"- [ ] {lesson['constraint']}\n" for lesson in lessons)


def announced(app: App, board: Board) -> Iterator[Diagnosis]:
    """A check of `doctor`: whether each deploy was announced."""
    waiting = [row["service"] for row in board.view("deploys") if not row["announced"]]
    if waiting:
        advice = "Run `lessonboard admin worker --until-idle`."
        yield Diagnosis("deploys", "note", f"not announced: {', '.join(waiting)}", advice)
    else:
        yield Diagnosis("deploys", "good", "all announced")


class ShipRule:
    """A kind of check: a rule about shipping becomes a line of `.shipcheck`, which `ship` reads."""

    name = "ship-rule"
    about = "a line of .shipcheck"
    strength = 50

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """The file with one more line."""
        file, text = ".shipcheck", files.read(".shipcheck")
        if text is None or "ship" not in subject.rule:
            raise Unfit("it is not about shipping, or there is no .shipcheck")
        line = f"require {subject.name}"
        after = text if line in text else f"{text}{line}\n"
        return Proposal(file, text, after, (line,), "Add a rule of ship", "it is about shipping")


def recent(board: Board, service: str = "") -> str:
    """A tool for agents: what is live."""
    rows = board.view("deploys", where={"service": service} if service else {})
    return "\n".join(f"{row['service']} {row['release']}" for row in rows) or "nothing is live"


def register(to: Registry) -> None:
    """Add all of it."""
    to.event(ServiceDeployed)
    to.event(DeployAnnounced)
    to.view(DEPLOYS)
    to.agent(SHIPPER)
    to.model_agent("deploys_model:MODEL")  # named, so that no other command loads the model port
    to.miner(refused_deploys)
    to.detector(DEPLOY_PATTERN)
    to.redaction("ship-key", "shk_", r"shk_[0-9a-z]{24}")
    to.doctor("deploys", announced)
    to.exporter("runbook", runbook, "Write lessons as a check list.")
    to.model("ship", "deploys_model:Server")
    to.dispatch_rule(ServiceDeployed.type, announce)
    to.handler(Announcer)
    to.check(ShipRule)
    to.group("deploy", "What was deployed.")
    to.command("deploy add", "deploys_cli:add", "Record that a service went live.")
    to.command("deploy list", "deploys_cli:list_", "List the services that are live.")
    to.page("deploys_page:PAGE")  # named, for its library is an extra
    text = {"type": "string"}
    to.mcp_tool("deploys", recent, "What is live", takes={"service": text}, reads=True)
