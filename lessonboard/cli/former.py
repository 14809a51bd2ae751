"""Commands and options by names that they had in an earlier version, and what they are now.

They work for one minor version, with one line on stderr; what has no successor says what to do
instead and ends with exit code 2. A part registers its own with `PartRegistry.former`.
"""

from __future__ import annotations

import click

from blackboard.plugins import contents
from blackboard.plugins.part_registry import Former

_MOST_WORDS = 3

_SQL = 'the board is an SQLite file: `sqlite-utils BOARD.db "SELECT ..."` or Datasette reads it'
_AUDIT = "an agent finds what is wrong in rule files; `session import FILE` reads their rules"
_CHECK = "the worker does it after sessions, and `lesson ID` in a folder of its project"

_RULE = {"--constraint": "--rule", "--statement": "--rule"}
_FILE = {"--file": "--output"}

FORMER = {
    # lesson
    "add": Former("lesson add"),
    "backtest": Former("lesson report --backtest"),
    "context": Former("lesson context"),
    "critic rates": Former("lesson report --critic"),
    "critique": Former("lesson critique"),
    "drop": Former("lesson drop"),
    "export agents-md": Former("lesson export --to agents-md", _FILE),
    "export markdown": Former("lesson export --to markdown"),
    "export rules": Former("lesson export --to rules"),
    "export": Former("lesson export"),
    "guard": Former("lesson --guards"),
    "guard list": Former("lesson --guards"),
    "guard off": Former("lesson guard --undo"),
    "guard on": Former("lesson guard"),
    "insight": Former("lesson --insights"),
    "insight account": Former("lesson"),
    "insight add": Former("lesson add --insight"),
    "insight approve": Former("lesson keep"),
    "insight curate": Former("lesson review --all"),
    "insight list": Former("lesson --insights"),
    "insight promote": Former("lesson keep --everywhere"),
    "insight retire": Former("lesson drop --outdated"),
    "insight revise": Former("lesson edit", _RULE),
    "insight search": Former("search --in insights"),
    "insight show": Former("lesson"),
    "insight undo": Former("lesson undo"),
    "keep": Former("lesson keep"),
    "lesson account": Former("lesson"),
    "lesson approve": Former("lesson keep"),
    "lesson curate": Former("lesson review --all"),
    "lesson import": Former("lesson add --file"),
    "lesson list": Former("lesson"),
    "lesson pin": Former("lesson keep --pin"),
    "lesson promote": Former("lesson keep --everywhere"),
    "lesson reject": Former("lesson drop"),
    "lesson retire": Former("lesson drop --outdated"),
    "lesson revise": Former("lesson edit", _RULE),
    "lesson search": Former("search --in lessons"),
    "lesson show": Former("lesson"),
    "lesson unmute": Former("lesson mute --undo"),
    "lesson unpin": Former("lesson keep --no-pin"),
    "lesson wake": Former("lesson keep --wake"),
    "report": Former("lesson report"),
    "review": Former("lesson review"),
    "score": Former("lesson critique"),
    # init, doctor, off
    "audit": Former("", instead=_AUDIT),
    "lesson check": Former("", instead=_CHECK),
    "decide scripts on": Former("init --allow-scripts"),
    "decide scripts off": Former("init --no-allow-scripts"),
    "off --list": Former("off"),
    "on": Former("off --undo"),
    # session
    "import": Former("session import"),
    "reflect": Former("session reflect"),
    "reflection list": Former("session --reflections"),
    "reflection show": Former("session --reflections"),
    "session list": Former("session"),
    "session show": Former("session"),
    # admin
    "events": Former("admin events"),
    "export events": Former("admin events --output -"),
    "mcp allow-projects": Former("admin mcp-projects"),
    "mcp close-projects": Former("admin mcp-projects --undo"),
    "model allow": Former("admin model allow"),
    "model exclude": Former("admin model exclude"),
    "model log": Former("admin model --log"),
    "model show": Former("admin model"),
    "model withdraw": Former("admin model allow --undo"),
    "project list": Former("admin project"),
    "project merge": Former("admin project --merge"),
    "project show": Former("admin project"),
    "project split": Former("admin project --split"),
    "project undo": Former("admin project --undo"),
    "queue claim": Former("admin queue claim"),
    "queue complete": Former("admin queue finish"),
    "queue create": Former("admin queue add"),
    "queue fail": Former("admin queue finish --failed"),
    "queue list": Former("admin queue"),
    "queue release": Former("admin queue finish --release"),
    "queue retry": Former("admin queue finish --retry"),
    "queue show": Former("admin queue"),
    "replay": Former("admin verify --rebuild"),
    "schema check": Former("", instead="`python -m blackboard.schemas check FOLDER` does it"),
    "schema export": Former("", instead="`python -m blackboard.schemas export FOLDER` does it"),
    "sql": Former("", instead=_SQL),
    "verify": Former("admin verify"),
    "worker": Former("admin worker"),
    # whole groups, and the words of the first plans
    "model": Former("admin model"),
    "project": Former("admin project"),
    "queue": Former("admin queue"),
    "reflection": Former("session --reflections"),
    "work": Former("admin queue"),
}


def in_todays_words(ctx: click.Context, args: list[str]) -> list[str]:
    """Return the words of a command line with a former name replaced.

    It prints a note on stderr if there was one.

    Raises:
        UsageError: nothing replaces the command.
    """
    for count in range(min(_MOST_WORDS, len(args)), 0, -1):
        old = " ".join(args[:count])
        if found := _former(old):
            break
    else:
        return args
    if not found.now:
        raise click.UsageError(f"`{old}` is gone: {found.instead}", ctx)
    if not ctx.resilient_parsing:  # as while a shell completes a line
        click.echo(f"lessonboard: `{old}` is now `{found.now}`", err=True)
    return [*found.now.split(), *(found.options.get(word, word) for word in args[count:])]


def _former(name: str) -> Former | None:
    if found := FORMER.get(name):
        return found
    return next(
        (entry.value for entry in contents.part_entries("former") if entry.name == name), None
    )
