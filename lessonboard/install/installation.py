"""Registering with agents and taking it back: the plan is worked out first, then written."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from blackboard import BoardError
from blackboard.agents import BY_PROGRAM
from blackboard.agents.registration import (
    SERVER,
    SKILL,
    AgentSettings,
    Commands,
    Option,
    Places,
    Registration,
    Scope,
)
from blackboard.file_lock import FileLock
from blackboard.private_folder import make_private_folder
from lessonboard.hooks import address
from lessonboard.hooks.server import serving
from lessonboard.install import files, launcher, offers, skill
from lessonboard.install.agents import agents
from lessonboard.install.backup import Backups, Record
from lessonboard.install.change import Change, How, is_bare, is_whole, registering, without_ours

_PATIENCE = 30.0


@dataclass(frozen=True)
class Installation:
    """What is registered from one data folder.

    Attributes:
        data: the data folder, which holds the launcher and the backups.
        where: where settings may be.
        board: the board's file.
        chosen: whether that is not where a server looks that knows only the home folder.
        hook_settings: what the launcher passes to the hooks from the settings.
    """

    data: Path
    where: Places
    board: Path
    chosen: bool = False
    hook_settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def launcher(self) -> Path:
        """The file that the agents run."""
        return self.data / launcher.NAME

    @property
    def backups(self) -> Backups:
        """What is kept of the files before us."""
        return Backups(self.data / "backups")

    def registering(
        self,
        agents: Sequence[AgentSettings],
        scope: Scope,
        *,
        mcp: bool,
        asked: Sequence[Option] = (),
    ) -> list[Change]:
        """Return what registering with these agents would write; unchanged files are in it as well.

        The launcher comes first, so that no agent is registered with a missing one.

        Args:
            agents: the agents.
            scope: whose settings.
            mcp: whether they get the MCP server, too.
            asked: what the person also asked for.

        Raises:
            BoardError: a file cannot be read or understood.
        """
        return [
            self._launcher(),
            *(
                self._registering(_with_options(wanted, asked, mcp=mcp))
                for agent in agents
                for wanted in self._wanted(agent, scope)
                if mcp or wanted.server is None or wanted.hooks
            ),
        ]

    def offered(self, agents: Sequence[AgentSettings], scope: Scope, *, mcp: bool) -> set[Option]:
        """Return the options that add something to the settings of these agents."""
        every = (wanted for agent in agents for wanted in self._wanted(agent, scope))
        return {option for wanted in every for option in _with_options(wanted, (), mcp=mcp).offers}

    def _registering(self, wanted: Registration) -> Change:
        """Return what one file becomes; a file wholly ours that was edited since stays as it is.

        Raises:
            BoardError: it cannot be read, or was edited.
        """
        change = registering(files.read(wanted.path), wanted)
        if wanted.content is not None and change.how == "changed" and self._is_edited(change):
            raise BoardError(
                f"{wanted.path} was edited since `lessonboard init` wrote it, so it is left as it "
                "is; move it away to have a new one"
            )
        return change

    def _is_edited(self, change: Change) -> bool:
        record = self.backups.record(change.path)
        return record is not None and not self.backups.is_as_left(record, change.before or b"")

    def unregistering(self, names: Sequence[str]) -> tuple[list[Change], list[BoardError]]:
        """Return the changes of unregistering, and what cannot be undone.

        Args:
            names: the agents to take it back from.
        """
        changes: list[Change] = []
        failures: dict[BoardError, str] = {}
        for record in self._held():
            try:
                changes += self._taken_back(record)
            except BoardError as error:
                failures[error] = record.agent
        chosen = [change for change in changes if change.agent in names]
        own = files.read(self.launcher)
        if own is not None and chosen == changes and not failures:
            chosen.append(Change("", self.launcher, own, None, "deleted"))  # the last of all
        return chosen, [error for error, agent in failures.items() if agent in names]

    def write(self, changes: Sequence[Change]) -> None:
        """Write what was planned, keeping what there was; all or, for each file, nothing.

        Raises:
            CannotWrite: a file is read-only or the disk refused.
        """
        backups = self.backups
        left_empty: list[str] = []
        todo = [change for change in changes if change.before != change.after]
        for change in todo:
            files.ensure_writable(change.path)
        for change in todo:
            if change.how in ("created", "changed") and change.agent:
                folders = files.missing_folders(change.path)
                backups.note(change, tuple(map(str, folders)))
            _write(change)
            record = backups.record(change.path)
            if record and change.how not in ("created", "changed"):
                backups.drop(record)
                left_empty += record.folders if change.after is None else ()
        # Versions before called the launcher otherwise, and kept modules beside it
        # (docs/decisions/0026).
        for name in (launcher.OLD_NAME, "hook.bundle"):
            (self.data / name).unlink(missing_ok=True)
        files.remove_empty([Path(folder) for folder in sorted(left_empty, key=len, reverse=True)])
        if any(change.path == self.launcher and change.after is None for change in todo):
            self._end_hook_server()

    def _end_hook_server(self) -> None:
        """End the board's hook server, and take away the folder of its socket."""
        folder = address.folder_of(str(self.board))
        if address.is_private(folder):
            if process := serving(str(self.board)):
                os.kill(process, signal.SIGTERM)
            shutil.rmtree(folder)

    def forget(self, names: Sequence[str]) -> None:
        """Drop what is known of these agents' files that no longer hold our entries."""
        backups = self.backups
        for record in backups.records():
            if record.agent in names and not self._may_hold_ours(record):
                backups.drop(record)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One at a time: what is planned inside is written as it was planned.

        Raises:
            BoardBusy: another process is at it for too long.
        """
        make_private_folder(self.data)
        path = self.data / "install.lock"
        lock = FileLock(path, _PATIENCE)
        try:
            with lock:
                yield
                if list(self.data.iterdir()) == [path]:
                    path.unlink()  # nothing is registered, and no board is here
        finally:
            lock.close()
            files.remove_empty([self.data])

    def _wanted(self, agent: AgentSettings, scope: Scope) -> list[Registration]:
        if scope == "shared":
            return _shared(agent, self.where)
        server = launcher.server_command(self.board if self.chosen else None)
        commands = Commands(
            lambda name: launcher.line(self._hook(name, server)),
            lambda name: self._hook(name, server),
            server,
            offers.of(launcher.status_line_command(self.board if self.chosen else None)),
            skill.TEXT,
        )
        return agent.registrations(self.where, scope, commands)

    def _hook(self, name: str, server: list[str]) -> list[str]:
        """Return what an agent runs.

        The launcher knows no plug-ins, so theirs run the whole program.
        """
        is_added = name not in BY_PROGRAM
        return (
            [*server[:-1], "hook", name] if is_added else launcher.hook_words(name, self.launcher)
        )

    def _launcher(self) -> Change:
        before = files.read(self.launcher)
        after = launcher.launcher_text(self.board, **self.hook_settings).encode()
        how: How = "created" if before is None else "unchanged" if before == after else "changed"
        return Change("", self.launcher, before, after, how, "what the hooks run")

    def _held(self) -> list[Record]:
        """Return every file that may hold our entries: those noted, and those of these places."""
        known = {record.file: record for record in self.backups.records()}
        for wanted in self._everywhere():
            record = known.get(str(wanted.path)) or _unnoted(wanted)
            servers = tuple(dict.fromkeys([*record.servers, wanted.server_at]))
            known[record.file] = record.model_copy(update={"servers": servers})
        return list(known.values())

    def _everywhere(self) -> Iterator[Registration]:
        for agent in agents().values():
            for scope in agent.scopes:
                if scope == "user" or self.where.project:
                    yield from self._wanted(agent, scope)

    def _may_hold_ours(self, record: Record) -> bool:
        try:
            return self._taken_back(record) != []
        except BoardError:
            return True  # it cannot be read at the moment

    def _taken_back(self, record: Record) -> list[Change]:
        path = Path(record.file)
        now = files.read(path)
        if now is None or SERVER.encode() not in now:
            return []
        backups = self.backups
        original = backups.original(record)
        if backups.is_as_left(record, now):
            how: How = "restored" if record.existed else "deleted"
            return [Change(record.agent, path, now, original, how)]
        if is_whole(path) and record.sha256_after:
            return []  # it was edited, so it belongs to its editor now
        rest = without_ours(now, path, record.servers, backups.text_before(record))
        if not record.existed and is_bare(rest, path):
            return [Change(record.agent, path, now, None, "deleted")]
        return [Change(record.agent, path, now, rest, "cleaned")] if rest != now else []


def _with_options(wanted: Registration, asked: Sequence[Option], *, mcp: bool) -> Registration:
    """Return a registration with what was asked for.

    Without the server there are no tools to allow.
    """
    offers = {option: value for option, value in wanted.offers.items()
              if mcp or option != "--allow-reading"}  # fmt: skip
    return replace(wanted, offers=offers, asked=frozenset(asked))


def _shared(agent: AgentSettings, where: Places) -> list[Registration]:
    """Return what a repository may hold for all: hooks alone, which name no place on a machine.

    A server that is not there is shown as failed, and a skill speaks of what is not there.
    """
    commands = Commands(launcher.shared_line, launcher.shared_words, [SERVER, "mcp"])
    wanted = agent.registrations(where, "project", commands)
    hooks = [replace(each, server=None, offers={}) for each in wanted if each.hooks or each.content]
    return [each for each in hooks if each.path.name != SKILL]


def _unnoted(wanted: Registration) -> Record:
    return Record(
        file=str(wanted.path),
        agent=wanted.agent,
        existed=True,
        sha256_before="",
        sha256_after="",
        servers=(wanted.server_at,),
    )


def _write(change: Change) -> None:
    if change.after is None:
        files.delete(change.path, change.before)
    else:
        files.write(change.path, change.before, change.after)
