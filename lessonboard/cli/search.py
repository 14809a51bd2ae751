"""`lessonboard search`: everything that was said, done and learnt, by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from blackboard.event import iso
from blackboard.patience import hurried
from blackboard.search.query import parse
from blackboard.search.scope import KINDS, Scope
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_lines, screen
from lessonboard.present.found import found_lines, screen_lines
from lessonboard.unread import nothing_read, say_how_far, say_unsearched

if TYPE_CHECKING:
    from blackboard.search.found import Found
    from lessonboard.bootstrap import App

_LONGEST_TITLE = 100
_ON_A_SCREEN = 10
"""Results that are shown without a `--limit`."""

_COUNTED = 40
"""Results that are looked for to say how many more there are."""


class WordsCommand(click.Command):
    """A command whose arguments are words, also those such as --noEmit and -hook; -h is help.

    After -- all are words.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read -h alone as --help: the parser would find it at the beginning of -hook as well."""
        options = args[: args.index("--")] if "--" in args else args
        helped = ["--help" if word == "-h" else word for word in options]
        return super().parse_args(ctx, helped + args[len(options) :])


_WORDS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}


@click.command(cls=WordsCommand, context_settings=_WORDS)
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
@options.project
@click.option("--agent", help="Only sessions of this agent, such as claude-code or codex.")
@click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Not before 2026-03-01, 7d."
)
@click.option("--until", type=options.TimeParam(), metavar="WHEN", help="Not after 2026-03-01, 7d.")
@click.option(
    "--in", "kinds", type=click.Choice(KINDS), multiple=True, metavar="KIND",
    help=f"Only in {', '.join(KINDS)}; may be given several times.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(1),
    help="At most, with all hits that are shown of each; default: 10, on one screen.",
)  # fmt: skip
@options.as_of
@options.as_json
@click.pass_obj
def search(
    app: App,
    words: tuple[str, ...],
    project: str | None,
    agent: str | None,
    since: int | None,
    until: int | None,
    kinds: tuple[str, ...],
    limit: int | None,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Find what was said, done or learnt: sessions, reviews, lessons, insights and workflows.

    Words are found in any form and need no quotes, nor do flags such as --noEmit. word* matches a
    prefix; -word excludes; '"some words"' is a phrase. All hits of a session are one result. They
    fit on one screen unless there is a --limit.
    """
    text = " ".join(words)
    with options.reading(app, as_of) as board, hurried():
        projects = None if project is None else board.projects(project)
        scope = Scope(projects, agent, since, until, kinds or None)
        most = limit or (_ON_A_SCREEN if as_json else _COUNTED)
        found = board.recall(text, scope, limit=most)
        unread = "" if found or as_json else nothing_read(board)
        if as_of is None:
            say_how_far(app, board)
        say_unsearched(board)
    if as_json:
        print_json([_as_json(each) for each in found])
        return
    if not found:
        why = "Nothing was found" if parse(text).wanted else "There is no word to search"
        told = f"{why} for {one_line(text)[:_LONGEST_TITLE]!r}."
        click.echo(f"{told} {unread}".strip())
    where = screen()
    if limit is None:
        print_lines(screen_lines(found, where, _ON_A_SCREEN))
    else:
        print_lines(line for each in found for line in found_lines(each, where))


def _as_json(found: Found) -> dict[str, Any]:
    hits = [
        {
            "place": hit.place,
            "text": hit.excerpt.text,
            "marks": hit.excerpt.marks,
            "at": iso(hit.at),
            "event": hit.event,
            "position": hit.position,
            "session": hit.session,
        }
        for hit in found.hits
    ]
    return {**found._asdict(), "at": iso(found.at), "score": round(found.score, 4), "hits": hits}
