#!/bin/sh
# What the machine does while the cooks sleep.
set -e
cd "$(dirname "$0")/.."
node scripts/tables.js
npm test
if ! git diff --quiet; then
    git commit -qam "Nightly"
    git push -q
fi
