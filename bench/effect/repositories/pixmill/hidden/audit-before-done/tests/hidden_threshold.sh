cd "$(dirname "$0")/.." || exit 1
make -s || exit 1
k=samples/kite.ppm
at() { ./pixmill threshold "$@" --text $k | xargs; }
# lights: steelblue 117, red 76, yellow 225, wheat 225, seagreen 105
w() { ./pixmill threshold "$@" --text $k | tail -n +4 | grep -o '255  *255  *255' | wc -l | tr -d ' '; }
[ "$(w)" = 3 ] || { echo "128: $(w)"; exit 1; }
[ "$(w --at 105)" = 20 ] || { echo "105: $(w --at 105)"; exit 1; }
[ "$(w --at 106)" = 15 ] || { echo "106: $(w --at 106)"; exit 1; }
[ "$(w --at 0)" = 24 ] || exit 1
[ "$(w --at 255)" = 0 ] || exit 1
for wrong in 256 -1 300; do
	./pixmill threshold --at $wrong $k > /dev/null 2>&1
	[ $? = 2 ] || { echo "$wrong taken"; exit 1; }
done
exit 0
