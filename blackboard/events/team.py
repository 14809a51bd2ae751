"""What a person shares with a team: each thing as it stands, in revisions that he alone makes.

A colleague's event is kept with its actor signed (`blackboard/actors.py`) and an id of its own.
Since nobody else revises a thing, its newest revision counts in whatever order they arrive.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints, model_validator

from blackboard.actors import REPOSITORY
from blackboard.events import streams
from blackboard.events.lesson import LessonText
from blackboard.events.payload import (
    Count,
    Digest,
    OptionalText,
    Part,
    PayloadModel,
    Share,
    Text,
)
from blackboard.vocabulary import Scope, SharedKind, ThingKind

PERSON = r"[\w.+-]{1,64}"
"""What a person may be called in a team: what can be read, and means nothing to a program."""

Name = Annotated[str, StringConstraints(pattern=rf"^{PERSON}$")]
SOURCE = rf"{REPOSITORY}[A-Za-z0-9_.~%+:-]+"
"""How a repository is called that lessons come from: no person can be called so."""

NameOrSource = Annotated[str, StringConstraints(pattern=rf"^({PERSON}|{SOURCE})$", max_length=400)]
LESSON = r"[\w.:+-]{1,200}"
"""What a lesson may be called on its author's board that is shared."""

LessonName = Annotated[str, StringConstraints(pattern=rf"^{LESSON}$")]

Moment = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Decided = Literal["approved", "rejected"]
Says = Literal[Decided, "withdrawn"]
"""What an author says of a lesson; a withdrawn one is no longer shown, and its text is kept."""

PublicKey = Digest
"""An ed25519 key, 32 bytes as hexadecimal digits."""

Signature = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]


class TeamJoined(PayloadModel):
    """A person lets a board exchange with a team, as `name`, what belongs to these projects.

    `place` is the address of a log without its password, or a folder; without `projects`, all.
    """

    type: ClassVar[str] = "team.joined"
    setting: ClassVar[bool] = True
    place: Text
    name: Name
    projects: list[str] = []
    sessions_of: list[str] = []

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class TeamDeparted(PayloadModel):
    """Nothing is exchanged any more; what colleagues shared stays unless it is forgotten."""

    type: ClassVar[str] = "team.departed"
    setting: ClassVar[bool] = True
    place: Text

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class _OfColleague(PayloadModel):
    setting: ClassVar[bool] = True
    name: NameOrSource
    reason: OptionalText = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class TeamTrusted(_OfColleague):
    """A person has a colleague's approved lessons shown where they fit, as the colleague's words.

    It concerns the name on the board of who says so; signed by another it counts for nothing. Of a
    repository `folder` is the checkout in which they said so, `git` its git folder, and `made` what
    distinguishes that from another one that is put in its place.
    """

    type: ClassVar[str] = "team.trusted"
    folder: OptionalText = ""
    git: OptionalText = ""
    made: OptionalText = ""


class TeamDistrusted(_OfColleague):
    """A colleague's lessons are found by searching alone again."""

    type: ClassVar[str] = "team.distrusted"


class _OfOne(PayloadModel):
    setting: ClassVar[bool] = True
    kind: SharedKind
    name: Text

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class ShareWithdrawn(_OfOne):
    """A thing was taken back and is not shared again."""

    type: ClassVar[str] = "share.withdrawn"


class ShareResumed(_OfOne):
    """It is shared again."""

    type: ClassVar[str] = "share.resumed"


class ShareForgotten(PayloadModel):
    """An author forgot a lesson that was shared here: their words were erased on this board.

    `words` is the digest of the last of them, `sessions` are those that were shown the lesson.
    """

    type: ClassVar[str] = "share.forgotten"
    author: Name
    lesson: LessonName
    words: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    sessions: list[str] = []

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.shared("forgotten", f"{self.lesson}@{self.author}")


class KeyCreated(PayloadModel):
    """The board has a key of its own from now on, by which it signs what it shares.

    The private half is in a file beside the board (`blackboard/sharing/key_file.py`).
    """

    type: ClassVar[str] = "key.created"
    setting: ClassVar[bool] = True
    key: PublicKey

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class _KeyOf(PayloadModel):
    setting: ClassVar[bool] = True
    name: Name
    key: PublicKey

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class KeyPinned(_KeyOf):
    """The first key of a name: as it was first seen, or as a person confirmed its fingerprint.

    The last pin of a name counts, with the keys that it signed.
    """

    type: ClassVar[str] = "key.pinned"
    confirmed: bool = False


