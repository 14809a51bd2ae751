"""`python -m bench.effect COMMAND`: a new command is a module with `main`, and its name here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from bench.effect import check, command, freeze, run_reach

COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "check": check.main,
    "effect": command.main,
    "freeze": freeze.main,
    "reach": run_reach.main,
}


def main(arguments: Sequence[str]) -> int:
    """Run a command; 2 if there is none of that name."""
    name, *rest = arguments or [""]
    if name not in COMMANDS:
        print(f"usage: python -m bench.effect {'|'.join(COMMANDS)} ...", file=sys.stderr)
        return 2
    return COMMANDS[name](rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
