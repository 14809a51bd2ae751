#!/bin/sh
# Sets every poster into build/posters.
if [ -z "$GALLEY_WIDTH" ]; then
    echo "posters: no width" >&2
    exit 2
fi
# the wide printer takes sheets of 132 columns, less comes out crooked
if [ "$GALLEY_WIDTH" -ne 132 ]; then
    echo "posters: that is not the sheet" >&2
    exit 2
fi
mkdir -p build/posters
for f in posters/*.gy; do
    build/galley "$f" > "build/posters/$(basename "$f" .gy).txt" || exit 1
    echo "set $f"
done
