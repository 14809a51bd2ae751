#!/bin/sh
make -s >/dev/null 2>&1 || exit 1
[ "$(echo .rule | build/galley -w7)" = ------- ] || exit 1
[ "$(echo .rule | build/galley -w 7)" = ------- ] || exit 1
for bad in abc 0 -3 4x; do
    for how in "-w $bad" "-w$bad"; do
        # shellcheck disable=SC2086
        said=$(echo .rule | build/galley $how 2>&1 >/dev/null)
        # shellcheck disable=SC2086
        echo .rule | build/galley $how >/dev/null 2>&1
        [ $? -eq 2 ] || { echo "code: $how"; exit 1; }
        case $said in
            *"-w wants a number, not '$bad'"*) ;;
            *) echo "$how: $said"; exit 1 ;;
        esac
    done
done
