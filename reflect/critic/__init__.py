"""The critic scores recommendations in four dimensions, refines or discards them, and deduplicates.

Every lesson and insight passes it before it is kept, and so can any list of recommendations
(`process.py`, `lessonboard lesson critique`).
"""
