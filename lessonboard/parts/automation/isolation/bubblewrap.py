"""A view carried out by `bwrap`, which some systems let make namespaces where they let no other."""

from __future__ import annotations

from collections.abc import Sequence

from lessonboard.parts.automation.isolation.view import IsolatedView

_OPTIONS = {"read": "--ro-bind-try", "layer": "--ro-bind-try", "write": "--bind-try"}


def command(view: IsolatedView, words: Sequence[str], program: str = "bwrap") -> list[str]:
    """The command line that runs a program in a view."""
    options = ["--unshare-user", "--unshare-ipc", "--die-with-parent", "--cap-drop", "ALL"]
    options += [] if view.network else ["--unshare-net"]
    options += ["--ro-bind", "/", "/"]
    for kind, source, target in view.mounts:
        match kind:
            case "devices":
                options += ["--dev", target]
            case "empty":
                options += ["--tmpfs", target]
            case _:
                options += [_OPTIONS[kind], source, target]
    return [program, *options, "--chdir", view.cwd, "--", *words]
