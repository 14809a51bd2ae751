"""The critic: recommendations are scored in four dimensions, refined or discarded, deduplicated.

The same is done with every lesson and insight before it is kept, and with any list of
recommendations (`process.py`, `lessonboard score`).
"""
