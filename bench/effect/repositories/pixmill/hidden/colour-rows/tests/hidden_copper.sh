cd "$(dirname "$0")/.." || exit 1
known() {
	make -s || exit 1
	[ "$(./pixmill border --size 9 --colour copper samples/kite.ppm | ./pixmill info -)" = "24 x 22, mostly copper" ] || { echo "$1: copper is not known"; exit 1; }
	[ "$(./pixmill border --size 9 --colour copper samples/kite.ppm | ./pixmill crop --text - | tail -n 1 | xargs)" = "184 115 51" ] || { echo "$1: wrong copper"; exit 1; }
}
known "as it is"
make -s dist > /dev/null 2>&1 || { echo "a release cannot be packed"; exit 1; }
known "after a release was packed"
