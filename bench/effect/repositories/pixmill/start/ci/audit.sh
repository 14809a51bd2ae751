#!/bin/sh
# Holds the built program against samples/ledger.txt (one line for each command: call, then the cksum of
# what it prints) and against docs/commands.md.
#   sh ci/audit.sh                   checks everything
#   sh ci/audit.sh line CALL...      prints the ledger line of one call
set -u
cd "$(dirname "$0")/.." || exit 1

sum_of() { ./pixmill "$@" 2>/dev/null | cksum | awk '{ print $1 }'; }

if [ "${1:-}" = line ]; then
	shift
	echo "$* = $(sum_of "$@")"
	exit 0
fi

bad=0
for name in $(./pixmill help | awk '/^  [a-z]/ { print $1 }'); do
	grep -q "^$name " samples/ledger.txt || { echo "audit: $name: never weighed"; bad=1; }
	grep -q "^## $name\$" docs/commands.md || { echo "audit: $name: nobody wrote about it"; bad=1; }
done
while IFS= read -r line; do
	call=${line% = *}
	want=${line##* = }
	# shellcheck disable=SC2086
	got=$(sum_of $call)
	[ "$got" = "$want" ] || { echo "audit: $call: weighs $got"; bad=1; }
done < samples/ledger.txt
[ "$bad" = 0 ] && echo "audit: all in order"
exit "$bad"
