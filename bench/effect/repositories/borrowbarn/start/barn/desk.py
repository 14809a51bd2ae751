"""The commands of the counter."""

import argparse
import sys
from datetime import date
from pathlib import Path

from barn.catalogue import UnknownItem, find, load_catalogue
from barn.ledger import Entry, Ledger
from barn.loans import Loan, days_late, due_day, open_loans
from barn.slips import slip_back, slip_out


class Refused(Exception):
    """The counter says no, and why."""


class Desk:
    def __init__(self, home, today: date):
        home = Path(home)
        self.today = today
        self.items = load_catalogue(home / "items.csv")
        self.ledger = Ledger(home / "ledger.txt")

    def loans(self):
        return open_loans(self.ledger.entries(), self.items)

    def lend(self, tag: str, who: str) -> str:
        item = find(self.items, tag)
        for loan in self.loans():
            if loan.item == item:
                raise Refused("%s is out, %s has it" % (item.name, loan.who))
        self.ledger.add(Entry(self.today, "out", item.tag, who, ""))
        return slip_out(Loan(item, who, self.today, due_day(item, self.today)))

    def back(self, tag: str, who: str, note: str) -> str:
        item = find(self.items, tag)
        if not any(loan.item == item for loan in self.loans()):
            raise Refused("%s is on its shelf" % item.name)
        self.ledger.add(Entry(self.today, "back", item.tag, who, note))
        return slip_back(item, who, self.today)

    def out(self) -> str:
        return "\n".join(
            "%-4s %-18s %-8s %s" % (l.item.tag, l.item.name, l.who, l.due)
            for l in self.loans()
        )

    def late(self) -> str:
        return "\n".join(
            "%-4s %-18s %-8s %3d days" % (l.item.tag, l.item.name, l.who, late)
            for l, late in ((l, days_late(l.due, self.today)) for l in self.loans())
            if late
        )


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="barn", description=__doc__)
    top.add_argument("--home", default="data", help="the folder of the barn")
    top.add_argument("--on", type=date.fromisoformat, default=date.today())
    commands = top.add_subparsers(dest="command", required=True)
    lend = commands.add_parser("lend", help="somebody takes a thing along")
    lend.add_argument("tag")
    lend.add_argument("who")
    back = commands.add_parser("back", help="somebody brings it back")
    back.add_argument("tag")
    back.add_argument("who")
    back.add_argument("note", nargs="*", help="in what state")
    commands.add_parser("out", help="what is out")
    commands.add_parser("late", help="what should be back by now")
    return top


def main(argv) -> int:
    args = parser().parse_args(argv)
    desk = Desk(args.home, args.on)
    try:
        if args.command == "lend":
            text = desk.lend(args.tag, args.who)
        elif args.command == "back":
            text = desk.back(args.tag, args.who, " ".join(args.note))
        else:
            text = getattr(desk, args.command)()
    except UnknownItem as unknown:
        print("barn: nothing here is tagged %s" % unknown, file=sys.stderr)
        return 2
    except Refused as why:
        print("barn: %s" % why, file=sys.stderr)
        return 1
    if text:
        print(text)
    return 0
