"""Who appended an event: a role, and on a team's log before it the person whose role it is.

A person's own board knows roles alone: `human`, `miner`, `claude-code`. A team's server puts the
user of its database before a slash, and so does a person who imports a colleague's events:
`anna/human`. No client can leave that out.
"""

from __future__ import annotations

MACHINES = frozenset({"checker", "curator", "miner", "reflector", "rule-files"})
"""The roles that decide without a person."""


def role(actor: str) -> str:
    """Return the role in an actor's name, without the user before the slash.

    >>> role("miner"), role("anna/human")
    ('miner', 'human')
    """
    return actor.rpartition("/")[2]


def colleague(actor: str) -> str:
    """Whose event it is, where a team's log says so; empty on a board of one's own.

    >>> colleague("anna/human"), colleague("human")
    ('anna', '')
    """
    return actor.partition("/")[0] if "/" in actor else ""


REPOSITORY = "git:"
"""How a repository is called begins, as an author of lessons."""


def is_repository(author: str) -> bool:
    """Whether an author of lessons is a repository that this board reads itself, and no person.

    No person's name has a colon, and an exchange refuses one (`blackboard/events/team.py`).

    >>> is_repository("git:github.com:acme:kite"), is_repository("anna")
    (True, False)
    """
    return author.startswith(REPOSITORY)
