cd "$(dirname "$0")/.." || exit 1
make -s || exit 1
is() { [ "$1" = "$2" ] || { echo "expected '$1', got '$2'"; exit 1; }; }
is "1 x 1, mostly red" "$(printf 'P3\n# scanned 12 3\n1 1\n255\n255 0 0\n' | ./pixmill info -)"
is "1 x 1, mostly red" "$(printf 'P3\n1\n# a\n# b\n 1\n#c\n255\n255 0 0\n' | ./pixmill info -)"
is "1 x 2, mostly black" "$(printf 'P6\n#\n1 2\n# 9 9\n255\n\000\000\000\000\000\000' | ./pixmill info -)"
is "1 x 1, mostly #232323" "$(printf 'P6\n1 1\n255\n###' | ./pixmill info -)"
is "6 x 4, mostly steelblue" "$(./pixmill info samples/kite.ppm)"
exit 0
