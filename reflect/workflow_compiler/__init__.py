"""From a recording to a workflow: one card a step (pass A), then a checked task schema (pass B).

The way: `seen.py` pairs what was done with what was seen before and after it; a card says it
without coordinates, by rules or by a model; a draft names parameters and subtasks, again by rules
or by a model; `checks.py` holds it against what was recorded; `plan.py` puts the workflow
together; `folder.py` writes `workflows/ID/`. Every card, draft and workflow is an event, keyed by
a hash of what it was made from: the events are the truth, and the folder is their projection.
"""
