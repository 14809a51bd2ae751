#!/bin/sh
make -s >/dev/null 2>&1 || exit 1
got=$(printf 'one\nuno\n  \ntwo\n \t\nthree\n\nfour\n' | build/galley) || exit 1
want='one uno

two

three

four'
[ "$got" = "$want" ] || { echo "$got"; exit 1; }
