"""Rules: a sentence is parsed into what it asks and when, and two are same, opposite or different.

Pure. `similarity.compare` is what others call; `imperative` says whether a sentence asks anything.
"""
