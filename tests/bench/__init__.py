"""Tests of the benchmarks' own decisions."""
