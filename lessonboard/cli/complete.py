"""Shell completion of command names from the table, without importing click.

Options and arguments are completed by click itself; see
https://click.palletsprojects.com/en/stable/shell-completion for the protocol of the variables.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from lessonboard.cli.table import GROUPS, added_children, children


def complete(environment: Mapping[str, str]) -> bool:
    """Print the names that may come next; False where click has to answer."""
    shell, _, action = environment.get("_LESSONBOARD_COMPLETE", "").partition("_")
    if action != "complete":
        return False
    names = suggestions(*_words(shell, environment))
    if names is None:
        return False
    for name, text in names.items():
        line = {"zsh": f"plain\n{name}\n{text}", "fish": f"plain,{name}\t{text}"}
        sys.stdout.write(line.get(shell, f"plain,{name}") + "\n")
    return True


def suggestions(words: list[str], incomplete: str) -> dict[str, str] | None:
    """Return the commands that begin so below the words before, with their help; None for click.

    >>> list(suggestions(["session"], "imp"))
    ['import']
    >>> suggestions(["session"], "--p") is None
    True
    """
    group = " ".join(words)
    if incomplete.startswith("-") or (group and group not in GROUPS):
        return None
    found = {name: text for name, text in children(group).items() if name.startswith(incomplete)}
    if found or not incomplete:
        return found
    # Plug-ins are looked for where nothing else fits: that takes longer than a key press should.
    added = added_children(group)
    return {name: text for name, text in added.items() if name.startswith(incomplete)}


def _words(shell: str, environment: Mapping[str, str]) -> tuple[list[str], str]:
    """Return the whole words after the program's name, and the one that is being typed."""
    words = environment.get("COMP_WORDS", "").split()
    if shell == "fish":
        incomplete = environment.get("COMP_CWORD", "")
        before = words[1:-1] if incomplete and words[-1:] == [incomplete] else words[1:]
        return before, incomplete
    place = int(environment.get("COMP_CWORD") or 0)
    return words[1:place], words[place] if place < len(words) else ""
