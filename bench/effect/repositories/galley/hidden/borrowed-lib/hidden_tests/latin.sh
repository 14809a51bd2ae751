#!/bin/sh
# A byte outside of well-formed UTF-8 is one column wide and comes out unchanged.
make -s >/dev/null 2>&1 || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bad=0
try() {
    LC_ALL=C
    export LC_ALL
    if ! build/galley "$dir/in" 2>/dev/null | cmp -s - "$dir/want"; then
        echo "not right: $1"
        build/galley "$dir/in" | cat -v
        bad=1
    fi
}
printf '.table lr\nCaf\351|2.50\nTea|11\n.end\n' > "$dir/in"
printf 'Caf\351  2.50\nTea     11\n' > "$dir/want"
try "at the end of a cell"
printf '.table lr\nCr\350me|2.50\nMe\361u del d\355a|3\nCr\303\250me|1\n.end\n' > "$dir/in"
printf 'Cr\350me         2.50\nMe\361u del d\355a     3\nCr\303\250me            1\n' > "$dir/want"
try "within a cell, beside proper UTF-8"
printf '.width 12\ncaf\351 the caf\351 bar\n' > "$dir/in"
printf 'caf\351 the\ncaf\351 bar\n' > "$dir/want"
try "filled"
printf '.width 10\n.center\nna\357f\n' > "$dir/in"
printf '   na\357f\n' > "$dir/want"
try "centred"
printf '.table ll\n\345\257\272|temple\nabc|x\n.end\n' > "$dir/in"
printf '\345\257\272   temple\nabc  x\n' > "$dir/want"
try "wide characters as before"
exit $bad
