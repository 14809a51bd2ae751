"""Parts of the product that nothing else needs; each registers what it adds, as a plug-in does.

A new part is a file here with a `register` function and a line in `PARTS`
(blackboard/plugins/loading.py). It names things as text, so that nothing is imported early.
"""
