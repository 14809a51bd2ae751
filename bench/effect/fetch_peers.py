"""`python -m bench.effect.fetch_peers [NAME...]`: install the packages of arms, or of all."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bench.effect.arms.peer import Peer
from bench.effect.arms.registry import ARMS


def main(names: Sequence[str]) -> int:
    """Install what is missing, and say what came of each; 1 if anything is missing still."""
    peers = [arm for arm in (made() for made in ARMS.values()) if isinstance(arm, Peer)]
    wanted = [arm for arm in peers if not names or arm.name in names]
    for arm in wanted:
        if arm.missing():
            arm.fetch()
        print(f"{arm.package} {arm.version}: {arm.missing() or 'installed'}")
    return int(any(arm.missing() for arm in wanted))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
