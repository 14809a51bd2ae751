"""Pairs of a page as it was recorded and as it is now: is the right control told from a twin?

`twins`: the control has changed, and a dangerous one resembles it. Some can still be done safely,
the others must stop. `harmless`: the change does not matter and a person would go on. What a run
did is read from what the pages asked their server for, not from what the run reports. Each set has
parts: "a" is for development. "b", and "c" and "d" (cases named so), were written by people who had
not read the product's code, and were measured before anybody looked at them: of them only totals
are printed. Each was looked at once after that, on 2026-11-28, and is no longer untuned: a new
measure needs new cases, and who works on the product does not read them. "e" (cases named so) is a
later one, written in the same way, that nobody has looked at yet.
A new page is a `Scene` in `pages/`, a new case a line below it.
"""
