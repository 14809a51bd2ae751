cd "$(dirname "$0")/.." || exit 1
is() {
	want=$1
	shift
	got=$(perl bin/postbag list "$@" | awk '{ print $1 }' | sort | xargs)
	[ "$got" = "$want" ] || { echo "list $*: expected '$want', got '$got'"; exit 1; }
}
is "m01 m04" --voice alto
is "m02 m03 m04 m05 m06" --since 2015
is "m03 m06" --voice soprano --since 2019
is "m04 m06" --since 2020 --town overby
is "m04" --since 2022 --town Overby --voice alto
is "" --since 2030
is "a2 a3" --since 2020 --data t/data/members.csv
[ "$(perl bin/postbag list | wc -l)" -eq 7 ] || exit 1
perl bin/postbag 2>&1 | grep -q -e '--since' || { echo "the usage text does not know it"; exit 1; }
exit 0
