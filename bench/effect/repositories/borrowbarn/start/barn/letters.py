"""Letters to neighbours, and how they leave the barn."""

import subprocess
from pathlib import Path

from barn.loans import Loan, days_late

REMINDER = """\
Dear {who},

you borrowed our {name} on {since}. It was meant to be back
on {due}, which is {late} days ago, and somebody else would like
to have it. The barn is open on Wednesdays and Saturdays.

Your neighbours at the barn
"""


def reminder(loan: Loan, today) -> str:
    return REMINDER.format(
        who=loan.who.capitalize(),
        name=loan.item.name.lower(),
        since=loan.since.isoformat(),
        due=loan.due.isoformat(),
        late=days_late(loan.due, today),
    )


class NotSent(Exception):
    """The mail program did not take the letter."""


def send(who: str, text: str, program: str = "barnmail") -> None:
    done = subprocess.run([program, who], input=text, universal_newlines=True)
    if done.returncode != 0:
        raise NotSent(who)


def keep(who: str, text: str, outbox) -> Path:
    """For days without a line to the village: a letter as a file."""
    outbox = Path(outbox)
    outbox.mkdir(parents=True, exist_ok=True)
    number = len(list(outbox.glob("*.txt"))) + 1
    path = outbox / ("%03d-%s.txt" % (number, who))
    path.write_text(text, encoding="utf-8")
    return path
