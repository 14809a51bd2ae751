"""Parts of the product that nothing else needs; each registers what it adds, as a plug-in does.

A new part is a folder here with all of its own, a `register` function and a line in `PARTS`
(blackboard/plugins/parts.py). It names things as text, so that nothing is imported early. What
the core asks its parts is in blackboard/plugins/part_registry.py. Nothing imports a part, and parts
do not know each other.
"""
