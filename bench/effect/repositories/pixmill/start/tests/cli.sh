#!/bin/sh
# The program as its users meet it.
cd "$(dirname "$0")/.." || exit 1
kite=samples/kite.ppm
failed=0

is() { # what, expected, got
	[ "$2" = "$3" ] && return
	echo "cli: $1: expected '$2', got '$3'"
	failed=1
}

is "info" "6 x 4, mostly steelblue" "$(./pixmill info $kite)"
is "twice flipped" "$(./pixmill grey $kite | cksum)" "$(./pixmill flip $kite | ./pixmill flip - | ./pixmill grey - | cksum)"
is "negative" "P3 1 1 255 185 125 75" "$(./pixmill crop --w 1 --h 1 $kite | ./pixmill invert --text - | xargs)"
is "frame" "8 x 6, mostly olive" "$(./pixmill border --size 1 --colour olive $kite | ./pixmill info -)"

./pixmill border --colour gravy $kite > /dev/null 2>&1
is "unknown colour" 2 $?
./pixmill flip nowhere.ppm > /dev/null 2>&1
is "no such file" 1 $?
./pixmill flip --sideways $kite > /dev/null 2>&1
is "unknown option" 2 $?

[ "$failed" = 0 ] && echo "cli: fine"
exit "$failed"
