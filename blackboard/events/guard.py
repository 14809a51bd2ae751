"""Guards: lessons whose failing command or edit is refused once a session, and what followed."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import StringConstraints, model_validator

from blackboard.events import streams
from blackboard.events.payload import Count, FilePath, PayloadModel, Text
from blackboard.vocabulary import GuardAnswer, GuardResolution

Word = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\n\x00]+$")]


class _OfLesson(PayloadModel):
    """A decision about the guard of one lesson."""

    setting: ClassVar[bool] = True
    lesson: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.guard(self.lesson)


class GuardEnabled(_OfLesson):
    """A person switched the guard of a lesson on, or his settings did.

    `rule` are the words of the lesson at that time: once they change, the guard rests. `wrong` is
    the command that is refused and `right` the one to use, each with its settings first, or `paths`
    are the files that are not to be edited. `places` are the folders, relative to the repository,
    in which it failed: nothing is refused elsewhere. It `failed` in so many of its `uses`.
    """

    type: ClassVar[str] = "guard.enabled"
    by: Literal["human", "settings"]
    rule: Text
    wrong: list[Word] = []
    right: list[Word] = []
    paths: list[FilePath] = []
    places: list[str] = []
    failed: Count
    uses: Count

    @model_validator(mode="after")
    def _refuses_something(self) -> GuardEnabled:
        if bool(self.wrong and self.right) == bool(self.paths):
            raise ValueError("names either the failing command and the right one, or files")
        return self


class GuardQualified(_OfLesson):
    """A lesson could be a guard by its failures, in these words; a person switches it on.

    What `wrong`, `paths`, `failed` and `uses` are is said of `GuardEnabled`.
    """

    setting: ClassVar[bool] = False
    type: ClassVar[str] = "guard.qualified"
    rule: Text
    wrong: list[Word] = []
    paths: list[FilePath] = []
    failed: Count
    uses: Count


class _OfProhibition(_OfLesson):
    """What a person's own sentence forbids, in these words of the lesson.

    `forbids` are commands as one would type them, `paths` patterns of files that are not to be
    edited.
    """

    rule: Text
    forbids: list[Word] = []
    paths: list[FilePath] = []

    @model_validator(mode="after")
    def _forbids_something(self) -> _OfProhibition:
        if bool(self.forbids) == bool(self.paths):
            raise ValueError("names either commands or files")
        return self


class GuardProposed(_OfProhibition):
    """A sentence of the person's forbids something; nobody confirmed it, so he may be asked."""

    setting: ClassVar[bool] = False
    type: ClassVar[str] = "guard.proposed"


class GuardConfirmed(_OfProhibition):
    """A person said yes to the guard of his own prohibition, with its past uses before him.

    What he forbade was run so often in the month before, `by_person` of these by himself.
    """

    type: ClassVar[str] = "guard.confirmed"
    uses: Count = 0
    by_person: Count = 0


class GuardDisabled(_OfLesson):
    """A person switched the guard of a lesson off."""

    type: ClassVar[str] = "guard.disabled"
    reason: str = ""


class GuardRestored(_OfLesson):
    """A decision about a guard was undone; `undone` is the id of its event."""

    type: ClassVar[str] = "guard.restored"
    undone: str


class GuardRetired(_OfLesson):
    """A guard was wrong too often and switched itself off; the lesson goes on as a reminder."""

    type: ClassVar[str] = "guard.retired"
    refused: Count
    wrong: Count
    reason: str = ""


class _InSession(PayloadModel):
    """What a guard did in a session."""

    lesson: str
    session: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.context(self.session)

    def id_key(self) -> str:
        """See `PayloadModel.id_key`: a guard refuses once in a session."""
        return f"{self.type}:{self.lesson}"


class GuardRefused(_InSession):
    """A guard refused a call, with this reason; the same call again passes."""

    type: ClassVar[str] = "guard.refused"
    call: str = ""
    refused: str
    reason: str


class GuardAsked(_InSession):
    """A guard had the person asked whether a call may be made, with this reason."""

    type: ClassVar[str] = "guard.asked"
    call: str = ""
    asked: str
    reason: str


class GuardAnswered(_InSession):
    """What a person said to the question of a guard, as the call that was asked for shows."""

    type: ClassVar[str] = "guard.answered"
    outcome: GuardAnswer
    evidence: str = ""


class GuardResolved(_InSession):
    """What the agent did after a refusal, as the calls of the session show.

    `worked` and `failed` are of the refused call, made again; `followed` says that the right form
    was used. `evidence` is the event of that call.
    """

    type: ClassVar[str] = "guard.resolved"
    outcome: GuardResolution
    evidence: str = ""
