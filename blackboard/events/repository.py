"""Repositories and projects: what was seen of a repository, and what a person decided."""

from __future__ import annotations

from typing import ClassVar

from blackboard.events import streams
from blackboard.events.payload import PayloadModel, Text


class RepositoryObserved(PayloadModel):
    """A repository was looked at on disk.

    `root` is its working folder, `git_folder` the folder that its worktrees share, `remotes` the
    address of each remote, normalised, without credentials; `first_commit` the id of its oldest
    root commit, where it has one.
    """

    type: ClassVar[str] = "repository.observed"
    root: str
    git_folder: str
    remotes: dict[str, str] = {}
    first_commit: str | None = None

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.repository(self.root)


class RepositoryMoved(PayloadModel):
    """The folder `other` of a repository is gone, and its history was found in `root` alone."""

    type: ClassVar[str] = "repository.moved"
    root: str
    other: str

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.repository(self.root)


class ProjectMerged(PayloadModel):
    """A person said that two projects are one, which goes by the name of `into`."""

    type: ClassVar[str] = "project.merged"
    setting: ClassVar[bool] = True
    project: str
    into: str
    reason: str = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.project(self.into)


class ProjectSplit(PayloadModel):
    """A person said that a name is not of the project that it was counted to."""

    type: ClassVar[str] = "project.separated"
    setting: ClassVar[bool] = True
    name: str
    project: str
    reason: str = ""

    def stream_in(self, project: str | None) -> str:
        """See `PayloadModel.stream_in`."""
        return streams.project(self.project)


class ProjectDecisionUndone(PayloadModel):
    """A merge or split was taken back; `decision` is its event."""

    type: ClassVar[str] = "project.restored"
    setting: ClassVar[bool] = True
    decision: str
    reason: Text | None = None

    def stream_in(self, project: str | None) -> str:
        """That of the decision, for which whoever takes it back knows the project."""
        return streams.project(project or streams.EVERYWHERE)
