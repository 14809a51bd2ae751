"""Where the `lessonboard` command begins: first what must be quick, the rest by its command."""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.plugins.parts import Part


def hook() -> None:
    """Run `lessonboard-hook`; whatever goes wrong here must not disturb the agent."""
    try:
        from lessonboard.hooks.settings import settings

        if _is_of_plugin(sys.argv):
            from lessonboard.hooks.hook import main as answer
        else:
            from lessonboard.hooks.client import main as answer

        answer(**settings())
    except BaseException as error:
        sys.stderr.write(f"lessonboard hook: {error}\n")
    sys.exit(0)


def _is_of_plugin(arguments: list[str]) -> bool:
    """Return whether an agent of a plug-in calls: a server of hooks cannot import plug-ins."""
    from blackboard.agents import BY_PROGRAM

    return len(arguments) > 1 and arguments[-1] not in (*BY_PROGRAM, "hook")


def _server() -> None:
    """Serve, started as `init` registers it; with other options `cli/mcp.py` does the same.

    An agent starts one for each session, and `click` with what it needs would be half the cost.
    """
    from lessonboard.mcp import WAIT
    from lessonboard.mcp.server import serve

    decide_parts()
    serve(sys.argv[2] if sys.argv[1] == "--db" else None, WAIT)


def _status_line() -> None:
    """Agents ask for it after each message, so it is as light as a hook."""
    from lessonboard.hooks.settings import settings
    from lessonboard.hooks.status_line import main as answer

    told = settings()
    answer(told["board"], told["config"])


def decide_parts() -> None:
    """Let settings and board say which parts are active, once that is asked for the first time."""
    from blackboard.plugins import parts

    parts.decide_by(_is_on)


def _is_on(part: Part) -> bool:
    """Return whether a part is on for the board that the options before the command name."""
    from lessonboard.switched_parts import is_on

    words = sys.argv[1:]
    database = words[1] if words[:1] == ["--db"] and words[1:] else None
    if words and words[0].startswith("--db="):
        database = words[0].removeprefix("--db=")
    return is_on(database, part, _without_board(words))


def _without_board(words: list[str]) -> list[str]:
    """Return the words of the command, without the option before it."""
    return words[2:] if words[:1] == ["--db"] else [w for w in words if not w.startswith("--db=")]


def keep_imports() -> None:
    """End the time without garbage collection in which the command was imported.

    What is imported stays to the end. Looking for garbage in it, while it is imported and once more
    when Python ends, takes a fifth of a read.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def main() -> None:
    """Run the hook, the MCP server or the command line."""
    if sys.argv[1:2] == ["hook"] and len(sys.argv) <= 3 and not sys.argv[-1].startswith("-"):
        hook()
    if sys.argv[1:] == ["mcp"] or (sys.argv[1:2] == ["--db"] and sys.argv[3:] == ["mcp"]):
        _server()
    if sys.argv[1:] == ["status-line"]:
        _status_line()
        return
    if sys.argv[1:] == ["--version"]:
        from lessonboard import __version__

        sys.stdout.write(f"lessonboard {__version__}\n")
        return
    if "_LESSONBOARD_COMPLETE" in os.environ:
        from lessonboard.cli.complete import complete

        if complete(os.environ):
            return
    gc.disable()  # until `keep_imports`
    from lessonboard.packages import ForeignPackage, ensure_ours

    try:
        ensure_ours()
    except ForeignPackage as error:
        sys.exit(str(error))
    decide_parts()
    from lessonboard.cli.main import main as command

    command()
