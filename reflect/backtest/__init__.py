"""Backtest: a board's own history replayed to see what its lessons would have been worth.

`replay.backtest` is the entry point. What would have been shown, and learnt, is decided by
the product's own delivery and miner on a temporary board; nothing is written to the real one.
"""
