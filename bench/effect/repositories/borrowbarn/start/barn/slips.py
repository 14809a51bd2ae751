"""The slips of paper that the printer on the counter spits out."""

from barn.catalogue import Item
from barn.loans import Loan

RULE = "-" * 32


def money(cents: int) -> str:
    return "%d.%02d" % divmod(cents, 100)


def slip_out(loan: Loan) -> str:
    """For the one who takes it along."""
    return "\n".join(
        [
            RULE,
            "%s (%s)" % (loan.item.name, loan.item.tag),
            "taken by %s" % loan.who,
            "on       %s" % loan.since.isoformat(),
            "back by  %s" % loan.due.isoformat(),
            RULE,
        ]
    )


def slip_back(item: Item, who: str, day) -> str:
    """For the one who brings it back."""
    return "\n".join(
        [
            RULE,
            "%s (%s)" % (item.name, item.tag),
            "back from %s" % who,
            "on        %s" % day.isoformat(),
            RULE,
        ]
    )
