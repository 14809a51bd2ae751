"""Backtest: what came back in a board's own history, and whether a lesson would have met it.

`advance.advance` looks at the sessions that are missing, `result.result` gives the figures. What
would have been shown is decided by the product's own delivery on a temporary board; nothing is
written to the log.
"""
