"""The files as they were before us, and what is known of each: `backups/` in the data folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from blackboard import BoardError
from lessonboard.install import files
from lessonboard.install.change import Change, ServerAt, is_bare, without_ours


class Record(BaseModel):
    """One settings file that holds entries of Lessonboard."""

    model_config = ConfigDict(frozen=True)

    file: str = Field(description="Its path.")
    agent: str = Field(description="Whose it is.")
    existed: bool = Field(description="Whether it was there before us.")
    sha256_before: str = Field(description="Of its bytes before us; empty if it was not there.")
    sha256_after: str = Field(description="Of its bytes as we left it.")
    servers: tuple[ServerAt, ...] = Field(description="Where in it our MCP servers may be.")
    folders: tuple[str, ...] = Field(default=(), description="Folders made for it, deepest first.")


class _Manifest(BaseModel):
    files: tuple[Record, ...] = ()


class Backups:
    """The backups of one data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._manifest = folder / "manifest.json"
        self._records = {record.file: record for record in self._read().files}

    def records(self) -> list[Record]:
        """Return what is known of every file."""
        return list(self._records.values())

    def record(self, path: Path) -> Record | None:
        """Return what is known of a file."""
        return self._records.get(str(path))

    def original(self, record: Record) -> bytes | None:
        """Return a file's bytes before us; None if it was not there, or the backup is gone."""
        kept = files.read(self._place(record.file)) if record.existed else None
        return kept if kept is not None and digest(kept) == record.sha256_before else None

    def text_before(self, record: Record) -> bytes | None:
        """Return the same, but nothing of a file that was not there; None if the backup is gone."""
        return self.original(record) if record.existed else b""

    def is_as_left(self, record: Record, now: bytes) -> bool:
        """Return whether a file is as we left it, and can be put back to what it was."""
        known = not record.existed or self.original(record) is not None
        return known and digest(now) == record.sha256_after

    def note(self, change: Change, folders: tuple[str, ...] = ()) -> None:
        """Keep what a file was before us; called before it is written."""
        old = self.record(change.path)
        servers = tuple(dict.fromkeys([*(old.servers if old else ()), change.server_at]))
        before = self._before(change, old, servers)
        if before is not None:
            self._write(self._place(str(change.path)), before)
        self._records[str(change.path)] = Record(
            file=str(change.path),
            agent=change.agent,
            existed=before is not None,
            sha256_before="" if before is None else digest(before),
            sha256_after=digest(change.after or b""),
            servers=servers,
            folders=(old.folders if old else ()) or folders,
        )
        self._save()

    def drop(self, record: Record) -> None:
        """Forget a file that no longer holds entries of Lessonboard."""
        self._records.pop(record.file, None)
        self._save()
        self._place(record.file).unlink(missing_ok=True)
        if not self._records:
            self._manifest.unlink(missing_ok=True)
            files.remove_empty([self._folder])

    def _before(
        self, change: Change, old: Record | None, servers: tuple[ServerAt, ...]
    ) -> bytes | None:
        """Return what to restore later: the file without us, original or edited by its owner."""
        if change.before is None:
            return None
        original = self.original(old) if old else None
        if old and self.is_as_left(old, change.before):
            return original
        known = self.text_before(old) if old else None
        rest = without_ours(change.before, change.path, servers, known)
        return None if old and not old.existed and is_bare(rest, change.path) else rest

    def _place(self, file: str) -> Path:
        return self._folder / f"{digest(file.encode())[:16]}-{Path(file).name}"

    def _read(self) -> _Manifest:
        data = files.read(self._manifest)
        try:
            return _Manifest.model_validate_json(data) if data else _Manifest()
        except ValidationError as error:
            raise BoardError(
                f"{self._manifest} is damaged; nothing was changed. Without it only "
                "lessonboard's own entries can be removed: move it away and try again"
            ) from error

    def _save(self) -> None:
        manifest = _Manifest(files=tuple(self._records.values()))
        self._write(self._manifest, manifest.model_dump_json(indent=2).encode())

    def _write(self, path: Path, data: bytes) -> None:
        files.write(path, files.read(path), data)


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()
