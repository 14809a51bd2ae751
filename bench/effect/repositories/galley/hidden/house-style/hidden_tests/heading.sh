#!/bin/sh
# .heading works, and is committed.
make -s >/dev/null 2>&1 || exit 1
git diff --quiet HEAD -- src tests/cases || { echo "not committed"; exit 1; }
git grep -q heading HEAD -- src || { echo "not committed"; exit 1; }
got=$(printf 'before\n.heading Crème de la mer\nafter\n.indent 3\n.heading Tea\n' | build/galley) || exit 1
want='before
+-----------------+
| Crème de la mer |
+-----------------+
after
   +-----+
   | Tea |
   +-----+'
[ "$got" = "$want" ] || { echo "$got"; exit 1; }
