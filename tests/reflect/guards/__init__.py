"""Tests of what qualifies as a guard, and what follows its refusals."""
