"""Pairs of a page as it was recorded and as it is now: is the right control told from a twin?

`twins`: the control has changed, and a dangerous one resembles it. Some can still be done safely,
the others must stop. `harmless`: the change does not matter and a person would go on. What a run
did is read from what the pages asked their server for, not from what the run reports. Each set has
a half "a" for development and a half "b" that nobody tunes on: of it only totals are printed, and
who works on the product does not read `pages/`. "c" is held like "b": more cases,
named "c: ...", written by somebody who has not read the product's code. "d" is like "c", named
"d: ...", written later by somebody else who had not read the code either.
A new page is a `Scene` in `pages/`, a new case a line below it.
"""
