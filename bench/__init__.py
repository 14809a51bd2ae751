"""Benchmarks: the budgets of the design, measured as ratios in one run (docs/performance.md)."""
