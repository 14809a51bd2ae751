#!/bin/sh
# Each tests/cases/NAME.gy, once set, must be NAME.out to the byte.
bad=0
for f in tests/cases/*.gy; do
    name=$(basename "$f" .gy)
    if build/galley "$f" 2>&1 | diff "tests/cases/$name.out" - > build/diff.txt; then
        echo "ok     $name"
    else
        echo "NOT OK $name"
        cat build/diff.txt
        bad=1
    fi
done
exit $bad
