"""Tests of recordings of what an agent did."""
