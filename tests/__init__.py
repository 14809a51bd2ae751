"""The tests mirror the rooms of the house; `contract` is for every backend."""
