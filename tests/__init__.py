"""The tests mirror the rooms of the house; `contract` holds the suites that every backend passes."""
