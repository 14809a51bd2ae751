"""Compile a recording into a workflow: a card per step (pass A), then a checked task schema (pass
B).

`seen.py` pairs each action with the pages before and after it. Rules or a model turn it into a card
without coordinates, then draft parameters and subtasks. `checks.py` compares the draft with the
recording, `plan.py` assembles the workflow, and `folder.py` writes `workflows/ID/`. Every card,
draft and workflow is an event, keyed by a hash of its input: the events are the source of truth,
and the folder is a projection of them.
"""
