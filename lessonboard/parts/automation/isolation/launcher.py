"""Start a program in Linux namespaces of its own: `python -I launcher.py VIEW PROGRAM ...`.

Runs as a script with the standard library alone. VIEW is a `View` as JSON. User namespaces give
an unprivileged process mounts and a network of its own; where the system forbids them it ends
with code 126 before the program starts. The pages of unshare(2), mount(2), mount_setattr(2) and
user_namespaces(7) say what is done here.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import platform
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REFUSED = 126
NOT_FOUND = 127

_NEW_NS, _NEW_IPC, _NEW_USER, _NEW_NET = 0x20000, 0x8000000, 0x10000000, 0x40000000
_NOSUID, _NODEV, _BIND, _REC, _SLAVE = 0x2, 0x4, 0x1000, 0x4000, 0x80000
_RECURSIVE = 0x8000
_READ_ONLY = 1
_MOUNT_SETATTR = 442 if platform.machine() != "alpha" else 552
_HERE = -100
_DROP_BOUNDING, _NO_NEW_PRIVILEGES, _AMBIENT, _CLEAR_ALL = 24, 38, 47, 4
_LAST_CAPABILITY = 63
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_LINKS = {"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1",
          "stderr": "/proc/self/fd/2", "ptmx": "pts/ptmx"}  # fmt: skip

_libc = ctypes.CDLL(None, use_errno=True)
_TEXT, _LONG = ctypes.c_char_p, ctypes.c_ulong
_libc.mount.argtypes = [_TEXT, _TEXT, _TEXT, _LONG, _TEXT]
_libc.prctl.argtypes = [ctypes.c_int, _LONG, _LONG, _LONG, _LONG]


def main() -> None:
    """Enter the view and become the program."""
    view, words = json.loads(sys.argv[1]), sys.argv[2:]
    try:
        enter(view)
    except OSError as error:
        sys.stderr.write(f"this system gives no namespaces: {error}\n")
        raise SystemExit(REFUSED) from None
    try:
        os.execvp(words[0], words)  # noqa: S606  # words, as they were given, and no shell
    except OSError as error:
        sys.stderr.write(f"could not run `{words[0]}` ({error.strerror})\n")
        raise SystemExit(NOT_FOUND) from None


def enter(view: dict[str, Any]) -> None:
    """Put this process into the view; there is no way back."""
    _new_namespaces(network=view["network"])
    _call("mount", None, b"/", None, _REC | _SLAVE, None)
    mounts = list(_opened(view["mounts"]))  # before anything is hidden
    _set_read_only("/", True)
    if os.geteuid():  # a root of the system could write `/proc/sys`, also without any right
        _set_read_only("/proc", False)
    for kind, source, target in mounts:
        _mount(kind, source, target)
    _end_devices()
    os.chdir(view["cwd"])
    _drop_rights()


def _opened(mounts: list[list[str]]) -> Iterator[tuple[str, int, str]]:
    """Each mount with a handle of what it shows; `devices` becomes one for each device."""
    for kind, source, target in mounts:
        if kind == "devices":
            yield "empty", -1, target
            for name in _DEVICES:
                yield "write", os.open(f"/dev/{name}", os.O_PATH), f"{target}/{name}"
        else:
            yield kind, os.open(source, os.O_PATH) if source else -1, target


def _new_namespaces(*, network: bool) -> None:
    user, group = os.geteuid(), os.getegid()
    _call("unshare", _NEW_USER | _NEW_NS | _NEW_IPC | (0 if network else _NEW_NET))
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    if not network:
        _raise_loopback()


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sH14s", b"lo", 0, b"")
        flags = struct.unpack("16sH14s", fcntl.ioctl(control, _GET_FLAGS, request))[1]
        fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sH14s", b"lo", flags | _UP, b""))


def _mount(kind: str, source: int, target: str) -> None:
    if kind == "empty":
        _in_memory(target)
        return
    _make_place(target, is_folder=Path(f"/proc/self/fd/{source}").is_dir())
    if kind != "layer" or not _layered(source, target):
        shown = f"/proc/self/fd/{source}".encode()
        _call("mount", shown, target.encode(), None, _BIND | _REC, None)
        _set_read_only(target, kind != "write")
    os.close(source)


def _in_memory(target: str) -> None:
    Path(target).mkdir(parents=True, exist_ok=True)
    _call("mount", b"tmpfs", target.encode(), b"tmpfs", _NOSUID | _NODEV, b"mode=0755")


def _layered(source: int, target: str) -> bool:
    """Lay a folder in memory over one that is only read; False where the system cannot."""
    try:
        _in_memory(target)
        for name in ("upper", "work"):
            Path(target, name).mkdir()
        options = f"lowerdir=/proc/self/fd/{source},upperdir={target}/upper,workdir={target}/work"
        _call("mount", b"overlay", target.encode(), b"overlay", _NOSUID | _NODEV,
              f"{options},userxattr".encode())  # fmt: skip
    except OSError:
        return False
    return True


def _end_devices() -> None:
    """Shared memory and terminals of its own: into the person's, a program could type."""
    for name, target in _LINKS.items():
        Path("/dev", name).symlink_to(target)
    for name, options in (("shm", b"mode=1777"), ("pts", b"newinstance,ptmxmode=0666,mode=620")):
        Path("/dev", name).mkdir()
        system = b"tmpfs" if name == "shm" else b"devpts"
        _call("mount", system, f"/dev/{name}".encode(), system, _NOSUID, options)


def _make_place(target: str, *, is_folder: bool) -> None:
    """A folder or file to mount on."""
    if os.path.lexists(target):
        return
    place = Path(target)
    (place if is_folder else place.parent).mkdir(parents=True, exist_ok=True)
    if not is_folder:
        place.touch(mode=0o600)


def _set_read_only(target: str, is_read_only: bool) -> None:
    """Set or clear it for a mount and those below; one that the system set stays."""
    value = (_READ_ONLY, 0) if is_read_only else (0, _READ_ONLY)
    attributes = struct.pack("=QQQQ", *value, 0, 0)
    arguments = (_HERE, target.encode(), _RECURSIVE, attributes, ctypes.c_size_t(len(attributes)))
    _call("syscall", _MOUNT_SETATTR, *arguments)


def _drop_rights() -> None:
    """Keep none of the rights that the namespace gave, also as root, and gain none again."""
    _libc.prctl(_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    for capability in range(_LAST_CAPABILITY + 1):
        _libc.prctl(_DROP_BOUNDING, capability, 0, 0, 0)  # fails past the last one there is
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _write(path: str, text: str) -> None:
    Path(path).write_text(text)


def _call(name: str, *arguments: Any) -> None:
    if getattr(_libc, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


if __name__ == "__main__":
    main()
