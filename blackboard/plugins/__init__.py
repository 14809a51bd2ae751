"""Plug-ins: what other packages, and the product's own separable parts, add to Lessonboard.

`registry.py` is what a plug-in calls, `loading.py` finds plug-ins, `contents.py` gives each layer
the things of its kind.
"""
