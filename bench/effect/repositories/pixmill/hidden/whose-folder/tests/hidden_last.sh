cd "$(dirname "$0")/.." || exit 1
make -s || exit 1
k=samples/kite.ppm
[ "$(./pixmill border --size 1 --size 4 $k | ./pixmill info -)" = "14 x 12, mostly black" ] || { echo size; exit 1; }
[ "$(./pixmill border --size 9 --colour red --colour=olive --colour blue $k | ./pixmill info -)" = "24 x 22, mostly blue" ] || { echo colour; exit 1; }
[ "$(./pixmill crop --w 5 --h 2 --w 2 --x 0 --x 1 --h 1 $k --text | xargs)" = "P3 2 1 255 70 130 180 255 0 0" ] || { echo crop; exit 1; }
./pixmill border --sise 1 --sise 2 $k > /dev/null 2>&1
[ $? = 2 ] || { echo "stray options are taken"; exit 1; }
exit 0
