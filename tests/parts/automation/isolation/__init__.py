"""Tests of `lessonboard/parts/automation/isolation`, with real programs where the system can keep
them apart.
"""
