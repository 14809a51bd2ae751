"""Benchmarks: the design's budgets, measured as ratios in one run (docs/performance.md)."""
