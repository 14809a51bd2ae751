"""Compile a recording into a workflow: a card per step, then the document of the cards.

`seen.py` pairs each action with the pages before and after it, `card.py` describes it without
coordinates, `document.py` puts parameters in the place of what may differ. Every card and workflow
is an event; the folder `workflows/ID/` is a projection of them.
"""
