#!/bin/sh
# Packs dist/pixmill.tar: fresh tables, a clean build, everything that git knows.
set -eu
cd "$(dirname "$0")/.."
LC_ALL=C
export LC_ALL
awk -f tools/rows.awk swatches/*.sw | sort > src/palette_rows.inc
make -s clean
make -s test
mkdir -p dist
git ls-files | tar -cf dist/pixmill.tar -T -
echo "packed dist/pixmill.tar"
