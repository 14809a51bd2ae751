#!/bin/sh
make -s >/dev/null 2>&1 || exit 1
got=$(printf 'Cut here\n.indent 2\n.repeat 3 Admit one\n.repeat 1 x\nbye\n' | build/galley) || exit 1
want='Cut here
  Admit one
  Admit one
  Admit one
  x
  bye'
[ "$got" = "$want" ] || { echo "$got"; exit 1; }
[ "$(printf '.repeat 50 x\n' | build/galley | wc -l)" -eq 50 ]