class KeyRefused(_KeyOf):
    """A key was used for a name whose keys do not know it: what it signed is not taken in."""

    type: ClassVar[str] = "key.refused"

    def id_key(self) -> str:
        """See `PayloadModel.id_key`: it is remembered once."""
        return f"key.refused:{self.name}:{self.key}"


class UnsignedTrusted(PayloadModel):
    """A person vouches for an unsigned event of a colleague, and for no later one of the thing.

    Each has an event of its own, so that forgetting one takes nothing from the others.
    """

    type: ClassVar[str] = "unsigned.trusted"
    setting: ClassVar[bool] = True
    event: Text
    kind: SharedKind
    name: Text
    author: Name

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class _Signed(PayloadModel):
    """What is sent to a team.

    One's own events have no signature on one's own board: they are signed when they are sent,
    with the name that one has there. On a log `signature` covers the event; on a colleague's board
    `signed_by` is the key that was checked when it was taken in.
    """

    signed_by: PublicKey | None = None
    signature: Signature | None = None


class KeyAdded(_Signed):
    """A person's other board has this key: what it signs for his name is his."""

    type: ClassVar[str] = "key.added"
    setting: ClassVar[bool] = True
    name: Name
    key: PublicKey

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.team()


class _Shared(_Signed):
    """`revision` counts how often it was shared anew by the same person.

    Version 1 had no signatures.
    """

    version: ClassVar[int] = 2
    revision: Count


class Shown(Part):
    """An event of a session that shows a lesson, which stays where it is.

    `quote` is empty unless its author approved that the words are shared.
    """

    event_id: str
    session: str | None = None
    quote: OptionalText = ""


class OfCommit(Part):
    """The commit of a repository that a lesson's words are from; its signature is not verified."""

    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40,64}$")]
    author: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""
    at: Count
    signed: bool = False


class LessonShared(_Shared, LessonText):
    """A lesson as it stands on its author's board; `says` is what he decided himself, if he did.

    One that was read in a repository names its commit, by `git`.
    """

    type: ClassVar[str] = "lesson.shared"
    lesson: LessonName
    scope: Scope = "project"
    says: Says | None = None
    confidence: Share = 0.5
    paths: list[Moment] = Field(default=[], max_length=100)
    commands: list[Moment] = Field(default=[], max_length=100)
    signatures: list[Moment] = Field(default=[], max_length=100)
    evidence: list[Shown] = Field(default=[], max_length=20)
    seen: Count = 1
    first_seen_at: Count
    last_seen_at: Count
    git: OfCommit | None = None

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.shared("lesson", self.lesson)


class DecisionShared(_Shared):
    """What a person decided about a colleague's lesson; without `says` he took it back.

    `words` is the digest of those that he saw: an approval is of no others.
    """

    type: ClassVar[str] = "decision.shared"
    author: Name
    lesson: LessonName
    says: Decided | None = None
    words: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{0,32}$")] = ""
    reason: OptionalText = ""
    decided_at: Count

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.shared("decision", f"{self.lesson}@{self.author}")


class AccountShared(_Shared):
    """What became of a lesson in a person's sessions, in numbers; `author` is whose it is.

    A pair has the sessions in which its failure came back and all of them, with the lesson and
    without it, where chance decided.
    """

    type: ClassVar[str] = "account.shared"
    author: Name
    lesson: LessonName
    counts: dict[Name, Count] = Field(max_length=30)
    pairs: list[tuple[Count, Count, Count, Count]] = Field(default=[], max_length=100)

    @model_validator(mode="after")
    def _are_shares(self) -> AccountShared:
        if any(shown > all_shown or other > all_other
               for shown, all_shown, other, all_other in self.pairs):  # fmt: skip
            raise ValueError("of a pair no part is larger than its whole")
        return self

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.shared("account", f"{self.lesson}@{self.author}")


class ThingShared(_Shared):
    """An insight, a review, a workflow, a work item, or a session where its project allows it."""

    type: ClassVar[str] = "thing.shared"
    kind: ThingKind
    name: Annotated[str, StringConstraints(min_length=1, max_length=300)]
    title: OptionalText = ""
    content: dict[str, Any]

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.shared(self.kind, self.name)
