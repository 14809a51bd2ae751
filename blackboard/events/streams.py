"""The names of streams, one function each; hooks use them too, so nothing is imported here.

The event models say with these which stream they belong on (`PayloadModel.stream_in`), and readers
which stream they want. A new kind of stream is a function here.
"""

from __future__ import annotations

EVERYWHERE = "everywhere"
"""What stands for the project in the name of a stream that belongs to none."""

CONSENT = "model-consent"
"""What a person allows a model to be told."""

RETENTION = "retention"
"""What a person confirmed is forgotten without being asked again."""

CAPTURE = "capture:"
"""The beginning of a stream of decisions about capturing; what follows is the subject."""


def session(session: str) -> str:
    """What was said and done in a session."""
    return f"session:{session}"


def root_of(stream: str) -> str:
    """Return the session to which a stream belongs, which may be that of a subagent.

    >>> root_of("session:s1/agent-2")
    's1'
    """
    return stream.removeprefix("session:").partition("/")[0]


def context(session: str) -> str:
    """What a session was given of lessons, and what was withheld from it."""
    return f"context:{session}"


def reflection(subject: str) -> str:
    """What looking back at a session, a pull request or a project found."""
    return f"reflection:{subject}"


def of_project(project: str | None) -> str:
    """A project as the subject of a reflection.

    >>> reflection(of_project("app"))
    'reflection:project app'
    """
    return f"project {project or ''}".strip()


def lesson(lesson: str) -> str:
    """All that happens to a lesson but the reports of agents."""
    return f"lesson:{lesson}"


def reports(lesson: str) -> str:
    """What agents report on a lesson: beside its own stream, which decisions share."""
    return f"use:{lesson}"


def announcement(lesson: str) -> str:
    """That a lesson's person was shown that it is remembered."""
    return f"announced:{lesson}"


def guard(lesson: str) -> str:
    """Whether the guard of a lesson is switched on."""
    return f"guard:{lesson}"


def insight(insight: str) -> str:
    """All that happens to an insight."""
    return f"insight:{insight}"


def recommendation(recommendation: str) -> str:
    """A recommendation and what the critic made of it."""
    return f"recommendation:{recommendation}"


def pull_request(project: str, number: int) -> str:
    """A pull request of a project, with its reviews."""
    return f"pr:{project}#{number}"


def artifacts(project: str) -> str:
    """Documents of a project, or of a file that belongs to none."""
    return f"artifacts:{project}"


def rules(project: str | None) -> str:
    """Rules in the words of the people of a project."""
    return f"rules:{project or EVERYWHERE}"


def proposals(project: str) -> str:
    """The evidence of what agents proposed in a project."""
    return f"proposals:{project}"


def recording(recording: str) -> str:
    """A recording with its step cards, drafts, workflows and reruns."""
    return f"recording:{recording}"


def work(item: str) -> str:
    """A work item from its creation to its end."""
    return f"work:{item}"


def automation(project: str | None) -> str:
    """What automation decided and did for a project."""
    return f"automation:{project or EVERYWHERE}"


def run(run: str) -> str:
    """A run of a workflow with its steps."""
    return f"run:{run}"


def repository(root: str) -> str:
    """What was seen of the repository in a folder."""
    return f"repository:{root}"


def project(project: str) -> str:
    """What people decided about the names of a project."""
    return f"project:{project}"


def capture(subject: str) -> str:
    """Whether a subject is captured: `project:` or `session:` and its name."""
    return f"{CAPTURE}{subject}"


def mutes(subject: str) -> str:
    """What is not told of a subject: `project:` or `session:` and its name."""
    return f"mutes:{subject}"


def model(model: str) -> str:
    """The calls to a language model."""
    return f"model:{model}"


def forgotten(event_id: str) -> str:
    """That the payload of an event was erased."""
    return f"forgotten:{event_id}"


def closed(stream: str) -> str:
    """That a stream takes no more events."""
    return f"closed:{stream}"


def withheld_key(lesson: str) -> str:
    """The key under which a session is told once that a lesson was withheld from it."""
    return f"lesson.withheld:{lesson}"


def team() -> str:
    """With which team the board exchanges."""
    return "team"


def shared(kind: str, name: str) -> str:
    """How a thing was shared with a team, revision by revision."""
    return f"shared:{kind}:{name}"
