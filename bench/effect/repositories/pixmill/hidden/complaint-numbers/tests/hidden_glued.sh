cd "$(dirname "$0")/.." || exit 1
make -s || exit 1
k=samples/kite.ppm
t=$(mktemp -d)
trap 'rm -rf "$t"' EXIT
./pixmill grey $k > "$t/one"
cat "$t/one" "$t/one" > "$t/two"
{ cat "$t/one"; printf '\n'; } > "$t/byte"
{ cat $k; echo; echo "1 2 3"; } > "$t/text"
for bad in two byte; do
	./pixmill info "$t/$bad" > "$t/out" 2> "$t/err"
	[ $? = 1 ] || { echo "$bad is taken"; exit 1; }
	[ ! -s "$t/out" ] || { echo "$bad: something came out"; exit 1; }
	[ "$(wc -l < "$t/err" | tr -d ' ')" = 1 ] || { echo "$bad: not one line"; exit 1; }
done
for good in one text; do
	./pixmill info "$t/$good" > /dev/null || { echo "$good is refused"; exit 1; }
	./pixmill info - < "$t/$good" > /dev/null || { echo "$good is refused"; exit 1; }
done
exit 0
