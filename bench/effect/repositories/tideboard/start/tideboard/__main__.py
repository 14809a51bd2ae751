"""The command line. Each command is a function that returns an exit code."""
import argparse
import sys
from datetime import datetime, timezone
from pathlib import Path

from . import board, feed, gauge, harmonics
from .book import DEFAULT, Book
from .table import day_table


def cmd_table(args, harbours):
    print("\n".join(day_table(harbours[args.harbour], harmonics.parse_time(args.day))))


def cmd_height(args, harbours):
    height = harbours[args.harbour].height(harmonics.parse_time(args.time))
    print(f"{height:.2f} m")


def cmd_import(args, harbours):
    try:
        new = gauge.parse_raw(Path(args.file).read_text(), args.comma, args.shift)
    except (gauge.GaugeError, OSError) as error:
        print(f"import: {error}", file=sys.stderr)
        return 1
    pairs = gauge.merge(gauge.read_archive(args.harbour), new)
    gauge.write_archive(args.harbour, pairs)
    print(f"{args.harbour}: {len(new)} read, {len(pairs)} in the archive")


def cmd_compare(args, harbours):
    pairs = gauge.read_archive(args.harbour)
    if args.day:
        pairs = [p for p in pairs if f"{p[0]:%Y-%m-%d}" == args.day]
    mean, worst = gauge.compare(harbours[args.harbour], pairs)
    print(f"{len(pairs)} readings, off by {mean:.2f} m on average, {worst:.2f} m at most")


def cmd_peek(args, harbours):
    return board.peek(args.page)


def cmd_serve(args, harbours):
    server = board.listen()
    print("board: http://%s:%d/" % server.server_address[:2], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


def cmd_feed(args, harbours):
    command = args.command[1:] if args.command[:1] == ["--"] else args.command
    return feed.run(command)


def cmd_book(args, harbours):
    book = Book(args.db)
    if args.what == "add":
        when = harmonics.parse_time(args.at) if args.at else datetime.now(timezone.utc)
        print(book.add(args.harbour, args.remark, when, args.tag))
    else:
        for entry in book.entries(args.harbour):
            tags = "".join(f" #{tag}" for tag in entry["tags"])
            print(f"{entry['time']}  {entry['harbour']:<6} {entry['remark']}{tags}")
    book.close()


def parser():
    top = argparse.ArgumentParser(prog="tideboard")
    sub = top.add_subparsers(dest="name", required=True)

    def command(name, function, *arguments):
        one = sub.add_parser(name)
        one.set_defaults(function=function)
        for argument in arguments:
            one.add_argument(argument)
        return one

    command("table", cmd_table, "harbour", "day")
    command("height", cmd_height, "harbour", "time")
    one = command("import", cmd_import, "harbour", "file")
    one.add_argument("--comma", action="store_true", help="heights have a decimal comma")
    one.add_argument("--shift", type=int, default=0, help="minutes to add to every time")
    command("compare", cmd_compare, "harbour").add_argument("--day")
    command("peek", cmd_peek, "page")
    command("serve", cmd_serve)
    one = command("feed", cmd_feed)
    one.add_argument("command", nargs=argparse.REMAINDER)
    one = command("book", cmd_book)
    one.add_argument("what", choices=["add", "list"])
    one.add_argument("harbour", nargs="?")
    one.add_argument("remark", nargs="?")
    one.add_argument("--at")
    one.add_argument("--tag", action="append", default=[])
    one.add_argument("--db", default=DEFAULT)
    return top


def main(argv=None):
    args = parser().parse_args(argv)
    harbours = harmonics.load()
    if getattr(args, "harbour", None) not in (None, *harbours):
        print(f"tideboard: no such harbour: {args.harbour}", file=sys.stderr)
        return 2
    return args.function(args, harbours) or 0


if __name__ == "__main__":
    sys.exit(main())
